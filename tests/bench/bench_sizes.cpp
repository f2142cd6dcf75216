// SPDX-License-Identifier: Apache-2.0
// bench_sizes [FIRST LAST]   what larger sizes of loops (engine/schedule/layer_sizes.h) are worth and cost: attention
// scores, attention values and a 4096 x 4096 product over all token counts from 2000 to 2100, then ResNet-50 and the
// layers of a Llama-3-8B block. `bench_sizes keeps [ACCELERATOR [NETWORK]]` says the same of levels that keep fewer
// tensors than they can (keep_choices.h), at the layers' own sizes. Ends with 1 when a token count costs more than 1 %
// above the next multiple of 64.
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/standing.h"
#include "engine/workload/matrix_product.h"
#include "tests/places.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>

using namespace nestloom;
using schedule::LayerResult;
using schedule::Objective;

namespace {

const std::filesystem::path kPresets = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets";
const auto makeSolver = milp::processSolvers({milp::findSolverProgram()});

std::vector<LayerResult> mapped(const hardware::Accelerator& accelerator, const workload::Network& network,
                                Objective objective, bool largerSizes, int threads = 0, bool bypass = false)
{
    schedule::ScheduleOptions options;
    options.cosa.objective = objective;
    options.largerSizes = largerSizes;
    options.threads = threads;
    options.bypass = bypass;
    auto results = schedule::scheduleNetwork(accelerator, network, options, makeSolver, {});
    for (const LayerResult& layer : results ? *results : std::vector<LayerResult>())
        if (!layer.cost || !layer.verified) {
            std::fprintf(stderr, "bench_sizes: %s: %s\n", layer.name.c_str(), layer.reason.c_str());
            std::exit(2);
        }
    if (!results) {
        std::fprintf(stderr, "bench_sizes: %s\n", results.error().text().c_str());
        std::exit(2);
    }
    return *std::move(results);
}

using Build = std::function<workload::Layer(std::int64_t tokens)>;

double cyclesOf(const LayerResult& layer) { return double(layer.cost->cycles.count); }
double energyOf(const LayerResult& layer) { return layer.cost->energy.count * 1e-6; } // uJ

/// Cycles of what is mapped for latency, energy of what is mapped for energy: the run of each objective. Returns the
/// largest ratio to the next multiple of 64.
double tokenTable(const hardware::Accelerator& accelerator, const char* what, const Build& build, std::int64_t first,
                  std::int64_t last)
{
    const auto next = [](std::int64_t tokens) { return (tokens + 63) / 64 * 64; };
    workload::Network network{"tokens", {}, {}, {}};
    for (std::int64_t tokens = first; tokens <= next(last); ++tokens)
        (network.layers.emplace_back(build(tokens))).name = std::to_string(tokens);
    const auto exact = mapped(accelerator, network, Objective::Latency, false),
               exactEnergy = mapped(accelerator, network, Objective::Energy, false),
               fast = mapped(accelerator, network, Objective::Latency, true),
               frugal = mapped(accelerator, network, Objective::Energy, true);
    std::printf("%s on %s\n%6s %13s %13s %-26s %9s %12s %12s %-26s %9s %9s\n", what, accelerator.name.c_str(), "tokens",
                "own cycles", "cycles", "mapped as", "bound", "own uJ", "uJ", "mapped as", "bound", "CPU ms");
    double worst = 0, cpu = 0, ownCpu = 0;
    for (std::int64_t tokens = first; tokens <= last; ++tokens) {
        const auto i = std::size_t(tokens - first), round = std::size_t(next(tokens) - first);
        const workload::Layer& layer = network.layers[i];
        std::printf("%6lld %13.0f %13.0f %-26s %9s %12.1f %12.1f %-26s %9s %9.0f\n", (long long)tokens,
                    cyclesOf(exact[i]), cyclesOf(fast[i]), mapping::describeCovered(layer, *fast[i].mapping).c_str(),
                    schedule::standingText(fast[i].gap).c_str(), energyOf(exactEnergy[i]), energyOf(frugal[i]),
                    mapping::describeCovered(layer, *frugal[i].mapping).c_str(),
                    schedule::standingText(frugal[i].gap).c_str(), fast[i].solveCpuMs);
        worst =
            std::max({worst, cyclesOf(fast[i]) / cyclesOf(fast[round]), energyOf(frugal[i]) / energyOf(frugal[round])});
        cpu += fast[i].solveCpuMs;
        ownCpu += exact[i].solveCpuMs;
    }
    std::printf("largest ratio to the next multiple of 64, of cycles and energy: %.4f; CPU %.0f ms a layer, %.0f ms "
                "with perfect factors only\n\n",
                worst, cpu / double(last - first + 1), ownCpu / double(last - first + 1));
    return worst;
}

/// With a single thread: what the sizes take is told by the CPU time.
void worth(const hardware::Accelerator& accelerator, const workload::Network& network)
{
    for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp}) {
        const auto own = mapped(accelerator, network, objective, false, 1),
                   free = mapped(accelerator, network, objective, true, 1);
        const auto a = schedule::totals(accelerator, own), b = schedule::totals(accelerator, free);
        std::size_t larger = 0;
        for (const LayerResult& layer : free)
            larger += mapping::describeCovered(network.layers[layer.index], *layer.mapping).empty() ? 0 : 1;
        std::printf(
            "%-22s %-14s %-8s cycles %+7.2f %%  energy %+7.2f %%  EDP %+7.2f %%  larger %3zu of %3zu  %-14s CPU "
            "%6.0f ms, %6.0f ms with perfect factors only (%+.0f %%)\n",
            network.name.c_str(), accelerator.name.c_str(), std::string(name(objective)).c_str(),
            100 * (double(b.cycles.count) / double(a.cycles.count) - 1), 100 * (b.energy.count / a.energy.count - 1),
            100 * (b.edp / a.edp - 1), larger, free.size(), schedule::standingText(b.gap).c_str(), b.solveCpuMs,
            a.solveCpuMs, 100 * (b.solveCpuMs / a.solveCpuMs - 1));
    }
}

/// The same of levels that keep fewer tensors.
void worthOfKeeps(const hardware::Accelerator& accelerator, const workload::Network& network)
{
    for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp}) {
        const auto own = mapped(accelerator, network, objective, false, 1),
                   free = mapped(accelerator, network, objective, false, 1, true);
        const auto a = schedule::totals(accelerator, own), b = schedule::totals(accelerator, free);
        std::size_t fewer = 0;
        double most = 0;
        for (std::size_t i = 0; i < free.size(); ++i) {
            const auto keeps = [](const LayerResult& layer) {
                std::vector<TensorSet> all;
                for (const mapping::LevelLoops& level : layer.mapping->levels)
                    all.push_back(level.keeps);
                return all;
            };
            fewer += keeps(free[i]) != keeps(own[i]) ? 1 : 0;
            most = std::max(most, 1 - free[i].cost->energy.count / own[i].cost->energy.count);
        }
        std::printf("%-22s %-14s %-8s cycles %+7.2f %%  energy %+7.2f %% (at most %.1f %% of a layer)  EDP %+7.2f %%  "
                    "fewer kept in %3zu of %3zu  %-14s CPU %6.0f ms, %6.0f ms without\n",
                    network.name.c_str(), accelerator.name.c_str(), std::string(name(objective)).c_str(),
                    100 * (double(b.cycles.count) / double(a.cycles.count) - 1),
                    100 * (b.energy.count / a.energy.count - 1), 100 * most, 100 * (b.edp / a.edp - 1), fewer,
                    free.size(), schedule::standingText(b.gap).c_str(), b.solveCpuMs, a.solveCpuMs);
    }
}

/// One block of Llama-3-8B: 32 heads of 128, 8 of them for keys and values.
workload::Network llamaBlock(std::int64_t tokens)
{
    workload::Network network{"llama-3-8b, " + std::to_string(tokens), {}, {}, {}};
    const auto add = [&](const char* name, std::int64_t inputs, std::int64_t outputs) {
        network.layers.push_back(workload::matrixProduct(name, {tokens, outputs, inputs, 1}));
    };
    add("query", 4096, 4096);
    add("key-value", 4096, 2048);
    for (workload::Layer& layer : workload::attentionLayers("attention", {1, 32, 8, tokens, tokens, 128, 128}))
        network.layers.push_back(std::move(layer));
    add("output", 4096, 4096);
    add("gate-up", 4096, 28672);
    add("down", 14336, 4096);
    return network;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::string_view(argv[1]) == "keeps") {
        for (const char* machine : {"eyeriss", "simba"}) {
            if (argc > 2 && std::string_view(argv[2]) != machine)
                continue;
            const auto accelerator = io::readAccelerator(kPresets / "accelerators" / (std::string(machine) + ".yaml"));
            const auto network =
                io::readNetwork(kPresets / "networks" / (std::string(argc > 3 ? argv[3] : "resnet50") + ".yaml"));
            if (!accelerator || !network)
                return 2;
            worthOfKeeps(*accelerator, *network);
            worthOfKeeps(*accelerator, llamaBlock(2048));
        }
        return 0;
    }
    const std::int64_t first = argc > 2 ? std::atoll(argv[1]) : 2000, last = argc > 2 ? std::atoll(argv[2]) : 2100;
    const std::pair<const char*, Build> products[]{
        {"attention scores, head of 128",
         [](std::int64_t tokens) {
             return workload::matrixProduct("scores", {tokens, tokens, 128, 1});
         }},
        {"attention values, head of 128",
         [](std::int64_t tokens) {
             return workload::matrixProduct("values", {tokens, 128, tokens, 1});
         }},
        {"4096 x 4096", [](std::int64_t tokens) {
             return workload::matrixProduct("linear", {tokens, 4096, 4096, 1});
         }}};
    double worst = 0;
    for (const char* machine : {"edge-systolic", "simba"}) {
        const auto accelerator = io::readAccelerator(kPresets / "accelerators" / (std::string(machine) + ".yaml"));
        const auto resnet = io::readNetwork(kPresets / "networks" / "resnet50.yaml");
        if (!accelerator || !resnet) {
            std::fprintf(stderr, "bench_sizes: %s\n",
                         (accelerator ? resnet.error() : accelerator.error()).text().c_str());
            return 2;
        }
        for (const auto& [what, build] : products)
            worst = std::max(worst, tokenTable(*accelerator, what, build, first, last));
        worth(*accelerator, *resnet);
        worth(*accelerator, llamaBlock(2048));
        worth(*accelerator, llamaBlock(2039));
        std::printf("\n");
    }
    return worst > 1.01 ? 1 : 0;
}
