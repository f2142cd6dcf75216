// SPDX-License-Identifier: GPL-3.0-or-later
// Opening files of Timeloop: their report, their questions, what comes of them, and the way back.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/import/design_dialog.h"
#include "ui/features/import/design_tables.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/toast.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>

namespace nestloom::ui {

using mapping::ImportRemark;

namespace {

DesignAnswer report(WindowFixture& f)
{
    DesignAnswer answer;
    answer.kind = QStringLiteral("Timeloop");
    answer.import = mapping::DesignImport{};
    answer.import->accelerator = f.window.workbench().document().value();
    answer.import->network = f.window.workbench().network();
    answer.import->network->layers.resize(1);
    answer.import->network->graph = {};
    answer.import->mapping = mapping::outermostMapping(*answer.import->accelerator, answer.import->network->layers[0]);
    answer.import->remarks = {{ImportRemark::Kind::Assumed, "/a/arch.yaml", 12, "DRAM.bandwidth", "words per cycle"},
                              {ImportRemark::Kind::Ignored, "/a/arch.yaml", 14, "DRAM.n_banks", "not modelled"}};
    answer.mappingText = QStringLiteral("for P in 0..4");
    answer.cost = cost::LayerCost{};
    answer.cost->cycles = Cycles{112896};
    answer.cost->bottleneck.text = "compute";
    return answer;
}

mapping::ImportQuestion question()
{
    return {"energy", "Which energy?", {{"mean", "of both"}, {"read", "of reading"}}, "mean"};
}

/// The window with the dialog of two files of Timeloop.
struct OpenedTimeloop : WindowFixture {
    OpenedTimeloop()
    {
        QStringList paths;
        for (const char* name : {"arch.yaml", "prob.yaml"}) {
            QFile file(settings.path(QLatin1String(name)));
            if (file.open(QIODevice::WriteOnly))
                file.write(name[0] == 'a' ? "architecture:\n  version: 0.4\n" : "problem:\n  instance: {C: 3}\n");
            paths << file.fileName();
        }
        files = window.files().open(paths);
        dialog = window.findChild<DesignDialog*>();
    }
    FakeImporter& importer() { return session.fakeImporter; }
    template <typename Widget>
    Widget* in(const char* name)
    {
        return dialog->findChild<Widget*>(QLatin1String(name));
    }

    std::vector<OpenedFile> files;
    QPointer<DesignDialog> dialog;
};

} // namespace

class TestDesign : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesOpenedTogetherAreOneImport();
    void theReportShowsWhatTheFilesHold();
    void aCountFiltersTheReport();
    void questionsAreAskedAndReadWith();
    void anyValueAnswersAnOpenQuestion();
    void olderAnswersAreDropped();
    void aProblemIsShownAndNothingCanBeImported();
    void theFileThatCannotBeReadCanBeLeftOut();
    void aMappingThatIsNotValidIsWarnedOf();
    void importOpensWhatWasKept();
    void filesThatCannotBeKeptStayInTheDialog();
    void exportsTheAcceleratorWithoutASelectedLayer();
    void exportsTheSelectedLayerWithItsMapping();
    void tellsWhatWasWrittenAndWhatWentWrong();
    void largeNetworksAreParsedFirst();
    void tablesAreProperModels();
};

void TestDesign::filesOpenedTogetherAreOneImport()
{
    OpenedTimeloop f;
    QVERIFY(f.dialog && f.dialog->isVisible());
    QCOMPARE(f.importer().reads.size(), std::size_t(1));
    QCOMPARE(f.importer().reads.front().first.size(), 2);
    QVERIFY(f.files[0].whyNot.isEmpty() && f.files[1].whyNot.isEmpty());
    QVERIFY(!f.in<QPushButton>("designAccept")->isEnabled());
}

void TestDesign::theReportShowsWhatTheFilesHold()
{
    OpenedTimeloop f;
    f.importer().tell(report(f));
    QVERIFY(f.in<QPushButton>("designAccept")->isEnabled());
    const QString summary = f.in<QLabel>("designSummary")->text();
    for (const char* part : {"simba", "1,024 MAC units", "1 layer,", "112,896 cycles", "Timeloop compatibility mode"})
        QVERIFY2(summary.contains(QLatin1String(part)), qPrintable(summary));
    auto* tabs = f.dialog->findChild<QTabWidget*>();
    QCOMPARE(tabs->count(), 4);
    QCOMPARE(f.in<CopyableTable>("designRemarks")->model()->rowCount(), 2);
    QCOMPARE(f.in<CopyableTable>("designRemarks")->model()->index(0, 1).data().toString(),
             QStringLiteral("arch.yaml:12"));
    QCOMPARE(f.in<CopyableTable>("designLevels")->model()->rowCount(), 6);
    QCOMPARE(f.in<CopyableTable>("designLayers")->model()->rowCount(), 1);
    QCOMPARE(f.in<QPlainTextEdit>("designMapping")->toPlainText(), QStringLiteral("for P in 0..4"));
    DesignAnswer smaller = report(f);
    smaller.import->mapping.reset();
    smaller.import->network.reset();
    f.importer().tell(smaller);
    QCOMPARE(tabs->count(), 2);
}

void TestDesign::aCountFiltersTheReport()
{
    OpenedTimeloop f;
    f.importer().tell(report(f));
    Q_EMIT f.in<QLabel>("designCounts")->linkActivated(QStringLiteral("ignored"));
    QCOMPARE(f.in<CopyableTable>("designRemarks")->model()->rowCount(), 1);
    Q_EMIT f.in<QLabel>("designCounts")->linkActivated(QStringLiteral("#all"));
    QCOMPARE(f.in<CopyableTable>("designRemarks")->model()->rowCount(), 2);
}

void TestDesign::questionsAreAskedAndReadWith()
{
    OpenedTimeloop f;
    DesignAnswer answer = report(f);
    answer.import->questions = {question()};
    f.importer().tell(answer);
    auto* choice = f.in<QComboBox>("question:energy");
    QVERIFY(choice && choice->isVisible());
    QCOMPARE(choice->currentData().toString(), QStringLiteral("mean"));
    choice->setCurrentIndex(1);
    QCOMPARE(f.importer().reads.back().second.answers.at("energy"), std::string("read"));
    QVERIFY(f.in<QPushButton>("designAccept")->isEnabled()); // a click now waits for the answer
    f.importer().tell(report(f));                            // settles the question
    QVERIFY(!choice->isVisible());
}

void TestDesign::anyValueAnswersAnOpenQuestion()
{
    OpenedTimeloop f;
    DesignAnswer answer = report(f);
    answer.import->questions = {{"M", "Value of M?", {}, "128"}, {"N", "Value of N?", {}, ""}};
    f.importer().tell(answer);
    auto *m = f.in<QLineEdit>("question:M"), *n = f.in<QLineEdit>("question:N");
    QCOMPARE(m->text(), QStringLiteral("128"));
    QTest::keyClicks(n, QStringLiteral(" 7 "));
    QTest::keyClick(n, Qt::Key_Return);
    const std::map<std::string, std::string> expected{{"M", "128"}, {"N", "7"}};
    QCOMPARE(f.importer().reads.back().second.answers, expected);
    const std::size_t reads = f.importer().reads.size();
    QVERIFY(f.importer().keeps.empty()); // read anew first
    Q_EMIT m->editingFinished();         // unchanged
    QCOMPARE(f.importer().reads.size(), reads);
}

void TestDesign::olderAnswersAreDropped()
{
    OpenedTimeloop f;
    DesignAnswer old = report(f);
    old.id = f.importer().last - 1;
    Q_EMIT f.importer().answered(old);
    QVERIFY(!f.in<QPushButton>("designAccept")->isEnabled());
}

void TestDesign::aProblemIsShownAndNothingCanBeImported()
{
    OpenedTimeloop f;
    f.importer().refuse(QStringLiteral("arch.yaml:3: nodes: a list of nodes belongs here"));
    QVERIFY(f.in<QLabel>("designMessage")->text().contains(QStringLiteral("arch.yaml:3")));
    QVERIFY(!f.in<QPushButton>("designAccept")->isEnabled());
    QCOMPARE(f.dialog->findChild<QTabWidget*>()->count(), 1);
}

void TestDesign::theFileThatCannotBeReadCanBeLeftOut()
{
    OpenedTimeloop f;
    f.importer().refuse(QStringLiteral("%1:3: nodes: a list belongs here").arg(f.files[0].path));
    auto* leaveOut = f.in<QPushButton>("designLeaveOut");
    QVERIFY(leaveOut->isVisible());
    QCOMPARE(leaveOut->text(), u"&Without arch.yaml");
    leaveOut->click();
    QCOMPARE(f.importer().reads.back().first, QStringList{f.files[1].path});
    f.importer().tell(report(f));
    QVERIFY(!leaveOut->isVisible() && f.in<QPushButton>("designAccept")->isEnabled());
    f.importer().refuse(QStringLiteral("no file is named here"));
    QVERIFY(!leaveOut->isVisible());
}

void TestDesign::aMappingThatIsNotValidIsWarnedOf()
{
    OpenedTimeloop f;
    DesignAnswer answer = report(f);
    answer.violations = {{mapping::Rule::Capacity, "level GlobalBuffer: tiles need 131072 B"}};
    f.importer().tell(answer);
    QVERIFY(f.in<QLabel>("designMessage")->isVisible());
    QVERIFY(f.in<QLabel>("designSummary")->text().contains(QStringLiteral("tiles need 131072 B")));
    QVERIFY(f.in<QPushButton>("designAccept")->isEnabled()); // accelerator and layers are good
}

void TestDesign::importOpensWhatWasKept()
{
    OpenedTimeloop f;
    f.importer().tell(report(f));
    f.in<QPushButton>("designAccept")->click();
    QCOMPARE(f.importer().keeps.size(), std::size_t(1));
    QFile file(f.settings.path(QStringLiteral("kept.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(f.session.accelerators().front().yaml.toUtf8().replace("name: simba", "name: kept"));
    file.close();
    Q_EMIT f.importer().kept(f.importer().last, {file.fileName(), QStringLiteral("/x/kept.mapping.json")}, {});
    QVERIFY(!f.dialog || !f.dialog->isVisible());
    QCOMPARE(f.window.workbench().document().value().name, std::string("kept"));
    auto* said = f.window.findChild<Toast*>();
    QTRY_VERIFY2(said->text().contains(QStringLiteral("kept.mapping.json")), qPrintable(said->text())); // a turn later
    QVERIFY(f.find<Banner>("designBanner") == nullptr); // nothing that must be closed
}

void TestDesign::filesThatCannotBeKeptStayInTheDialog()
{
    OpenedTimeloop f;
    f.importer().tell(report(f));
    f.in<QPushButton>("designAccept")->click();
    Q_EMIT f.importer().kept(f.importer().last, {}, QStringLiteral("the disk is full"));
    QVERIFY(f.dialog->isVisible());
    QVERIFY(f.in<QLabel>("designMessage")->text().contains(QStringLiteral("the disk is full")));
    QVERIFY(f.in<QPushButton>("designAccept")->isEnabled());
}

namespace {

void exportTo(WindowFixture& f, const char* action, const QString& folder)
{
    f.window.findChild<QAction*>(QLatin1String(action))->trigger();
    auto* dialog = f.window.findChild<QFileDialog*>();
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(folder);
    delete dialog;
}

} // namespace

void TestDesign::exportsTheAcceleratorWithoutASelectedLayer()
{
    WindowFixture f;
    exportTo(f, "exportTimeloop", QStringLiteral("/x"));
    const auto& writes = f.session.fakeImporter.writes;
    QCOMPARE(writes.size(), std::size_t(1));
    QCOMPARE(writes[0].first, QStringLiteral("/x"));
    QVERIFY(writes[0].second.accelerator == f.window.workbench().document().value());
    QVERIFY(!writes[0].second.mapping);
    exportTo(f, "exportTopology", QStringLiteral("/x"));
    QVERIFY(writes[1].second.network->layers == f.window.workbench().network().layers);
}

void TestDesign::exportsTheSelectedLayerWithItsMapping()
{
    WindowFixture f;
    Workbench& workbench = f.window.workbench();
    const JobId job = workbench.startRun();
    QVERIFY(job != 0);
    const ScheduleRequest request{workbench.document().value(), workbench.network(), workbench.options()};
    Q_EMIT f.session.layerFinished(job, 1, solvedLayer(request, 2, 1000));
    workbench.selection().selectLayer(2);
    exportTo(f, "exportTimeloop", QStringLiteral("/x"));
    const DesignExport& design = f.session.fakeImporter.writes.back().second;
    QVERIFY(design.layer && design.mapping);
    QCOMPARE(design.layer->name, workbench.network().layers[2].name);
}

void TestDesign::tellsWhatWasWrittenAndWhatWentWrong()
{
    WindowFixture f;
    auto& importer = f.session.fakeImporter;
    Q_EMIT importer.written(1, {QStringLiteral("/x/problem.yaml")}, {}, {});
    QVERIFY(f.find<Banner>("designBanner") == nullptr);
    QVERIFY(f.window.findChild<Toast*>()->text().contains(QStringLiteral("problem.yaml")));
    Q_EMIT importer.written(1, {QStringLiteral("/x/architecture.yaml")}, {QStringLiteral("the areas are left out")},
                            {});
    QVERIFY(f.find<Banner>("designBanner")->text().contains(QStringLiteral("architecture.yaml")));
    QVERIFY(f.find<Banner>("designBanner")->text().contains(QStringLiteral("the areas are left out")));
    Q_EMIT importer.written(2, {}, {}, QStringLiteral("/x: the folder cannot be made"));
    QVERIFY(f.window.problems()->text().contains(QStringLiteral("cannot be made")));
}

void TestDesign::largeNetworksAreParsedFirst()
{
    WindowFixture f;
    QFile file(f.settings.path(QStringLiteral("large.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(f.session.networks()[1].yaml.toUtf8() + QByteArray("# ").append(QByteArray(200'000, 'x')).append('\n'));
    file.close();
    const std::string before = f.window.workbench().network().name;
    f.window.workbench().chooseNetwork(f.session.networks()[0]);
    const std::vector<OpenedFile> files = f.window.files().open({file.fileName()});
    QVERIFY(files[0].whyNot.isEmpty());
    auto& importer = f.session.fakeImporter;
    QCOMPARE(importer.prepares, QStringList{file.fileName()});
    QCOMPARE(f.window.workbench().library().openedFiles().contains(file.fileName()), false);
    Q_EMIT importer.prepared(importer.last + 5); // of nobody
    QCOMPARE(f.window.workbench().library().openedFiles().contains(file.fileName()), false);
    Q_EMIT importer.prepared(importer.last);
    QCOMPARE(f.window.workbench().library().openedFiles().contains(file.fileName()), true);
}

void TestDesign::tablesAreProperModels()
{
    WindowFixture f;
    const DesignAnswer answer = report(f);
    RowsModel remarks(remarkColumns()), levels(levelColumns()), layers(layerColumns());
    for (RowsModel* model : {&remarks, &levels, &layers})
        new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
    remarks.setRows(remarkRows(*answer.import));
    levels.setRows(levelRows(*answer.import->accelerator));
    layers.setRows(layerRows(*answer.import->network));
    QCOMPARE(remarks.columnCount(), 4);
    QCOMPARE(levels.index(0, 1).data().toString(), QStringLiteral("unbounded"));
    QCOMPARE(levels.index(1, 1).data(TableModel::SortRole).toLongLong(), qlonglong(65536));
    QCOMPARE(layers.rowCount(), 1);
    remarks.setRows({});
    QCOMPARE(remarks.rowCount(), 0);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestDesign)
#include "tst_design.moc"
