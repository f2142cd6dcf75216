// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace.h"
#include "tests/engine/trace/check_trace.h"

#include <QTest>

#include <functional>

using namespace nestloom;

namespace {

trace::Trace twoLanes()
{
    trace::Trace trace;
    trace.name = "conv";
    trace.lanes = {{"NPU 0", "NPUs"}, {"DMA", ""}};
    trace.kinds = {"compute", "load"};
    trace.labels = {"a", "b"};
    trace.events = {{10, 20, 0, 0, 0, 0}, {20, 30, 0, 0, 1, 0}, {0, 10, 64, 1, 1, 1}};
    trace.counters = {{"used", "B", {{0, 64}, {10, 128}}}};
    return trace;
}

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

class TestTrace : public QObject {
    Q_OBJECT
private slots:
    void touchingEventsDoNotOverlap()
    {
        QVERIFY(bool(trace::check(twoLanes())));
        QCOMPARE(trace::end(twoLanes()).count, 30);
    }
    void anEmptyTraceIsFine()
    {
        QVERIFY(bool(trace::check({})));
        QCOMPARE(trace::end(trace::Trace{}).count, 0);
    }
    void refuses_data()
    {
        using Break = std::function<void(trace::Trace&)>;
        QTest::addColumn<Break>("spoil");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, Break spoil, const char* says) {
            QTest::newRow(name) << spoil << QString::fromLatin1(says);
        };
        row(
            "lane", [](auto& t) { t.events[0].lane = 2; }, "lane 2");
        row(
            "kind", [](auto& t) { t.events[0].kind = 2; }, "kind 2");
        row(
            "label", [](auto& t) { t.events[0].label = 9; }, "label 9");
        row(
            "backwards", [](auto& t) { t.events[2].end = -1; }, "ends after it begins");
        row(
            "negative", [](auto& t) { t.events[2].begin = -1; }, "cycle 0 or later");
        row(
            "overlap", [](auto& t) { t.events[1].begin = 19; }, "overlaps");
        row(
            "kinds", [](auto& t) { t.kinds.resize(17); }, "at most 16");
        row(
            "samples", [](auto& t) { t.counters[0].samples[1].cycle = -1; }, "order");
    }
    void refuses()
    {
        QFETCH(std::function<void(trace::Trace&)>, spoil);
        QFETCH(QString, says);
        trace::Trace broken = twoLanes();
        spoil(broken);
        const Status status = trace::check(broken);
        QVERIFY(!status);
        QVERIFY2(QString::fromStdString(status.error().text()).contains(says), status.error().text().c_str());
    }

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

QTEST_APPLESS_MAIN(TestTrace)
#include "tst_trace.moc"
