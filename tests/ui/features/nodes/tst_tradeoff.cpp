// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/fake_askers.h"
#include "ui/features/nodes/tradeoff_panel.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;
using State = ChainTradeoff::State;

namespace {

/// AlexNet on 4x4 nodes; nothing is measured before the button is pressed.
struct Panel {
    Panel()
    {
        nodes.setNetwork(tests::alexnet());
        nodes.setAccelerator(tests::presetAccelerator("accelerators/kapla-4x4.yaml"));
        nodes.setOptions(tests::quickOptions());
        panel.resize(700, 320);
        panel.show();
    }
    /// What the search for one k_S finds: the sample at another cost.
    void answer(double factor, double ms)
    {
        kapla::NodeRun run = tests::sampleNodeRun();
        run.schedule->cost *= factor;
        run.cpuMs = ms;
        own.tell(own.last, run);
    }
    ChainTradeoff& tradeoff() { return panel.tradeoff(); }
    const kapla::NodeRunOptions& asked() { return own.requests.at(own.last).options; }

    FakeNodes page, own;
    ShownNodes nodes{&page};
    TradeoffPanel panel{nodes, &own};
};

} // namespace

class TradeoffTest : public QObject {
    Q_OBJECT
private slots:
    void nothingIsMeasuredUnasked()
    {
        Panel f;
        QCOMPARE(f.own.last, quint64(0));
        QVERIFY(f.panel.button()->isEnabled());
        QVERIFY(f.panel.chart()->chartName().isEmpty());
        (void)f.panel.grab();
    }
    void everyChainCountIsSolvedInTurn()
    {
        Panel f;
        f.panel.button()->click();
        for (std::size_t i = 0; i < ChainTradeoff::kChains.size(); ++i) {
            QCOMPARE(f.tradeoff().state(), State::Running);
            QCOMPARE(f.asked().kapla.chains, ChainTradeoff::kChains[i]);
            QCOMPARE(f.asked().engine, std::string("kapla"));
            QCOMPARE(f.asked().batch, tests::quickOptions().batch);
            f.answer(i == 0 ? 1.1 : 1, 10 + double(i));
            QCOMPARE(f.tradeoff().points().size(), i + 1);
            (void)f.panel.grab();
        }
        QCOMPARE(f.tradeoff().state(), State::Finished);
        QVERIFY(std::abs(f.tradeoff().overBest(f.tradeoff().points()[0]) - 0.1) < 1e-9);
        QCOMPARE(f.tradeoff().overBest(f.tradeoff().points()[1]), 0.0);
        QVERIFY(f.panel.chart()->overAt(0).y() < f.panel.chart()->overAt(1).y()); // higher
        QVERIFY(f.panel.chart()->timeAt(7).y() < f.panel.chart()->timeAt(0).y());
        QVERIFY(f.panel.chart()->overAt(0).x() < f.panel.chart()->overAt(1).x());
        QVERIFY(f.panel.chart()->toolTipAt(f.panel.chart()->overAt(0)).contains(QStringLiteral("k_S 1")));
        QCOMPARE(f.panel.chart()->chartValues().rows.size(), qsizetype(8));
        QCOMPARE(f.page.last, quint64(0)); // the page's own scheduler was not disturbed
    }
    void cancelKeepsWhatWasMeasured()
    {
        Panel f;
        f.panel.button()->click();
        f.answer(1, 10);
        f.own.tell(f.own.last, Progress{"segments", 0.5, 2.5e9, std::nullopt});
        QVERIFY2(f.panel.sentence().contains(QStringLiteral("1 of 8 measured, 50 %, best so far 2.5")),
                 qPrintable(f.panel.sentence()));
        f.panel.button()->click();
        QCOMPARE(f.own.cancels, 1);
        QCOMPARE(f.tradeoff().state(), State::Cancelled);
        f.answer(0.5, 1); // too late
        QCOMPARE(f.tradeoff().points().size(), std::size_t(1));
        QVERIFY(f.panel.sentence().contains(QStringLiteral("1 of 8")));
    }
    void anotherQuestionDropsThePoints()
    {
        Panel f;
        f.panel.button()->click();
        f.answer(1, 10);
        kapla::NodeRunOptions options = tests::quickOptions();
        options.engine = "kapla-random"; // does not matter here
        f.nodes.setOptions(options);
        QCOMPARE(f.tradeoff().points().size(), std::size_t(1));
        options.batch = 8;
        f.nodes.setOptions(options);
        QCOMPARE(f.own.cancels, 1);
        QCOMPARE(f.tradeoff().state(), State::Idle);
        QVERIFY(f.tradeoff().points().empty());
        f.answer(1, 1); // of the old question
        QVERIFY(f.tradeoff().points().empty());
    }
    void oneRoundIsAsPublished()
    {
        Panel f;
        f.panel.published()->setChecked(true);
        f.panel.button()->click();
        QCOMPARE(f.asked().kapla.rounds, 1);
        f.answer(1, 10);
        f.panel.published()->setChecked(false);
        QCOMPARE(f.tradeoff().state(), State::Idle);
        QVERIFY(f.tradeoff().points().empty());
        f.panel.button()->click();
        QVERIFY(f.asked().kapla.rounds > 1);
    }
    void layerAfterLayerThereIsNothingToMeasure()
    {
        Panel f;
        kapla::NodeRunOptions options = tests::quickOptions();
        options.training = true;
        f.nodes.setOptions(options);
        QVERIFY(!f.panel.button()->isEnabled());
        QVERIFY(f.tradeoff().obstacle().contains(QStringLiteral("Training")));
        f.tradeoff().start();
        QCOMPARE(f.tradeoff().state(), State::Idle);
        options.training = false;
        options.alone = true;
        f.nodes.setOptions(options);
        QVERIFY(!f.tradeoff().obstacle().isEmpty());
        (void)f.panel.grab();
        options.alone = false;
        f.nodes.setOptions(options);
        QVERIFY(f.tradeoff().obstacle().isEmpty());
        f.nodes.setAccelerator(tests::presetAccelerator("accelerators/simba.yaml"));
        QVERIFY(f.tradeoff().obstacle().contains(QStringLiteral("nodes")));
    }
    void aFailureSaysWhy()
    {
        Panel f;
        f.panel.button()->click();
        f.own.fail(f.own.last, QStringLiteral("operator attention cannot run on nodes"));
        QCOMPARE(f.tradeoff().state(), State::Failed);
        QCOMPARE(f.panel.sentence(), QStringLiteral("operator attention cannot run on nodes"));
        (void)f.panel.grab();
        f.panel.button()->click();
        kapla::NodeRun unfit;
        unfit.reason = "layer conv1 fits no way";
        f.own.tell(f.own.last, unfit);
        QCOMPARE(f.tradeoff().reason(), QStringLiteral("layer conv1 fits no way"));
    }
};

QTEST_MAIN(TradeoffTest)
#include "tst_tradeoff.moc"
