// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/mesh_model.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/keep_choices.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/run_choices.h"
#include "engine/schedule/standing.h"
#include "engine/schedule/take_outcome.h"
#include "engine/schedule/wider_search.h"
#include "engine/simulation/layer_simulation.h"
#include "tests/engine/schedule/exact/small_cases.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;
using enum workload::LoopDimension;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

/// Answers some questions, and then none.
class DyingSolver final : public milp::Solver {
public:
    explicit DyingSolver(int answers) : m_answers(answers) {}
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        if (m_answers-- <= 0)
            return Error{ErrorCode::SolverFailure, "the solver process was killed", ""};
        return m_real->solve(model, parameters, control);
    }

private:
    int m_answers;
    std::unique_ptr<milp::Solver> m_real = makeSolver();
};

ScheduleOptions optionsFor(Objective objective, bool largerSizes)
{
    ScheduleOptions options;
    options.cosa.objective = objective;
    options.cosa.evaluations = 2000;
    options.threads = 1;
    options.largerSizes = largerSizes;
    return options;
}

LayerResult mapped(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                   const ScheduleOptions& options, std::stop_token stop = {})
{
    const auto results = scheduleNetwork(accelerator, {"net", "", {}, {layer}}, options, makeSolver, stop);
    return results ? results->front() : LayerResult{};
}

/// 4 x 4 PEs behind a buffer: a prime number of rows leaves most of them idle.
hardware::Accelerator sixteenPes()
{
    hardware::Accelerator accelerator = tests::twoLevels(Bytes{4096});
    accelerator.levels[1].fanout = {4, 4};
    accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{64};
    return accelerator;
}

workload::Layer product(std::int64_t m, std::int64_t k, std::int64_t n)
{
    auto layer = tests::convolution("product", 1, 1, k, n);
    layer.bounds[P] = m;
    return layer;
}

} // namespace

Q_DECLARE_METATYPE(nestloom::schedule::Objective)

class TestWiderSearch : public QObject {
    Q_OBJECT
private slots:
    void aPrimeSizeIsMappedAsARounderOne()
    {
        const auto layer = product(61, 1, 31);
        const LayerResult own = mapped(sixteenPes(), layer, optionsFor(Objective::Latency, false)),
                          free = mapped(sixteenPes(), layer, optionsFor(Objective::Latency, true));
        QVERIFY(own.verified && free.verified);
        QCOMPARE(own.cost->cycles.count, std::int64_t(61 * 31));       // 61 and 31 fit no side of the array
        QCOMPARE(free.cost->cycles.count, std::int64_t(61 * 32 / 16)); // 32 over all of it
        QCOMPARE(mapping::describeCovered(layer, *free.mapping), std::string("K 31 as 32"));
        QCOMPARE(free.cost->macs, std::int64_t(61 * 31));
        QCOMPARE(standingText(free), std::string("proven"));
        QVERIFY(isOwnOnly(own.sizes) && !isOwnOnly(free.sizes));
        QVERIFY(claimOf(own).ends_with("perfect factors of the layer's own sizes"));
        QVERIFY(claimOf(free).find("P 61, 62 and 64") != std::string::npos);
        QVERIFY(mapping::verify(sixteenPes(), layer, *free.mapping).empty());
    }

    void aRoundSizeIsMappedAsBefore()
    {
        const auto layer = product(64, 1, 32);
        const LayerResult own = mapped(sixteenPes(), layer, optionsFor(Objective::Latency, false)),
                          free = mapped(sixteenPes(), layer, optionsFor(Objective::Latency, true));
        QCOMPARE(free.mapping, own.mapping);
        QCOMPARE(free.lowerBoundCycles, own.lowerBoundCycles);
        QCOMPARE(free.status, own.status);
    }

    /// Both sizes are prime to all that the machine has; the next multiple of 64 is never lost among the others.
    void anUnevenSizeIsNoWorseThanTheNextEvenOne()
    {
        hardware::Accelerator accelerator = tests::simba();
        accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{1000};
        for (const std::int64_t size : {571, 1089, 2049}) {
            const std::int64_t even = (size + 63) / 64 * 64;
            const LayerResult uneven =
                mapped(accelerator, product(size, 128, size), optionsFor(Objective::Latency, true));
            const LayerResult other =
                mapped(accelerator, product(even, 128, even), optionsFor(Objective::Latency, true));
            QVERIFY(uneven.verified && other.verified);
            QVERIFY2(uneven.cost->cycles <= other.cost->cycles, qPrintable(QStringLiteral("%1: %2, %3")
                                                                               .arg(size)
                                                                               .arg(uneven.cost->cycles.count)
                                                                               .arg(other.cost->cycles.count)));
        }
    }

    /// Tiles of powers of two leave half of the buffer empty.
    void theSizeThatABetterMappingIsOfIsLookedAt()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{260});
        accelerator.levels[0].accessEnergy = Picojoules{100};
        const auto layer = product(64, 64, 64);
        for (const Objective objective : {Objective::Energy, Objective::Edp}) {
            const ScheduleOptions options = optionsFor(objective, true), perfect = optionsFor(objective, false);
            const LayerResult own = mapped(accelerator, layer, perfect), free = mapped(accelerator, layer, options);
            QVERIFY(own.verified && free.verified && !own.ofMappedSize && free.ofMappedSize);
            QVERIFY(!hasLargerSizes(own) && hasLargerSizes(free) && isOwnOnly(free.sizes));
            QVERIFY2(*figureOf(free, options) < 0.95 * *figureOf(own, perfect),
                     std::to_string(*figureOf(free, options) / *figureOf(own, perfect)).c_str());
            QCOMPARE(standingText(free), std::string("proven"));
            QVERIFY(claimOf(free).ends_with(
                "perfect factors of the layer's own sizes, and of the size that it is mapped as"));
            QVERIFY(mapping::verify(accelerator, layer, *free.mapping).empty());
            const LayerResult alone = mapped(accelerator, mapping::coveredLayer(layer, *free.mapping), perfect);
            QVERIFY(*figureOf(free, options) <= *figureOf(alone, perfect) * (1 + 1e-9));
        }
    }

    void whatIsAsFastAsTheMacsAllowIsNotRefitted()
    {
        const auto layer = product(64, 1, 32);
        QVERIFY(!mapped(sixteenPes(), layer, optionsFor(Objective::Latency, true)).ofMappedSize);
    }

    /// Every size by itself finds nothing better, and nothing is below the bound.
    void noSizeIsForgotten_data()
    {
        QTest::addColumn<Objective>("objective");
        QTest::newRow("latency") << Objective::Latency;
        QTest::newRow("energy") << Objective::Energy;
        QTest::newRow("edp") << Objective::Edp;
    }
    void noSizeIsForgotten()
    {
        QFETCH(Objective, objective);
        Rng rng(77);
        int larger = 0, proven = 0;
        for (int number = 0; number < 12; ++number) {
            auto accelerator = tests::oddMachine(rng);
            accelerator.levels[0].readBandwidth = BytesPerCycle{double(1 + rng.below(8))};
            const auto layer =
                product(5 + std::int64_t(rng.below(9)), 1 + std::int64_t(rng.below(4)), 7 + std::int64_t(rng.below(7)));
            const ScheduleOptions free = optionsFor(objective, true), own = optionsFor(objective, false);
            const LayerResult result = mapped(accelerator, layer, free);
            if (!result.cost)
                continue;
            const double figure = *figureOf(result, free);
            larger += !mapping::describeCovered(layer, *result.mapping).empty();
            proven += standingOf(result.gap) == Standing::Proven;
            QVERIFY(result.objectiveBound && *result.objectiveBound <= figure * (1 + kNoGap));
            std::vector<workload::Layer> all = largerLayers(layer, result.sizes);
            all.push_back(layer);
            all.push_back(mapping::coveredLayer(layer, *result.mapping));
            for (const workload::Layer& one : all) {
                const LayerResult alone = mapped(accelerator, one, own);
                if (!alone.cost)
                    continue;
                const QByteArray where = QStringLiteral("case %1, %2").arg(number).arg(one.bounds[P]).toUtf8();
                QVERIFY2(standingOf(result.gap) != Standing::Proven || figure <= *figureOf(alone, own) * (1 + 1e-9),
                         where);
                QVERIFY2(*result.objectiveBound <= *figureOf(alone, own) * (1 + kNoGap), where);
                // A faster mapping that turned up is not kept as it is: another one of its size may need less energy.
                if (one.bounds == all.back().bounds && figure == *figureOf(alone, own))
                    QVERIFY2(result.cost->energy.count <= alone.cost->energy.count * (1 + 1e-9), where);
            }
        }
        QVERIFY2(larger > 0 && proven > 6, qPrintable(QString::number(proven)));
    }

    /// Every choice by itself finds nothing better, and nothing is below the bound.
    void noChoiceOfWhatLevelsKeepIsForgotten_data() { noSizeIsForgotten_data(); }
    void noChoiceOfWhatLevelsKeepIsForgotten()
    {
        QFETCH(Objective, objective);
        Rng rng(99);
        int fewer = 0, proven = 0;
        for (int number = 0; number < 4; ++number) {
            auto accelerator = tests::oddMachine(rng);
            accelerator.levels[0].readBandwidth = BytesPerCycle{double(1 + rng.below(8))};
            const auto layer =
                product(4 + std::int64_t(rng.below(9)), 1 + std::int64_t(rng.below(6)), 4 + std::int64_t(rng.below(9)));
            ScheduleOptions free = optionsFor(objective, false);
            const ScheduleOptions own = free;
            free.bypass = true;
            const LayerResult result = mapped(accelerator, layer, free);
            std::vector<hardware::Accelerator> all = fewerKeeps(accelerator);
            all.push_back(accelerator);
            for (std::size_t i = 0; i < all.size(); i += 1 + all.size() / 10) { // each takes its time
                const hardware::Accelerator& one = all[all.size() - 1 - i];     // the accelerator itself first
                const LayerResult alone = mapped(one, layer, own);
                if (!alone.cost)
                    continue;
                QVERIFY2(result.cost && result.objectiveBound, qPrintable(QString::number(number)));
                const double figure = *figureOf(result, free), other = *figureOf(alone, own);
                QVERIFY2(standingOf(result.gap) != Standing::Proven || figure <= other * (1 + 1e-9),
                         qPrintable(QString::number(number)));
                QVERIFY2(*result.objectiveBound <= other * (1 + kNoGap), qPrintable(QString::number(number)));
            }
            if (!result.cost)
                continue;
            QVERIFY(result.verified && result.anyKeeps == hasAllKeepChoices(accelerator));
            QVERIFY(mapping::verify(accelerator, layer, *result.mapping).empty());
            for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
                if (result.mapping->levels[i].keeps != accelerator.levels[i].keeps) {
                    ++fewer;
                    break;
                }
            proven += standingOf(result.gap) == Standing::Proven;
        }
        QVERIFY2(proven > 0, qPrintable(QString::number(proven)));
        QVERIFY(fewer > 0 || objective == Objective::Latency);
    }

    /// A register that costs more than the buffer behind it is not used.
    void aLevelThatOnlyCostsIsBypassed()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{4096});
        accelerator.levels.push_back(accelerator.levels[1]);
        accelerator.levels[2].name = "Dear";
        accelerator.levels[2].accessEnergy = Picojoules{50};
        accelerator.levels[1].accessEnergy = Picojoules{1};
        ScheduleOptions options = optionsFor(Objective::Energy, false);
        const auto layer = product(8, 4, 8);
        const LayerResult all = mapped(accelerator, layer, options);
        options.bypass = true;
        const LayerResult fewer = mapped(accelerator, layer, options);
        QVERIFY(fewer.cost->energy < all.cost->energy);
        QVERIFY(fewer.mapping->levels[2].keeps != TensorSet::all());
        hardware::Accelerator without = accelerator;
        without.levels[2].keeps = {};
        without.levels[2].capacity.reset(); // it only fans out
        QVERIFY(fewer.cost->energy <= mapped(without, layer, optionsFor(Objective::Energy, false)).cost->energy);
        QVERIFY(claimOf(fewer).ends_with("any choice of the tensors that levels keep"));
        accelerator.constraints = {"Dear: keep inputs weights outputs"};
        LayerResult kept = mapped(accelerator, layer, options);
        QCOMPARE(kept.mapping->levels[2].keeps, TensorSet::all());
        options.constraints = {"Dear: no P"};
        kept.cause = StopCause::TimeLimit;
        const std::string space = spaceOf({kept}, {"n", "", {}, {layer}}, accelerator, options);
        QVERIFY2(space.find("all mappings keep to: Dear: keep inputs weights outputs; Dear: no P") != std::string::npos
                     && space.find("1 search ended by time") != std::string::npos,
                 space.c_str());
    }

    /// Of choices that are equally fast the one with the least energy, of which nothing is claimed then.
    void whatIsAsFastWithFewerTensorsIsTaken()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{256});
        accelerator.levels.insert(accelerator.levels.begin() + 1, accelerator.levels[1]);
        accelerator.levels[1].name = "Dear";
        accelerator.levels[1].accessEnergy = Picojoules{500};
        accelerator.levels[1].fanout = {1, 1};
        const auto layer = product(8, 4, 8);
        ScheduleOptions options = optionsFor(Objective::Latency, false);
        const LayerResult all = mapped(accelerator, layer, options);
        QVERIFY(all.verified && all.leastEnergy);
        options.bypass = true;
        const LayerResult fewer = mapped(accelerator, layer, options);
        QCOMPARE(fewer.cost->cycles, all.cost->cycles);
        QVERIFY(fewer.cost->energy < all.cost->energy);
        QVERIFY(!fewer.leastEnergy);
    }

    /// What is shown are whole cycles: the fastest takes a part of one less than others with less energy.
    void ofEquallyManyWholeCyclesTheLeastEnergyIsTaken()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{6 << 10});
        accelerator.levels.push_back(
            tests::level("Sums", hardware::LevelKind::Sram, Bytes{90}, TensorSet::of(TensorRole::Outputs), 1));
        accelerator.levels[0].readBandwidth = BytesPerCycle{9};
        accelerator.levels[0].writeBandwidth = BytesPerCycle{4};
        accelerator.levels[0].accessEnergy = Picojoules{90};
        accelerator.levels[1].readBandwidth = accelerator.levels[1].writeBandwidth = BytesPerCycle{12};
        accelerator.levels[1].fanout = {2, 9};
        accelerator.levels[1].keeps = TensorSet::all().without(TensorRole::Outputs);
        accelerator.levels[1].multicast = accelerator.levels[1].keeps;
        accelerator.levels[2].elementBits[TensorRole::Outputs] = Bits{24};
        workload::Layer layer;
        layer.name = "b3";
        layer.bounds[workload::LoopDimension::C] = layer.bounds[workload::LoopDimension::P] = 2;
        layer.bounds[workload::LoopDimension::R] = 3;
        layer.strideP = layer.strideQ = 2;
        const LayerResult found = mapped(accelerator, layer, optionsFor(Objective::Latency, false));
        QVERIFY(found.verified && found.leastEnergy);
        Rng rng(1);
        int asFast = 0;
        for (int i = 0; i < 5000; ++i) {
            const auto cost = cost::evaluate(accelerator, layer, tests::randomMapping(rng, accelerator, layer),
                                             cost::Model::Nestloom);
            QVERIFY(!cost || cost->cycles >= found.cost->cycles);
            if (!cost || cost->cycles > found.cost->cycles)
                continue;
            ++asFast;
            QVERIFY(cost->energy.count >= found.cost->energy.count * (1 - 1e-9));
        }
        QVERIFY(asFast > 20);
    }

    /// As 64 rows all 16 PEs have work; the bound is of that size, too.
    void theMeshEngineLooksAtSizes()
    {
        hardware::Accelerator accelerator = sixteenPes();
        accelerator.interconnect.below = cost::meshBelow(accelerator);
        ScheduleOptions options = optionsFor(Objective::Latency, true);
        options.engine = kMeshEngine;
        QVERIFY(looksAtSizes(options));
        const LayerResult larger = mapped(accelerator, product(61, 1, 31), options);
        options.largerSizes = false;
        const LayerResult own = mapped(accelerator, product(61, 1, 31), options);
        QVERIFY2(larger.verified && own.verified, larger.reason.c_str());
        QVERIFY(larger.cost->cycles < own.cost->cycles);
        QVERIFY(larger.lowerBoundCycles <= double(larger.cost->cycles.count));
        QVERIFY(!isOwnOnly(larger.sizes) && isOwnOnly(own.sizes));
    }

    /// The cycles are those of the very mapping, and no more than with the layer's own sizes alone.
    void whatIsSimulatedMayBeLarger()
    {
        hardware::Accelerator accelerator = sixteenPes();
        accelerator.interconnect.below = cost::meshBelow(accelerator);
        ScheduleOptions options = optionsFor(Objective::Latency, true);
        options.engine = kMeshEngine;
        options.cosa.simulated = true;
        QVERIFY(looksAtSizes(options));
        const auto layer = product(61, 1, 31);
        const LayerResult larger = mapped(accelerator, layer, options);
        options.largerSizes = false;
        const LayerResult own = mapped(accelerator, layer, options);
        QVERIFY2(larger.verified && own.verified && larger.simulated && own.simulated, larger.reason.c_str());
        QVERIFY(*larger.simulated < *own.simulated);
        QVERIFY(!mapping::describeCovered(layer, *larger.mapping).empty());
        const auto run =
            simulation::simulateLayer(accelerator, layer, *larger.mapping,
                                      *simulation::settingsFor(accelerator, cost::dramModelOf(accelerator)), {});
        QVERIFY(run && run->run.finished);
        QCOMPARE(run->simulated(), *larger.simulated);
    }

    /// Tiles of all tensors have no room in 3 B, that of one has.
    void whatFitsWithFewerTensorsIsMapped()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{2});
        ScheduleOptions options = optionsFor(Objective::Latency, false);
        const auto layer = product(8, 4, 8);
        QCOMPARE(mapped(accelerator, layer, options).status, LayerStatus::Infeasible);
        options.bypass = true;
        const LayerResult fewer = mapped(accelerator, layer, options);
        QVERIFY2(fewer.verified, fewer.reason.c_str());
        QVERIFY(fewer.objectiveBound && *fewer.objectiveBound <= double(fewer.cost->cycles.count));
    }

    void whatASolverFailedToBoundIsSaid()
    {
        const auto layer = product(61, 1, 31);
        const ScheduleOptions options = optionsFor(Objective::Latency, true);
        const LayerResult whole = mapped(sixteenPes(), layer, options);
        bool wasCutShort = false;
        for (int answers = 0; answers < 12; ++answers) {
            const auto results = scheduleNetwork(
                sixteenPes(), {"net", "", {}, {layer}}, options,
                [answers] { return std::make_unique<DyingSolver>(answers); }, std::stop_token());
            QVERIFY(results);
            const LayerResult& result = results->front();
            const bool isWhole = result.cost && result.cost->cycles == whole.cost->cycles && result.gap == whole.gap;
            QVERIFY2(isWhole || !result.reason.empty(), std::to_string(answers).c_str());
            wasCutShort = wasCutShort || (result.verified && result.reason.find("killed") != std::string::npos);
        }
        QVERIFY(wasCutShort);
        QVERIFY(whole.reason.empty());
    }

    void whoDoesNotListenMapsPerfectFactors()
    {
        ScheduleOptions options = optionsFor(Objective::Latency, true);
        QVERIFY(looksAtSizes(options));
        options.cosa.objective = Objective::CosaPaper;
        QVERIFY(!looksAtSizes(options));
        options.cosa.objective = Objective::Latency;
        options.engine = "random";
        QVERIFY(!looksAtSizes(options));
        const LayerResult result = mapped(sixteenPes(), product(61, 1, 31), options);
        QVERIFY(result.verified && isOwnOnly(result.sizes));
        options.engine = "cosa";
        options.largerSizes = false;
        QVERIFY(!looksAtSizes(options));
    }
};

QTEST_GUILESS_MAIN(TestWiderSearch)
#include "tst_wider_search.moc"
