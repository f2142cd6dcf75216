// SPDX-License-Identifier: GPL-3.0-or-later
// Opening an ONNX file: its report, its open sizes, and the network that comes of it.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/import/import_dialog.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace nestloom::ui {

using workload::NetworkImport;
using workload::NodeOutcome;

namespace {

NetworkImport report(bool unsupported = false)
{
    workload::OperatorGraph graph;
    graph.name = "net";
    const TensorId x = workload::append(graph, "x", "input", {}, {64});
    workload::append(graph, "fc", "gemm", {x}, {40}, {{320}});
    workload::Layer layer;
    layer.name = "fc";
    layer.kind = workload::LayerKind::FullyConnected;
    layer.bounds = {{1, 1, 1, 1, 32, 10, 1, 1}};
    graph.operators.back().layers = {layer};
    NetworkImport import;
    import.network = workload::networkOf(graph, "");
    import.parameterElements = 320;
    import.nodes = {{"fc", "Gemm", NodeOutcome::Mapped, "fc 32 to 10"},
                    {"act", "Relu", NodeOutcome::Planned, "elementwise, no layers"},
                    { "flat",
                      "Reshape",
                      NodeOutcome::Folded,
                      "forwarded" }};
    if (unsupported)
        import.nodes.push_back({"magic", "Magic", NodeOutcome::Unsupported, "the operator is not known"});
    return import;
}

NetworkImport open()
{
    NetworkImport import;
    import.openDimensions = {{"batch", "x", 0}, { "tokens", "x", 1 }};
    return import;
}

/// The window with the dialog of an ONNX file.
struct OpenedOnnx : WindowFixture {
    OpenedOnnx()
    {
        QFile file(settings.path(QStringLiteral("net.onnx")));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray("\x08\x07\x12\x07pytorch\x3a", 12));
        file.close();
        files = window.files().open({file.fileName()});
        dialog = window.findChild<ImportDialog*>();
    }
    FakeImporter& importer() { return session.fakeImporter; }
    template <typename Widget>
    Widget* in(const char* name)
    {
        return dialog->findChild<Widget*>(QLatin1String(name));
    }

    std::vector<OpenedFile> files;
    QPointer<ImportDialog> dialog;
};

} // namespace

class TestImport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void openingAnOnnxFileShowsItsReport();
    void titlesHaveRoomAboveShortWords();
    void aCountFiltersItsNodes();
    void openSizesAreAskedForAndReadWith();
    void aClickThatEndsAnEditImportsWhatItMakes();
    void olderAnswersAreDropped();
    void aProblemIsShownAndNothingCanBeImported();
    void unsupportedNodesAreWarnedOf();
    void importAddsTheNetworkToTheProject();
    void aNetworkThatCannotBeKeptStaysInTheDialog();
    void cancelChangesNothing();
    void withoutAnImporterTheFileIsRefused();
    void theReportIsAProperModel();
};

void TestImport::openingAnOnnxFileShowsItsReport()
{
    OpenedOnnx f;
    QVERIFY(f.dialog && f.dialog->isVisible());
    QVERIFY(f.files.front().whyNot.isEmpty());
    QVERIFY(f.importer().networkReads.front().first.endsWith(QStringLiteral("net.onnx")));
    QVERIFY(!f.in<QPushButton>("importAccept")->isEnabled());
    f.importer().tell(report());
    QVERIFY(f.in<QPushButton>("importAccept")->isEnabled());
    const QAbstractItemModel* model = f.in<CopyableTable>("importTable")->model();
    QCOMPARE(model->rowCount(), 3);
    QCOMPARE(model->index(0, ImportReportModel::Outcome).data().toString(), QStringLiteral("mapped"));
    QCOMPARE(model->index(1, ImportReportModel::Reason).data().toString(), QStringLiteral("elementwise, no layers"));
    const QString totals = f.in<QLabel>("importTotals")->text();
    for (const char* part : {"2 operators", "2 tensors, 104 B", "1 layer ", "320 MAC", "320 parameters"})
        QVERIFY2(totals.contains(QLatin1String(part)), qPrintable(totals));
    QVERIFY(f.in<QLabel>("importMessage")->isHidden());
}

void TestImport::titlesHaveRoomAboveShortWords()
{
    OpenedOnnx f;
    NetworkImport import = report();
    import.nodes = {{ "a", "Add", NodeOutcome::Mapped, "sum" }}; // less than "Type" and "Outcome"
    f.importer().tell(import);
    const auto* table = f.in<CopyableTable>("importTable");
    for (const int column : {ImportReportModel::Type, ImportReportModel::Outcome}) {
        const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
        QVERIFY2(table->columnWidth(column) >= QFontMetrics(strongFont(table->font())).horizontalAdvance(title) + 8,
                 qPrintable(title));
    }
}

void TestImport::aCountFiltersItsNodes()
{
    OpenedOnnx f;
    f.importer().tell(report());
    auto* counts = f.in<QLabel>("importCounts");
    QVERIFY(counts->text().contains(QStringLiteral("1 mapped"))
            && counts->text().contains(QStringLiteral("0 unsupported")));
    Q_EMIT counts->linkActivated(QStringLiteral("folded"));
    QCOMPARE(f.in<QLineEdit>("importFilter")->text(), QStringLiteral("folded"));
    QCOMPARE(f.in<CopyableTable>("importTable")->model()->rowCount(), 1);
    Q_EMIT counts->linkActivated(QStringLiteral("#all"));
    QCOMPARE(f.in<CopyableTable>("importTable")->model()->rowCount(), 3);
}

void TestImport::openSizesAreAskedForAndReadWith()
{
    OpenedOnnx f;
    f.importer().tell(open());
    auto* tokens = f.in<QSpinBox>("dimension:tokens");
    QVERIFY(tokens && f.in<QSpinBox>("dimension:batch"));
    QCOMPARE(f.importer().networkReads.size(), std::size_t(2)); // at once with what the fields say
    QCOMPARE(f.importer().networkReads.back().second.dimensions.at("tokens"), std::int64_t(1));
    tokens->setValue(128);
    QCOMPARE(f.importer().networkReads.back().second.dimensions.at("tokens"), std::int64_t(128));
    auto* bits = f.in<QComboBox>("elementBits");
    bits->setCurrentIndex(1);
    QCOMPARE(f.importer().networkReads.back().second.elementBits, std::optional(8));
    f.importer().tell(report());
    QVERIFY(f.in<QPushButton>("importAccept")->isEnabled());
}

/// The click was lost, as the edit that it ended switched the button off.
void TestImport::aClickThatEndsAnEditImportsWhatItMakes()
{
    OpenedOnnx f;
    f.importer().tell(open());
    f.importer().tell(report());
    auto* batch = f.in<QSpinBox>("dimension:batch");
    auto* import = f.in<QPushButton>("importAccept");
    QTRY_VERIFY(batch->isVisible());
    batch->setFocus();
    QVERIFY(f.dialog->focusWidget() == batch);
    batch->setValue(2);
    import->click(); // by Enter in the field: what it makes is to be seen first
    QVERIFY(import->isEnabled() && f.importer().networks.empty());
    f.importer().tell(report());
    QVERIFY(import->isEnabled());
    QVERIFY(f.importer().networks.empty());
    batch->setValue(3);
    import->setFocus();
    import->click();
    QVERIFY(f.importer().networks.empty()); // of batch 2
    f.importer().tell(report());
    QCOMPARE(f.importer().networks.size(), std::size_t(1));
}

void TestImport::olderAnswersAreDropped()
{
    OpenedOnnx f;
    f.importer().tell(open());
    f.in<QSpinBox>("dimension:batch")->setValue(2);
    Q_EMIT f.importer().networkAnswered({f.importer().last - 1, report(), {}});
    QVERIFY(!f.in<QPushButton>("importAccept")->isEnabled());
    QCOMPARE(f.in<CopyableTable>("importTable")->model()->rowCount(), 0);
}

void TestImport::aProblemIsShownAndNothingCanBeImported()
{
    OpenedOnnx f;
    f.importer().refuseNetwork(QStringLiteral("the graph has a circle"));
    QVERIFY(f.in<QLabel>("importMessage")->isVisible());
    QVERIFY(f.in<QLabel>("importMessage")->text().contains(QStringLiteral("the graph has a circle")));
    QVERIFY(!f.in<QPushButton>("importAccept")->isEnabled());
}

void TestImport::unsupportedNodesAreWarnedOf()
{
    OpenedOnnx f;
    f.importer().tell(report(true));
    QVERIFY(f.in<QLabel>("importMessage")->isVisible());
    QVERIFY(f.in<QLabel>("importMessage")->text().contains(QStringLiteral("not supported")));
    QVERIFY(f.in<QPushButton>("importAccept")->isEnabled());
}

void TestImport::importAddsTheNetworkToTheProject()
{
    OpenedOnnx f;
    f.importer().tell(report());
    f.in<QPushButton>("importAccept")->click();
    QCOMPARE(f.importer().networks.front().name, std::string("net"));
    QByteArray yaml = f.session.networks()[1].yaml.toUtf8();
    QFile file(f.settings.path(QStringLiteral("net.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(yaml) == yaml.size());
    file.close();
    f.importer().tellKept(file.fileName());
    QCOMPARE(f.window.workbench().network().name, std::string("resnet50"));
    QCOMPARE(f.window.currentTab(), MainWindow::Tab::Network);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!f.dialog);
}

void TestImport::aNetworkThatCannotBeKeptStaysInTheDialog()
{
    OpenedOnnx f;
    f.importer().tell(report());
    f.in<QPushButton>("importAccept")->click();
    f.importer().tellKept({}, QStringLiteral("the disk is full"));
    QVERIFY(f.dialog->isVisible());
    QVERIFY(f.in<QLabel>("importMessage")->text().contains(QStringLiteral("the disk is full")));
    QVERIFY(f.in<QPushButton>("importAccept")->isEnabled());
}

void TestImport::cancelChangesNothing()
{
    OpenedOnnx f;
    f.importer().tell(report());
    const std::string before = f.window.workbench().network().name;
    f.dialog->reject();
    QCOMPARE(f.window.workbench().network().name, before);
    QVERIFY(f.importer().networks.empty());
    QCOMPARE(f.window.problems()->count(), 0);
}

void TestImport::withoutAnImporterTheFileIsRefused()
{
    OpenedOnnx f;
    f.window.files().setImport({});
    const auto files = f.window.files().open({f.settings.path(QStringLiteral("net.onnx"))});
    QVERIFY(files.front().whyNot.contains(QStringLiteral("nestloom-cli import")));
    QCOMPARE(f.window.problems()->count(), 1);
}

void TestImport::theReportIsAProperModel()
{
    ImportReportModel model;
    QAbstractItemModelTester tester(&model);
    model.setRows(report(true).nodes);
    QCOMPARE(model.rowCount(), 4);
    QVERIFY(model.index(3, ImportReportModel::Outcome).data(Qt::DecorationRole).isValid());
    QVERIFY(!model.index(0, ImportReportModel::Outcome).data(Qt::DecorationRole).isValid());
    QCOMPARE(model.index(2, ImportReportModel::Node).data(TableModel::SortRole).toInt(), 2);
    model.setRows({});
    QCOMPARE(model.rowCount(), 0);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestImport)
#include "tst_import.moc"
