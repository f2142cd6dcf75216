// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/model_bench.h"

#include "engine/base/rng.h"
#include "engine/cost/mesh_model.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/layer_simulation.h"
#include "tests/places.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace nestloom::bench {

namespace {

// Of a predicted layer; what would take longer to simulate is left out and counted.
constexpr double kMostRouterCycles = 2e8;

/// One mapping, simulated and predicted.
struct Sample {
    std::size_t layer = 0;
    bool cosa = false; // mapped by it for latency
    double simulated = 0, predicted = 0, today = 0, bound = 0;
};

double error(double a, double b) { return std::max(a, b) / std::min(a, b) - 1; }

/// Figures of one row.
struct Samples {
    std::vector<Sample> all;
    int longer = 0, unfinished = 0;
    double microseconds = 0;

    void add(const Samples& other)
    {
        const std::size_t layers = all.empty() ? 0 : all.back().layer + 1;
        for (Sample sample : other.all) {
            sample.layer += layers;
            all.push_back(sample);
        }
        longer += other.longer;
        unfinished += other.unfinished;
        microseconds += other.microseconds;
    }

    template <typename Figure>
    double at(double quantile, Figure figure) const
    {
        std::vector<double> figures;
        for (const Sample& sample : all)
            figures.push_back(figure(sample));
        std::sort(figures.begin(), figures.end());
        return figures.empty() ? 0 : figures[static_cast<std::size_t>(quantile * double(figures.size() - 1))];
    }

    Samples onlyCosa() const
    {
        Samples few = *this;
        std::erase_if(few.all, [](const Sample& sample) { return !sample.cosa; });
        few.microseconds *= double(few.all.size()) / double(all.size());
        return few;
    }

    /// Pairs of mappings of a layer that differ by more than 5 % when simulated, and how many are in the right order.
    std::pair<int, int> pairs() const
    {
        int ordered = 0, count = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Sample &a = all[i], &b = all[j];
                if (a.layer != b.layer || error(a.simulated, b.simulated) <= 0.05)
                    continue;
                ++count;
                ordered += (a.predicted > b.predicted) == (a.simulated > b.simulated);
            }
        return {ordered, count};
    }

    /// A row of what cosa chooses for latency, and one of all mappings.
    void print(const char* accelerator, const std::string& network) const
    {
        onlyCosa().printRow(accelerator, (network + " cosa").c_str());
        printRow(accelerator, (network + " all").c_str());
    }

private:
    void printRow(const char* accelerator, const char* network) const
    {
        if (all.empty()) {
            std::printf("%-10s %-14s %5d\n", accelerator, network, 0);
            return;
        }
        const auto predicted = [](const Sample& s) { return error(s.predicted, s.simulated); };
        const auto today = [](const Sample& s) { return error(s.today, s.simulated); };
        const auto bound = [](const Sample& s) { return s.simulated / s.bound; };
        const auto within = std::count_if(all.begin(), all.end(), [&](const Sample& s) { return predicted(s) <= 0.2; });
        const auto above =
            std::count_if(all.begin(), all.end(), [](const Sample& s) { return s.bound > s.simulated * (1 + 1e-9); });
        const auto [ordered, count] = pairs();
        std::printf(
            "%-10s %-14s %5zu %7.1f %% %7.1f %% %7.1f %% %7.1f %% %6d/%-5d %8.2f %6ld %6d %8.0f %% %8.0f %% %7.1f\n",
            accelerator, network, all.size(), 100 * at(0.5, predicted), 100 * at(0.95, predicted),
            100 * at(1, predicted), 100.0 * double(within) / double(all.size()), ordered, count, at(0.5, bound),
            long(above), longer + unfinished, 100 * at(0.5, today), 100 * at(0.95, today),
            microseconds / double(all.size()));
        std::fflush(stdout);
    }
};

void printHead()
{
    std::printf("%-10s %-14s %5s %9s %9s %9s %9s %12s %8s %6s %6s %10s %10s %7s\n", "accelerator", "network", "runs",
                "median", "95th", "worst", "in 20 %", "pairs right", "sim/bd", "above", "left", "analytical",
                "its 95th", "us");
}

void sample(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t index, bool cosa,
            const schedule::LayerResult& mapped, Samples& samples)
{
    if (!mapped.mapping)
        return;
    const auto mesh = cost::meshLevel(accelerator);
    const auto memory = cost::memoryOf(accelerator, cost::dramModelOf(accelerator));
    if (!mesh || !memory)
        return;
    const workload::Layer covered = mapping::coveredLayer(layer, *mapped.mapping); // larger where that is better
    cost::MeshModel model(accelerator, covered, *mesh, *memory);
    cost::Nest nest;
    cost::flatten(accelerator, *mapped.mapping, nest);
    cost::AccessCounts counts;
    cost::countAccesses(layer, nest, counts);
    constexpr int kRepetitions = 50;
    const auto begin = std::chrono::steady_clock::now();
    cost::MeshTime time;
    for (int i = 0; i < kRepetitions; ++i)
        time = model.time(nest, counts);
    const double taken =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / kRepetitions;
    const hardware::Fanout& fanout = accelerator.levels[*mesh].fanout;
    if (time.cycles * double(fanout.columns * (fanout.rows + 1)) > kMostRouterCycles) {
        ++samples.longer;
        return;
    }
    auto settings = *simulation::settingsFor(accelerator, cost::dramModelOf(accelerator));
    settings.countWindows = false;
    settings.maxCycles = noc::Cycle(5 * time.cycles);
    const auto run = simulation::simulateLayer(accelerator, layer, *mapped.mapping, settings, {});
    if (!run || !run->run.finished) {
        std::fprintf(stderr, "%s, %s: %s\n", accelerator.name.c_str(), layer.name.c_str(),
                     run ? "not finished after five times the prediction" : run.error().text().c_str());
        ++samples.unfinished;
        return;
    }
    samples.microseconds += taken;
    samples.all.push_back(
        {index, cosa, double(run->run.cycles), time.cycles, double(mapped.cost->cycles.count), time.bound});
}

Samples sampled(const hardware::Accelerator& accelerator, const workload::Network& network)
{
    std::vector<std::vector<schedule::LayerResult>> runs;
    for (const char* engine : {"cosa", "cosa energy", "hybrid", "random"}) {
        schedule::ScheduleOptions options;
        options.engine = std::string(engine).substr(0, std::strcspn(engine, " "));
        if (options.engine != engine)
            options.cosa.objective = schedule::Objective::Energy;
        auto run = schedule::scheduleNetwork(
            accelerator, network, options,
            [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); },
            {});
        if (!run)
            std::fprintf(stderr, "%s: %s\n", accelerator.name.c_str(), run.error().text().c_str());
        else
            runs.push_back(std::move(*run));
    }
    Samples samples;
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer)
        for (const auto& run : runs)
            if (!run[layer].sameShapeAs)
                sample(accelerator, network.layers[layer], layer, &run == &runs.front(), run[layer], samples);
    return samples;
}

template <typename T>
T oneOf(Rng& rng, std::initializer_list<T> values)
{
    return values.begin()[rng.below(values.size())];
}

void scale(hardware::BufferLevel& level, double factor)
{
    if (level.capacity)
        level.capacity = Bytes{std::max<std::int64_t>(1, std::int64_t(double(level.capacity->count) * factor))};
}

/// simba or eyeriss with another mesh, other sizes and another DRAM.
hardware::Accelerator randomAccelerator(Rng& rng, const hardware::Accelerator& base)
{
    hardware::Accelerator accelerator = base;
    const std::size_t mesh = *cost::meshLevel(accelerator);
    accelerator.levels[mesh].fanout = {2 + std::int64_t(rng.below(7)), 2 + std::int64_t(rng.below(7))};
    accelerator.interconnect.flit = Bits{oneOf<std::int64_t>(rng, {32, 64, 128, 256})};
    for (const TensorRole role : kTensorRoles)
        if (rng.below(5) == 0)
            accelerator.levels[mesh].multicast = accelerator.levels[mesh].multicast.without(role);
    accelerator.dram.model = oneOf<const char*>(rng, {"ddr4-2400", "ddr4-3200", "lpddr4-2400", "bandwidth"});
    scale(accelerator.levels[mesh], oneOf(rng, {0.5, 1.0, 2.0, 4.0}));
    for (std::size_t level = mesh + 1; level < accelerator.levels.size(); ++level)
        if (accelerator.levels[level].capacity && accelerator.levels[level].capacity->count > 64)
            scale(accelerator.levels[level], oneOf(rng, {0.5, 1.0, 2.0}));
    return accelerator;
}

workload::Layer randomLayer(Rng& rng, std::size_t index)
{
    using enum workload::LoopDimension;
    workload::Layer layer;
    layer.name = "random " + std::to_string(index);
    layer.bounds[R] = layer.bounds[S] = oneOf<std::int64_t>(rng, {1, 1, 3, 5});
    layer.bounds[P] = layer.bounds[Q] = 4 + std::int64_t(rng.below(53));
    layer.bounds[C] = oneOf<std::int64_t>(rng, {3, 16, 24, 48, 64, 96, 128, 160, 256});
    layer.bounds[K] = oneOf<std::int64_t>(rng, {8, 16, 24, 48, 64, 96, 128, 160, 256});
    layer.strideP = layer.strideQ = 1 + std::int64_t(rng.below(2));
    return layer;
}

std::optional<hardware::Accelerator> preset(const std::string& name)
{
    auto accelerator = io::readAccelerator(std::string(NESTLOOM_SOURCE_DIR "/presets/accelerators/") + name + ".yaml");
    if (accelerator)
        return *accelerator;
    std::fprintf(stderr, "bench_simulation: %s\n", accelerator.error().text().c_str());
    return std::nullopt;
}

} // namespace

int compareModel(std::uint64_t seed)
{
    std::printf(
        "mesh model against simulation, the accelerator's own DRAM; mapped by cosa for latency, cosa for "
        "energy, hybrid and best of five random\n"
        "error: the larger over the smaller - 1; sim/bd: simulated over lower bound, median; above: bounds above "
        "the simulation; left: longer than %.0e router cycles, or unfinished; analytical: error of today's "
        "model; us: of one prediction\n",
        kMostRouterCycles);
    printHead();
    Samples together;
    for (const char* name : {"simba", "simba-8x8", "eyeriss"}) {
        const auto accelerator = preset(name);
        for (const char* networkName : {"resnet50", "alexnet", "deepbench"}) {
            const auto network =
                io::readNetwork(std::string(NESTLOOM_SOURCE_DIR "/presets/networks/") + networkName + ".yaml");
            if (!accelerator || !network)
                return 2;
            const Samples samples = sampled(*accelerator, *network);
            samples.print(name, networkName);
            together.add(samples);
        }
    }
    together.print("together", "");

    std::printf("random accelerators and layers, seed %llu\n", static_cast<unsigned long long>(seed));
    Rng rng(seed);
    Samples random;
    for (int i = 0; i < 24; ++i) {
        const auto base = preset(i % 3 == 2 ? "eyeriss" : "simba");
        if (!base)
            return 2;
        const hardware::Accelerator accelerator = randomAccelerator(rng, *base);
        workload::Network network;
        network.name = "random";
        for (std::size_t layer = 0; layer < 4; ++layer)
            network.layers.push_back(randomLayer(rng, layer));
        random.add(sampled(accelerator, network));
    }
    random.print("random", "");
    return 0;
}

int compareMapped(const std::string& acceleratorName, const std::string& networkName, bool simulated)
{
    const auto accelerator = preset(acceleratorName);
    const auto network = io::readNetwork(std::string(NESTLOOM_SOURCE_DIR "/presets/networks/") + networkName + ".yaml");
    if (!accelerator || !network)
        return 2;
    std::vector<std::vector<schedule::LayerResult>> runs;
    for (const char* engine : {"cosa", simulated ? "cosa-mesh simulated" : "cosa-mesh"}) {
        schedule::ScheduleOptions options;
        options.engine = std::string(engine).substr(0, std::strcspn(engine, " "));
        options.cosa.simulated = options.engine != engine;
        auto run = schedule::scheduleNetwork(
            *accelerator, *network, options,
            [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); },
            {});
        if (!run) {
            std::fprintf(stderr, "bench_simulation: %s\n", run.error().text().c_str());
            return 2;
        }
        runs.push_back(std::move(*run));
    }
    std::printf("%s, %s, DRAM %s: simulated cycles of cosa's mappings over those of cosa-mesh\n",
                acceleratorName.c_str(), networkName.c_str(), cost::dramModelOf(*accelerator).c_str());
    std::printf("%-22s %11s %11s %7s %11s %11s %9s %9s\n", "layer", "cosa", "cosa-mesh", "gain", "predicted", "bound",
                "sim/bound", "CPU ms");
    double gains = 0, distances = 0;
    int layers = 0, slower = 0;
    std::vector<double> cpu;
    for (std::size_t i = 0; i < network->layers.size(); ++i) {
        const schedule::LayerResult &usual = runs[0][i], &mesh = runs[1][i];
        if (usual.sameShapeAs || !usual.mapping || !mesh.mapping)
            continue;
        auto settings = *simulation::settingsFor(*accelerator, cost::dramModelOf(*accelerator));
        settings.countWindows = false;
        double cycles[2] = {};
        for (int run = 0; run < 2; ++run) {
            const auto done =
                simulation::simulateLayer(*accelerator, network->layers[i], *runs[run][i].mapping, settings, {});
            cycles[run] = done && done->run.finished ? double(done->run.cycles) : 0;
        }
        const double bound = mesh.lowerBoundCycles.value_or(0);
        std::printf("%-22s %11.0f %11.0f %7.3f %11lld %11.0f %9.3f %9.1f\n", usual.name.c_str(), cycles[0], cycles[1],
                    cycles[0] / cycles[1], static_cast<long long>(mesh.cost->cycles.count), bound, cycles[1] / bound,
                    mesh.solveCpuMs);
        std::fflush(stdout);
        gains += std::log(cycles[0] / cycles[1]);
        distances += std::log(cycles[1] / bound);
        slower += cycles[1] > cycles[0];
        cpu.push_back(mesh.solveCpuMs);
        ++layers;
    }
    std::sort(cpu.begin(), cpu.end());
    std::printf("%d layers: geometric mean %.3f, slower on %d; simulated over bound %.3f; median CPU %.1f ms\n", layers,
                std::exp(gains / layers), slower, std::exp(distances / layers), cpu[cpu.size() / 2]);
    return 0;
}

} // namespace nestloom::bench
