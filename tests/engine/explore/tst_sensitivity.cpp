// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sensitivity.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

SweepInputs space()
{
    SweepInputs inputs;
    inputs.space = {tests::twoLevels(),
                    {{"levels.Buffer.capacity", {128, 256, 512}}, {"levels.DRAM.read_bandwidth", {2, 4, 8}}}};
    inputs.networks = {{"one", "", {}, {tests::convolution("a", 3, 8, 8, 8)}}};
    return inputs;
}

/// Cycles as a function of both values.
std::vector<PointResult> points(const SweepInputs& inputs, double (*cycles)(double buffer, double bandwidth))
{
    std::vector<PointResult> results;
    for (std::size_t i = 0; i < count(inputs.space); ++i) {
        const auto values = valuesAt(inputs.space, i);
        PointCost cost;
        cost.cycles = {std::int64_t(std::llround(cycles(values[0], values[1])))};
        results.push_back({i, 0, PointStatus::Finished, {}, cost});
    }
    return results;
}

bool isNear(double a, double b) { return std::abs(a - b) < 1e-3; }

} // namespace

class TestSensitivity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneAxisExplainsAll()
    {
        const auto inputs = space();
        const auto found =
            sensitivity(inputs, points(inputs, [](double, double b) { return 1e6 / b; }), 0, Objective::Cycles);
        QVERIFY(found && isNear(found->shares[0], 0) && isNear(found->shares[1], 1) && isNear(found->together, 0));
        QVERIFY(isNear(found->spread, 4));
    }
    void productsAreSharedBySizeOfTheirFactors()
    {
        const auto inputs = space();
        const auto found = sensitivity(inputs, points(inputs, [](double a, double b) { return 1e9 * a * a / b; }), 0,
                                       Objective::Cycles);
        QVERIFY(found && isNear(found->shares[0], 0.8) && isNear(found->shares[1], 0.2)); // variances 4 to 1
    }
    void whatOnlyBothDoIsOfNeither()
    {
        const auto inputs = space();
        const auto found = sensitivity(
            inputs, points(inputs, [](double a, double b) { return a == 64 * b ? 1e6 : 2e6; }), 0, Objective::Cycles);
        QVERIFY(found && isNear(found->together, 1));
    }
    void nothingIsSaidOfWhatDoesNotVary()
    {
        const auto inputs = space();
        QVERIFY(!sensitivity(inputs, points(inputs, [](double, double) { return 5.0; }), 0, Objective::Cycles));
        const auto some = points(inputs, [](double a, double) { return a; });
        QVERIFY(!sensitivity(inputs, some, 1, Objective::Cycles)); // no such network
        QVERIFY(!sensitivity(inputs, some, 0, Objective::Area));   // not known
        QVERIFY(!sensitivity(inputs, {some[0], some[4]}, 0, Objective::Cycles));
        QVERIFY(!sensitivity(inputs, {some[0], some[4], some[8]}, 0, Objective::Cycles)); // both axes rise together
    }
};

QTEST_APPLESS_MAIN(TestSensitivity)
#include "tst_sensitivity.moc"
