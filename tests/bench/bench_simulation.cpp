// SPDX-License-Identifier: Apache-2.0
// bench_simulation [ACCELERATOR [NETWORK...]]   repeats CoSA's comparison under the cycle-level simulation (Huang et
// al., CoSA, 2021, Fig. 10): each unique layer mapped by CoSA and by the best of five random valid mappings, both
// simulated with the DRAM of the accelerator. A random mapping whose run is not done after 20 times CoSA's cycles
// counts as 20 times. bench_simulation model [SEED]   compares the mesh model with the simulation instead.
// bench_simulation mapped|simulated [ACCELERATOR [NETWORK]]   compares what is mapped under both models; `simulated`
// with --objective simulated.
#include "engine/base/run_control.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/layer_simulation.h"
#include "tests/bench/model_bench.h"
#include "tests/places.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using namespace nestloom;

namespace {

constexpr noc::Cycle kGiveUp = 20; // times CoSA's cycles

struct Comparison {
    double logSum = 0, best = 0, analyticalLogSum = 0;
    double cosaCycles = 0, randomCycles = 0; // simulated, with repetitions of equal shapes
    int layers = 0, cut = 0, failed = 0;
    std::vector<double> cpuSeconds; // of CoSA's runs

    double mean() const { return std::exp(logSum / std::max(1, layers)); }
    double analyticalMean() const { return std::exp(analyticalLogSum / std::max(1, layers)); }
    double cpuAt(double share)
    {
        if (cpuSeconds.empty())
            return 0;
        std::sort(cpuSeconds.begin(), cpuSeconds.end());
        return cpuSeconds[static_cast<std::size_t>(share * static_cast<double>(cpuSeconds.size() - 1))];
    }
};

Result<std::vector<schedule::LayerResult>> mapped(const hardware::Accelerator& accelerator,
                                                  const workload::Network& network, const std::string& engine)
{
    schedule::ScheduleOptions options;
    options.engine = engine;
    return schedule::scheduleNetwork(
        accelerator, network, options,
        [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); },
        {});
}

void compareLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& cosa, const schedule::LayerResult& random, double repetitions,
                  Comparison& comparison)
{
    if (!cosa.mapping || !random.mapping) {
        ++comparison.failed;
        return;
    }
    auto settings = *simulation::settingsFor(accelerator, "ddr4-2400");
    settings.countWindows = false;
    const auto start = threadCpuTime();
    const auto ours = simulation::simulateLayer(accelerator, layer, *cosa.mapping, settings, {});
    comparison.cpuSeconds.push_back(std::chrono::duration<double>(threadCpuTime() - start).count());
    if (!ours || !ours->run.finished) {
        std::fprintf(stderr, "%s: %s\n", layer.name.c_str(), ours ? "not finished" : ours.error().text().c_str());
        ++comparison.failed;
        return;
    }
    settings.maxCycles = kGiveUp * ours->run.cycles;
    const auto theirs = simulation::simulateLayer(accelerator, layer, *random.mapping, settings, {});
    if (!theirs) {
        std::fprintf(stderr, "%s: %s\n", layer.name.c_str(), theirs.error().text().c_str());
        ++comparison.failed;
        return;
    }
    const bool cut = !theirs->run.finished;
    const double cycles = cut ? double(settings.maxCycles) : double(theirs->run.cycles);
    const double ratio = cycles / double(ours->run.cycles);
    comparison.cut += cut;
    comparison.logSum += std::log(ratio);
    comparison.analyticalLogSum += std::log(double(random.cost->cycles.count) / double(cosa.cost->cycles.count));
    comparison.best = std::max(comparison.best, ratio);
    comparison.cosaCycles += repetitions * double(ours->run.cycles);
    comparison.randomCycles += repetitions * cycles;
    ++comparison.layers;
}

bool compareNetwork(const hardware::Accelerator& accelerator, const std::string& name)
{
    const auto network = io::readNetwork(std::string(NESTLOOM_SOURCE_DIR "/presets/networks/") + name + ".yaml");
    if (!network) {
        std::fprintf(stderr, "bench_simulation: %s\n", network.error().text().c_str());
        return false;
    }
    const auto cosa = mapped(accelerator, *network, "cosa");
    const auto random = mapped(accelerator, *network, "random");
    if (!cosa || !random) {
        std::fprintf(stderr, "bench_simulation: %s\n", (cosa ? random : cosa).error().text().c_str());
        return false;
    }
    Comparison comparison;
    for (std::size_t i = 0; i < cosa->size(); ++i) {
        const schedule::LayerResult& layer = (*cosa)[i];
        if (layer.sameShapeAs)
            continue;
        const auto isSame = [&](const schedule::LayerResult& other) { return other.sameShapeAs == i; };
        const double repetitions = 1.0 + double(std::count_if(cosa->begin(), cosa->end(), isSame));
        compareLayer(accelerator, network->layers[i], layer, (*random)[i], repetitions, comparison);
    }
    std::printf("%-12s %7d %9.2fx %10.2fx %8.2fx %12.2fx %6d %7d %10.2f %9.2f\n", name.c_str(), comparison.layers,
                comparison.mean(), comparison.randomCycles / std::max(1.0, comparison.cosaCycles), comparison.best,
                comparison.analyticalMean(), comparison.cut, comparison.failed, comparison.cpuAt(0.5),
                comparison.cpuAt(1));
    std::fflush(stdout);
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "model")
        return bench::compareModel(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
    const std::string_view what = argc > 1 ? argv[1] : "";
    if (what == "mapped" || what == "simulated")
        return bench::compareMapped(argc > 2 ? argv[2] : "simba", argc > 3 ? argv[3] : "resnet50", what == "simulated");
    const std::string name = argc > 1 ? argv[1] : "simba";
    const auto accelerator =
        io::readAccelerator(std::string(NESTLOOM_SOURCE_DIR "/presets/accelerators/") + name + ".yaml");
    if (!accelerator) {
        std::fprintf(stderr, "bench_simulation: %s\n", accelerator.error().text().c_str());
        return 2;
    }
    std::vector<std::string> networks(argv + std::min(argc, 2), argv + argc);
    if (networks.empty())
        networks = {"alexnet", "resnet50", "resnext50", "deepbench"};
    std::printf("%s: simulated cycles of best-of-5 random over CoSA's (the paper: up to 3.3x "
                "for a network)\n",
                name.c_str());
    std::printf("%-12s %7s %10s %11s %9s %13s %6s %7s %10s %9s\n", "network", "layers", "geo. mean", "end to end",
                "largest", "analytical", "cut", "failed", "median s", "worst s");
    for (const std::string& network : networks)
        if (!compareNetwork(*accelerator, network))
            return 2;
    return 0;
}
