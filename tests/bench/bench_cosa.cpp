// SPDX-License-Identifier: Apache-2.0
// bench_cosa [SEED]   maps the recorded layers on `simba` and prints latency, proven bound, gap and time beside the
// searches recorded with Timeloop (timeloop_searches.csv). Speed-ups use Timeloop's cycle count of our mapping, so both
// sides are judged by the same model. Timeloop's PEs lay in one row, those of `simba` lie 4 x 4, which allows fewer
// mappings.
#include "engine/io/read_accelerator.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "tests/places.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sstream>

using namespace nestloom;

namespace {

struct Recorded {
    double random5 = 0, hybrid = 0, hybridCpuSeconds = 0; // cycles, cycles, s; 0 = not recorded
};

struct Recordings {
    workload::Network network;
    std::vector<Recorded> layers;
};

Recordings readRecordings(const std::string& path)
{
    Recordings recordings;
    recordings.network.name = "recorded layers";
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#' || line.starts_with("layer,"))
            continue;
        std::istringstream cells(line);
        std::vector<std::string> values;
        for (std::string cell; std::getline(cells, cell, ',');)
            values.push_back(cell);
        workload::Layer layer;
        layer.name = values.at(0);
        for (std::size_t i = 0; i < 7; ++i)
            layer.bounds.values[i] = std::stoll(values.at(1 + i));
        layer.strideP = std::stoll(values.at(8));
        layer.strideQ = std::stoll(values.at(9));
        layer.dilationR = std::stoll(values.at(10));
        layer.dilationS = std::stoll(values.at(11));
        recordings.network.layers.push_back(layer);
        recordings.layers.push_back({std::stod(values.at(12)), std::stod(values.at(13)), std::stod(values.at(14))});
    }
    return recordings;
}

/// Geometric mean and least of some ratios.
struct Ratios {
    double logSum = 0, least = 1e300;
    int count = 0;
    void add(double ratio)
    {
        logSum += std::log(ratio);
        least = std::min(least, ratio);
        ++count;
    }
    void print(const char* what) const
    {
        std::printf("%-44s geometric mean %.2fx, least %.3fx, %d layers\n", what, std::exp(logSum / std::max(1, count)),
                    least, count);
    }
};

void printLayer(const schedule::LayerResult& layer, const Recorded& recorded)
{
    if (!layer.cost) {
        std::printf("%-24s %s: %s\n", layer.name.c_str(), std::string(name(layer.status)).c_str(),
                    layer.reason.c_str());
        return;
    }
    const double timeloop = static_cast<double>(layer.timeloopCost->cycles.count);
    std::printf("%-24s %10lld %12.1f %7.3f %10.2f %9.1f %9.2f %9.2f\n", layer.name.c_str(),
                static_cast<long long>(layer.cost->cycles.count), *layer.lowerBoundCycles, 100 * *layer.gap,
                layer.cost->energy.count * 1e-6, layer.solveCpuMs, recorded.random5 / timeloop,
                recorded.hybrid / timeloop);
}

} // namespace

int main(int argc, char** argv)
{
    const auto accelerator = io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    const Recordings recordings = readRecordings(NESTLOOM_SOURCE_DIR "/tests/bench/timeloop_searches.csv");
    if (!accelerator) {
        std::fprintf(stderr, "bench_cosa: %s\n", accelerator.error().text().c_str());
        return 2;
    }
    schedule::ScheduleOptions options;
    options.threads = 1;
    options.seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const auto start = std::chrono::steady_clock::now();
    const auto results = schedule::scheduleNetwork(
        *accelerator, recordings.network, options,
        [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); },
        {});
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!results) {
        std::fprintf(stderr, "bench_cosa: %s\n", results.error().text().c_str());
        return 2;
    }
    std::printf("%-24s %10s %12s %7s %10s %9s %9s %9s\n", "layer", "cycles", "bound", "gap %", "energy uJ", "CPU ms",
                "x random", "x hybrid");
    Ratios random, randomResnet, hybrid;
    std::vector<double> cpu;
    int within = 0;
    double hybridCpu = 0;
    for (std::size_t i = 0; i < results->size(); ++i) {
        const schedule::LayerResult& layer = (*results)[i];
        const Recorded& recorded = recordings.layers[i];
        printLayer(layer, recorded);
        if (!layer.cost)
            continue;
        const double timeloop = static_cast<double>(layer.timeloopCost->cycles.count);
        random.add(recorded.random5 / timeloop);
        if (layer.name.starts_with("r50_"))
            randomResnet.add(recorded.random5 / timeloop);
        if (recorded.hybrid > 0)
            hybrid.add(recorded.hybrid / timeloop);
        hybridCpu += recorded.hybridCpuSeconds;
        cpu.push_back(layer.solveCpuMs);
        within += *layer.gap <= 0.01 ? 1 : 0;
    }
    std::sort(cpu.begin(), cpu.end());
    random.print("against best of 5 random mappings:");
    randomResnet.print("  of these, ResNet-50 layers:");
    hybrid.print("against Timeloop Hybrid (32 threads, 500):");
    std::printf("within 1 %% of the proven bound: %d of %zu layers\n", within, results->size());
    std::printf("CPU per layer: median %.1f ms, largest %.1f ms; all layers %.2f s of wall time on one thread (Hybrid: "
                "%.0f s of CPU)\n",
                cpu.empty() ? 0.0 : cpu[cpu.size() / 2], cpu.empty() ? 0.0 : cpu.back(), wall.count(), hybridCpu);
    return 0;
}
