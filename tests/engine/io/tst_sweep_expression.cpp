// SPDX-License-Identifier: Apache-2.0
#include "engine/io/sweep_expression.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::io;

class TestSweepExpression : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLinkedFieldFollowsTheAxes()
    {
        explore::DesignSpace space{tests::twoLevels(), {{"levels.Buffer.capacity", {128, 256}}}};
        space.links.push_back(*parseLink("levels.DRAM.read_bandwidth = levels.Buffer.capacity / 64", space.base));
        QVERIFY(check(space));
        QCOMPARE(explore::point(space, 1).accelerator.readRate(0)->count, 4.0);
        space.links.push_back(*parseLink("levels.Buffer.fanout.columns=levels.DRAM.read_bandwidth*0.75", space.base));
        QVERIFY(explore::point(space, 0).refusal.find("1.5 is not a value") != std::string::npos);
        QCOMPARE(explore::point(space, 1).accelerator.macUnits(), std::int64_t(3)); // links follow each other
        space.links.push_back(*parseLink("levels.Buffer.capacity=KiB", space.base));
        QVERIFY(check(space).error().message.find("from two places") != std::string::npos);
    }

    /// Of two machines that are the same, one stated by the cycle and one by the second.
    void bandwidthsAreByTheCycleHoweverTheyAreStated()
    {
        explore::DesignSpace space{tests::withBandwidths(tests::twoLevels()), {{"levels.Buffer.capacity", {128, 256}}}};
        hardware::BufferLevel& dram = space.base.levels[0];
        space.base.clock = {2e9};
        dram.readBandwidth = Bandwidth(BytesPerSecond{16e9});
        dram.writeBandwidth = Bandwidth(BytesPerCycle{1});
        space.links.push_back(*parseLink("levels.DRAM.write_bandwidth=levels.DRAM.read_bandwidth/4", space.base));
        QCOMPARE(explore::point(space, 0).accelerator.writeRate(0)->count, 2.0);
        dram.writeBandwidth = Bandwidth(BytesPerSecond{1e9});
        QCOMPARE(explore::point(space, 0).accelerator.writeRate(0)->count, 2.0);
        QVERIFY(explore::point(space, 0).accelerator.levels[0].writeBandwidth->perSecond);
        const auto holds =
            parseCondition("levels.DRAM.read_bandwidth == 8 and levels.Buffer.capacity >= 64*B", space.base);
        QVERIFY(holds && *holds->holds(explore::point(space, 0).accelerator));
    }

    void conditionsLeavePointsOut()
    {
        explore::DesignSpace space{tests::twoLevels(),
                                   {{"levels.Buffer.capacity", {128, 256, 512}}, {"clock", {1e9, 2e9}}}};
        space.conditions.push_back(*parseCondition("on_chip <= KiB/4 and mac_units == 4", space.base));
        space.conditions.push_back(*parseCondition("clock < 2*GHz or levels.Buffer.capacity > 200", space.base));
        QVERIFY(choosePoints(space));
        QCOMPARE(count(space), std::size_t(3));
        QCOMPARE(space.leftOut, std::size_t(3));
        QVERIFY((explore::valuesAt(space, 0) == std::vector<double>{128, 1e9}));
        QVERIFY((explore::valuesAt(space, 2) == std::vector<double>{256, 2e9}));
        space.conditions.push_back(*parseCondition("on_chip > MiB", space.base));
        QVERIFY(!choosePoints(space));
    }

    void whatLeaksIsKnownBeforeAPointIsSolved()
    {
        auto leaking = tests::twoLevels(); // 4 MAC units below one buffer
        leaking.macLeakage = Watts{0.5};
        leaking.levels[1].leakage = Watts{0.25};
        QVERIFY(*parseCondition("static_power == 2250*mW", leaking)->holds(leaking));
        QVERIFY(!*parseCondition("static_power < 2*W", leaking)->holds(leaking));
        QVERIFY(*parseCondition("static_power == 2250mW and 9 W/3W == 3", leaking)->holds(leaking));
        QVERIFY(*parseCondition("2.5e3 mW-0.25W == static_power", leaking)->holds(leaking));
        QVERIFY(!parseCondition("static_power <= 3 mWatt", leaking));
        QVERIFY(!parseCondition("static_power <= x2W", leaking));
    }

    void saysWhatIsWrongInOneSentence()
    {
        const auto accelerator = tests::twoLevels();
        const auto link = [&](const char* text) { return parseLink(text, accelerator).error().message; };
        QVERIFY(link("levels.Buffer.capacity").find("PATH=EXPRESSION") != std::string::npos);
        QVERIFY(link("levels.Bufer.capacity=1").find("did you mean 'levels.Buffer.capacity'") != std::string::npos);
        QCOMPARE(link("clock=speed*2"), std::string("two-levels has no field with a value that is named 'speed'"));
        QCOMPARE(link("clock='fast'"), std::string("it is no number"));
        QVERIFY(!parseCondition("area < 2*mm2", accelerator)); // it has no area table
        QVERIFY(!parseCondition("on_chip <", accelerator));
    }
};

QTEST_APPLESS_MAIN(TestSweepExpression)
#include "tst_sweep_expression.moc"
