// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/fake_session.h"
#include "ui/features/nodes/kept_node_runs_panel.h"
#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/nodes_page.h"
#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace nestloom;
using namespace nestloom::ui;
using State = ShownNodes::State;

namespace {

const hardware::Accelerator& withNodes()
{
    static const hardware::Accelerator accelerator = tests::presetAccelerator("accelerators/kapla-4x4.yaml");
    return accelerator;
}

/// The page with an accelerator of the library (second) or its copy in the editor (first).
struct Page {
    explicit Page(bool ofLibrary = true)
    {
        hardware::Accelerator edited = withNodes();
        edited.name = "edited";
        page.controls()->setAccelerators({edited, withNodes()});
        if (ofLibrary)
            choose(page.controls()->accelerator(), 1);
        page.controls()->batch()->setValue(int(tests::quickOptions().batch));
        page.setNetwork(tests::alexnet());
        page.resize(1100, 700);
        page.show();
    }
    static void choose(QComboBox* box, int row)
    {
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    }
    void answer() { session.nodes.tell(session.nodes.last, tests::sampleNodeRun()); }
    QToolButton* keepButton() { return page.findChild<QToolButton*>(QStringLiteral("keepNodeRun")); }
    const std::vector<NodeRunSummary>& rows() { return session.keptRuns.rows(); }
    CopyableTable* table() { return page.keptRuns()->table(); }

    FakeSession session;
    NodesPage page{session};
};

} // namespace

class KeptNodeRunsTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsFinishedIsKeptByItself()
    {
        Page f;
        f.answer();
        QCOMPARE(f.rows().size(), std::size_t(1));
        QCOMPARE(f.rows().front().networkName, std::string("alexnet"));
        QCOMPARE(f.rows().front().acceleratorName, std::string("kapla-4x4"));
        QVERIFY(!f.keepButton()->isVisible());
        f.page.controls()->batch()->setValue(2);
        kapla::NodeRun stopped = tests::sampleNodeRun();
        stopped.stopped = true;
        f.session.nodes.tell(f.session.nodes.last, stopped);
        QCOMPARE(f.rows().size(), std::size_t(1)); // half an answer is none
    }

    void editsAreKeptWhenTheUserSaysSo()
    {
        Page f(false);
        f.answer();
        QVERIFY(f.rows().empty());
        QVERIFY(f.keepButton()->isVisible());
        f.keepButton()->click();
        QCOMPARE(f.rows().size(), std::size_t(1));
        QVERIFY(!f.keepButton()->isVisible());
        f.page.keep(); // once is enough
        QCOMPARE(f.rows().size(), std::size_t(1));
    }

    void enginesThatWereComparedAreNotForgotten()
    {
        Page f;
        f.answer();
        Page::choose(f.page.controls()->engine(), 3);
        f.answer();
        QCOMPARE(f.page.nodes().compared().size(), std::size_t(2));
        const quint64 asked = f.session.nodes.last;
        Page::choose(f.page.controls()->accelerator(), 0); // another accelerator
        QVERIFY(f.page.nodes().compared().empty());
        f.page.setNetwork(workload::Network{}); // another network
        Page::choose(f.page.controls()->accelerator(), 1);
        f.page.setNetwork(tests::alexnet());
        QCOMPARE(f.page.nodes().state(), State::Scheduled);
        QCOMPARE(f.page.nodes().compared().size(), std::size_t(2));
        QCOMPARE(f.page.energy()->bars().size(), std::size_t(2));
        QVERIFY(f.session.nodes.last <= asked + 1); // the other accelerator was asked about, this one was known
    }

    void aKeptScheduleIsOpenedAsItWas()
    {
        Page f;
        f.answer();
        f.page.controls()->batch()->setValue(8);
        f.page.setNetwork(workload::Network{});
        QCOMPARE(f.page.nodes().state(), State::NoNetwork);
        const quint64 asked = f.session.nodes.last;
        f.page.showFigure(NodesPage::Figure::Kept);
        f.table()->setCurrentRow(0);
        f.page.keptRuns()->openCurrent();
        QCOMPARE(f.page.nodes().state(), State::Scheduled);
        QCOMPARE(f.page.nodes().openedAs(), f.rows().front().id);
        QCOMPARE(f.page.controls()->batch()->value(), 4); // the controls show what it is
        QCOMPARE(f.page.controls()->accelerator()->currentText(), QStringLiteral("kapla-4x4"));
        QVERIFY2(f.page.headline().contains(QStringLiteral("run 1, verified again")), qPrintable(f.page.headline()));
        QCOMPARE(f.session.nodes.last, asked); // nothing was searched
        QVERIFY(!f.keepButton()->isVisible());
        (void)f.page.grab();
    }

    void anAcceleratorThatIsGoneIsShownAsThatOfTheSchedule()
    {
        Page f;
        f.answer();
        OpenedNodeRun opened = f.session.keptRuns.runs.at(1);
        hardware::Accelerator gone = withNodes();
        gone.name = "gone";
        opened.question.accelerator = std::make_shared<const hardware::Accelerator>(gone);
        Q_EMIT f.session.keptRuns.opened(opened);
        QComboBox* box = f.page.controls()->accelerator();
        QCOMPARE(box->currentText(), QStringLiteral("gone (of the kept schedule)"));
        QCOMPARE(box->count(), 3);
        Q_EMIT f.session.keptRuns.opened(opened);
        QCOMPARE(box->count(), 3); // not twice
        hardware::Accelerator edited = withNodes();
        edited.name = "edited once more";
        f.page.controls()->setEdited(edited); // someone works on another one
        QCOMPARE(f.page.nodes().question().accelerator->name, std::string("gone"));
        Page::choose(box, 1);
        QCOMPARE(f.page.nodes().question().accelerator->name, std::string("kapla-4x4"));
    }

    void twoSchedulesStandSideBySide()
    {
        Page f;
        f.answer();
        Page::choose(f.page.controls()->engine(), 3);
        kapla::NodeRun other = tests::sampleNodeRun();
        other.schedule->cycles *= 2;
        f.session.nodes.tell(f.session.nodes.last, other);
        QVERIFY(f.page.keptRuns()->compareSelected() == nullptr); // none is selected
        f.table()->selectAll();
        NodeRunComparisonDialog* dialog = f.page.keptRuns()->compareSelected();
        QVERIFY(dialog != nullptr);
        const auto* model = dialog->table()->model();
        QAbstractItemModelTester tester(dialog->table()->model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QStringList figures;
        for (int row = 0; row < model->rowCount(); ++row) {
            figures << model->index(row, 0).data().toString().trimmed();
            if (figures.back() == QStringLiteral("Latency"))
                QVERIFY(model->index(row, 3).data().toString().contains(
                    QStringLiteral("50.0 %"))); // the newer one is listed first
        }
        for (const char* figure : {"Energy", "MAC", "buffer", "Latency", "Segments", "Search, CPU time"})
            QVERIFY2(figures.contains(QString::fromUtf8(figure)), figure);
        QCOMPARE(dialog->findChild<NodeEnergyBars*>()->bars().size(), std::size_t(2));
        (void)dialog->grab();
        dialog->close();
    }

    void theListIsATableThatCanBeSortedAndWritten()
    {
        Page f;
        f.answer();
        KeptNodeRunsModel model(f.session.keptRuns);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.columnCount(), 13);
        QCOMPARE(model.index(0, KeptNodeRunsModel::Energy).data().toString(),
                 format::energy(Picojoules{f.rows().front().energy.total()}));
        QCOMPARE(model.index(0, KeptNodeRunsModel::Work).data().toString(), QStringLiteral("inference"));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.json"));
        f.table()->setCurrentRow(0);
        f.page.keptRuns()->writeCurrent(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("{\"run\": 1}"));
        f.table()->selectAll();
        f.page.keptRuns()->removeSelected();
        QVERIFY(f.rows().empty());
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(KeptNodeRunsTest)
#include "tst_kept_node_runs.moc"
