// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/simulation/sample_simulation.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;
using State = ShownSimulation::State;

class ShownSimulationTest : public QObject {
    Q_OBJECT
private slots:
    void asksOnlyWhenInSight()
    {
        FakeLayerSimulator simulator;
        ShownSimulation shown(&simulator);
        shown.setLayer(sample::meshAccelerator(), simba::layer(), simba::layerMapping());
        QCOMPARE(shown.state(), State::Waiting);
        QCOMPARE(simulator.last, SimulationId(0));
        shown.setActive(true);
        QCOMPARE(shown.state(), State::Running);
        QCOMPARE(simulator.last, SimulationId(1));
        shown.setActive(false); // and gives up what nobody looks at
        QCOMPARE(simulator.cancels, 1);
        QCOMPARE(shown.state(), State::Waiting);
    }

    void dropsWhatIsStale()
    {
        sample::Simulated s;
        s.begin();
        const SimulationId old = s.simulator.last;
        simulation::Choices choices = s.shown.choices();
        choices.dram = "bandwidth";
        s.shown.setChoices(choices);
        QCOMPARE(s.simulator.requests.at(s.simulator.last).choices.dram, std::string("bandwidth"));
        QVERIFY(s.simulator.last != old);
        s.simulator.answerNow(old);
        QVERIFY(!s.shown.ended());
        QCOMPARE(s.shown.state(), State::Running);
        s.simulator.answerNow(s.simulator.last);
        QCOMPARE(s.shown.state(), State::Finished);
        QCOMPARE(s.shown.end(), s.shown.ended()->layer.run.cycles);
    }

    void showsARunWhileItGoesOn()
    {
        sample::Simulated s;
        s.begin();
        QSignalSpy data(&s.shown, &ShownSimulation::dataChanged);
        s.simulator.progressNow(s.simulator.last, 20'000);
        QCOMPARE(data.count(), 1);
        QCOMPARE(s.shown.end(), noc::Cycle(20'000));
        QVERIFY(s.shown.windows() && s.shown.dram());
        QVERIFY(s.shown.fraction() > 0 && s.shown.fraction() < 1);
        QVERIFY(s.focus.rates().cycles > 0);
    }

    void aStopKeepsWhatWasCounted()
    {
        sample::Simulated s;
        s.begin();
        s.shown.cancel();
        QCOMPARE(s.simulator.cancels, 1);
        QCOMPARE(s.shown.state(), State::Stopped);
        s.simulator.tell(s.simulator.last, FakeLayerSimulator::simulated(s.simulator.requests.at(s.simulator.last), 5000));
        QCOMPARE(s.shown.state(), State::Stopped);
        QCOMPARE(s.shown.end(), noc::Cycle(5000));
        s.shown.start();
        QCOMPARE(s.shown.state(), State::Running);
    }

    void saysWhyThereIsNothing()
    {
        sample::Simulated s;
        s.shown.setActive(true);
        s.shown.setLayer(simba::accelerator(), simba::layer(), simba::layerMapping()); // no interconnect
        QCOMPARE(s.shown.state(), State::NoMapping);
        QCOMPARE(s.shown.title(), QStringLiteral("No mesh to simulate"));
        QVERIFY(!s.shown.isWarning() && !s.shown.reason().isEmpty());
        mapping::LayerMapping wrong = simba::layerMapping();
        wrong.levels[0].temporal.front().bound = 7;
        s.shown.setLayer(sample::meshAccelerator(), simba::layer(), wrong);
        QCOMPARE(s.shown.title(), QStringLiteral("The mapping does not fit the mesh"));
        QVERIFY(s.shown.isWarning());
        QCOMPARE(s.simulator.last, SimulationId(0));
        s.begin();
        s.simulator.fail(s.simulator.last, QStringLiteral("DRAM ddr9 is not known"));
        QCOMPARE(s.shown.state(), State::Failed);
        QCOMPARE(s.shown.reason(), QStringLiteral("DRAM ddr9 is not known"));
    }

    void sessionsWithoutASimulatorSaySo()
    {
        ShownSimulation shown(nullptr);
        shown.setActive(true);
        shown.setLayer(sample::meshAccelerator(), simba::layer(), simba::layerMapping());
        QCOMPARE(shown.state(), State::Failed);
        shown.compare(); // does nothing
        QVERIFY(!shown.isComparing());
    }

    void candidatesCanBeLookedAt()
    {
        sample::Simulated s;
        s.finish();
        s.shown.compare();
        QVERIFY(s.shown.isComparing());
        QCOMPARE(s.simulator.comparedCount, ShownSimulation::kCandidates);
        mapping::LayerMapping other = simba::layerMapping();
        std::swap(other.levels[1].temporal[0], other.levels[1].temporal[1]);
        s.simulator.tellCandidates({{"shown mapping", simba::layerMapping(), Cycles{100}, Cycles{120}},
                                    {"other", other, Cycles{100}, Cycles{110}},
                                    {"slow", other, Cycles{100}, {}}});
        QCOMPARE(s.shown.bestCandidate(), std::optional<std::size_t>(1));
        s.simulator.endComparison();
        QVERIFY(!s.shown.isComparing());
        s.shown.showCandidate(1);
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == other);
        QVERIFY(!s.shown.candidates().empty()); // stay while one of them is shown
        s.shown.showCandidate(std::nullopt);
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == simba::layerMapping());
        s.begin(); // another layer
        QVERIFY(s.shown.candidates().empty());
    }

    void aComparisonCanBeStopped()
    {
        sample::Simulated s;
        s.finish();
        s.shown.compare();
        s.shown.cancelComparison();
        QCOMPARE(s.simulator.cancelledComparisons, 1);
        s.simulator.tellCandidates({{"late", simba::layerMapping(), Cycles{1}, Cycles{1}}});
        QVERIFY(s.shown.candidates().empty());
    }
};

QTEST_MAIN(ShownSimulationTest)
#include "tst_shown_simulation.moc"
