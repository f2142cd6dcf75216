// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/noc/sample_simulation.h"
#include "ui/features/noc/link_details.h"
#include "ui/features/noc/link_models.h"
#include "ui/features/noc/simulated_candidates.h"
#include "ui/features/noc/simulation_words.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <numeric>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using Span = SimulationFocus::Span;

class SimulationPartsTest : public QObject {
    Q_OBJECT
private slots:
    void theFocusBeginsWithTheWholeRun()
    {
        sample::Simulated s;
        s.finish();
        QCOMPARE(s.focus.span(), Span::Run);
        QCOMPARE(s.focus.cycles(), (TimeRange{0, s.shown.end()}));
        const noc::Mesh& mesh = s.shown.mesh()->load.mesh;
        const noc::LinkId link = mesh.entering(mesh.bufferPort());
        const double flits = double(s.shown.ended()->layer.run.totals.links[noc::gridLinkOf(mesh, link)].flits);
        QVERIFY(std::abs(s.focus.use(link) * double(s.shown.end()) - flits) < 1e-6 * flits);
    }

    void cursorWindowAndRangeChooseTheCycles()
    {
        sample::Simulated s;
        s.finish();
        QSignalSpy rates(&s.focus, &SimulationFocus::ratesChanged);
        s.focus.showWindow(3);
        QCOMPARE(s.focus.span(), Span::Window);
        const std::int64_t width = s.shown.windows()->width;
        QCOMPARE(s.focus.cycles(), (TimeRange{3 * width, 4 * width}));
        s.focus.step(1);
        QCOMPARE(s.focus.window(), std::size_t(4));
        s.focus.step(-10);
        QCOMPARE(s.focus.window(), std::size_t(0));
        s.focus.time().setCursor(5 * width + 1); // as a click in a chart does
        QCOMPARE(s.focus.window(), std::size_t(5));
        s.focus.time().setRange(TimeRange{100, 900});
        QCOMPARE(s.focus.span(), Span::Range);
        QCOMPARE(s.focus.cycles(), (TimeRange{100, 900}));
        s.focus.showWholeRun();
        QCOMPARE(s.focus.span(), Span::Run);
        QVERIFY(!s.focus.time().range());
        QVERIFY(rates.count() >= 6);
    }

    void playingWalksThroughTheWindowsAndStops()
    {
        sample::Simulated s;
        s.finish();
        s.focus.showWindow(s.focus.windowCount() - 3);
        s.focus.play(true);
        QVERIFY(s.focus.isPlaying());
        QTRY_VERIFY(!s.focus.isPlaying());
        QCOMPARE(s.focus.window(), s.focus.windowCount() - 1);
        s.focus.play(true); // from the begin again
        QVERIFY(s.focus.window() < 10);
        s.focus.step(0);
        QVERIFY(!s.focus.isPlaying());
    }

    void nothingPlaysWithoutData()
    {
        sample::Simulated s;
        s.begin();
        s.focus.play(true);
        QVERIFY(!s.focus.isPlaying());
        QCOMPARE(s.focus.windowCount(), std::size_t(0));
    }

    void classesAddUpAndCanBeLeftOut()
    {
        sample::Simulated s;
        s.finish();
        const noc::Mesh& mesh = s.shown.mesh()->load.mesh;
        const noc::LinkId link = mesh.entering(mesh.outsidePort());
        const double all = s.focus.use(link);
        double sum = 0;
        for (const FlitClass flits : kFlitClasses)
            sum += s.focus.rateOf(link).classes[columnOf(flits)];
        QVERIFY(std::abs(sum - all) < 1e-9);
        const double peak = s.focus.peaks().use;
        for (const FlitClass flits : kFlitClasses)
            s.focus.setShown(flits, flits == FlitClass::Headers);
        QVERIFY(s.focus.use(link) > 0 && s.focus.use(link) < all / 4);
        QVERIFY(s.focus.peaks().use < peak);
    }

    void theTableHasTheTenHottestOfTheRange()
    {
        sample::Simulated s;
        s.finish();
        HotLinkModel model(s.shown, s.focus);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 10);
        const noc::Mesh& mesh = s.shown.mesh()->load.mesh;
        QCOMPARE(noc::gridLinkOf(mesh, model.at(0)), s.shown.ended()->layer.hottest.front().link);
        QCOMPARE(model.rowOf(model.at(4)), 4);
        QCOMPARE(model.rowOf(mesh.linkCount()), -1);
        const double flits = model.index(0, HotLinkModel::Flits).data(TableModel::ExportRole).toDouble();
        QCOMPARE(std::llround(flits), std::llround(double(s.shown.ended()->layer.hottest.front().count.flits)));
        const double use = model.index(0, HotLinkModel::Use).data(TableModel::ExportRole).toDouble();
        const double load = model.index(0, HotLinkModel::StaticLoad).data(TableModel::ExportRole).toDouble();
        QVERIFY(load > 0 && load <= use);          // headers are not in the static load
        s.focus.time().setRange(TimeRange{0, 64}); // hardly anything yet
        QVERIFY(model.rowCount() < 10);
        s.shown.clear({}, {}, false);
        QCOMPARE(model.rowCount(), 0);
    }

    void candidatesAreComparedWithTheFirst()
    {
        sample::Simulated s;
        s.finish();
        SimulatedCandidateModel model(s.shown);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        s.shown.compare();
        s.candidates.tellCandidates({{"shown mapping", simba::layerMapping(), Cycles{100}, Cycles{200}},
                                     {"CoSA, energy", simba::layerMapping(), Cycles{110}, Cycles{150}},
                                     {"slow", simba::layerMapping(), Cycles{90}, {}}});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(1, SimulatedCandidateModel::Mapping).data().toString(), u"CoSA, energy (best)"_s);
        QCOMPARE(model.index(1, SimulatedCandidateModel::Against).data().toString(), u"-25.0 %"_s);
        QCOMPARE(model.index(2, SimulatedCandidateModel::Simulated).data().toString(), u"far behind"_s);
        QVERIFY(!model.index(2, SimulatedCandidateModel::Simulated).data(TableModel::ExportRole).isValid());
        QVERIFY(model.index(2, SimulatedCandidateModel::Simulated).data(TableModel::SortRole).toDouble() > 1e9);
    }

    void theHeadSaysHowFarTheModelsDiffer()
    {
        sample::Simulated s;
        QVERIFY(simulationHeadline(s.shown).isEmpty());
        s.begin();
        QCOMPARE(simulationHeadline(s.shown), u"simulating ..."_s);
        QVERIFY(differenceReasons(s.shown).empty());
        s.simulator.progressNow(s.simulator.last, 20'000);
        QCOMPARE(simulationHeadline(s.shown), u"simulating: cycle 20,000, 33 % of the transactions done"_s);
        s.simulator.answerNow(s.simulator.last);
        const QString head = simulationHeadline(s.shown);
        QVERIFY2(head.contains(u"simulated"_s) && head.contains(u"by the cost model: +"_s), qPrintable(head));
        const auto reasons = differenceReasons(s.shown);
        QVERIFY(reasons.size() >= 5);
        for (const auto* word : {"DRAM: ", "Serial sends", "Contention"})
            QVERIFY(std::any_of(reasons.begin(), reasons.end(),
                                [&](const QString& reason) { return reason.startsWith(QLatin1String(word)); }));
    }

    void theTimePartsFillTheRun()
    {
        sample::Simulated s;
        s.finish();
        const auto parts = timeParts(s.shown.ended()->layer, lightTheme());
        const noc::Cycle sum = std::accumulate(parts.begin(), parts.end(), noc::Cycle{0},
                                               [](noc::Cycle all, const TimePart& part) { return all + part.cycles; });
        QCOMPARE(sum, s.shown.end());
        QCOMPARE(parts.front().name, u"computes"_s);
    }

    void linksSayWhoLoadsThem()
    {
        sample::Simulated s;
        s.finish();
        const noc::Mesh& mesh = s.shown.mesh()->load.mesh;
        const QString html = simulatedLinkDetails(s.shown, s.focus, mesh.entering(mesh.bufferPort()), lightTheme());
        QVERIFY(html.contains(u"GlobalBuffer \u2192 router 19"_s));
        QVERIFY(html.contains(u"Who loads it"_s));
        QVERIFY2(html.contains(u"inputs from GlobalBuffer to the PEs"_s), qPrintable(html));
        QVERIFY(html.contains(u"for C in 0..16 at GlobalBuffer"_s)); // and its loops
        QVERIFY(simulatedMeshDetails(s.shown, s.focus, darkTheme()).contains(u"sends in"_s));
    }

    void modelsHaveNames()
    {
        QCOMPARE(dramModelName("ddr4-2400"), u"DDR4-2400"_s);
        QCOMPARE(dramModelName("lpddr4-2400-x32"), u"LPDDR4-2400-x32"_s);
        QVERIFY(dramModelName("bandwidth") != u"BANDWIDTH"_s);
        QVERIFY(reductionName(traffic::Reduction::PacketChain) != reductionName(traffic::Reduction::AtReceiver));
    }
};

QTEST_MAIN(SimulationPartsTest)
#include "tst_simulation_parts.moc"
