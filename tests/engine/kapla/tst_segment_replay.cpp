// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_search.h"
#include "engine/schedule/kapla/verify_nodes.h"
#include "tests/engine/kapla/segment_replay.h"
#include "tests/engine/kapla/small_networks.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

constexpr std::int64_t kBatch = 4;
const SegmentRules kBoth{.spatial = true, .temporal = true};

/// The best schedule of two convolutions on eight nodes each, to be broken.
struct Fixture {
    Machine machine = smallMachine({4, 4});
    Network network = twoConvolutions();
    ScheduledSegment scheduled;

    Fixture()
    {
        BaselineOptions options;
        options.segments = kBoth;
        const RunControl control;
        SegmentSearch search(machine, network, kBatch, options, control);
        const Segment segment = placed(machine, network, {{0}, {1}}, kBoth).value();
        scheduled = finished(search.best(segment, search.beginnings()).value()).segments.front();
    }

    LayerSchedule& edit(std::size_t layer)
    {
        auto copy = std::make_shared<LayerSchedule>(*scheduled.layers[layer]);
        scheduled.layers[layer] = copy;
        return *copy;
    }
};

std::optional<std::string> wrongWith(const Network& network, const ScheduledSegment& scheduled)
{
    const auto stuck = tests::replay(network, scheduled);
    return stuck ? stuck : tests::startsTooEarly(network, scheduled);
}

/// Cuts a loop so that its outermost factor is `top`; the rest runs inside the buffer.
void cutLoop(LayerSchedule& schedule, Loop loop, std::int64_t top)
{
    const std::size_t at = index(loop);
    schedule.blocking.factors[0][at] = top;
    schedule.blocking.factors[1][at] = schedule.loops.trips[at] / top;
    schedule.blocking.factors[2][at] = 1;
}

} // namespace

class SegmentReplayTest : public QObject {
    Q_OBJECT
private slots:
    void whatTheBaselineFindsRuns_data()
    {
        QTest::addColumn<int>("network");
        QTest::addColumn<bool>("sharing");
        QTest::addColumn<bool>("bypass");
        for (const bool sharing : {false, true})
            for (const bool bypass : {false, true})
                for (int network = 0; network < 4; ++network)
                    QTest::addRow("network %d, sharing %d, bypass %d", network, sharing, bypass)
                        << network << sharing << bypass;
    }
    void whatTheBaselineFindsRuns()
    {
        QFETCH(const int, network);
        QFETCH(const bool, sharing);
        QFETCH(const bool, bypass);
        Features features;
        features.bufferSharing = sharing;
        features.mayBypassBuffer.values.fill(bypass);
        const Machine machine = smallMachine({4, 4}, features);
        const Network tested = network == 0   ? twoConvolutions()
                               : network == 1 ? mobileBlock()
                               : network == 2
                                   ? residual()
                                   : chain({convolution(8, 8, 8, 3), pooling(8, 4, 2, 2), convolution(8, 32, 4, 3)});
        BaselineOptions options;
        options.segments = kBoth;
        const BaselineResult found = searchBaseline(machine, tested, kBatch, options);
        QVERIFY(found.schedule.has_value());
        for (const std::string& violation : verify(machine, tested, kBatch, *found.schedule))
            QFAIL(violation.c_str());
        for (const ScheduledSegment& segment : found.schedule->segments)
            if (const auto wrong = wrongWith(tested, segment))
                QFAIL(wrong->c_str());
    }

    void blocksThatHaveToWaitForEachOtherAreSeen()
    {
        Fixture fixture;
        LayerSchedule& sender = fixture.edit(0);
        cutLoop(sender, Loop::InputChannels, 1);
        cutLoop(sender, Loop::OutputChannels, 4);
        cutLoop(sender, Loop::Batch, 1);
        LayerSchedule& reader = fixture.edit(1);
        cutLoop(reader, Loop::InputChannels, 1); // all channels at once
        cutLoop(reader, Loop::OutputChannels, 1);
        cutLoop(reader, Loop::Batch, 1);
        reader.cost.counts.stored[TensorRole::Inputs] = true; // gathers them
        QVERIFY(!tests::replay(fixture.network, fixture.scheduled));
        reader.cost.counts.stored[TensorRole::Inputs] = false;
        QVERIFY(tests::replay(fixture.network, fixture.scheduled));
    }

    void startingTooEarlyIsSeen()
    {
        Fixture fixture;
        LayerSchedule& sender = fixture.edit(0);
        cutLoop(sender, Loop::InputChannels, 1);
        cutLoop(sender, Loop::OutputChannels, 1);
        cutLoop(sender, Loop::Batch, 1);
        LayerSchedule& reader = fixture.edit(1);
        for (const Loop loop : kLoops)
            cutLoop(reader, loop, 1);
        SegmentTiming honest, hasty;
        honest.add(fixture.network, 0, {0, 0}, sender);
        honest.add(fixture.network, 1, {1, 0}, reader);
        fixture.scheduled.timing = honest;
        QVERIFY(!wrongWith(fixture.network, fixture.scheduled));
        LayerSchedule finer = sender, finerReader = reader; // as if channels were passed on in quarters
        cutLoop(finer, Loop::OutputChannels, 4);
        cutLoop(finerReader, Loop::InputChannels, 4);
        hasty.add(fixture.network, 0, {0, 0}, finer);
        hasty.add(fixture.network, 1, {1, 0}, finerReader);
        fixture.scheduled.timing = hasty;
        QVERIFY(tests::startsTooEarly(fixture.network, fixture.scheduled));
    }
};

QTEST_APPLESS_MAIN(SegmentReplayTest)
#include "tst_segment_replay.moc"
