// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"
#include "engine/schedule/layer_cache.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

LayerResult result(std::size_t index, LayerStatus status = LayerStatus::BestFound)
{
    LayerResult layer;
    layer.index = index;
    layer.status = status;
    layer.verified = status == LayerStatus::BestFound;
    return layer;
}

/// Counts the layers that are really solved.
class CountingSolver final : public milp::Solver {
public:
    explicit CountingSolver(std::atomic<int>& calls) : m_calls(calls) {}
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        ++m_calls;
        return m_real.solve(model, parameters, control);
    }

private:
    std::atomic<int>& m_calls;
    milp::ProcessSolver m_real{milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"}};
};

} // namespace

class TestLayerCache : public QObject {
    Q_OBJECT
private slots:
    void theKeyHoldsAllThatDecidesAResultAndNothingElse()
    {
        const auto layer = tests::convolution("a", 3, 8, 8, 8);
        const auto key = LayerCache::key(layer, tests::simba(), {});
        hardware::Accelerator accelerator = tests::simba();
        accelerator.clock = {2e9};
        ScheduleOptions options;
        options.threads = 7;
        QCOMPARE(LayerCache::key(tests::convolution("b", 3, 8, 8, 8), accelerator, options), key);

        accelerator.levels[0].readBandwidth = BytesPerCycle{11};
        QVERIFY(LayerCache::key(layer, accelerator, {}) != key);
        QVERIFY(LayerCache::key(tests::convolution("a", 3, 8, 8, 9), tests::simba(), {}) != key);
        options.seed = 2;
        QVERIFY(LayerCache::key(layer, tests::simba(), options) != key);
        options = {};
        options.cosa.evaluations += 1;
        QVERIFY(LayerCache::key(layer, tests::simba(), options) != key);
        const mapping::LayerMapping start = mapping::outermostMapping(tests::simba(), layer);
        QVERIFY(LayerCache::key(layer, tests::simba(), {}, {&start, 1}) != key);
    }

    void whatFailedInPartIsSolvedAgain()
    {
        LayerCache cache(2);
        LayerResult part = result(1);
        part.reason = "not all sizes were looked at: the solver process was killed";
        cache.add(1, part);
        QVERIFY(!cache.find(1));
    }

    void dropsWhatWasNotAskedForTheLongest()
    {
        LayerCache cache(2);
        cache.add(1, result(1));
        cache.add(2, result(2));
        QVERIFY(cache.find(1));
        cache.add(3, result(3));
        QCOMPARE(cache.size(), std::size_t(2));
        QVERIFY(!cache.find(2));
        QCOMPARE(cache.find(1)->index, std::size_t(1));
        QCOMPARE(cache.find(3)->index, std::size_t(3));
    }

    void keepsOnlyWhatStaysTrue()
    {
        LayerCache cache;
        LayerResult cancelled = result(1);
        cancelled.cause = StopCause::Cancelled;
        LayerResult late = result(2);
        late.cause = StopCause::TimeLimit;
        cache.add(1, cancelled);
        cache.add(2, late);
        cache.add(3, result(3, LayerStatus::Failed));
        QCOMPARE(cache.size(), std::size_t(0));
        cache.add(4, result(4, LayerStatus::Infeasible));
        QVERIFY(cache.find(4));
    }

    void threadsMayUseItAtOnce()
    {
        LayerCache cache(50);
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                for (std::uint64_t i = 0; i < 2000; ++i) {
                    cache.add(i % 97, result(i % 97));
                    if (const auto found = cache.find(i % 89); found && found->index != i % 89)
                        std::abort();
                }
            });
        threads.clear();
        QCOMPARE(cache.size(), std::size_t(50));
    }

    void aRunTakesWhatIsThereUnderTheNameThatWasAsked()
    {
        const workload::Network first{"n", "", {}, {tests::convolution("a", 3, 8, 8, 8)}};
        const workload::Network second{
            "n", "", {}, {tests::convolution("new", 1, 8, 8, 8), tests::convolution("b", 3, 8, 8, 8)}};
        ScheduleOptions options;
        options.cosa.evaluations = 500;
        options.threads = 1;
        std::atomic<int> calls = 0;
        const auto makeSolver = [&] { return std::make_unique<CountingSolver>(calls); };
        LayerCache cache;
        const Hints hints{nullptr, &cache, false, {}};
        const auto known = scheduleNetwork(tests::simba(), first, options, makeSolver, {}, {}, hints);
        calls = 0;
        const auto results = scheduleNetwork(tests::simba(), second, options, makeSolver, {}, {}, hints);
        const auto fresh = scheduleNetwork(tests::simba(), {"n", "", {}, {second.layers[0]}}, options, makeSolver, {});
        QCOMPARE((*results)[1].name, std::string("b"));
        QCOMPARE((*results)[1].index, std::size_t(1));
        QCOMPARE((*results)[1].mapping, (*known)[0].mapping);
        QVERIFY(!(*results)[1].sameShapeAs);
        QVERIFY((*results)[1].verified);
        QCOMPARE((*results)[0].mapping, (*fresh)[0].mapping);
        QCOMPARE(calls.load() % 2, 0); // the layer that was not known, once with the cache and once without
    }
};

QTEST_GUILESS_MAIN(TestLayerCache)
#include "tst_layer_cache.moc"
