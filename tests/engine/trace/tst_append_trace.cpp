// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/append_trace.h"

#include <QTest>

using namespace nestloom;

namespace {

trace::Trace sample(const std::string& lane, const std::string& kind)
{
    trace::Trace trace;
    trace.name = "sample";
    trace.lanes = {{"DMA", "off chip"}, {lane, "NPUs"}};
    trace.kinds = {"load", kind};
    trace.labels = {"p0", "p1"};
    trace.events = {{0, 10, 64, 0, 0, 0}, {10, 30, 0, 1, 1, 1}};
    trace.counters = {{"inputs", "B", {{0, 64}, {25, 32}}}};
    return trace;
}

} // namespace

class TestAppendTrace : public QObject {
    Q_OBJECT
private slots:
    void equalNamesBecomeOne()
    {
        trace::Trace all;
        QVERIFY(trace::append(all, sample("NPU 0", "compute"), 0, "a: "));
        QVERIFY(trace::append(all, sample("NPU 1", "compute"), 30, "b: "));
        QVERIFY(trace::check(all));
        QCOMPARE(all.lanes.size(), std::size_t(3));
        QCOMPARE(all.kinds, (std::vector<std::string>{"load", "compute"}));
        QCOMPARE(all.events.size(), std::size_t(4));
        QCOMPARE(all.events[3], (trace::Event{40, 60, 0, 2, 3, 1}));
        QCOMPARE(all.labels[all.events[3].label], std::string("b: p1"));
        QCOMPARE(trace::end(all).count, std::int64_t(60));
    }
    void countersFallToNothingBetween()
    {
        trace::Trace all;
        QVERIFY(trace::append(all, sample("NPU 0", "compute"), 0, ""));
        QVERIFY(trace::append(all, sample("NPU 0", "compute"), 100, ""));
        QCOMPARE(all.counters.size(), std::size_t(1));
        const std::vector<trace::Counter::Sample> expected{{0, 64}, {25, 32}, {100, 0}, {100, 64}, {125, 32}};
        QCOMPARE(all.counters[0].samples, expected);
    }
    void tooManyKindsAreRefused()
    {
        trace::Trace all;
        for (int i = 0; i < int(trace::kMostKinds) - 1; ++i)
            QVERIFY(trace::append(all, sample("NPU 0", "kind " + std::to_string(i)), 100 * i, ""));
        const Status refused = trace::append(all, sample("NPU 0", "one more"), 10000, "");
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("kinds of events") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestAppendTrace)
#include "tst_append_trace.moc"
