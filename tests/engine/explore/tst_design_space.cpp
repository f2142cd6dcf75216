// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/design_space.h"
#include "tests/support/builders.h"

#include <QTest>

#include <limits>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

Q_DECLARE_METATYPE(std::vector<nestloom::explore::Axis>)

namespace {

const Axis kCapacity{"levels.Buffer.capacity", {128, 256, 512}};
const Axis kBandwidth{"levels.DRAM.read_bandwidth", {4, 8}};

std::vector<double> many(std::size_t values)
{
    std::vector<double> list(values);
    for (std::size_t i = 0; i < values; ++i)
        list[i] = static_cast<double>(i + 1);
    return list;
}

} // namespace

class TestDesignSpace : public QObject {
    Q_OBJECT
private slots:
    void enumeratesEveryCombinationOnceTheLastAxisFastest()
    {
        const DesignSpace space{tests::twoLevels(), {kCapacity, kBandwidth}};
        QVERIFY(check(space));
        QCOMPARE(count(space), std::size_t(6));
        QVERIFY(point(space, 0).values == (std::vector<double>{128, 4}));
        QVERIFY(point(space, 1).values == (std::vector<double>{128, 8}));
        QVERIFY(point(space, 2).values == (std::vector<double>{256, 4}));
        QVERIFY(point(space, 5).values == (std::vector<double>{512, 8}));
        QVERIFY(valuesAt(space, 5) == (std::vector<double>{512, 8}));
        QVERIFY(levelAt(space, 5, 0) == 2 && levelAt(space, 5, 1) == 1);
        std::set<std::vector<double>> seen;
        for (std::size_t i = 0; i < count(space); ++i) {
            const DesignPoint at = point(space, i);
            QCOMPARE(at.index, i);
            QVERIFY(at.refusal.empty());
            QCOMPARE(at.accelerator.levels[1].capacity->count, std::int64_t(at.values[0]));
            QCOMPARE(at.accelerator.levels[0].readBandwidth->count, at.values[1]);
            QCOMPARE(at.accelerator.levels[0].writeBandwidth->count, 2.0);
            seen.insert(at.values);
        }
        QCOMPARE(seen.size(), std::size_t(6));
    }

    /// Of a memory with 12.8 GB/s a cycle at 1.2 GHz moves less than one at 800 MHz, however the axes are written.
    void bandwidthsInASecondStayWhenTheClockIsSwept()
    {
        hardware::Accelerator base = tests::twoLevels();
        base.clock = Hertz{800e6};
        base.levels[0].readBandwidth = BytesPerSecond{12.8e9};
        const Axis clock{"clock", {800e6, 1200e6}};
        const DesignSpace stated{base, {clock}};
        QCOMPARE(point(stated, 0).accelerator.readRate(0)->count, 16.0);
        QCOMPARE(point(stated, 1).accelerator.readRate(0)->count, 12.8e9 / 1200e6);

        const Axis perSecond{"levels.DRAM.read_bandwidth", {6.4e9}, true}, perCycle{"levels.DRAM.read_bandwidth", {8}};
        for (const bool bandwidthFirst : {true, false}) {
            const auto axes = [&](const Axis& axis) {
                return bandwidthFirst ? std::vector{axis, clock} : std::vector{clock, axis};
            };
            const DesignSpace seconds{base, axes(perSecond)}, cycles{base, axes(perCycle)};
            QCOMPARE(kindOf(seconds, perSecond), FieldKind::BytesPerSecond);
            QCOMPARE(kindOf(cycles, perCycle), FieldKind::BytesPerCycle);
            for (std::size_t i : {0, 1}) {
                QCOMPARE(point(seconds, i).accelerator.readRate(0)->count, i == 0 ? 8.0 : 6.4e9 / 1200e6);
                QCOMPARE(point(cycles, i).accelerator.readRate(0)->count, 8.0);
            }
        }
    }

    void acceleratorsThatCannotBeBuiltAreRefusedAndStayInTheSpace()
    {
        const DesignSpace space{tests::twoLevels(), {{"levels.Buffer.capacity", {-1, 256, 2.5}}}};
        QVERIFY(check(space));
        QCOMPARE(count(space), std::size_t(3));
        QCOMPARE(point(space, 0).refusal, std::string("levels[1].capacity: the capacity must be above 0 B, not -1 B"));
        QCOMPARE(point(space, 1).refusal, std::string());
        QVERIFY(point(space, 2).refusal.find("whole numbers") != std::string::npos);
    }

    void refusesSpacesThatMakeNoSense_data()
    {
        QTest::addColumn<std::vector<Axis>>("axes");
        QTest::addColumn<QString>("part");
        QTest::newRow("no axis") << std::vector<Axis>{} << "a sweep needs an axis";
        QTest::newRow("unknown field") << std::vector<Axis>{{"levels.Bufer.capacity", {1}}}
                                       << "did you mean 'levels.Buffer.capacity'";
        QTest::newRow("like no field") << std::vector<Axis>{{"foo", {1}}}
                                       << "fields are named like 'levels.Buffer.capacity'";
        QTest::newRow("no value") << std::vector<Axis>{{"clock", {}}} << "has no values";
        QTest::newRow("twice the same field") << std::vector<Axis>{kCapacity, kCapacity} << "swept twice";
        QTest::newRow("twice the same value") << std::vector<Axis>{{"clock", {1e9, 2e9, 1e9}}} << "a value twice";
        QTest::newRow("infinite") << std::vector<Axis>{{"clock", {std::numeric_limits<double>::infinity()}}}
                                  << "finite";
        QTest::newRow("too many") << std::vector<Axis>{{"levels.Buffer.capacity", many(1000)}, {"clock", many(1001)}}
                                  << "combinations";
    }
    void refusesSpacesThatMakeNoSense()
    {
        QFETCH(std::vector<Axis>, axes);
        QFETCH(QString, part);
        const Status refused = check(DesignSpace{tests::twoLevels(), axes});
        QVERIFY(!refused);
        QVERIFY2(refused.error().message.find(part.toStdString()) != std::string::npos,
                 refused.error().message.c_str());
    }

    /// Whichever of the two is set, the other one follows, so that the last one would win.
    void refusesBothBandwidthsOfOnePort()
    {
        DesignSpace space{tests::withBandwidths(tests::twoLevels()),
                          {{"levels.Buffer.read_bandwidth", {4, 8}}, {"levels.Buffer.write_bandwidth", {4, 8}}}};
        QVERIFY(check(space));
        space.base.levels[1].ports = 1;
        space.base.levels[1].writeBandwidth = space.base.levels[1].readBandwidth;
        const Status refused = check(space);
        QVERIFY(!refused && refused.error().message.find("Buffer has one port") != std::string::npos);
        space.axes.pop_back();
        QVERIFY(check(space));
        space.links.push_back({"levels.Buffer.write_bandwidth", "4", [](const auto&) { return Result<double>(4.0); }});
        QVERIFY(!check(space));
    }

    /// Whatever the order that they are written in.
    void linksComeAfterThoseThatTheyFollowFrom()
    {
        const auto twice = [](const char* path, const char* of) {
            return LinkedField{path, std::string(of) + "*2", [of](const hardware::Accelerator& at) -> Result<double> {
                                   TRY(const Field known, field(at, of));
                                   return 2 * *known.value;
                               }};
        };
        DesignSpace space{tests::withBandwidths(tests::twoLevels()), {kCapacity}};
        space.links = {twice("levels.DRAM.write_bandwidth", "levels.DRAM.read_bandwidth"),
                       twice("levels.DRAM.read_bandwidth", "levels.Buffer.capacity")};
        QVERIFY(check(space));
        QCOMPARE(point(space, 0).accelerator.writeRate(0)->count, 512.0);
        space.links[1] = twice("levels.DRAM.read_bandwidth", "levels.DRAM.write_bandwidth");
        QCOMPARE(check(space).error().message,
                 std::string("the linked fields 'levels.DRAM.write_bandwidth', 'levels.DRAM.read_bandwidth' would "
                             "follow from each other"));
        space.links = {twice("clock", "clock")};
        QCOMPARE(check(space).error().message, std::string("the linked field 'clock' would follow from itself"));
    }

    void refusesAConditionThatComparesNothing()
    {
        DesignSpace space{tests::twoLevels(), {kCapacity}};
        space.conditions = {{"on_chip", [](const hardware::Accelerator&) -> Result<bool> { return true; }}};
        QVERIFY(!check(space));
        space.conditions[0].expression = "on_chip > 0";
        QVERIFY(check(space));
    }

    void refusesABaseThatIsNoAccelerator()
    {
        hardware::Accelerator base = tests::twoLevels();
        base.levels.clear();
        QVERIFY(!check(DesignSpace{base, {{"clock", {1e9}}}}));
    }
};

QTEST_GUILESS_MAIN(TestDesignSpace)
#include "tst_design_space.moc"
