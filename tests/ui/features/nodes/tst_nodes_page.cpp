// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/schedule/kapla/explain_nodes.h"
#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/fake_session.h"
#include "ui/features/nodes/chain_chart.h"
#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/node_map.h"
#include "ui/features/nodes/nodes_page.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/page_area.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QSignalSpy>
#include <QSpinBox>
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

/// The page as the user sees it: AlexNet on 4x4 nodes, asked but perhaps not answered.
struct Page {
    explicit Page(bool answered = true)
    {
        page.setAccelerator(withNodes());
        page.controls()->batch()->setValue(int(tests::quickOptions().batch));
        page.setNetwork(tests::alexnet());
        page.resize(1000, 620);
        page.show();
        if (answered)
            scheduler().tell(scheduler().last, tests::sampleNodeRun());
    }
    FakeNodes& scheduler() { return session.nodes; }
    static void choose(QComboBox* box, int row)
    {
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    }
    QToolButton* cancel() { return page.findChild<QToolButton*>(QStringLiteral("nodesCancel")); }
    std::string layerName() { return page.nodes().run()->graph.network.layers[*page.nodes().layer()].name; }

    FakeSession session;
    NodesPage page{session};
};

/// The sample at another cost: what another engine might have found.
kapla::NodeRun dearer()
{
    kapla::NodeRun run = tests::sampleNodeRun();
    run.schedule->cost *= 1.5;
    return run;
}

} // namespace

class NodesPageTest : public QObject {
    Q_OBJECT
private slots:
    /// Not the run that is shown elsewhere.
    void thePageExplainsItsOwnSchedule()
    {
        Page waiting(false);
        QSignalSpy problem(&waiting.page, &NodesPage::problem);
        waiting.page.findChild<QAction*>(QStringLiteral("explainNodes"))->trigger();
        QCOMPARE(problem.size(), 1);
        Page f;
        f.page.nodes().selectLayer(std::nullopt);
        f.page.findChild<QAction*>(QStringLiteral("explainNodes"))->trigger();
        const auto* dialog = f.page.window()->findChild<ExplainDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->asText().contains(format::exactCycles(kapla::explainCycles(*f.page.nodes().run()).value)));
    }

    void nothingIsAskedWhileThePageIsHidden()
    {
        FakeSession session;
        NodesPage page(session);
        page.setAccelerator(withNodes());
        page.setNetwork(tests::alexnet());
        QCOMPARE(session.nodes.last, quint64(0));
        page.show();
        QCOMPARE(session.nodes.last, quint64(1));
        page.hide();
        QCOMPARE(session.nodes.cancels, 1);
        session.nodes.tell(1, tests::sampleNodeRun());
        QVERIFY(!page.nodes().run()); // it went with the page
        page.show();
        QCOMPARE(session.nodes.last, quint64(2));
    }
    void theHeadLineTellsTheFigures()
    {
        Page f;
        const kapla::NetworkSchedule& schedule = *f.page.nodes().run()->schedule;
        const QString line = f.page.headline();
        for (const QString& part :
             {QStringLiteral("alexnet on kapla-4x4"), format::energy(Picojoules{schedule.cost}),
              format::cycles(Cycles{schedule.cycles}), QStringLiteral("batch of 4"), QStringLiteral("KAPLA, verified")})
            QVERIFY2(line.contains(part), qPrintable(line));
        QCOMPARE(f.page.findChild<ModelBadge*>()->text(), QStringLiteral("nodes"));
    }
    void anAcceleratorWithoutNodesIsNotReplacedByAnother()
    {
        Page f;
        auto* instead = new QWidget;
        f.page.setUnserved(instead);
        QVERIFY(f.page.chain()->isVisible());
        f.page.setAccelerator(tests::presetAccelerator("accelerators/simba.yaml"));
        QCOMPARE(f.page.nodes().state(), State::NoNodes);
        QVERIFY(instead->isVisible());
        QVERIFY(!f.page.chain()->isVisible());
        QVERIFY2(f.page.headline().contains(QStringLiteral("on simba")), qPrintable(f.page.headline()));
        const auto [title, text] = emptyText(f.page.nodes());
        QVERIFY2(title.contains(QStringLiteral("simba")), qPrintable(title));
        f.page.setAccelerator(withNodes());
        QVERIFY(!instead->isVisible());
    }
    void everyChoiceAsksAnew()
    {
        Page f;
        const quint64 asked = f.scheduler().last;
        const auto options = [&] { return f.scheduler().requests.at(f.scheduler().last).options; };
        Page::choose(f.page.controls()->engine(), 1);
        QCOMPARE(f.scheduler().last, asked + 1);
        QCOMPARE(options().engine, std::string("kapla-exhaustive"));
        Page::choose(f.page.controls()->goal(), 2);
        QCOMPARE(f.scheduler().last, asked + 2);
        QVERIFY(options().goal == kapla::Goal::EnergyDelay);
        f.page.controls()->batch()->setValue(2);
        QCOMPARE(options().batch, std::int64_t(2));
        f.page.controls()->training()->setChecked(true);
        QVERIFY(options().training);
        QVERIFY(!f.page.controls()->segments()->isEnabled());
        f.page.controls()->training()->setChecked(false);
        f.page.controls()->segments()->setChecked(false);
        QVERIFY(options().alone);
    }
    void staleAnswersAreDropped()
    {
        Page f(false);
        const quint64 old = f.scheduler().last;
        f.page.controls()->batch()->setValue(8);
        f.scheduler().tell(old, tests::sampleNodeRun());
        QVERIFY(!f.page.nodes().run());
        f.scheduler().fail(old, QStringLiteral("old"));
        QCOMPARE(f.page.nodes().state(), State::Scheduling);
    }
    void progressIsTold()
    {
        Page f(false);
        f.scheduler().tell(f.scheduler().last, Progress{"segments", 0.25, 2.5e9, std::nullopt});
        QVERIFY2(f.page.headline().contains(QStringLiteral("segments, 25 %, best so far 2.5")),
                 qPrintable(f.page.headline()));
        QVERIFY(f.cancel()->isVisible());
    }
    void cancelKeepsTheBestUpToThen()
    {
        Page f(false);
        f.cancel()->click();
        QCOMPARE(f.scheduler().cancels, 1);
        QCOMPARE(f.page.nodes().state(), State::Cancelled);
        kapla::NodeRun stopped = tests::sampleNodeRun();
        stopped.stopped = true;
        f.scheduler().tell(f.scheduler().last, stopped);
        QVERIFY(f.page.nodes().run());
        QVERIFY2(f.page.headline().contains(QStringLiteral("stopped early")), qPrintable(f.page.headline()));
        QVERIFY(f.page.nodes().compared().empty()); // nothing to compare with
        QCOMPARE(f.page.energy()->bars().size(), std::size_t(1));
        f.cancel()->click(); // is "Schedule" now
        QCOMPARE(f.page.nodes().state(), State::Scheduling);
    }
    void failuresSayWhy()
    {
        Page f(false);
        f.scheduler().fail(f.scheduler().last, QStringLiteral("operator attention cannot run on nodes"));
        QCOMPARE(emptyText(f.page.nodes()).second, QStringLiteral("operator attention cannot run on nodes"));
        f.cancel()->click();
        kapla::NodeRun unfit;
        unfit.reason = "layer conv1 fits no way";
        f.scheduler().tell(f.scheduler().last, unfit);
        QCOMPARE(f.page.nodes().state(), State::Failed);
        QCOMPARE(f.page.nodes().reason(), QStringLiteral("layer conv1 fits no way"));
    }
    void enginesStandBesideEachOther()
    {
        Page f;
        QAbstractItemModelTester tester(f.page.runTable()->model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        Page::choose(f.page.controls()->engine(), 3);
        f.scheduler().tell(f.scheduler().last, dearer());
        QCOMPARE(f.page.energy()->bars().size(), std::size_t(2));
        QVERIFY(f.page.energy()->bars()[1].isShown && !f.page.energy()->bars()[0].isShown);
        const auto* model = f.page.runTable()->model();
        QCOMPARE(model->rowCount(), 2);
        QCOMPARE(model->index(0, 3).data().toString(), QStringLiteral("0.0 %"));
        QCOMPARE(model->index(1, 3).data().toString(), QStringLiteral("+50.0 %"));
        QCOMPARE(model->index(1, 5).data().toString(), format::kNoValue); // the exhaustive engine has not searched yet
        const quint64 asked = f.scheduler().last;
        Page::choose(f.page.controls()->engine(), 0); // known: nothing is searched
        QCOMPARE(f.scheduler().last, asked);
        QCOMPARE(f.page.nodes().state(), State::Scheduled);
        f.page.controls()->batch()->setValue(8); // nothing else is comparable
        QVERIFY(f.page.energy()->bars().empty());
    }
    void searchesAreComparedWithTheExhaustiveOne()
    {
        Page f;
        Page::choose(f.page.controls()->engine(), 1);
        kapla::NodeRun slow = tests::sampleNodeRun();
        slow.schedule->cost *= 0.8;
        slow.cpuMs = 4 * tests::sampleNodeRun().cpuMs;
        f.scheduler().tell(f.scheduler().last, slow);
        const auto* model = f.page.runTable()->model();
        QCOMPARE(model->index(0, 5).data().toString(), QStringLiteral("+25.0 %"));
        QCOMPARE(model->index(0, 6).data().toString(), QStringLiteral("4.00x"));
        QCOMPARE(model->index(1, 6).data().toString(), QStringLiteral("1.00x"));
    }
    void kaplaTellsWhatItPruned()
    {
        Page f;
        const auto* model = f.page.findChild<CopyableTable*>(QStringLiteral("nodePruningTable"))->model();
        const kapla::KaplaEffort& effort = tests::sampleNodeRun().effort;
        QCOMPARE(model->index(0, 1).data().toString(), format::integer(effort.segments));
        QCOMPARE(model->index(2, 2).data().toString(), format::percent(double(effort.valid) / double(effort.schemes)));
        QCOMPARE(model->index(0, 2).data().toString(), format::kNoValue);
        const int stages = model->rowCount();
        Page::choose(f.page.controls()->engine(), 3); // KAPLA's answer is still there
        QCOMPARE(model->rowCount(), stages);
        f.page.controls()->batch()->setValue(8);
        QCOMPARE(model->rowCount(), 0);
    }
    void columnsOfLittleUseGoFirst()
    {
        Page f;
        CopyableTable* table = f.page.layerTable();
        const auto inSight = [&] {
            int width = 0;
            for (int column = 0; column < table->model()->columnCount(); ++column)
                width += table->isColumnHidden(column) ? 0 : table->columnWidth(column);
            return width;
        };
        const int loops = 7, what = 8;
        table->setMinimumWidth(0);
        table->resize(520, 200);
        QVERIFY(table->isColumnHidden(what) && table->isColumnHidden(loops));
        QVERIFY(inSight() <= table->viewport()->width());
        table->resize(1600, 200);
        QVERIFY(!table->isColumnHidden(what) && !table->isColumnHidden(loops));
    }
    void layersAreATable()
    {
        Page f;
        QAbstractItemModelTester tester(f.page.layerTable()->model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto* model = f.page.layerTable()->model();
        QCOMPARE(model->rowCount(), int(tests::sampleNodeRun().graph.network.layers.size()));
        for (int column = 0; column < model->columnCount(); ++column)
            QVERIFY(!model->index(0, column).data().toString().isEmpty());
        f.page.setNetwork(workload::Network{});
        QCOMPARE(model->rowCount(), 0);
        QCOMPARE(f.page.nodes().state(), State::NoNetwork);
    }
    void selectionIsOne()
    {
        Page f;
        QSignalSpy chosen(&f.page, &NodesPage::layerChosen);
        const SegmentChain& chain = f.page.nodes().chain();
        QTest::keyClick(f.page.chain(), Qt::Key_End);
        QCOMPARE(f.page.layerTable()->currentRow(), int(chain.layers.size()) - 1);
        QTest::keyClick(f.page.chain(), Qt::Key_Home);
        QCOMPARE(f.page.layerTable()->currentRow(), 0);
        QTest::keyClick(f.page.chain(), Qt::Key_Right);
        QCOMPARE(f.page.layerTable()->currentRow(), 1);
        QCOMPARE(chosen.count(), 3);
        QCOMPARE(chosen.back().front().toString().toStdString(), f.layerName());
        const std::string last = tests::alexnet().layers.back().name;
        f.page.nodes().selectLayer(last);
        QCOMPARE(f.layerName(), last);
        f.page.nodes().selectLayer(std::string("nowhere"));
        QCOMPARE(f.layerName(), last);
        QVERIFY(f.page.findChild<LayerPanel*>()->toPlainText().contains(QString::fromStdString(last)));
        QVERIFY(f.page.findChild<LayerPanel*>()->toPlainText().contains(QString::fromStdString(last)
                                                                        + QStringLiteral(":GBUF")));
    }
    void aClickOnABoxSelectsItsLayer()
    {
        Page f;
        const SegmentChain& chain = f.page.nodes().chain();
        const std::size_t at = chain.layers.size() - 1;
        const SegmentChain::Span& span = chain.segments[chain.layers[at].segment];
        f.page.time().show({std::int64_t(span.begin), std::int64_t(span.end)});
        const auto box = std::find_if(chain.boxes.begin(), chain.boxes.end(),
                                      [at](const SegmentChain::Box& one) { return one.at == at; });
        const double x = f.page.chain()->geometryOf().x((box->begin + box->end) / 2);
        const QPointF place(x, f.page.chain()->rectOf(at).center().y());
        QTest::mouseClick(f.page.chain(), Qt::LeftButton, {}, place.toPoint());
        QCOMPARE(*f.page.nodes().layer(), chain.layers[at].layer);
        QVERIFY(f.page.chain()->toolTipAt(place).contains(QStringLiteral("segment")));
    }
    void theMapShowsTheNodesOfTheSegment()
    {
        Page f;
        const SegmentChain& chain = f.page.nodes().chain();
        for (const SegmentChain::Span& span : chain.segments) {
            f.page.nodes().selectLayer(chain.layers[span.first].layer);
            std::map<std::size_t, std::int64_t> nodes;
            for (const NodeMap::Cell& cell : f.page.map()->cells())
                for (const std::size_t layer : cell.layers)
                    ++nodes[layer];
            QCOMPARE(f.page.map()->cells().size(), std::size_t(16));
            QCOMPARE(nodes.size(), span.count);
            for (const auto& [layer, count] : nodes)
                QCOMPARE(count, chain.layers[layer].nodes);
        }
        f.page.nodes().selectLayer(chain.layers[0].layer);
        QTest::keyClick(f.page.map(), Qt::Key_Right);
        QCOMPARE(f.page.nodes().placed()->segment, std::size_t(1));
        QTest::mouseClick(f.page.map(), Qt::LeftButton, {}, f.page.map()->rectOf(0).center().toPoint());
        QVERIFY(f.page.map()->toolTipAt(f.page.map()->rectOf(0).center()).contains(QStringLiteral("row 0, column 0")));
    }
    void everyChartCanBeExported()
    {
        Page f;
        int charts = 0;
        for (QWidget* widget : f.page.findChildren<QWidget*>())
            if (auto* chart = dynamic_cast<ExportableChart*>(widget)) {
                if (chart->chartName().isEmpty())
                    continue; // nothing to export yet
                ++charts;
                QVERIFY(!chart->chartValues().rows.empty());
                QImage image(widget->size().expandedTo({60, 40}), QImage::Format_ARGB32);
                QPainter painter(&image);
                chart->paintChart(painter);
            }
        QCOMPARE(charts, 4); // and the k_S trade-off, once it is measured
    }
    void pagesThatShareATabSwitch()
    {
        SwitchedPages pages;
        for (const char* name : {"one", "two"}) {
            auto* page = new QWidget;
            auto* head = new QHBoxLayout(page);
            pages.addPage(page, head, QLatin1String(name), {});
        }
        const auto button = [&](int target, int from) {
            return pages.findChild<QToolButton*>(QStringLiteral("switchTo%1From%2").arg(target).arg(from));
        };
        QCOMPARE(pages.currentIndex(), 0);
        QVERIFY(button(0, 0)->isChecked() && !button(1, 0)->isChecked());
        button(1, 0)->click();
        QCOMPARE(pages.currentIndex(), 1);
        QVERIFY(button(1, 1)->isChecked() && !button(0, 1)->isChecked());
        button(1, 1)->click(); // it is there already
        QCOMPARE(pages.currentIndex(), 1);
        QVERIFY(button(1, 1)->isChecked());
        button(0, 1)->click();
        QCOMPARE(pages.currentIndex(), 0);
    }
};

QTEST_MAIN(NodesPageTest)
#include "tst_nodes_page.moc"
