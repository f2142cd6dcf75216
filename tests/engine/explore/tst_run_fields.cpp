// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/run_fields.h"

#include "engine/explore/front.h"
#include "engine/io/sweep_axis.h"
#include "engine/milp/process_solver.h"
#include "engine/records/sweep.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <set>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

const auto makeSolver = milp::processSolvers({NESTLOOM_BIN_DIR "/nestloom-solver"});

SweepInputs inputsWith(const std::vector<std::string>& axes)
{
    SweepInputs inputs;
    inputs.space.base = tests::twoLevels();
    for (const std::string& axis : axes)
        inputs.space.axes.push_back(*io::parseAxis(axis, inputs.space.base));
    inputs.networks = {{"one", "", {}, {tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}}};
    inputs.options.cosa.evaluations = 300;
    return inputs;
}

std::string refusal(const SweepInputs& inputs)
{
    const auto results = runSweep(inputs, makeSolver, {});
    return results ? std::string() : results.error().message;
}

} // namespace

class TestRunFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPointIsWhatARunOfItsOwnSays()
    {
        const SweepInputs inputs = inputsWith({"run.engine=cosa,random,hybrid", "run.objective=latency,energy",
                                               "levels.Buffer.capacity=256,512", "run.seed=1,2"});
        const auto results = runSweep(inputs, makeSolver, {});
        QVERIFY(results && results->size() == 24);
        std::set<double> energies;
        for (const PointResult& result : *results) {
            const auto own = records::runInputs(inputs, result.point, 0);
            QVERIFY(own && result.cost);
            QCOMPARE(own->options.engine, result.point < 8 ? "cosa" : result.point < 16 ? "random" : "hybrid");
            QCOMPARE(own->options.seed, std::uint64_t(1 + result.point % 2));
            const auto layers =
                schedule::scheduleNetwork(own->accelerator, inputs.networks[0], own->options, makeSolver, {});
            QVERIFY(layers);
            QVERIFY(pointCost(own->accelerator, inputs.networks[0], own->options, *layers) == *result.cost);
            energies.insert(result.cost->energy.count);
        }
        QVERIFY(energies.size() > 4); // it matters what is swept
    }

    void pointsThatAreToldTheSameAreSolvedOnce()
    {
        SweepInputs inputs = inputsWith({"run.seed=1,2", "clock=1GHz,2GHz"});
        const SweepPlan plan = planSweep(inputs.space, "cosa");
        QCOMPARE(plan.steps.size(), std::size_t(2)); // the clock changes nothing but times
        QCOMPARE(plan.steps[1].points, (std::vector<std::size_t>{2, 3}));
    }

    void theFrontIsThatOfTheWholeSpace()
    {
        const SweepInputs inputs = inputsWith(
            {"run.objective=latency,energy,edp", "run.bypass=no,yes", "levels.Buffer.capacity=128..512:128"});
        const FrontSearch front{{Objective::Energy, Objective::OnChipBytes}, {}};
        const auto whole = runSweep(inputs, makeSolver, {});
        const auto found = runFront(inputs, front, makeSolver, {});
        QVERIFY(whole && found);
        const auto figures = [&](const std::vector<PointResult>& results) {
            std::set<std::pair<double, double>> all;
            for (const std::size_t i : paretoFront(results, front.objectives))
                all.emplace(valueOf(results[i], Objective::Energy), valueOf(results[i], Objective::OnChipBytes));
            return all;
        };
        QVERIFY(figures(found->results) == figures(*whole) && !figures(*whole).empty());
    }

    void wordsAreReadAndWritten()
    {
        const hardware::Accelerator base = tests::twoLevels();
        const auto axis = io::parseAxis("run.engine= annealing, cosa", base);
        QVERIFY(axis);
        QCOMPARE(axis->values, (std::vector<double>{3, 0}));
        QCOMPARE(io::axisValueText(FieldKind::Engine, 3), std::string("annealing"));
        QCOMPARE(io::axisValueText(FieldKind::YesNo, 1), std::string("yes"));
        QVERIFY(!io::parseAxis("run.engine=flexer", base)); // another model
        QVERIFY(!io::parseAxis("run.bypass=no..yes:1", base));
        QVERIFY(!io::parseAxis("run.bypass=1", base));
        const auto unknown = io::parseAxis("run.engin=cosa", base);
        QVERIFY(!unknown && unknown.error().message.find("run.engine, run.objective") != std::string::npos);
        for (const Field& field : runFields({})) // each has the value of default options
            QVERIFY(field.value && sweptField(base, field.path)->value == field.value);
    }

    void whatWouldChangeNothingIsRefused()
    {
        QCOMPARE(refusal(inputsWith({"run.larger_sizes=no,yes"})), std::string());
        QVERIFY(refusal(inputsWith({"run.larger_sizes=no,yes", "run.engine=cosa,random"})).find("would change nothing")
                != std::string::npos);
        SweepInputs inputs = inputsWith({"run.seed=1,2"});
        inputs.space.axes[0].values = {0.5};
        QVERIFY(refusal(inputs).find("does not take") != std::string::npos);
        inputs = inputsWith({"run.objective=latency,energy"});
        inputs.space.axes[0].values = {0, 3};
        QVERIFY(refusal(inputs).find("does not take") != std::string::npos);
        inputs = inputsWith({"run.seed=1,2"});
        inputs.options.engine = "cosa-mesh";
        QVERIFY(refusal(inputs).find("our own cost model only") != std::string::npos);
        inputs.space.base.interconnect.below = inputs.space.base.levels[1].name;
        inputs.space.axes = {{"levels.DRAM.read_bandwidth", {4, 8}}};
        QCOMPARE(refusal(inputs), std::string());
        inputs.space.base.dram.model = "ddr4-2400";
        QVERIFY2(refusal(inputs).find("counts DRAM as ddr4-2400, not by") != std::string::npos,
                 refusal(inputs).c_str());
        inputs.space.base.dram.model = "bandwidth";
        QCOMPARE(refusal(inputs), std::string());
    }
};

QTEST_GUILESS_MAIN(TestRunFields)
#include "tst_run_fields.moc"
