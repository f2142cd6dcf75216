// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/network_simulation.h"

#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/workbench/workbench.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

/// Two layers of one shape and a third without a mapping.
struct Fixture : WindowFixture {
    explicit Fixture(bool hasMesh = true)
    {
        ScheduleRequest request;
        request.accelerator = simba::accelerator();
        if (hasMesh)
            request.accelerator.interconnect = {"GlobalBuffer", Bits{64}};
        request.network.name = "three";
        request.network.layers = {simba::layer(), simba::layer(), simba::layer()};
        request.network.layers[1].name = "again";
        request.network.layers[2].name = "lost";
        job = window.workbench().startRun(request);
        for (std::size_t layer = 0; layer < 2; ++layer) {
            schedule::LayerResult result = simba::solved();
            result.index = layer;
            result.name = request.network.layers[layer].name;
            session.finishLayer(job, result);
        }
    }
    void end()
    {
        session.end(job, JobState::End::Finished);
        QTRY_COMPARE(run().totals().solved, std::size_t(2));
    }
    /// As the simulator would answer.
    NetworkSimulationNews news() const
    {
        const NetworkSimulationQuestion& asked = session.fakes.networkSimulations.requests.at(1);
        NetworkSimulationNews told;
        told.layers = {0, 1};
        told.simulated = FakeSimulations::simulated(
            {asked.accelerator, asked.layers.front().layer, asked.layers.front().mapping, asked.choices});
        return told;
    }

    JobId job = 0;
    NetworkSimulation all{window.workbench()};
};

} // namespace

class NetworkSimulationTest : public QObject {
    Q_OBJECT
private slots:
    void putsWhatComesOutBesideTheModelAndStoresIt()
    {
        Fixture f;
        f.end();
        QVERIFY2(f.all.whyNot().isEmpty(), qPrintable(f.all.whyNot()));
        QSignalSpy told(&f.window.workbench(), &Workbench::jobTold);
        f.all.start();
        QCOMPARE(f.session.fakes.networkSimulations.requests.at(1).layers.size(), std::size_t(2));
        QVERIFY(f.all.whyNot().contains(QStringLiteral("already")));
        const NetworkSimulationNews news = f.news();
        f.session.fakes.networkSimulations.tell(news);
        const Cycles cycles = news.simulated->layer.simulated();
        QCOMPARE(f.run().layers()[0].simulated, std::optional(cycles));
        QCOMPARE(f.run().layers()[1].simulated, std::optional(cycles));
        QVERIFY(!f.run().layers()[2].simulated);
        QCOMPARE(f.session.keptSims.stored.size(), std::size_t(2));
        QCOMPARE(f.session.keptSims.stored[1].of, (StoredLayer{f.run().run(), 1}));
        NetworkSimulationNews last;
        last.ended = true;
        f.session.fakes.networkSimulations.tell(last);
        const auto job = told.back().at(0).value<JobState>();
        QCOMPARE(job.end, JobState::End::Finished);
        QCOMPARE(job.layersDone, 2);
        QCOMPARE(job.fraction, 1.0);
        QVERIFY(f.all.whyNot().isEmpty());
    }

    void whatCannotBeSimulatedSaysWhy()
    {
        Fixture running;
        QVERIFY(running.all.whyNot().contains(QStringLiteral("not finished")));
        running.all.start();
        QVERIFY(running.session.fakes.networkSimulations.requests.empty());
        Fixture without(false);
        without.end();
        QVERIFY(without.all.whyNot().contains(QStringLiteral("no mesh")));
    }

    void aStoppedOneKeepsWhatIsThere()
    {
        Fixture f;
        f.end();
        QSignalSpy told(&f.window.workbench(), &Workbench::jobTold);
        f.all.start();
        f.session.fakes.networkSimulations.tell(f.news());
        Q_EMIT f.window.workbench().jobCancelAsked(told.back().at(0).value<JobState>().id);
        QCOMPARE(f.session.fakes.networkSimulations.cancels, 1);
        NetworkSimulationNews last;
        last.ended = true;
        f.session.fakes.networkSimulations.tell(last);
        QCOMPARE(told.back().at(0).value<JobState>().end, JobState::End::Cancelled);
        QVERIFY(f.run().layers()[0].simulated.has_value());
    }

    void whatAnotherProgramSimulatedIsShown()
    {
        Fixture f;
        f.end();
        RunRecord stored;
        stored.summary.id = f.run().run();
        stored.layers = f.run().layers();
        stored.layers[1].simulated = Cycles{4321};
        f.session.reader.records[stored.summary.id] = stored;
        f.session.reader.answerAll(); // of the window
        Q_EMIT f.session.storedElsewhere();
        QVERIFY(f.session.reader.asked() > 0);
        f.session.reader.answerAll();
        QVERIFY(!f.run().layers()[0].simulated);
        QCOMPARE(f.run().layers()[1].simulated, std::optional(Cycles{4321}));
        f.run().takeSimulated(0, Cycles{1});
        Q_EMIT f.session.storedElsewhere();
        QCOMPARE(f.session.reader.asked(), std::size_t(0)); // nothing is lacking
    }

    void anotherRunInViewIsNotTouched()
    {
        Fixture f;
        f.end();
        f.all.start();
        const NetworkSimulationNews news = f.news();
        ScheduleRequest other;
        other.accelerator = simba::accelerator();
        other.network.name = "other";
        other.network.layers = {simba::layer()};
        const JobId job = f.window.workbench().startRun(other);
        f.session.finishLayer(job, simba::solved());
        QTRY_COMPARE(f.run().totals().solved, std::size_t(1));
        f.session.fakes.networkSimulations.tell(news);
        QVERIFY(!f.run().layers()[0].simulated);
        QCOMPARE(f.session.keptSims.stored.size(), std::size_t(2)); // stored with the run that it is of
    }
};

QTEST_MAIN(NetworkSimulationTest)
#include "tst_network_simulation.moc"
