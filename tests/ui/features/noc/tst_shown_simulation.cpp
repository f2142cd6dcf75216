// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cost/evaluate.h"
#include "tests/ui/features/noc/sample_simulation.h"
#include "tests/ui/support/fake_kept_simulations.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;
using State = ShownSimulation::State;

namespace {

/// A session that keeps simulations; the test says when it is answered.
struct Kept {
    Kept()
    {
        kept.answersItself = false;
        shown.setActive(true);
    }
    void show(RunId run)
    {
        shown.setLayer(sample::meshAccelerator(), simba::layer(), simba::layerMapping(), StoredLayer{run, 3});
    }

    FakeSimulations simulator;
    FakeCandidates candidates;
    FakeKeptSimulations kept;
    ShownSimulation shown{&simulator, &candidates, &kept};
};

} // namespace

class ShownSimulationTest : public QObject {
    Q_OBJECT
private slots:
    void asksOnlyWhenInSight()
    {
        FakeSimulations simulator;
        ShownSimulation shown(&simulator, nullptr);
        shown.setLayer(sample::meshAccelerator(), simba::layer(), simba::layerMapping());
        QCOMPARE(shown.state(), State::Waiting);
        QCOMPARE(simulator.last, quint64(0));
        shown.setActive(true);
        QCOMPARE(shown.state(), State::Running);
        QCOMPARE(simulator.last, quint64(1));
        shown.setActive(false); // and gives up what nobody looks at
        QCOMPARE(simulator.cancels, 1);
        QCOMPARE(shown.state(), State::Waiting);
    }

    void standsBesideTheModelOfItsRun()
    {
        ShownSimulation shown(nullptr, nullptr);
        const auto accelerator = sample::meshAccelerator();
        for (const cost::Model model : {cost::Model::Nestloom, cost::Model::Mesh}) {
            shown.setLayer(accelerator, simba::layer(), simba::layerMapping(), {}, model);
            const auto cost = cost::evaluate(accelerator, simba::layer(), simba::layerMapping(), model);
            QVERIFY(cost);
            QCOMPARE(shown.ofModel().count, cost->cycles.count);
            QCOMPARE(shown.isOfMeshModel(), model == cost::Model::Mesh);
        }
    }

    void dropsWhatIsStale()
    {
        sample::Simulated s;
        s.begin();
        const quint64 old = s.simulator.last;
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
        s.simulator.tell(s.simulator.last, FakeSimulations::simulated(s.simulator.requests.at(s.simulator.last), 5000));
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
        QCOMPARE(s.simulator.last, quint64(0));
        s.begin();
        s.simulator.fail(s.simulator.last, QStringLiteral("DRAM ddr9 is not known"));
        QCOMPARE(s.shown.state(), State::Failed);
        QCOMPARE(s.shown.reason(), QStringLiteral("DRAM ddr9 is not known"));
    }

    void sessionsWithoutASimulatorSaySo()
    {
        ShownSimulation shown(nullptr, nullptr);
        shown.setActive(true);
        shown.setLayer(sample::meshAccelerator(), simba::layer(), simba::layerMapping());
        QCOMPARE(shown.state(), State::Failed);
        shown.compare(); // does nothing
        QVERIFY(!shown.isComparing());
    }

    void whatIsStoredIsShownWithoutASimulation()
    {
        Kept k;
        k.show(12);
        QCOMPARE(k.shown.state(), State::Opening);
        k.kept.answerNow(); // nothing yet
        QCOMPARE(k.shown.state(), State::Running);
        k.simulator.answerNow(k.simulator.last);
        QCOMPARE(k.kept.stored.size(), std::size_t(1)); // by itself
        QVERIFY(k.kept.stored[0].of == (StoredLayer{12, 3}));
        QVERIFY(k.shown.kept() && !k.shown.isOpened());
        k.show(12); // opened again
        QCOMPARE(k.simulator.last, quint64(1));
        k.kept.answerNow();
        QCOMPARE(k.shown.state(), State::Finished);
        QVERIFY(k.shown.isOpened());
        QVERIFY(k.shown.ended() == k.kept.stored[0].ended);
        QCOMPARE(k.simulator.last, quint64(1));
        k.shown.start(); // again, whatever is stored
        QCOMPARE(k.shown.state(), State::Running);
        QVERIFY(!k.shown.ended() && !k.shown.kept());
        k.simulator.answerNow(k.simulator.last);
        QCOMPARE(k.kept.stored.size(), std::size_t(1)); // in place of the old one
    }

    void resultsThatAreStoredNowhereAreNotLookedFor()
    {
        Kept k;
        k.shown.setLayer(sample::meshAccelerator(), simba::layer(), simba::layerMapping());
        QCOMPARE(k.shown.state(), State::Running);
        k.simulator.answerNow(k.simulator.last);
        QVERIFY(k.kept.stored.empty());
    }

    void candidatesAreNotStoredWithTheRun()
    {
        Kept k;
        k.show(12);
        k.kept.answerNow();
        k.simulator.answerNow(k.simulator.last);
        k.shown.compare();
        mapping::LayerMapping other = simba::layerMapping();
        std::swap(other.levels[1].temporal[0], other.levels[1].temporal[1]);
        k.candidates.tellCandidates(
            {{"shown mapping", simba::layerMapping(), Cycles{1}, Cycles{2}}, {"other", other, Cycles{1}, Cycles{1}}});
        k.candidates.endComparison();
        k.shown.showCandidate(1);
        QCOMPARE(k.shown.state(), State::Running); // no search in the store
        k.simulator.answerNow(k.simulator.last);
        QCOMPARE(k.kept.stored.size(), std::size_t(1));
        QVERIFY(!k.shown.kept());
    }

    void anOpenedRunShowsWhatItHas()
    {
        Kept k;
        simulation::Choices choices;
        choices.dram = "bandwidth";
        simulation::Question question{sample::meshAccelerator(), simba::layer(), simba::layerMapping(), choices};
        k.kept.keep({12, 3}, question, FakeSimulations::simulated(question));
        k.show(12);
        k.kept.answerNow(); // other choices are stored
        QCOMPARE(k.shown.choices().dram, std::string("bandwidth"));
        QCOMPARE(k.shown.state(), State::Opening);
        k.kept.answerNow();
        QCOMPARE(k.shown.state(), State::Finished);
        QCOMPARE(k.simulator.last, quint64(0));
        choices.dram = "ddr4-2400"; // the user wants this one
        k.shown.setChoices(choices);
        k.kept.answerNow();
        QCOMPARE(k.shown.state(), State::Running);
        QCOMPARE(k.simulator.requests.at(k.simulator.last).choices.dram, std::string("ddr4-2400"));
    }

    void whatCannotBeReadIsSimulated()
    {
        Kept k;
        simulation::Question question{sample::meshAccelerator(), simba::layer(), simba::layerMapping(), {}};
        question.choices.dram = "bandwidth";
        const auto ended = FakeSimulations::simulated(question);
        k.kept.keep({12, 3}, question, ended);
        k.show(12);
        k.kept.answerNow();
        SimulationSummary again;
        again.key.run = 12;
        again.key.layer = 3;
        Q_EMIT k.kept.missing(k.kept.last, again); // damaged; and others are there
        QCOMPARE(k.shown.state(), State::Running);
    }

    void aSearchThatWasReplacedIsNotHeard()
    {
        Kept k;
        k.show(12);
        const quint64 old = k.kept.last;
        k.show(13);
        Q_EMIT k.kept.missing(old, {});
        QCOMPARE(k.shown.state(), State::Opening);
        k.shown.setActive(false);
        k.kept.answerNow();
        QCOMPARE(k.shown.state(), State::Waiting);
        QCOMPARE(k.simulator.last, quint64(0));
    }

    void candidatesCanBeLookedAt()
    {
        sample::Simulated s;
        s.finish();
        s.shown.compare();
        QVERIFY(s.shown.isComparing());
        QCOMPARE(s.candidates.requests.at(1).count, ShownSimulation::kCandidates);
        mapping::LayerMapping other = simba::layerMapping();
        std::swap(other.levels[1].temporal[0], other.levels[1].temporal[1]);
        s.candidates.tellCandidates({{"shown mapping", simba::layerMapping(), Cycles{100}, Cycles{120}},
                                     {"other", other, Cycles{100}, Cycles{110}},
                                     {"slow", other, Cycles{100}, {}}});
        QCOMPARE(s.shown.bestCandidate(), std::optional<std::size_t>(1));
        s.candidates.endComparison();
        QVERIFY(!s.shown.isComparing());
        s.shown.showCandidate(1);
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == other);
        QVERIFY(!s.shown.candidates().empty()); // stay while one of them is shown
        s.shown.showCandidate(std::nullopt);
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == simba::layerMapping());
        workload::Layer another = simba::layer();
        another.strideP = 2;
        s.shown.setLayer(sample::meshAccelerator(), another, simba::layerMapping());
        QVERIFY(s.shown.candidates().empty());
        s.shown.clear(QStringLiteral("nothing"), {}, false);
        s.begin(); // the layer comes back
        QCOMPARE(s.shown.candidates().size(), std::size_t(3));
    }

    /// As after keeping one of them as a run, which is then shown.
    void candidatesStayBesideTheOneThatBecameARun()
    {
        sample::Simulated s;
        s.finish();
        s.shown.compare();
        mapping::LayerMapping other = simba::layerMapping();
        std::swap(other.levels[1].temporal[0], other.levels[1].temporal[1]);
        s.candidates.tellCandidates({{"shown mapping", simba::layerMapping(), Cycles{100}, Cycles{120}},
                                     {"other", other, Cycles{100}, Cycles{110}}});
        s.candidates.endComparison();
        s.shown.showCandidate(1);
        s.shown.setLayer(sample::meshAccelerator(), simba::layer(), other);
        QCOMPARE(s.shown.candidates().size(), std::size_t(2));
        QCOMPARE(s.shown.candidates().front().origin, std::string("other"));
        QCOMPARE(s.shown.bestCandidate(), std::optional<std::size_t>(0));
        QVERIFY(!s.shown.candidate());
        s.shown.showCandidate(1);
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == simba::layerMapping());
        s.shown.showCandidate(std::nullopt);
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == other);
    }

    void aComparisonCanBeStopped()
    {
        sample::Simulated s;
        s.finish();
        s.shown.compare();
        s.shown.cancelComparison();
        QCOMPARE(s.candidates.cancels, 1);
        s.candidates.tellCandidates({{"late", simba::layerMapping(), Cycles{1}, Cycles{1}}});
        QVERIFY(s.shown.candidates().empty());
    }
};

QTEST_MAIN(ShownSimulationTest)
#include "tst_shown_simulation.moc"
