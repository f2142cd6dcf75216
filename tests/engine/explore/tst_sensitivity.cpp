// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sensitivity.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>
#include <numeric>

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

SweepInputs spaceOfThree()
{
    SweepInputs inputs = space();
    inputs.space.axes.push_back({"mac.energy", {1, 2, 3}});
    return inputs;
}

PointResult pointOf(std::size_t index, double cycles)
{
    PointCost cost;
    cost.cycles = {std::int64_t(std::llround(cycles))};
    return {index, 0, PointStatus::Finished, {}, cost};
}

/// Cycles as a function of both values.
std::vector<PointResult> points(const SweepInputs& inputs, double (*cycles)(double buffer, double bandwidth))
{
    std::vector<PointResult> results;
    for (std::size_t i = 0; i < count(inputs.space); ++i) {
        const auto values = valuesAt(inputs.space, i);
        results.push_back(pointOf(i, cycles(values[0], values[1])));
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
        QCOMPARE(found->interactions.size(), std::size_t(1));
        QVERIFY(found->interactions[0].a == 0 && found->interactions[0].b == 1);
        QVERIFY(isNear(found->interactions[0].share, 1));
    }
    void whatOnlyMultipliesDoesNotInteract()
    {
        const auto inputs = space();
        const auto found = sensitivity(inputs, points(inputs, [](double a, double b) { return 1e9 * a * a / b; }), 0,
                                       Objective::Cycles);
        QVERIFY(found && found->interactions.empty());
    }
    void ofThreeAxesTheTwoThatInteractAreFound()
    {
        // The slower of compute and memory; energy per MAC only multiplies.
        const auto inputs = spaceOfThree();
        std::vector<PointResult> results;
        for (std::size_t i = 0; i < count(inputs.space); ++i)
            results.push_back(
                pointOf(i, 1e6 * std::max(8 / valuesAt(inputs.space, i)[1], 512 / valuesAt(inputs.space, i)[0])
                               * valuesAt(inputs.space, i)[2]));
        const auto found = sensitivity(inputs, results, 0, Objective::Cycles);
        QVERIFY(found);
        QCOMPARE(found->interactions.size(), std::size_t(1));
        QVERIFY(found->interactions[0].a == 0 && found->interactions[0].b == 1);
        QVERIFY(isNear(found->interactions[0].share, found->together));
        QVERIFY(found->interactions[0].share > 0.05);
    }
    void ofASampleChanceIsNoInteraction()
    {
        SweepInputs inputs = spaceOfThree();
        inputs.space.axes[2].values.resize(20);
        std::iota(inputs.space.axes[2].values.begin(), inputs.space.axes[2].values.end(), 1.0);
        inputs.space.sample = {Sampling::Sobol, 150, 1};
        QVERIFY(choosePoints(inputs.space));
        std::vector<PointResult> additive, slower;
        for (std::size_t i = 0; i < count(inputs.space); ++i) {
            const auto v = valuesAt(inputs.space, i);
            additive.push_back(pointOf(i, 1e6 * v[0] * v[1] * v[2]));
            slower.push_back(pointOf(i, 1e6 * std::pow(v[0] / 256, v[1] > 4 ? 1 : -1)));
        }
        const auto none = sensitivity(inputs, additive, 0, Objective::Cycles);
        QVERIFY(none);
        for (const Interaction& each : none->interactions)
            QVERIFY2(each.share < 0.03, qPrintable(QString::number(each.share)));
        const auto found = sensitivity(inputs, slower, 0, Objective::Cycles);
        QVERIFY(found && !found->interactions.empty());
        QVERIFY(found->interactions[0].a == 0 && found->interactions[0].b == 1 && found->interactions[0].share > 0.3);
        inputs.space.axes[2].values.resize(1);
        inputs.space.sample->count = 9;
        QVERIFY(choosePoints(inputs.space));
        slower.clear();
        for (std::size_t i = 0; i < count(inputs.space); ++i) {
            const auto v = valuesAt(inputs.space, i);
            slower.push_back(pointOf(i, 1e6 * std::pow(v[0] / 256, v[1] > 4 ? 1 : -1)));
        }
        const auto few = sensitivity(inputs, slower, 0, Objective::Cycles); // too few for three values times three
        QVERIFY(few && few->interactions.empty() && few->together > 0);
    }
    void whereConditionsLeavePointsOutEffectsAreStillThoseOfTheModel()
    {
        SweepInputs inputs = spaceOfThree();
        inputs.space.conditions = {{"bytes < 9", [](const hardware::Accelerator& a) -> Result<bool> {
                                        return double(a.levels[1].capacity->count) * a.readRate(0)->count <= 1024;
                                    }}};
        QVERIFY(choosePoints(inputs.space));
        QVERIFY(count(inputs.space) < 27);
        std::vector<PointResult> results;
        for (std::size_t i = 0; i < count(inputs.space); ++i) {
            const auto v = valuesAt(inputs.space, i);
            results.push_back(pointOf(i, 1e9 / v[1] * std::pow(v[2], 0.1)));
        }
        const auto found = sensitivity(inputs, results, 0, Objective::Cycles);
        QVERIFY(found);
        QVERIFY(isNear(found->shares[0], 0)); // though a large buffer goes with a low bandwidth
        QVERIFY(found->shares[2] > 0.001);
        QVERIFY(isNear(found->shares[0] + found->shares[1] + found->shares[2], 1) && isNear(found->together, 0));
        QVERIFY(found->interactions.empty());
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
