// SPDX-License-Identifier: Apache-2.0
// What every engine for nodes owes its users, on the same small networks for all of them.
#include "engine/base/number_words.h"
#include "engine/schedule/kapla/node_machine.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/kapla/verify_nodes.h"
#include "engine/zoo/graph_builder.h"
#include "engine/zoo/zoo.h"
#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

#include <atomic>
#include <map>
#include <thread>

using namespace nestloom;
using namespace nestloom::kapla;
using tests::branches;
using tests::smallNodes;

namespace {

NodeRunOptions optionsFor(const QString& engine, bool training = false)
{
    NodeRunOptions options;
    options.engine = engine.toStdString();
    options.batch = 4;
    options.training = training;
    options.keep = 0.5;
    options.iterations = 2;
    return options;
}

/// Whether one of the violations has these words.
bool says(const std::vector<std::string>& violations, const char* words)
{
    return std::ranges::any_of(violations, [&](const std::string& one) { return one.find(words) != one.npos; });
}

void addEngines()
{
    QTest::addColumn<QString>("engine");
    for (const NodeEngineInfo& engine : nodeEngines())
        QTest::newRow(engine.id.c_str()) << QString::fromStdString(engine.id);
}

} // namespace

class NodeRunTest : public QObject {
    Q_OBJECT
private slots:
    void aSchedulePassesTheVerifier_data() { addEngines(); }
    void aSchedulePassesTheVerifier()
    {
        QFETCH(const QString, engine);
        for (const bool training : {false, true}) {
            const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(engine, training));
            QVERIFY(run);
            QVERIFY2(run->schedule.has_value(), run->reason.c_str());
            QVERIFY(run->violations.empty());
            QVERIFY(run->schedule->cost > 0 && run->schedule->cycles > 0);
            QVERIFY(run->evaluated > 0);
        }
    }

    /// Neither products of layers nor times of layers side by side add up to those of the network, so this is not for
    /// granted.
    void noOtherGoalIsBetterInTheFigureOfThisOne()
    {
        hardware::Accelerator accelerator = smallNodes();
        accelerator.levels[0].fanout = {4, 4};
        accelerator.levels[1].fanout = {8, 8};
        accelerator.levels[1].capacity = Bytes{32 * 1024};
        for (const char* name : {"alexnet", "mobilenet_v1"})
            for (const bool training : {false, true}) {
                std::map<Goal, NodeRun> runs;
                for (const Goal goal : {Goal::Energy, Goal::Delay, Goal::EnergyDelay}) {
                    NodeRunOptions options = optionsFor(QStringLiteral("kapla"), training);
                    options.goal = goal;
                    options.batch = 16;
                    auto run = scheduleOnNodes(accelerator, *zoo::build(name), options);
                    QVERIFY(run && run->schedule);
                    runs.emplace(goal, std::move(*run));
                }
                const auto product = [](const NodeRun& run) {
                    return run.schedule->cost * double(run.schedule->cycles);
                };
                for (const auto& [goal, run] : runs) {
                    QVERIFY(runs.at(Goal::Delay).schedule->cycles <= run.schedule->cycles);
                    QVERIFY(product(runs.at(Goal::EnergyDelay)) <= product(run));
                }
            }
    }

    /// DRAM of two ports is busy for the longer of both directions, of one port for their sum.
    void portsDecideHowLongTheMemoryIsBusy()
    {
        auto accelerator = smallNodes();
        accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{0.5};
        const auto cycles = [&](std::optional<std::int64_t> ports) {
            accelerator.levels[0].ports = ports;
            auto options = optionsFor(QStringLiteral("kapla"));
            options.goal = Goal::Delay;
            const auto run = scheduleOnNodes(accelerator, branches(), options);
            return run && run->schedule ? run->schedule->cycles : 0;
        };
        const std::int64_t one = cycles(1), two = cycles(2);
        QCOMPARE(cycles({}), one); // as nn_dataflow counts
        QVERIFY(two > 0 && two < one && 2 * two >= one);
    }

    void systolicArraysAreScheduledToo_data() { addEngines(); }
    void systolicArraysAreScheduledToo()
    {
        QFETCH(const QString, engine);
        hardware::Accelerator accelerator = smallNodes();
        accelerator.nodes->peMapping = hardware::NodeArray::PeMapping::Systolic;
        for (const bool training : {false, true}) {
            const auto run = scheduleOnNodes(accelerator, branches(), optionsFor(engine, training));
            QVERIFY(run);
            QVERIFY2(run->schedule.has_value(), run->reason.c_str());
            QVERIFY(run->machine.mapping == PeMapping::Systolic);
        }
    }

    void equalSeedsGiveEqualSchedules_data() { addEngines(); }
    void equalSeedsGiveEqualSchedules()
    {
        QFETCH(const QString, engine);
        const auto one = scheduleOnNodes(smallNodes(), branches(), optionsFor(engine));
        const auto other = scheduleOnNodes(smallNodes(), branches(), optionsFor(engine));
        QVERIFY(one && other && one->schedule && other->schedule);
        QCOMPARE(one->schedule->cost, other->schedule->cost);
        QCOMPARE(one->schedule->cycles, other->schedule->cycles);
        const auto a = one->schedule->layers(), b = other->schedule->layers();
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(static_cast<const LayerMapping&>(*a[i]) == static_cast<const LayerMapping&>(*b[i]));
    }

    void nothingIsFarBetterThanTheExhaustiveSearch_data() { addEngines(); }
    void nothingIsFarBetterThanTheExhaustiveSearch()
    {
        // B chooses blockings without hops, so others may be a little better, but not much: all are judged by one
        // model.
        QFETCH(const QString, engine);
        auto options = optionsFor(engine);
        const auto run = scheduleOnNodes(smallNodes(), branches(), options);
        options.engine = "kapla-exhaustive";
        const auto best = scheduleOnNodes(smallNodes(), branches(), options);
        QVERIFY(run && best && run->schedule && best->schedule);
        QVERIFY(run->schedule->cost > 0.97 * best->schedule->cost);
        if (engine == QLatin1String("kapla"))
            QVERIFY2(run->schedule->cost < 1.1 * best->schedule->cost, // the paper's worst network
                     qPrintable(QString::number(run->schedule->cost / best->schedule->cost)));
    }

    void aStopEndsTheSearch_data() { addEngines(); }
    void aStopEndsTheSearch()
    {
        QFETCH(const QString, engine);
        std::stop_source source;
        RunControl control;
        control.stop = source.get_token();
        std::atomic<int> reports = 0;
        control.onProgress = [&](const Progress&) {
            ++reports;
            source.request_stop();
        };
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(engine), control);
        QVERIFY(run);
        QVERIFY(run->stopped);
        QVERIFY(reports > 0);
        if (!run->schedule)
            QCOMPARE(run->reason, std::string("cancelled before every layer had a schedule"));
    }

    void saysWhyNothingFits()
    {
        hardware::Accelerator accelerator = smallNodes();
        accelerator.levels[2].capacity = Bytes{4}; // two words: no row of a 3x3 filter with its inputs
        const auto run = scheduleOnNodes(accelerator, branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run);
        QVERIFY(!run->schedule);
        QVERIFY2(run->reason.find("fits no way") != std::string::npos, run->reason.c_str());
        for (const char* engine : {"kapla-random", "kapla-annealing"}) { // they have not seen all
            const auto drawn = scheduleOnNodes(accelerator, branches(), optionsFor(QString::fromUtf8(engine)));
            QVERIFY(drawn && !drawn->schedule);
            QVERIFY2(drawn->reason.find("which proves nothing") != std::string::npos, drawn->reason.c_str());
        }
    }

    void refusesWhatItCannotSchedule()
    {
        NodeRunOptions options = optionsFor(QStringLiteral("kapla"));
        options.batch = 0;
        QVERIFY(!scheduleOnNodes(smallNodes(), branches(), options));
        options = optionsFor(QStringLiteral("nothing"));
        QVERIFY(!scheduleOnNodes(smallNodes(), branches(), options));
        hardware::Accelerator without = smallNodes();
        without.nodes.reset();
        const auto refused = scheduleOnNodes(without, branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QVERIFY(refused.error().message.find("nodes") != std::string::npos);
        without = smallNodes();
        without.levels[1].multicast = TensorSet::of(TensorRole::Inputs);
        const auto copies = scheduleOnNodes(without, branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(!copies && copies.error().where.find("levels[1].multicast") != std::string::npos);
    }

    void theVerifierNamesEachFault()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        const auto finds = [&](const NetworkSchedule& schedule, std::int64_t batch, const char* words) {
            const auto found = verify(run->machine, run->graph.network, batch, schedule);
            return std::ranges::any_of(found, [&](const std::string& one) { return one.find(words) != one.npos; });
        };
        const auto layerFault = [&](const char* words, const std::function<void(LayerSchedule&)>& spoil) {
            bool everywhere = true; // in whatever layer it is
            for (std::size_t s = 0; s < run->schedule->segments.size(); ++s)
                for (std::size_t i = 0; i < run->schedule->segments[s].layers.size(); ++i) {
                    NetworkSchedule wrong = *run->schedule;
                    auto layer = std::make_shared<LayerSchedule>(*wrong.segments[s].layers[i]);
                    const Layer& of = run->graph.network.layers[wrong.segments[s].segment.layers[i].layer].layer;
                    if (of.kind != LayerKind::Convolution || !of.hasFilters())
                        continue;
                    spoil(*layer);
                    wrong.segments[s].layers[i] = layer;
                    everywhere = everywhere && finds(wrong, 4, words);
                }
            return everywhere;
        };
        for (const char* words :
             {"channels out", "images out", "other work", "multiply to its iterations", "other parts"})
            QVERIFY2(!finds(*run->schedule, 4, words), words);
        QVERIFY(finds(*run->schedule, 5, "leave images out"));
        QVERIFY(
            layerFault("leave channels out", [](LayerSchedule& l) { l.loops.bufferWords[TensorRole::Weights] = 0; }));
        int exact = 0; // layers of windows whose passes reach no more than all channels: one pair less is noticed
        for (std::size_t s = 0; s < run->schedule->segments.size(); ++s)
            for (std::size_t i = 0; i < run->schedule->segments[s].layers.size(); ++i) {
                NetworkSchedule fewer = *run->schedule;
                auto layer = std::make_shared<LayerSchedule>(*fewer.segments[s].layers[i]);
                layer->loops.bufferWords[TensorRole::Weights] -= 1;
                fewer.segments[s].layers[i] = layer;
                const std::size_t at = fewer.segments[s].segment.layers[i].layer;
                exact += run->graph.network.layers[at].layer.windowHeight > 1 && finds(fewer, 4, "leave channels out");
            }
        QVERIFY(exact > 0);
        QVERIFY(layerFault("do other work", [](LayerSchedule& l) { l.loops.operations *= 1.01; }));
        QVERIFY(layerFault("multiply to its iterations", [](LayerSchedule& l) { ++l.loops.trips[0]; }));
        QVERIFY(layerFault("divided into other parts", [](LayerSchedule& l) { ++l.partition.parts[0].h; }));

        NetworkSchedule wrong = *run->schedule;
        wrong.segments.push_back(wrong.segments.front());
        QVERIFY(finds(wrong, 4, "runs twice"));
        wrong = *run->schedule;
        std::ranges::reverse(wrong.segments);
        QVERIFY(wrong.segments.size() < 2 || finds(wrong, 4, "which it reads from"));
        wrong = *run->schedule;
        wrong.segments.front().segment.layers.front().placement.nodes.origin = {100, 100};
        QVERIFY(finds(wrong, 4, "has a node that the machine does not have"));
    }

    /// Four rows of PEs take a window in passes: 2 x 2 and 1 x 1 in one, 3 x 3 row by row, of seven four at a time.
    void theVerifierCountsWordsInTheRegistersOfASystolicArray_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("passes");
        QTest::newRow("1 x 1") << 1 << 1 << 1;
        QTest::newRow("2 x 2") << 2 << 2 << 1;
        QTest::newRow("3 x 2") << 3 << 2 << 2;
        QTest::newRow("3 x 3") << 3 << 3 << 3;
        QTest::newRow("2 x 7") << 2 << 7 << 4;
        QTest::newRow("7 x 2") << 7 << 2 << 4;
        QTest::newRow("1 x 9") << 1 << 9 << 3;
    }
    void theVerifierCountsWordsInTheRegistersOfASystolicArray()
    {
        QFETCH(const int, height);
        QFETCH(const int, width);
        QFETCH(const int, passes);
        zoo::GraphBuilder g("window", 16);
        g.conv("conv", g.input("input", {8, 16, 16}), {.channels = 8, .kernel = {height, width}});
        hardware::Accelerator accelerator = smallNodes();
        accelerator.nodes->peMapping = hardware::NodeArray::PeMapping::Systolic;
        const auto run = scheduleOnNodes(accelerator, g.network("window", {}), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule && run->violations.empty());
        const PerLoop& kept = run->schedule->segments.front().layers.front()->blocking.factors[2];
        const std::int64_t in = kept[index(Loop::InputChannels)], out = kept[index(Loop::OutputChannels)],
                           images = kept[index(Loop::Batch)];
        Machine machine = run->machine;
        machine.registerWords = passes * in * out + images * in + images * out;
        const auto finds = [&] {
            const auto found = verify(machine, run->graph.network, 4, *run->schedule);
            return says(found, "words into registers");
        };
        QVERIFY(!finds());
        --machine.registerWords;
        QVERIFY(finds());
    }

    /// To the word, where nodes share what they both need and where they do not.
    void theVerifierCountsTheWordsOfABuffer_data()
    {
        QTest::addColumn<bool>("share");
        QTest::newRow("each keeps its own") << false;
        QTest::newRow("nodes share") << true;
    }
    void theVerifierCountsTheWordsOfABuffer()
    {
        QFETCH(const bool, share);
        hardware::Accelerator accelerator = smallNodes();
        accelerator.nodes->bufferSharing = share;
        int uneven = 0; // shares that are rounded up
        for (const std::int64_t channels : {3, 5, 7, 9, 15}) {
            zoo::GraphBuilder g("one", 16);
            g.conv("conv", g.input("input", {channels, 9, 9}), {.channels = channels, .kernel = 3});
            const auto run = scheduleOnNodes(accelerator, g.network("one", {}), optionsFor(QStringLiteral("kapla")));
            QVERIFY(run && run->schedule && run->violations.empty());
            Machine machine = run->machine;
            QCOMPARE(machine.features.bufferSharing, share);
            const LayerSchedule& layer = *run->schedule->segments.front().layers.front();
            machine.bufferWords = 0;
            for (const TensorRole role : kTensorRoles) {
                if (!layer.cost.counts.stored[role])
                    continue;
                const std::int64_t sharers = groupSizes(LayerKind::Convolution, layer.partition)[role],
                                   all = bufferedWords(layer.loops, layer.blocking, role, 1);
                uneven += all % sharers > 0 ? 1 : 0;
                machine.bufferWords += share ? (all + sharers - 1) / sharers : all;
            }
            const auto finds = [&] {
                const auto found = verify(machine, run->graph.network, 4, *run->schedule);
                return says(found, "words into a buffer");
            };
            QVERIFY(!finds());
            --machine.bufferWords;
            QVERIFY(finds());
        }
        QVERIFY(uneven > 0);
    }

    void theVerifierSeesChannelsThatAreLeftOut()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        const auto finds = [&](const NetworkSchedule& schedule) {
            const auto found = verify(run->machine, run->graph.network, 4, schedule);
            return says(found, "passes leave channels out");
        };
        QVERIFY(!finds(*run->schedule));
        int tried = 0;
        for (std::size_t s = 0; s < run->schedule->segments.size(); ++s)
            for (std::size_t i = 0; i < run->schedule->segments[s].layers.size(); ++i) {
                const ScheduledSegment& segment = run->schedule->segments[s];
                const Layer& layer = run->graph.network.layers[segment.segment.layers[i].layer].layer;
                if (layer.kind != LayerKind::Convolution || !layer.hasFilters())
                    continue;
                auto less = std::make_shared<LayerSchedule>(*segment.layers[i]);
                less->loops.bufferWords[TensorRole::Weights] -= 1; // one pair of channels less in a pass
                NetworkSchedule wrong = *run->schedule;
                wrong.segments[s].layers[i] = less;
                QVERIFY(finds(wrong));
                ++tried;
            }
        QVERIFY(tried > 1);
    }

    void theVerifierSeesWhatIsPassedOnTwice()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        for (const auto& [role, words] :
             {std::pair(TensorRole::Inputs, "reads what other nodes pass on more than once"),
              std::pair(TensorRole::Outputs, "passes its outputs on more than once")}) {
            int withNodes = 0, withMemory = 0;
            for (std::size_t s = 0; s < run->schedule->segments.size(); ++s)
                for (std::size_t i = 0; i < run->schedule->segments[s].layers.size(); ++i) {
                    const ScheduledSegment& segment = run->schedule->segments[s];
                    const Placement& place = segment.segment.layers[i].placement;
                    const bool isNode =
                        (role == TensorRole::Inputs ? sourceOf(place) : destinationOf(place)) != Endpoint::Memory;
                    auto twice = std::make_shared<LayerSchedule>(*segment.layers[i]);
                    twice->cost.counts.fetches[0][role] = 2;
                    NetworkSchedule wrong = *run->schedule;
                    wrong.segments[s].layers[i] = twice;
                    const auto found = verify(run->machine, run->graph.network, 4, wrong);
                    QCOMPARE(
                        std::ranges::any_of(found, [&](const std::string& one) { return one.find(words) != one.npos; }),
                        isNode);
                    ++(isNode ? withNodes : withMemory);
                }
            QVERIFY(withNodes > 0 && withMemory > 0);
        }
    }

    void theVerifierSeesNodesOfTwoLayersAtOnce()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        int tried = 0;
        for (std::size_t s = 0; s < run->schedule->segments.size(); ++s) {
            NetworkSchedule wrong = *run->schedule;
            std::vector<SegmentLayer>& layers = wrong.segments[s].segment.layers;
            if (layers.size() < 2 || layers[1].slot.spatial != layers[0].slot.spatial)
                continue; // the same nodes, one after the other
            QVERIFY(!says(verify(run->machine, run->graph.network, 4, wrong), "at the same time"));
            layers[0].slot.spatial += 100; // as if beside all others
            const auto nameOf = [&](int i) { return run->graph.network.layers[layers[std::size_t(i)].layer].name; };
            QVERIFY(says(verify(run->machine, run->graph.network, 4, wrong),
                         ("layer " + nameOf(1) + ": has nodes of " + nameOf(0) + " at the same time").c_str()));
            ++tried;
        }
        QVERIFY(tried > 0);
    }

    /// One word for outputs and a row of the window for inputs, for each iteration in the registers: as many, and no
    /// fewer.
    void theVerifierCountsTheRegistersOfLayersWithoutFilters()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        int tried = 0;
        for (const ScheduledSegment& segment : run->schedule->segments)
            for (std::size_t i = 0; i < segment.layers.size(); ++i) {
                const NetworkLayer& one = run->graph.network.layers[segment.segment.layers[i].layer];
                if (one.layer.hasFilters())
                    continue;
                std::int64_t outputs = 1, inputs = one.layer.windowWidth;
                for (const Loop loop : kLoops) {
                    const std::int64_t inside = segment.layers[i]->blocking.factors[2][index(loop)];
                    outputs *= indexes(one.layer.kind, TensorRole::Outputs, loop) ? inside : 1;
                    inputs *= indexes(one.layer.kind, TensorRole::Inputs, loop) ? inside : 1;
                }
                const auto isRefusedWith = [&](std::int64_t words) {
                    Machine machine = run->machine;
                    machine.registerWords = words;
                    return says(verify(machine, run->graph.network, 4, *run->schedule),
                                ("layer " + one.name + ": puts").c_str());
                };
                QVERIFY(!isRefusedWith(outputs + inputs));
                QVERIFY(isRefusedWith(outputs + inputs - 1));
                ++tried;
            }
        QVERIFY(tried > 0);
    }

    void theVerifierSeesABatchThatIsDividedOtherwise()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        int tried = 0;
        for (std::size_t s = 0; s < run->schedule->segments.size(); ++s) {
            const std::size_t count = run->schedule->segments[s].layers.size();
            for (std::size_t i = 0; i < count; ++i) {
                NetworkSchedule wrong = *run->schedule;
                auto layer = std::make_shared<LayerSchedule>(*wrong.segments[s].layers[i]);
                layer->blocking.factors[0][index(Loop::Batch)] += 1;
                wrong.segments[s].layers[i] = layer;
                QCOMPARE(says(verify(run->machine, run->graph.network, 4, wrong), "divides the batch otherwise"),
                         count > 1);
                tried += count > 1 ? 1 : 0;
            }
        }
        QVERIFY(tried > 0);
    }

    void theVerifierSeesFaults()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), optionsFor(QStringLiteral("kapla")));
        QVERIFY(run && run->schedule);
        const auto violations = [&](const NetworkSchedule& schedule) {
            return verify(run->machine, run->graph.network, 4, schedule);
        };
        QVERIFY(violations(*run->schedule).empty());

        NetworkSchedule wrong = *run->schedule;
        wrong.segments.pop_back();
        QVERIFY(!violations(wrong).empty()); // a layer does not run

        wrong = *run->schedule;
        wrong.cost *= 0.99;
        QVERIFY(!violations(wrong).empty()); // not what the model says

        wrong = *run->schedule;
        auto layer = std::make_shared<LayerSchedule>(*wrong.segments.front().layers.front());
        layer->blocking.factors[0][2] *= 2; // more work than there is
        wrong.segments.front().layers.front() = layer;
        QVERIFY(!violations(wrong).empty());

        wrong = *run->schedule;
        layer = std::make_shared<LayerSchedule>(*wrong.segments.front().layers.front());
        layer->partition.parts[0] = {1, 1};
        layer->partition.parts[1] = {1, 1};
        layer->partition.parts[2] = {1, 1};
        layer->partition.parts[3] = {1, 1};
        wrong.segments.front().layers.front() = layer;
        QVERIFY(!violations(wrong).empty()); // fewer parts than nodes

        Machine small = run->machine;
        small.registerWords = 1;
        QVERIFY(!verify(small, run->graph.network, 4, *run->schedule).empty());
        small = run->machine;
        small.bufferWords = 1;
        QVERIFY(!verify(small, run->graph.network, 4, *run->schedule).empty());
    }

    void leakageCostsEnergyInEveryCycle()
    {
        hardware::Accelerator accelerator = smallNodes();
        const NodeRunOptions options = optionsFor(QStringLiteral("kapla"), false);
        const auto without = scheduleOnNodes(accelerator, branches(), options);
        QVERIFY(without && without->schedule);
        accelerator.macLeakage = accelerator.levels[2].leakage = Watts{1e-9}; // too little to change the schedule
        const auto with = scheduleOnNodes(accelerator, branches(), options);
        QVERIFY(with && with->schedule);
        QCOMPARE(with->schedule->cycles, without->schedule->cycles);
        const double leaked = nodeEnergy(*with)[NodePart::Static] - nodeEnergy(*without)[NodePart::Static]; // pJ
        const double seconds = double(with->schedule->cycles) / accelerator.clock.count;
        const double instances = double(accelerator.levels[0].fanout.count() * accelerator.levels[1].fanout.count());
        QVERIFY(qFuzzyCompare(leaked, 2e-9 * instances * seconds * 1e12)); // a MAC unit each, and its registers
    }

    void saysWhatItLeavesOut()
    {
        hardware::Accelerator accelerator = smallNodes();
        NodeRunOptions options = optionsFor(QStringLiteral("kapla"), true);
        const auto notes = [&] {
            const auto run = loweredRun(accelerator, branches(), options);
            QStringList all;
            for (const std::string& note : run ? run->notes : std::vector<std::string>{})
                all << QString::fromStdString(note);
            return all.join(QLatin1Char(' '));
        };
        QVERIFY2(notes().contains(QStringLiteral("update of the weights")), qPrintable(notes()));
        // The second operands of the addition, and of the sums of both gradients of the stem and of the pooling.
        const QString operands =
            QStringLiteral("up to %1 words").arg(QString::fromStdString(grouped((512 + 512 + 128) * options.batch)));
        QVERIFY2(notes().contains(operands), qPrintable(notes()));
        QVERIFY(!notes().contains(QStringLiteral("do not look at")));
        accelerator.nodes->peMapping = hardware::NodeArray::PeMapping::Systolic;
        options.training = false;
        QVERIFY(!notes().contains(QStringLiteral("operand")) && !notes().contains(QStringLiteral("update")));
        accelerator.levels[1].readBandwidth = BytesPerCycle{5};
        accelerator.levels[1].writeBandwidth = BytesPerCycle{1};
        QVERIFY2(notes().contains(QStringLiteral("moves whole words: 2 words a cycle")), qPrintable(notes()));
        QVERIFY(notes().contains(QStringLiteral("do not look at write_bandwidth of NodeBuffer.")));
        QVERIFY(!notes().contains(QStringLiteral("does not keep"))
                && !notes().contains(QStringLiteral("no reads from")));
        accelerator.levels[0].accessEnergy = Picojoules{100};
        accelerator.levels[0].updateEnergy = Picojoules{300};
        accelerator.levels[1].keeps = accelerator.levels[1].keeps.without(TensorRole::Outputs);
        QVERIFY2(notes().contains(QStringLiteral("every word costs 200 pJ at DRAM, the mean of a read and an update")),
                 qPrintable(notes()));
        QVERIFY2(notes().contains(QStringLiteral("What NodeBuffer does not keep may bypass it")), qPrintable(notes()));
        accelerator.levels[2].keeps = TensorSet::all().without(TensorRole::Inputs);
        QVERIFY(!loweredRun(accelerator, branches(), options));
        accelerator.levels[2].keeps = TensorSet::all();
        accelerator.levels[1].readBandwidth = BytesPerCycle{1}; // half a word
        const auto refused = loweredRun(accelerator, branches(), options);
        QVERIFY(!refused);
        QVERIFY(QString::fromStdString(refused.error().message).contains(QStringLiteral("at least a word")));
    }
};

QTEST_GUILESS_MAIN(NodeRunTest)
#include "tst_node_run.moc"
