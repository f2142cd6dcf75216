// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/port_lanes.h"

#include "engine/base/rng.h"

#include <QTest>

#include <map>

using namespace nestloom;
using namespace nestloom::noc;

class TestPortLanes : public QObject {
    Q_OBJECT
private slots:
    void lanesAreCountedApart()
    {
        Rng rng(1);
        for (int i = 0; i < 100; ++i) {
            const PortWord a = rng.next() & kAllPorts, b = rng.next() & kAllPorts, counts = bitsOfLanes(a, b);
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const auto bits = [&](PortWord word) { return std::popcount(word >> (kLaneBits * lane) & 0xff); };
                QCOMPARE(int(counts >> (kLaneBits * lane) & 0xff), bits(a) + bits(b));
            }
        }
    }

    void bitsAreCountedUpToTheMost()
    {
        Rng rng(2);
        BitCounts counts;
        std::array<std::uint32_t, 64> expected{};
        for (int i = 0; i < BitCounts::kMost; ++i) {
            const PortWord bits = rng.next() | 1;
            counts.add(bits);
            forEachBit(bits, [&](std::size_t place) { ++expected[place]; });
        }
        std::array<std::uint32_t, 64> found{};
        counts.take([&](std::size_t place, std::uint32_t count) { found[place] = count; });
        QCOMPARE(found[0], std::uint32_t(BitCounts::kMost));
        QVERIFY(found == expected);
        counts.take([](std::size_t, std::uint32_t) { QFAIL("taken twice"); });
    }

    void numbersOfLanesAreSummedUp()
    {
        Rng rng(3);
        LaneSums sums;
        std::array<std::uint32_t, kLanes> expected{}, largest{};
        for (int i = 0; i < BitCounts::kMost; ++i) {
            const PortWord lanes = i == 7 ? ~PortWord(0) : rng.next();
            sums.add(lanes);
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const auto number = std::uint32_t(lanes >> (kLaneBits * lane) & 0xff);
                expected[lane] += number;
                largest[lane] = std::max(largest[lane], number);
            }
        }
        sums.take([&](std::size_t lane, std::uint32_t sum, std::uint32_t most) {
            QCOMPARE(sum, expected[lane]);
            QCOMPARE(most, largest[lane]);
        });
        sums.take([](std::size_t, std::uint32_t sum, std::uint32_t most) { QVERIFY(sum == 0 && most == 0); });
    }

    /// Against a count of flits, for all that may happen to a link in a cycle.
    void linksHoldTwoFlits()
    {
        for (int flits = 0; flits <= 2; ++flits)
            for (const bool pop : {false, true})
                for (const bool push : {false, true}) {
                    if ((pop && flits == 0) || (push && flits == 2))
                        continue;
                    PortWord some = flits > 0, full = flits > 1;
                    moveOnLinks(some, full, pop, push);
                    QCOMPARE(int(some + full), flits - pop + push);
                    QVERIFY(some >= full);
                }
    }
};

QTEST_APPLESS_MAIN(TestPortLanes)
#include "tst_port_lanes.moc"
