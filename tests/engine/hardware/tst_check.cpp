// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/accelerator.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace nestloom;
using hardware::Accelerator;

namespace {

Accelerator good()
{
    Accelerator a;
    a.name = "good";
    a.levels.resize(2);
    a.levels[0].name = "DRAM";
    a.levels[0].kind = hardware::LevelKind::Dram;
    a.levels[0].accessEnergy = Picojoules{200};
    a.levels[0].readBandwidth = BytesPerCycle{10};
    a.levels[0].writeBandwidth = BytesPerCycle{10};
    a.levels[1].name = "Buffer";
    a.levels[1].capacity = Bytes{1};
    a.levels[1].accessEnergy = Picojoules{0};
    a.levels[1].keeps = TensorSet::of(TensorRole::Inputs);
    a.levels[1].fanout = {1000, 1000};
    a.interconnect.below = "DRAM";
    a.area.mac = SquareMicrometres{0};
    a.area.source = "by hand";
    return a;
}

struct Case {
    const char* name;
    std::function<void(Accelerator&)> breakRule;
    std::string key;     // of the first finding
    std::string message; // part of it
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> table{
        {"no name", [](Accelerator& a) { a.name.clear(); }, "name", "has no name"},
        {"no clock", [](Accelerator& a) { a.clock = Hertz{0}; }, "clock", "above 0 Hz"},
        {"clock is no number", [](Accelerator& a) { a.clock = Hertz{std::nan("")}; }, "clock", "above 0 Hz"},
        {"negative MAC energy", [](Accelerator& a) { a.macEnergy = Picojoules{-1}; }, "mac.energy",
         "must not be negative"},
        {"no levels", [](Accelerator& a) { a.levels.clear(); }, "levels", "at least one level"},
        {"level without name", [](Accelerator& a) { a.levels[1].name.clear(); }, "levels[1].name", "has no name"},
        {"two levels of a name", [](Accelerator& a) { a.levels[1].name = "DRAM"; }, "levels[1].name",
         "used by two levels"},
        {"no capacity", [](Accelerator& a) { a.levels[1].capacity = Bytes{0}; }, "levels[1].capacity",
         "above 0 B, not 0 B"},
        {"energy beyond sense", [](Accelerator& a) { a.macEnergy = Picojoules{1e300}; }, "mac.energy", "at most 1 kJ"},
        {"endless energy", [](Accelerator& a) { a.interconnect.hopEnergy = Picojoules{HUGE_VAL}; }, "interconnect.hop",
         "at most 1 kJ"},
        {"negative leakage", [](Accelerator& a) { a.levels[1].leakage = Watts{-1}; }, "levels[1].leakage",
         "must not be negative"},
        {"leakage beyond sense", [](Accelerator& a) { a.levels[1].leakage = Watts{1e300}; }, "levels[1].leakage",
         "at most 1 MW"},
        {"leakage of a MAC beyond sense", [](Accelerator& a) { a.macLeakage = Watts{1e7}; }, "mac.leakage",
         "at most 1 MW"},
        {"negative capacity", [](Accelerator& a) { a.levels[1].capacity = Bytes{-5}; }, "levels[1].capacity",
         "not -5 B"},
        {"absurd capacity", [](Accelerator& a) { a.levels[1].capacity = Bytes{INT64_MAX}; }, "levels[1].capacity",
         "above 1 PiB"},
        {"keeps nothing", [](Accelerator& a) { a.levels[1].keeps = TensorSet{}; }, "levels[1].keeps",
         "keeps no tensor"},
        {"elements without bits", [](Accelerator& a) { a.levels[1].elementBits[TensorRole::Weights] = Bits{0}; },
         "levels[1].element", "1 to 1024 bit, not 0"},
        {"absurd elements", [](Accelerator& a) { a.levels[1].elementBits[TensorRole::Weights] = Bits{1025}; },
         "levels[1].element", "not 1025"},
        {"no read bandwidth", [](Accelerator& a) { a.levels[0].readBandwidth = BytesPerCycle{0}; },
         "levels[0].read_bandwidth", "above 0 B/cycle"},
        {"negative write bandwidth", [](Accelerator& a) { a.levels[0].writeBandwidth = BytesPerCycle{-1}; },
         "levels[0].write_bandwidth", "above 0 B/cycle"},
        {"three ports", [](Accelerator& a) { a.levels[0].ports = 3; }, "levels[0].ports",
         "1 port for reads and writes, or 2"},
        {"empty access", [](Accelerator& a) { a.levels[0].accessElements = 0; }, "levels[0].access.elements",
         "at least one element"},
        {"empty cluster", [](Accelerator& a) { a.levels[0].clusterSize = 0; }, "levels[0].cluster", "at least 1"},
        {"no columns",
         [](Accelerator& a) {
             a.levels[0].fanout = {0, 1};
         },
         "levels[0].fanout", "at least 1 x 1"},
        {"negative rows",
         [](Accelerator& a) {
             a.levels[0].fanout = {1, -2};
         },
         "levels[0].fanout", "at least 1 x 1"},
        {"negative energy", [](Accelerator& a) { a.levels[0].accessEnergy = Picojoules{-1}; },
         "levels[0].access.energy", "must not be negative"},
        {"no energy", [](Accelerator& a) { a.levels[0].accessEnergy.reset(); }, "levels[0].access.energy",
         "no energy per access"},
        {"outermost keeps too little",
         [](Accelerator& a) { a.levels[0].keeps = TensorSet::all().without(TensorRole::Weights); }, "levels[0].keeps",
         "weights, inputs and outputs"},
        {"too many MACs",
         [](Accelerator& a) {
             a.levels[1].fanout = {1000, 1001};
         },
         "levels", "more than 1000000 MAC units"},
        {"MACs beyond 64 bit",
         [](Accelerator& a) {
             a.levels[1].fanout = {INT64_MAX, INT64_MAX};
         },
         "levels", "more than 1000000 MAC units"},
        {"mesh below nothing", [](Accelerator& a) { a.interconnect.below = "L3"; }, "interconnect.below",
         "no level named 'L3'"},
        {"negative area", [](Accelerator& a) { a.area.mac = SquareMicrometres{-1}; }, "area.mac",
         "must not be negative"},
        {"area that is no number", [](Accelerator& a) { a.area.sramPerKib = SquareMicrometres{std::nan("")}; },
         "area.sram_per_kib", "must not be negative"},
        {"negative register area", [](Accelerator& a) { a.area.registersPerKib = SquareMicrometres{-1}; },
         "area.registers_per_kib", "must not be negative"},
        {"area without a source", [](Accelerator& a) { a.area.source.clear(); }, "area.source", "have no source"},
        {"empty flit", [](Accelerator& a) { a.interconnect.flit = Bits{0}; }, "interconnect.flit", "at least 1 bit"},
    };
    return table;
}

} // namespace

class TestCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void acceptsAnAcceleratorAtTheEdgeOfEveryRule();
    void namesEveryBrokenRule_data();
    void namesEveryBrokenRule();
    void reportsAllThatIsWrong();
};

void TestCheck::acceptsAnAcceleratorAtTheEdgeOfEveryRule()
{
    const auto findings = check(good());
    QVERIFY2(findings.empty(), findings.empty() ? "" : findings.front().message.c_str());
}

void TestCheck::namesEveryBrokenRule_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i)
        QTest::newRow(cases()[i].name) << int(i);
}

void TestCheck::namesEveryBrokenRule()
{
    QFETCH(int, index);
    const Case& rule = cases()[std::size_t(index)];
    Accelerator broken = good();
    rule.breakRule(broken);
    const auto findings = check(broken);
    QVERIFY(!findings.empty());
    QCOMPARE(findings.front().key, rule.key);
    QVERIFY2(findings.front().message.find(rule.message) != std::string::npos, findings.front().message.c_str());
}

void TestCheck::reportsAllThatIsWrong()
{
    Accelerator broken = good();
    broken.name.clear();
    broken.levels[1].capacity = Bytes{0};
    broken.interconnect.flit = Bits{-1};
    QCOMPARE(check(broken).size(), std::size_t(3));
}

QTEST_APPLESS_MAIN(TestCheck)
#include "tst_check.moc"
