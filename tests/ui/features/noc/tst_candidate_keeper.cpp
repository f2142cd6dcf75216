// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulated_candidates.h"

#include "engine/mapping/edit.h"
#include "engine/simulation/simulation_question.h"
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/window_fixture.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

/// Two layers of one shape and a third one, all with the mapping of the sample; the first is selected.
struct Fixture : WindowFixture {
    explicit Fixture(bool finished = true, const std::vector<std::string>& constraints = {})
    {
        ScheduleRequest request;
        request.accelerator = simba::accelerator();
        request.accelerator.interconnect = {"GlobalBuffer", Bits{64}}; // there is a mesh to simulate
        request.network.name = "three";
        request.network.layers = {simba::layer(), simba::layer(), simba::layer()};
        request.network.layers[1].name = "again";
        request.network.layers[2].name = "other";
        request.network.layers[2].strideP = 2;
        request.options.constraints = constraints;
        const JobId job = window.workbench().startRun(request);
        for (std::size_t layer = 0; layer < 3; ++layer) {
            schedule::LayerResult result = simba::solved();
            result.solveCpuMs = layer == 1 ? 0 : 5;
            result.index = layer;
            result.name = request.network.layers[layer].name;
            session.finishLayer(job, result);
        }
        if (finished)
            session.end(job, JobState::End::Finished);
        QTRY_COMPARE(run().totals().solved, std::size_t(3));
        window.workbench().selection().selectLayer(std::size_t(0));
    }
    static simulation::Candidate candidate()
    {
        const auto moved = mapping::moveFactor(*simba::solved().mapping, {1, true, 0}, 2, {0, false, 0});
        return {"CoSA, energy", moved->mapping, Cycles{100}, Cycles{120}};
    }

    /// A constraint that the candidate does not keep.
    static std::string broken() { return "GlobalBuffer: spatial K = 16"; }

    CandidateKeeper keeper{window.workbench()};
};

} // namespace

class CandidateKeeperTest : public QObject {
    Q_OBJECT
private slots:
    void keepsTheMappingForAllLayersOfTheShape()
    {
        Fixture f;
        f.keeper.keep(Fixture::candidate());
        QCOMPARE(f.session.edited.keeps.size(), std::size_t(1));
        const KeptRun& kept = f.session.edited.keeps.front();
        QCOMPARE(kept.layers.size(), std::size_t(3));
        QCOMPARE(*kept.layers[0].mapping, Fixture::candidate().mapping);
        QVERIFY(kept.layers[0].verified && kept.layers[0].cost);
        QCOMPARE(*kept.layers[1].mapping, Fixture::candidate().mapping);
        QCOMPARE(*kept.layers[2].mapping, *simba::solved().mapping); // another shape
        QCOMPARE(kept.layers[0].solveCpuMs, 5.0);                    // the search was made
        QCOMPARE(kept.layers[1].solveCpuMs, 0.0);
        QVERIFY(kept.note.contains(QStringLiteral("CoSA, energy")) && kept.note.contains(QStringLiteral("120")));
        QCOMPARE(kept.tag, QStringLiteral("simulated"));
        f.session.edited.tellKept(321);
        QCOMPARE(f.session.loads.back(), RunId(321)); // and opens it
    }

    void whatCannotBeKeptIsTold()
    {
        Fixture f;
        QSignalSpy problem(&f.keeper, &CandidateKeeper::problem);
        simulation::Candidate broken = Fixture::candidate();
        broken.mapping.levels[0].temporal.clear();
        f.keeper.keep(broken);
        QCOMPARE(problem.count(), 1);
        QVERIFY(f.session.edited.keeps.empty());
        f.keeper.keep(Fixture::candidate());
        f.keeper.keep(Fixture::candidate()); // it is on its way
        QCOMPARE(problem.count(), 2);
        QCOMPARE(f.session.edited.keeps.size(), std::size_t(1));
        f.session.edited.tellKept(0, QStringLiteral("disk full"));
        QCOMPARE(problem.back().front().toString(), QStringLiteral("disk full"));
        f.window.workbench().selection().selectLayer(std::nullopt);
        f.keeper.keep(Fixture::candidate());
        QCOMPARE(problem.count(), 4);
        QCOMPARE(f.session.edited.keeps.size(), std::size_t(1));
    }

    void whatBreaksAConstraintOfTheRunIsNotKept()
    {
        Fixture f(true, {Fixture::broken()});
        QSignalSpy problem(&f.keeper, &CandidateKeeper::problem);
        f.keeper.keep(Fixture::candidate());
        QCOMPARE(problem.count(), 1);
        QVERIFY2(problem.front().front().toString().contains(QString::fromStdString(Fixture::broken())),
                 qPrintable(problem.front().front().toString()));
        QVERIFY(f.session.edited.keeps.empty());
    }

    /// The simulator looks for other mappings of the layer within them.
    void theSimulatorIsToldTheConstraintsOfTheRun()
    {
        Fixture f(true, {Fixture::broken()});
        f.window.showTab(MainWindow::Tab::Noc);
        f.find<QToolButton>("showSimulation")->click();
        QTRY_VERIFY(!f.session.simulations.requests.empty());
        QCOMPARE(f.session.simulations.requests.rbegin()->second.accelerator.constraints,
                 std::vector<std::string>{Fixture::broken()});
    }

    void aRunThatIsNotFinishedKeepsNothing()
    {
        Fixture f(false);
        QSignalSpy problem(&f.keeper, &CandidateKeeper::problem);
        f.keeper.keep(Fixture::candidate());
        QVERIFY(problem.front().front().toString().contains(QStringLiteral("not finished")));
        QVERIFY(f.session.edited.keeps.empty());
    }
};

QTEST_MAIN(CandidateKeeperTest)
#include "tst_candidate_keeper.moc"
