// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/nodes/node_samples.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/features/nodes/shown_nodes.h"

#include <QTest>

#include <map>
#include <set>

using namespace nestloom;
using ui::SegmentChain;

namespace {

/// A layer that works on the batch in two parts.
std::shared_ptr<const kapla::LayerSchedule> layerOf(std::int64_t cycles, std::int64_t dramCycles, std::int64_t nodes)
{
    auto layer = std::make_shared<kapla::LayerSchedule>();
    layer->blocking.factors[0][kapla::index(kapla::Loop::Batch)] = 2;
    layer->cost.counts.passCycles = cycles;
    layer->cost.counts.dramCycles = dramCycles;
    layer->partition.parts[0] = {1, nodes};
    return layer;
}

/// Two layers on 1 and 3 of 4 nodes: the second one takes over from the first. Each has half of the memory's cycles.
kapla::NodeRun twoGroups(std::int64_t dramCycles)
{
    kapla::NodeRun run;
    run.machine.nodes = kapla::rectangle(kapla::RegionKind::Nodes, {1, 4});
    run.graph.network.layers = {{"a", kapla::fullyConnected(8, 8), {{true, 0}}},
                                {"b", kapla::fullyConnected(8, 8), {{false, 0}}}};
    kapla::ScheduledSegment segment;
    segment.layers = {layerOf(100, dramCycles / 2, 1), layerOf(100, dramCycles / 2, 3)};
    segment.segment.layers.resize(2);
    for (std::size_t i = 0; i < 2; ++i) {
        segment.segment.layers[i].layer = i;
        segment.segment.layers[i].slot = {i, 0};
        segment.segment.layers[i].placement.nodes =
            kapla::rectangle(kapla::RegionKind::Nodes, {1, i == 0 ? 1 : 3}, {0, std::int64_t(i)});
        segment.timing.add(run.graph.network, i, {i, 0}, *segment.layers[i]);
    }
    kapla::NetworkSchedule schedule;
    schedule.segments = {segment};
    run.schedule = schedule;
    return run;
}

} // namespace

class SegmentChainTest : public QObject {
    Q_OBJECT
private slots:
    void partsOfTheBatchFollowEachOther()
    {
        const kapla::NodeRun run = twoGroups(0);
        const SegmentChain chain = ui::segmentChain(run);
        QCOMPARE(chain.segments.size(), std::size_t(1));
        QCOMPARE(chain.segments[0].parts, std::int64_t(2));
        QCOMPARE(chain.boxes.size(), std::size_t(4));
        // A part takes 50 cycles on either group, and "b" begins once "a" has made its first group of channels: all of
        // them.
        const std::vector<std::pair<double, double>> expected{{0, 50}, {50, 100}, {50, 100}, {100, 150}};
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(chain.boxes[i].begin, expected[i].first);
            QCOMPARE(chain.boxes[i].end, expected[i].second);
        }
        QCOMPARE(chain.end, 150.0);
        QCOMPARE(chain.layers[1].firstNode, std::int64_t(1));
        QCOMPARE(chain.layers[1].nodes, std::int64_t(3));
    }
    void aSlowMemoryStretchesTheSegment()
    {
        const kapla::NodeRun quick = twoGroups(60), slow = twoGroups(180);
        QCOMPARE(ui::segmentChain(quick).end, 150.0);
        QCOMPARE(ui::segmentChain(quick).segments[0].memoryEnd, 60.0);
        const SegmentChain chain = ui::segmentChain(slow);
        QCOMPARE(chain.end, 180.0);
        QCOMPARE(chain.segments[0].memoryEnd, 180.0);
        QCOMPARE(chain.boxes.back().end, 180.0);
    }
    void withoutAScheduleThereIsNoChain() { QVERIFY(ui::segmentChain(kapla::NodeRun{}).empty()); }
    void aRealScheduleIsWhole()
    {
        const kapla::NodeRun& run = tests::sampleNodeRun();
        const SegmentChain chain = ui::segmentChain(run);
        QCOMPARE(chain.end, double(run.schedule->cycles));
        std::set<std::size_t> layers;
        for (const SegmentChain::Layer& layer : chain.layers)
            layers.insert(layer.layer);
        QCOMPARE(layers.size(), run.graph.network.layers.size());
        QCOMPARE(chain.layers.size(), layers.size());
        for (const SegmentChain::Layer& layer : chain.layers) {
            const SegmentChain::Span& span = chain.segments[layer.segment];
            QVERIFY(layer.firstNode + layer.nodes <= chain.nodes);
            QVERIFY(layer.begin >= span.begin - 1 && layer.end <= span.end + 1);
        }
        QVERIFY(chain.segments.size() < chain.layers.size()); // some share the machine
    }
    void boxesOfOneGroupDoNotOverlap()
    {
        const SegmentChain chain = ui::segmentChain(tests::sampleNodeRun());
        std::map<std::pair<std::size_t, std::size_t>, std::vector<std::pair<double, double>>> lanes;
        for (const SegmentChain::Box& box : chain.boxes)
            lanes[{chain.layers[box.at].segment, chain.layers[box.at].group}].push_back({box.begin, box.end});
        for (auto& [lane, boxes] : lanes) {
            std::sort(boxes.begin(), boxes.end());
            for (std::size_t i = 1; i < boxes.size(); ++i)
                QVERIFY2(boxes[i - 1].second <= boxes[i].first + 1, qPrintable(QString::number(boxes[i].first)));
        }
    }
    void energyAddsUpToTheCost()
    {
        const kapla::NodeRun& run = tests::sampleNodeRun();
        QVERIFY(std::abs(ui::nodeEnergy(run).total() / run.schedule->cost - 1) < 1e-9);
        for (const SegmentChain::Layer& layer : ui::segmentChain(run).layers)
            QVERIFY(
                std::abs(ui::nodeEnergy(run.machine.costs, *layer.schedule).total() / layer.schedule->cost.total() - 1)
                < 1e-9);
        QCOMPARE(ui::nodeEnergy(kapla::NodeRun{}).total(), 0.0);
    }
    void wordsOfPartitionsAndLoops()
    {
        kapla::Partition partition;
        QCOMPARE(ui::partitionText(partition), QStringLiteral("whole"));
        partition.order = {kapla::Split::Batch, kapla::Split::OutputChannels, kapla::Split::Pixels,
                           kapla::Split::InputChannels};
        partition.parts[kapla::index(kapla::Split::OutputChannels)] = {2, 2};
        partition.parts[kapla::index(kapla::Split::Batch)] = {2, 1};
        QCOMPARE(ui::partitionText(partition), QStringLiteral("N 2x1, K 2x2"));
        kapla::Blocking blocking;
        blocking.factors[0] = {1, 2, 4};
        blocking.factors[1] = {8, 1, 1};
        blocking.factors[2] = {2, 4, 1};
        QCOMPARE(ui::blockingText(blocking), QStringLiteral("N4 K2 | C8 | C2 K4"));
        blocking.position[0] = {0, 2, 1};
        QCOMPARE(ui::blockingText(blocking), QStringLiteral("K2 N4 | C8 | C2 K4"));
        QCOMPARE(ui::layerLetter(0), QStringLiteral("A"));
        QCOMPARE(ui::layerLetter(26), QStringLiteral("27"));
    }
};

QTEST_GUILESS_MAIN(SegmentChainTest)
#include "tst_segment_chain.moc"
