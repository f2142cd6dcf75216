// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/simulation_store.h"

#include "app/store/run_store.h"
#include "engine/cost/evaluate.h"
#include "tests/app/support/kept_samples.h"
#include "tests/app/support/storing_child.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using nestloom::testing::runOf;
using nestloom::testing::simulated;
using nestloom::testing::smallQuestion;

class TestSimulationStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        auto runs = RunStore::open(path());
        m_run = *runs->begin(runOf(smallQuestion()));
    }

    void givesASimulationBackAsItWas_data()
    {
        QTest::addColumn<QByteArray>("dram");
        for (const char* dram : {"bandwidth", "compat", "ddr4-2400"})
            QTest::newRow(dram) << QByteArray(dram);
    }
    void givesASimulationBackAsItWas()
    {
        QFETCH(const QByteArray, dram);
        const simulation::Question question = smallQuestion(dram.data());
        const simulation::LayerSimulation before = simulated(question);
        QVERIFY(before.run.finished);
        QVERIFY(open().keep(keyOf(m_run, 0, question), pack(before)));
        const auto stored = open().find(keyOf(m_run, 0, question));
        QVERIFY(stored && *stored);
        QVERIFY((*stored)->summary.simulated == before.simulated());
        QVERIFY((*stored)->summary.analytical == before.analytical);
        QCOMPARE((*stored)->summary.engineVersion, std::string(NESTLOOM_VERSION));
        const auto ended = restore(**stored, question);
        QVERIFY2(ended, ended ? "" : ended.error().text().c_str());
        const simulation::LayerSimulation& after = ended->layer;
        QVERIFY(after.run.finished);
        QCOMPARE(after.run.cycles, before.run.cycles);
        QCOMPARE(after.run.flitHops, before.run.flitHops);
        QVERIFY(after.run.windows == before.run.windows);
        QVERIFY(!after.run.windows.classes.empty());
        QVERIFY(after.run.totals == before.run.totals);
        QVERIFY(after.run.times == before.run.times);
        QVERIFY(after.dram == before.dram);
        QVERIFY(after.dramWindows.windows == before.dramWindows.windows);
        QCOMPARE(after.dramWindows.clocksPerCycle, before.dramWindows.clocksPerCycle);
        QCOMPARE(after.dramBusUse, before.dramBusUse);
        QCOMPARE(after.shares.compute, before.shares.compute);
        QCOMPARE(after.shares.waits.size(), before.shares.waits.size());
        QCOMPARE(after.hottest.size(), before.hottest.size());
        QCOMPARE(after.hottest.front().use, before.hottest.front().use);
        QCOMPARE(after.sendersBlocked, before.sendersBlocked);
        const simulation::EndedSimulation whole =
            simulation::endedSimulation(before, "conv on " + question.accelerator.name);
        QCOMPARE(ended->trace->trace().events.size(), whole.trace->trace().events.size());
        QVERIFY(ended->trace->trace().events == whole.trace->trace().events);
    }

    void optionsAndMappingsAreKeptApart()
    {
        const simulation::Question question = smallQuestion();
        simulation::Question other = question;
        other.choices.dram = "ddr4-2400";
        auto store = open();
        QVERIFY(store.keep(keyOf(m_run, 0, question), pack(simulated(question))));
        QVERIFY(store.keep(keyOf(m_run, 0, other), pack(simulated(other))));
        QCOMPARE(store.list(m_run)->size(), std::size_t(2));
        QVERIFY(store.keep(keyOf(m_run, 0, question), pack(simulated(question)))); // replaces
        QCOMPARE(store.list(m_run)->size(), std::size_t(2));
        other.choices = question.choices;
        other.mapping = mapping::outermostMapping(question.accelerator, question.layer);
        QVERIFY(!*store.find(keyOf(m_run, 0, other)));
        QVERIFY(!*store.find(keyOf(m_run, 1, question)));
    }

    void theAcceleratorsOwnDramIsKeptByItsName()
    {
        simulation::Question question = smallQuestion("");
        question.accelerator.dram.model = "lpddr4-2400";
        QCOMPARE(keyOf(m_run, 0, question).choices.dram, std::string("lpddr4-2400"));
        simulation::Question named = question;
        named.choices.dram = "lpddr4-2400";
        QVERIFY(keyOf(m_run, 0, question) == keyOf(m_run, 0, named));
    }

    /// Those with other choices or of another mapping say nothing of the run.
    void aLoadedRunHasWhatItsLayersTakeSimulated()
    {
        const simulation::Question question = smallQuestion("");
        schedule::LayerResult layer;
        layer.name = question.layer.name;
        layer.status = schedule::LayerStatus::BestFound;
        layer.verified = true;
        layer.mapping = question.mapping;
        layer.cost = *cost::evaluate(question.accelerator, question.layer, question.mapping, cost::Model::Nestloom);
        auto runs = RunStore::open(path());
        QVERIFY(runs->addLayer(m_run, question.accelerator, layer));
        simulation::Question other = question;
        other.choices.reduction = traffic::Reduction::AtReceiver;
        QVERIFY(open().keep(keyOf(m_run, 0, other), pack(simulated(other))));
        other = question;
        other.mapping = mapping::outermostMapping(question.accelerator, question.layer);
        QVERIFY(open().keep(keyOf(m_run, 0, other), pack(simulated(other))));
        QVERIFY(!runs->load(m_run)->layers.at(0).simulated);
        const simulation::LayerSimulation ended = simulated(question);
        QVERIFY(open().keep(keyOf(m_run, 0, question), pack(ended, 0)));
        const auto loaded = runs->load(m_run);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QCOMPARE(loaded->layers.at(0).simulated, std::optional(ended.simulated()));
    }

    void goesWithItsRun()
    {
        const simulation::Question question = smallQuestion();
        QVERIFY(open().keep(keyOf(m_run, 0, question), pack(simulated(question))));
        auto runs = RunStore::open(path());
        QVERIFY(runs->finish(m_run, RunStatus::Finished));
        QVERIFY(runs->moveToBin({m_run}));
        QCOMPARE(open().list(m_run)->size(), std::size_t(1)); // it may come back
        QVERIFY(runs->emptyBin());
        QVERIFY(open().list(m_run)->empty());
        const auto refused = open().keep(keyOf(m_run, 0, question), pack(simulated(question)));
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("there is no run") != std::string::npos);
    }

    void timesThatAreTooLargeAreLeftOut()
    {
        const simulation::Question question = smallQuestion();
        const simulation::LayerSimulation before = simulated(question);
        const PackedSimulation small = pack(before, 100);
        QVERIFY(!small.hasTimes);
        QVERIFY(small.bytes.size() < pack(before).bytes.size());
        QVERIFY(open().keep(keyOf(m_run, 0, question), small));
        const auto stored = open().find(keyOf(m_run, 0, question));
        QVERIFY(!(*stored)->summary.hasTimes);
        const auto ended = restore(**stored, question);
        QVERIFY(ended);
        QVERIFY(!ended->trace);
        QVERIFY(ended->layer.run.windows == before.run.windows);
        const auto bytes = simulation::flowBytes(ended->layer.traffic, ended->layer.run, ended->users,
                                                 before.hottest.front().link, 0, before.run.cycles);
        QCOMPARE(bytes.size(), ended->layer.traffic.flows.size()); // all 0: unknown, but no fault
    }

    void whatIsDamagedIsRefused()
    {
        const simulation::Question question = smallQuestion();
        StoredSimulation stored{{}, pack(simulated(question)).bytes};
        QVERIFY(restore(stored, question));
        StoredSimulation cut = stored;
        cut.bytes.resize(cut.bytes.size() / 2);
        QVERIFY(!restore(cut, question));
        for (std::size_t at = 0; at < stored.bytes.size(); at += 1 + stored.bytes.size() / 97) {
            StoredSimulation flipped = stored;
            flipped.bytes[at] = char(flipped.bytes[at] ^ 0x55);
            const auto answer = restore(flipped, question); // refused, or by luck the same; never a crash
            QVERIFY(answer || !answer.error().message.empty());
        }
        StoredSimulation empty;
        QVERIFY(!restore(empty, question));
    }

    void otherTransactionsAreRefused()
    {
        const simulation::Question question = smallQuestion();
        const StoredSimulation stored{{}, pack(simulated(question)).bytes};
        simulation::Question other = question;
        other.mapping = mapping::outermostMapping(question.accelerator, question.layer);
        const auto refused = restore(stored, other);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("simulate again") != std::string::npos);
    }

    void aKilledProcessLeavesWholeSimulationsOnly()
    {
        const simulation::Question question = smallQuestion();
        const PackedSimulation packed = pack(simulated(question));
        const testing::StoringChild child([&, path = path(), run = m_run](int count) {
            SimulationKey key = keyOf(run, std::size_t(count), question);
            auto store = SimulationStore::open(path);
            return store && store->keep(key, packed);
        });
        const int reported = child.killAfter(7);
        QVERIFY(reported >= 7);
        const auto list = open().list(m_run);
        QVERIFY(list);
        QVERIFY(int(list->size()) == reported || int(list->size()) == reported + 1);
        for (const SimulationSummary& one : *list) {
            const auto stored = open().find(one.key);
            QVERIFY(stored && *stored && restore(**stored, question));
        }
    }

    void aFullDiskCostsWhatDidNotFitAndNothingElse()
    {
        const simulation::Question question = smallQuestion();
        const PackedSimulation packed = pack(simulated(question));
        std::size_t kept = 0;
        {
            auto store = SimulationStore::open(path(), {.maxPages = 60});
            QVERIFY(store);
            auto stored = store->keep(keyOf(m_run, kept, question), packed);
            while (stored && ++kept < 1000)
                stored = store->keep(keyOf(m_run, kept, question), packed);
            QVERIFY(!stored);
            QVERIFY(stored.error().message.find("the disk is full") != std::string::npos);
            QCOMPARE(store->list(m_run)->size(), kept);
        }
        QVERIFY(kept > 0);
        QCOMPARE(open().list(m_run)->size(), kept);
        QVERIFY(open().keep(keyOf(m_run, kept, question), packed)); // with room again
    }

private:
    std::string path() const { return m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString(); }
    SimulationStore open() const { return *SimulationStore::open(path()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    RunId m_run = 0;
};

QTEST_APPLESS_MAIN(TestSimulationStore)
#include "tst_simulation_store.moc"
