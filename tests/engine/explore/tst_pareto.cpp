// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/explore/pareto.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

PointResult result(std::int64_t cycles, std::int64_t bytes, double utilization = 0.5, std::size_t network = 0)
{
    PointResult made;
    made.network = network;
    made.status = PointStatus::Finished;
    made.cost = PointCost{Cycles{cycles}, Picojoules{1}, 1, Bytes{bytes}, utilization, {}};
    return made;
}

using Indices = std::vector<std::size_t>;

} // namespace

class TestPareto : public QObject {
    Q_OBJECT
private slots:
    void theKneeIsFarthestBelowTheLine()
    {
        QCOMPARE(kneeOf({{1, 100}, {2, 30}, {5, 20}, {9, 10}}), std::optional<std::size_t>(1));
        QCOMPARE(kneeOf({{1, 10}, {8, 9.5}, {9, 1}}), std::optional<std::size_t>()); // all above it
        QCOMPARE(kneeOf({{1, 10}, {9, 1}}), std::optional<std::size_t>());
        QCOMPARE(kneeOf({{1, 1}}), std::optional<std::size_t>());
        QCOMPARE(kneeOf({}), std::optional<std::size_t>());
    }

    void keepsWhatNothingElseBeatsInOrder()
    {
        QVERIFY(nonDominated({{3, 1}, {2, 2}, {3, 3}, {1, 3}, {2, 3}}) == (Indices{0, 1, 3}));
        QVERIFY(nonDominated({{5, 5}}) == Indices{0});
        QVERIFY(nonDominated({}).empty());
    }

    void keepsTies()
    {
        QVERIFY(nonDominated({{1, 2}, {2, 1}, {1, 2}}) == (Indices{0, 1, 2}));
        QVERIFY(nonDominated({{1, 2}, {1, 3}, {1, 2}}) == (Indices{0, 2})); // equal in one column only is no tie
    }

    void leavesOutWhatHasNoNumber() { QVERIFY(nonDominated({{std::nan(""), 0}, {1, 1}}) == Indices{1}); }

    void agreesWithTheDefinitionOnRandomRows()
    {
        Rng rng(7);
        for (int round = 0; round < 50; ++round) {
            std::vector<std::vector<double>> rows;
            for (int i = 0; i < 60; ++i)
                rows.push_back({double(rng.below(8)), double(rng.below(8)), double(rng.below(8))});
            Indices expected;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                bool dominated = false;
                for (const auto& other : rows)
                    dominated = dominated
                                || (other != rows[i] && other[0] <= rows[i][0] && other[1] <= rows[i][1]
                                    && other[2] <= rows[i][2]);
                if (!dominated)
                    expected.push_back(i);
            }
            QVERIFY(nonDominated(rows) == expected);
        }
    }

    void pairsAreComparedAsRowsAre()
    {
        Rng rng(8);
        for (int round = 0; round < 50; ++round) {
            std::vector<std::vector<double>> rows;
            std::vector<std::array<double, 2>> pairs;
            for (int i = 0; i < 80; ++i) {
                pairs.push_back({double(rng.below(30)), rng.below(20) == 0 ? std::nan("") : double(rng.below(30))});
                rows.push_back({pairs.back()[0], pairs.back()[1]});
            }
            QVERIFY(nonDominatedPairs(pairs) == nonDominated(rows));
        }
        QVERIFY(nonDominatedPairs({}).empty());
    }

    void moreUtilisationIsBetterAndFewerCyclesAre()
    {
        const std::vector<PointResult> results{result(10, 1, 0.2), result(10, 1, 0.9), result(5, 1, 0.1)};
        QVERIFY(paretoFront(results, {Objective::Cycles, Objective::Utilization}) == (Indices{1, 2}));
        QVERIFY(paretoFront(results, {Objective::Cycles}) == Indices{2});
    }

    /// 2 J in 4 s are 0.5 W.
    void powerIsEnergyOverTime()
    {
        PointResult one = result(10, 1);
        one.cost->energy = {2e12};
        one.cost->edpJouleSeconds = 8;
        QCOMPARE(valueOf(one, Objective::Power), 0.5);
        one.cost->edpJouleSeconds = 0;
        QVERIFY(std::isnan(valueOf(one, Objective::Power)));
    }

    void pointsOfDifferentClocksAreComparedByTime()
    {
        SweepInputs inputs{{tests::twoLevels(), {{"levels.Buffer.capacity", {64, 128}}}}, {}, {}};
        QCOMPARE(objectivesOf(inputs).front(), Objective::Cycles);
        QVERIFY(whyNotBy(inputs, Objective::Cycles).empty());
        QVERIFY(whyNotBy(inputs, Objective::Time).empty());
        QVERIFY(!whyNotBy(inputs, Objective::Area).empty()); // no table says it
        QVERIFY(!whyNotBy(inputs, Objective::Traffic).empty());
        inputs.space.axes.push_back({"clock", {1e9, 2e9}});
        QCOMPARE(objectivesOf(inputs).front(), Objective::Time);
        QVERIFY(!whyNotBy(inputs, Objective::Cycles).empty());
        PointResult slow = result(10, 1), fast = result(12, 1);
        slow.point = 0; // at 1 GHz
        fast.point = 1; // at 2 GHz
        for (PointResult* each : {&slow, &fast})
            addDerived(*each, inputs.space);
        QCOMPARE(valueOf(fast, Objective::Time), 6e-9);
        QVERIFY(paretoFront({slow, fast}, {Objective::Time, Objective::Energy}) == Indices{1});
        QVERIFY(paretoFront({slow, fast}, {Objective::Cycles, Objective::Energy}) == Indices{0});
    }

    void whatIsBeyondALimitIsNotOnTheFront()
    {
        const std::vector<PointResult> results{result(10, 1, 0.9), result(5, 4, 0.2), result(2, 9, 0.6)};
        const std::vector<Objective> both{Objective::Cycles, Objective::OnChipBytes};
        QVERIFY(paretoFront(results, both) == (Indices{0, 1, 2}));
        QVERIFY(paretoFront(results, both, {{Objective::OnChipBytes, 4}}) == (Indices{0, 1}));
        QVERIFY(paretoFront(results, both, {{Objective::Utilization, 0.5}}) == (Indices{0, 2})); // at least that
        QVERIFY(!keeps(results[0], {{Objective::Area, 1e9}}));                                   // not known of it
    }

    void anAreaThatIsNotKnownIsNotCompared()
    {
        std::vector<PointResult> results{result(10, 1), result(20, 1), result(5, 1)};
        results[0].cost->area = SquareMicrometres{300};
        results[1].cost->area = SquareMicrometres{200};
        QVERIFY(paretoFront(results, {Objective::Cycles, Objective::Area}) == (Indices{0, 1}));
    }

    void comparesWithinOneNetworkAndOnlyWhatHasACost()
    {
        PointResult refused;
        refused.status = PointStatus::Refused;
        const std::vector<PointResult> results{result(10, 100), refused, result(99, 999, 0.5, 1), result(11, 100)};
        QVERIFY(paretoFront(results, {Objective::Cycles, Objective::OnChipBytes}) == (Indices{0, 2}));
    }

    void plansAreComparedByTheBytesThatTheyHave()
    {
        std::vector<PointResult> plans(3);
        for (std::size_t i = 0; i < 3; ++i)
            plans[i].plan = PlanCost{Bytes{std::array{50, 20, 30}[i]}, Bytes{0}, Bytes{std::array{1, 2, 3}[i]}};
        SweepInputs inputs;
        inputs.memory = schedule::cosma::MemoryRunOptions{};
        QVERIFY(paretoFront(plans, objectivesOf(inputs)) == (Indices{0, 1}));
        QVERIFY(paretoFront(plans, {Objective::Cycles}).empty()); // absent, not 0
        QVERIFY(std::isnan(valueOf(plans[0], Objective::Energy))
                && std::isnan(valueOf(result(1, 1), Objective::Traffic)));
    }

    void everyObjectiveHasANameThatIsReadBack()
    {
        for (const Objective each :
             {Objective::Cycles, Objective::Energy, Objective::Edp, Objective::OnChipBytes, Objective::Utilization,
              Objective::Area, Objective::Traffic, Objective::Power, Objective::Time})
            QCOMPARE(objective(name(each)), std::optional(each));
        QVERIFY(!objective("speed"));
    }
};

QTEST_GUILESS_MAIN(TestPareto)
#include "tst_pareto.moc"
