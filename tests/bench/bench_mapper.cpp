// SPDX-License-Identifier: Apache-2.0
// bench_mapper [--every N] [OBJECTIVE] [ACCELERATOR] [NETWORK...]   maps each shape of the networks, or one of N, with CoSA and
// the baselines and prints, in the figure of the objective, what each reaches beside the proven bound. Times are CPU times of
// one thread. ACCELERATOR is a preset or a file, as accelerators/simba-ports.yaml beside this program.
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/objective_report.h"
#include "tests/places.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

using namespace nestloom;

namespace {

constexpr double kClosed = 1e-5; // whole cycles and sums of doubles differ by less
const std::string kPresets = NESTLOOM_SOURCE_DIR "/presets/";

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()});
}

/// One of `every` shapes, each once.
workload::Network distinctLayers(const workload::Network& network, std::size_t every)
{
    workload::Network distinct;
    distinct.name = network.name;
    std::set<std::uint64_t> shapes;
    for (const workload::Layer& layer : network.layers)
        if (shapes.insert(workload::shapeFingerprint(layer)).second && (shapes.size() - 1) % every == 0)
            distinct.layers.push_back(layer);
    return distinct;
}

struct Column {
    std::vector<double> gaps, cpuMs, proofMs;
    double logRandom = 0, logHybrid = 0, logEqualTime = 0;
};

double best(const Result<schedule::LayerOutcome>& outcome)
{
    return outcome && !outcome->convergence.empty() ? outcome->convergence.back().value : 0;
}

double share(const std::vector<double>& gaps, double limit)
{
    const auto within = std::count_if(gaps.begin(), gaps.end(), [&](double gap) { return gap <= limit + 1e-9; });
    return 100.0 * static_cast<double>(within) / static_cast<double>(std::max<std::size_t>(1, gaps.size()));
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

void compare(const hardware::Accelerator& accelerator, const workload::Layer& layer, const schedule::LayerResult& result,
             const schedule::ObjectiveReport& report, schedule::Objective objective, Column& column)
{
    RunControl control;
    const double random = best(schedule::solveBaseline("random", layer, accelerator, objective, {}, control));
    const double hybrid = best(schedule::solveBaseline("hybrid", layer, accelerator, objective, {}, control));
    schedule::BaselineParams equal;
    equal.searches = 1;
    equal.cpuSeconds = result.solveCpuMs * 1e-3;
    const double equalTime = best(schedule::solveBaseline("hybrid", layer, accelerator, objective, equal, control));
    column.gaps.push_back(*report.gap);
    column.cpuMs.push_back(result.solveCpuMs);
    column.proofMs.push_back(report.cpuMs);
    column.logRandom += std::log(random / *report.figure);
    column.logHybrid += std::log(hybrid / *report.figure);
    column.logEqualTime += std::log(equalTime / *report.figure);
    std::printf("%-26s %12.6g %8.3f %8.1f %8.1f %8.2f %8.3f %8.3f\n", layer.name.c_str(), *report.figure, 100 * *report.gap,
                result.solveCpuMs, report.cpuMs, random / *report.figure, hybrid / *report.figure, equalTime / *report.figure);
}

int run(const hardware::Accelerator& accelerator, const std::string& name, schedule::Objective objective, std::size_t every)
{
    const auto network = io::readNetwork(kPresets + "networks/" + name + ".yaml");
    if (!network) {
        std::fprintf(stderr, "bench_mapper: %s\n", network.error().text().c_str());
        return 2;
    }
    const workload::Network layers = distinctLayers(*network, every);
    schedule::ScheduleOptions options;
    options.threads = 1;
    options.cosa.objective = objective;
    const auto results = schedule::scheduleNetwork(accelerator, layers, options, makeSolver, {});
    const auto reports = results ? schedule::reportObjective(accelerator, layers, options, *results, makeSolver, {})
                                 : Result<std::vector<schedule::ObjectiveReport>>(results.error());
    if (!reports) {
        std::fprintf(stderr, "bench_mapper: %s\n", reports.error().text().c_str());
        return 2;
    }
    std::printf("%-26s %12s %8s %8s %8s %8s %8s %8s\n", (name + " on " + accelerator.name).c_str(),
                std::string(schedule::name(objective)).c_str(), "gap %", "CPU ms", "proof ms", "x random", "x hybrid", "x equal");
    Column column;
    for (std::size_t i = 0; i < results->size(); ++i)
        if ((*reports)[i].gap)
            compare(accelerator, layers.layers[i], (*results)[i], (*reports)[i], objective, column);
    const double count = static_cast<double>(std::max<std::size_t>(1, column.gaps.size()));
    std::printf("%s, %s, %s: %.0f of %zu shapes; gap 0 on %.0f %%, <= 1 %% on %.0f %%, <= 3 %% on %.0f %%, largest %.2f %%; CPU median "
                "%.1f ms, largest %.1f ms, proof outside the engine %.1f ms; geometric means: random %.2fx, hybrid %.3fx, hybrid in equal CPU time %.3fx\n\n",
                name.c_str(), accelerator.name.c_str(), std::string(schedule::name(objective)).c_str(), count, layers.layers.size(),
                share(column.gaps, kClosed), share(column.gaps, 0.01), share(column.gaps, 0.03),
                column.gaps.empty() ? 0.0 : 100 * *std::max_element(column.gaps.begin(), column.gaps.end()), median(column.cpuMs),
                column.cpuMs.empty() ? 0.0 : *std::max_element(column.cpuMs.begin(), column.cpuMs.end()), median(column.proofMs), std::exp(column.logRandom / count), std::exp(column.logHybrid / count),
                std::exp(column.logEqualTime / count));
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    std::size_t every = 1;
    if (argc > 2 && std::string(argv[1]) == "--every") {
        every = std::max<std::size_t>(1, std::stoul(argv[2]));
        argc -= 2;
        argv += 2;
    }
    const auto objective = schedule::objective(argc > 1 ? argv[1] : "energy");
    const std::string machine = argc > 2 ? argv[2] : "simba";
    const auto accelerator = io::readAccelerator(machine.find('/') != std::string::npos ? machine : kPresets + "accelerators/" + machine + ".yaml");
    if (!objective || *objective == schedule::Objective::CosaPaper || *objective == schedule::Objective::Weighted || !accelerator) {
        std::fprintf(stderr, "bench_mapper: %s\n", accelerator ? "the objective is latency, energy or edp" : accelerator.error().text().c_str());
        return 2;
    }
    std::vector<std::string> networks{argv + std::min(argc, 3), argv + argc};
    if (networks.empty())
        networks = {"resnet50", "resnext50", "deepbench", "alexnet"};
    for (const std::string& network : networks)
        if (const int failed = run(*accelerator, network, *objective, every); failed != 0)
            return failed;
    return 0;
}
