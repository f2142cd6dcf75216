// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/explain_layer.h"
#include "engine/schedule/improve_mapping.h"
#include "engine/schedule/take_outcome.h"
#include "engine/zoo/zoo.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using schedule::Figure;
using schedule::ImproveInputs;
using schedule::Objective;

namespace {

ImproveInputs inputs()
{
    ImproveInputs result;
    result.accelerator = tests::simba();
    result.layer = tests::convolution("conv", 3, 14, 64, 128);
    result.start = mapping::outermostMapping(result.accelerator, result.layer);
    result.evaluations = 20'000;
    return result;
}

schedule::LayerResult resultOf(const ImproveInputs& what, std::size_t index, double bound)
{
    schedule::LayerResult result;
    result.index = index;
    result.name = what.layer.name + std::to_string(index);
    result.status = schedule::LayerStatus::BestFound;
    result.mapping = what.start;
    result.cost = *cost::evaluate(what.accelerator, what.layer, what.start, cost::Model::Nestloom);
    result.lowerBoundCycles = bound;
    result.objectiveBound = bound;
    schedule::setGap(result, {});
    return result;
}

} // namespace

class TestImproveMapping : public QObject {
    Q_OBJECT
private slots:
    void findsABetterMappingAndTellsEachStep()
    {
        const ImproveInputs what = inputs();
        std::vector<double> told;
        const auto improved = schedule::improveMapping(what, {}, [&](const schedule::ImprovedMapping& better) {
            QVERIFY(mapping::verify(what.accelerator, what.layer, better.mapping).empty());
            told.push_back(double(better.cost.cycles.count) + better.cost.energy.count * 1e-15);
        });
        QVERIFY(improved);
        QVERIFY(improved->startFits);
        QVERIFY(improved->better);
        QVERIFY(!told.empty());
        QVERIFY(std::is_sorted(told.rbegin(), told.rend()));
        QVERIFY(mapping::verify(what.accelerator, what.layer, improved->best.mapping).empty());
        const auto start = cost::evaluate(what.accelerator, what.layer, what.start, cost::Model::Nestloom);
        QVERIFY(improved->best.cost.cycles < start->cycles);
    }

    void theMeshModelJudgesWhereItIsAskedTo()
    {
        ImproveInputs what = inputs();
        what.accelerator.interconnect = {"GlobalBuffer", Bits{64}};
        what.model = cost::Model::Mesh;
        const auto improved = schedule::improveMapping(what, {});
        QVERIFY(improved && improved->better);
        const auto ofMesh = cost::evaluate(what.accelerator, what.layer, improved->best.mapping, cost::Model::Mesh);
        QCOMPARE(improved->best.cost.cycles, ofMesh->cycles);
        what.model = cost::Model::Nestloom;
        const auto usual = schedule::improveMapping(what, {});
        const auto other = cost::evaluate(what.accelerator, what.layer, usual->best.mapping, cost::Model::Mesh);
        QVERIFY(improved->best.cost.cycles <= other->cycles);
    }

    void aMappingThatNothingBeatsComesBackUnchanged()
    {
        ImproveInputs what = inputs();
        what.evaluations = 60'000;
        what.start = schedule::improveMapping(what, {})->best.mapping;
        what.evaluations = 2'000;
        const auto again = schedule::improveMapping(what, {});
        QVERIFY(again);
        QVERIFY(!again->better);
        QCOMPARE(again->best.mapping, what.start);
    }

    void aStartThatDoesNotFitIsRepaired()
    {
        ImproveInputs what = inputs();
        what.start.levels[2].temporal = std::exchange(what.start.levels[0].temporal, {});
        QVERIFY(!mapping::verify(what.accelerator, what.layer, what.start).empty());
        const auto improved = schedule::improveMapping(what, {});
        QVERIFY(improved);
        QVERIFY(!improved->startFits);
        QVERIFY(mapping::verify(what.accelerator, what.layer, improved->best.mapping).empty());
    }

    void equalInputsGiveEqualMappings()
    {
        const auto first = schedule::improveMapping(inputs(), {});
        const auto second = schedule::improveMapping(inputs(), {});
        QCOMPARE(first->best.mapping, second->best.mapping);
        QCOMPARE(first->evaluations, second->evaluations);
    }

    void theObjectiveDecides()
    {
        ImproveInputs what = inputs();
        what.goal = Objective::Energy;
        const auto frugal = schedule::improveMapping(what, {});
        const auto fast = schedule::improveMapping(inputs(), {});
        QVERIFY(frugal->best.cost.energy.count < fast->best.cost.energy.count);
        QVERIFY(fast->best.cost.cycles <= frugal->best.cost.cycles);
    }

    void aStopKeepsTheBest()
    {
        std::stop_source stop;
        RunControl control;
        control.stop = stop.get_token();
        ImproveInputs what = inputs();
        what.evaluations = 100'000'000;
        const auto improved = schedule::improveMapping(what, control, [&](const auto&) { stop.request_stop(); });
        QVERIFY(improved);
        QCOMPARE(improved->cause, StopCause::Cancelled);
        QVERIFY(improved->better);
        QVERIFY(improved->evaluations < what.evaluations);
    }

    void refusesAMappingOfAnotherLayer()
    {
        ImproveInputs what = inputs();
        what.layer = tests::convolution("other", 1, 14, 64, 128);
        const auto improved = schedule::improveMapping(what, {});
        QVERIFY(!improved);
        QVERIFY(improved.error().message.find("another layer") != std::string::npos);
    }

    void refusesALayerThatFitsNowhere()
    {
        ImproveInputs what = inputs();
        what.accelerator.levels[4].capacity = Bytes{2};
        const auto improved = schedule::improveMapping(what, {});
        QVERIFY(!improved);
        QVERIFY(improved.error().message.find("AccumulationBuffer needs 3 B") != std::string::npos);
    }

    void explainsFiguresOfLayersAndOfTheirSum()
    {
        const ImproveInputs what = inputs();
        workload::Network network;
        network.layers = {what.layer, what.layer};
        std::vector<schedule::LayerResult> results{resultOf(what, 0, 1000), resultOf(what, 1, 3000), {}};
        results[2].index = 1; // pending
        const auto sums = schedule::totals(what.accelerator, results);
        const auto near = [](double a, double b) {
            return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
        };
        const auto value = [&](Figure figure) {
            return schedule::explainTotal(what.accelerator, network, {}, results, figure)->value;
        };
        QCOMPARE(value(Figure::Cycles), double(sums.cycles.count));
        QVERIFY(near(value(Figure::Energy), sums.energy.count));
        QVERIFY(near(value(Figure::Edp), sums.edp / what.accelerator.clock.count));
        QVERIFY(near(value(Figure::Utilization), sums.utilization));
        QVERIFY(near(value(Figure::Gap), double(sums.cycles.count) / *sums.lowerBoundCycles - 1));
        QVERIFY(value(Figure::DramBytes) > 0);
        const auto gap = schedule::explain(what.accelerator, what.layer, results[0], Figure::Gap);
        QVERIFY(near(gap->value, double(results[0].cost->cycles.count) / 1000 - 1));
        QVERIFY(!schedule::explain(what.accelerator, what.layer, results[2], Figure::Cycles));
        results[0].objectiveBound.reset();
        QVERIFY(!schedule::explain(what.accelerator, what.layer, results[0], Figure::Gap));
        QVERIFY(schedule::explainTotal(what.accelerator, network, {}, results, Figure::Gap)); // of the others
        results[0].gap.reset();
        QVERIFY(!schedule::explain(what.accelerator, what.layer, results[0], Figure::Gap));
        QVERIFY(!schedule::explainTotal(what.accelerator, network, {}, results, Figure::Gap));
    }

    /// What softmax costs in a network of a hundred operators is one line, not a sum by hand.
    void vectorOperatorsAreSummedByKind()
    {
        hardware::Accelerator accelerator = tests::simba();
        accelerator.vectorUnit = hardware::VectorUnit{.lanes = 8};
        const workload::Network network = *zoo::build("alexnet");
        std::vector<schedule::LayerResult> results;
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            ImproveInputs what = inputs();
            what.accelerator = accelerator;
            what.layer = network.layers[i];
            what.start = mapping::outermostMapping(accelerator, what.layer);
            results.push_back(resultOf(what, i, 1));
        }
        const auto total = schedule::explainTotal(accelerator, network, {}, results, Figure::Cycles);
        QVERIFY(total);
        const cost::Formula& vector = total->parts.back();
        QCOMPARE(vector.name, std::string("vector operators"));
        QCOMPARE(vector.value, double(schedule::operatorSums(accelerator, network, {}).cycles.count));
        const auto relus =
            std::ranges::find_if(vector.parts, [](const auto& kind) { return kind.name.ends_with(" relu"); });
        QVERIFY(relus != vector.parts.end());
        QCOMPARE(relus->name, std::to_string(relus->parts.size()) + " relu");
        QVERIFY(relus->parts.size() > 1 && vector.parts.size() > 1);
    }
};

QTEST_GUILESS_MAIN(TestImproveMapping)
#include "tst_improve_mapping.moc"
