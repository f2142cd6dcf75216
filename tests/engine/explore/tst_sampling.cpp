// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sampling.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

class TestSampling : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isTheSameForASeedAndHasNoPointTwice()
    {
        for (const Sampling kind : {Sampling::Random, Sampling::LatinHypercube}) {
            const auto rows = *drawRows({4, 5, 6}, {kind, 60, 3});
            QVERIFY(rows == *drawRows({4, 5, 6}, {kind, 60, 3}));
            QVERIFY(rows != *drawRows({4, 5, 6}, {kind, 60, 4}));
            std::set<std::vector<std::uint32_t>> points;
            for (std::size_t i = 0; i < rows.size(); i += 3) {
                QVERIFY(rows[i] < 4 && rows[i + 1] < 5 && rows[i + 2] < 6);
                QVERIFY(points.insert({rows[i], rows[i + 1], rows[i + 2]}).second);
            }
        }
    }

    void aLatinHypercubeTakesEveryValueEquallyOften()
    {
        const auto rows = *drawRows({16, 1000}, {Sampling::LatinHypercube, 64, 1});
        QCOMPARE(rows.size(), std::size_t(128));
        std::vector<int> times(16);
        for (std::size_t i = 0; i < rows.size(); i += 2)
            ++times[rows[i]];
        QVERIFY(std::ranges::all_of(times, [](int n) { return n == 4; }));
    }

    /// Of every 2^k points one lies in each of 2^k equal parts of each axis, and four of the first 16 in each quarter
    /// of the first two.
    void aSobolSequenceFillsEvenly()
    {
        const auto rows = *drawRows(std::vector<std::size_t>(kMaxSobolAxes, 64), {Sampling::Sobol, 64, 0});
        for (std::size_t axis = 0; axis < kMaxSobolAxes; ++axis) {
            std::set<std::uint32_t> values;
            for (std::size_t i = axis; i < rows.size(); i += kMaxSobolAxes)
                values.insert(rows[i]);
            QCOMPARE(values.size(), std::size_t(64));
        }
        std::vector<int> quarters(4);
        for (std::size_t i = 0; i < 16; ++i)
            ++quarters[2 * (rows[i * kMaxSobolAxes] / 32) + rows[i * kMaxSobolAxes + 1] / 32];
        QVERIFY(std::ranges::all_of(quarters, [](int n) { return n == 4; }));
        // The first points of the first three axes, as Joe and Kuo's own program prints them.
        const std::vector<std::vector<std::uint32_t>> first{{0, 0, 0},    {32, 32, 32}, {48, 16, 16}, {16, 48, 48},
                                                            {24, 24, 40}, {56, 56, 8},  {40, 8, 56},  {8, 40, 24}};
        for (std::size_t i = 0; i < first.size(); ++i)
            for (std::size_t axis = 0; axis < 3; ++axis)
                QCOMPARE(rows[i * kMaxSobolAxes + axis], first[i][axis]);
    }

    void refusesWhatCannotBeDrawn()
    {
        QVERIFY(!drawRows({4}, {Sampling::Random, 0, 1}));
        QVERIFY(!drawRows({4}, {Sampling::Random, 1'000'001, 1}));
        QVERIFY(!drawRows(std::vector<std::size_t>(kMaxSobolAxes + 1, 2), {Sampling::Sobol, 4, 1}));
        QVERIFY(drawRows(std::vector<std::size_t>(kMaxSobolAxes + 1, 2), {Sampling::LatinHypercube, 4, 1}));
        QVERIFY(!samplingNamed("sobel"));
        QVERIFY(samplingNamed("sobol") == Sampling::Sobol);
    }
};

QTEST_APPLESS_MAIN(TestSampling)
#include "tst_sampling.moc"
