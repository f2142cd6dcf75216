// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/tuning_job.h"

#include "engine/explore/accelerator_fields.h"
#include "engine/mapping/verify.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::jobs;
using End = TuningState::End;

namespace {

TuningRequest smallRequest()
{
    const records::RunInputs inputs = nestloom::testing::smallInputs();
    return {inputs.accelerator, inputs.network, {}, inputs.options};
}

hardware::Accelerator with(const hardware::Accelerator& accelerator, const char* path, double value)
{
    return *explore::withField(accelerator, path, value);
}

/// simba and layers of different shapes: some 100 ms of work.
TuningRequest longRequest()
{
    TuningRequest request;
    request.accelerator = *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    request.network.name = "long";
    for (int i = 0; i < 8; ++i) {
        workload::Layer layer;
        layer.name = "conv" + std::to_string(i);
        layer.bounds = {{3, 3, 28, 28, 64, 32 + 32 * i, 1, 1}};
        request.network.layers.push_back(layer);
    }
    return request;
}

/// Everything a job said.
struct Listener {
    explicit Listener(TuningJob& job)
    {
        QObject::connect(&job, &TuningJob::layersFinished, &context,
                         [this](TuningId id, const std::vector<schedule::LayerResult>& news) {
                             ids.push_back(id);
                             layers.insert(layers.end(), news.begin(), news.end());
                         });
        QObject::connect(&job, &TuningJob::changed, &context, [this](const TuningState& state) {
            states.push_back(state);
            ended += state.end != End::Running;
        });
    }
    QObject context;
    std::vector<TuningId> ids;
    std::vector<schedule::LayerResult> layers;
    std::vector<TuningState> states;
    int ended = 0;
};

} // namespace

class TestTuningJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }

    void everyLayerArrivesVerifiedAndTheTotalsAreTheirs()
    {
        TuningJob job;
        Listener heard(job);
        const TuningRequest request = smallRequest();
        const TuningId id = job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.layers.size(), std::size_t(3));
        for (const schedule::LayerResult& layer : heard.layers) {
            QVERIFY(layer.verified);
            QCOMPARE(layer.name, request.network.layers[layer.index].name);
            QVERIFY(mapping::verify(request.accelerator, request.network.layers[layer.index], *layer.mapping).empty());
        }
        const TuningState& last = heard.states.back();
        QCOMPARE(last.id, id);
        QCOMPARE(last.end, End::Finished);
        QCOMPARE(last.layersDone, 3);
        QCOMPARE(last.totals.cycles.count, schedule::totals(request.accelerator, heard.layers).cycles.count);
        QVERIFY(!job.isRunning());
    }

    void onlyTheChosenLayersAreMapped()
    {
        TuningJob job;
        Listener heard(job);
        TuningRequest request = smallRequest();
        request.layers = {2, 1};
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.layers.size(), std::size_t(2));
        QCOMPARE(heard.states.back().layerCount, 2);
        QCOMPARE(heard.layers[0].index, std::size_t(2)); // equal shapes: the first that was chosen stands for both
        QCOMPARE(heard.layers[1].index, std::size_t(1));
        QCOMPARE(heard.layers[1].sameShapeAs, std::optional<std::size_t>(2));
    }

    void aPartOfANetworkWithAGraphIsMapped()
    {
        TuningJob job;
        Listener heard(job);
        TuningRequest request = smallRequest();
        workload::OperatorGraph graph;
        graph.name = "with graph";
        for (const workload::Layer& layer : request.network.layers) {
            append(graph, layer.name, "conv", {}, {1});
            graph.operators.back().layers = {layer};
        }
        request.network = workload::networkOf(std::move(graph), "");
        request.layers = {1};
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.layers.size(), std::size_t(1));
        QCOMPARE(heard.layers[0].index, std::size_t(1));
    }

    void theNewestRequestWins()
    {
        TuningJob job;
        Listener heard(job);
        TuningRequest request = longRequest();
        for (int i = 0; i < 5; ++i) {
            request.accelerator = with(request.accelerator, "levels.DRAM.read_bandwidth", 8 + i);
            job.request(request);
            QTest::qWait(10);
        }
        const TuningId newest = job.request(request);
        heard.ids.clear();
        heard.layers.clear();
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        for (const TuningId id : heard.ids)
            QCOMPARE(id, newest);
        QCOMPARE(heard.layers.size(), request.network.layers.size());
    }

    void aStoppedRequestSaysNothingMore()
    {
        TuningJob job;
        Listener heard(job);
        job.request(longRequest());
        QVERIFY(job.isRunning());
        job.stop();
        QVERIFY(!job.isRunning());
        QTest::qWait(200);
        QCOMPARE(heard.ended, 0);
        QVERIFY(heard.layers.empty());
    }

    void goingBackGivesTheSameNumbers()
    {
        TuningJob job;
        Listener heard(job);
        TuningRequest narrow = longRequest(), wide = narrow;
        narrow.accelerator = with(narrow.accelerator, "levels.DRAM.read_bandwidth", 1);
        wide.accelerator = with(narrow.accelerator, "levels.DRAM.read_bandwidth", 64);
        std::vector<std::int64_t> cycles;
        for (const TuningRequest& request : {narrow, wide, narrow}) {
            const int before = heard.ended;
            job.request(request);
            QTRY_COMPARE_WITH_TIMEOUT(heard.ended, before + 1, 60'000);
            cycles.push_back(heard.states.back().totals.cycles.count);
        }
        QVERIFY(cycles[1] < cycles[0]);
        QCOMPARE(cycles[2], cycles[0]);
    }

    void theLayerThatTookLongestComesFirst()
    {
        TuningJob job;
        TuningRequest request = smallRequest();
        request.options.threads = 1;
        schedule::LayerResult slow = nestloom::testing::solvedLayer(nestloom::testing::smallInputs(), 1);
        slow.cost->cycles.count *= 100;
        job.learn(request.network, {nestloom::testing::solvedLayer(nestloom::testing::smallInputs(), 0), slow});
        Listener heard(job);
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.layers[0].index, std::size_t(1));
        QCOMPARE(heard.layers[2].index, std::size_t(0));
    }

    void anInfeasibleLayerComesWithItsReason()
    {
        TuningJob job;
        Listener heard(job);
        TuningRequest request = smallRequest();
        request.accelerator = with(request.accelerator, "levels.Buffer.capacity", 2);
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.states.back().end, End::Finished);
        QCOMPARE(heard.states.back().totals.failed, std::size_t(3));
        QCOMPARE(heard.layers[0].status, schedule::LayerStatus::Infeasible);
        QVERIFY(!heard.layers[0].reason.empty());
    }

    void anUnusableAcceleratorFailsInOneSentence()
    {
        TuningJob job;
        Listener heard(job);
        TuningRequest request = smallRequest();
        request.accelerator.levels[1].capacity = Bytes{0};
        job.request(request);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ended, 1, 60'000);
        QCOMPARE(heard.states.back().end, End::Failed);
        QVERIFY(!heard.states.back().message.empty());
    }

    void aJobCanBeDestroyedWhileItWorks()
    {
        TuningJob job;
        job.request(longRequest());
        QTest::qWait(20);
    }
};

QTEST_GUILESS_MAIN(TestTuningJob)
#include "tst_tuning_job.moc"
