// SPDX-License-Identifier: Apache-2.0
// bench_padding [ACCELERATOR] [NETWORK...]   what the best padding of every layer shape gains (padding_advice.h), for
// latency, energy and EDP, and what asking for it takes. Without proofs, so that both sides of each comparison have the
// same budget.
#include "engine/explore/padding_advice.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "tests/places.h"

#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <set>

using namespace nestloom;

namespace {

const std::filesystem::path kPresets = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets";

const auto makeSolver = milp::processSolvers({milp::findSolverProgram()});

double cpuMs()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1e3 * double(usage.ru_utime.tv_sec) + 1e-3 * double(usage.ru_utime.tv_usec);
}

struct Sum {
    int layers = 0, gaining = 0, tried = 0;
    double logGain = 0;
};

void row(const explore::PaddingInputs& inputs, Sum& sum)
{
    const auto advice = explore::advisePadding(inputs, makeSolver, {});
    if (!advice || !advice->unpadded || !advice->unpadded->cost)
        return;
    const auto order = explore::ranked(*advice, inputs.layer, inputs.options);
    ++sum.layers;
    sum.tried += int(order.size());
    if (order.empty())
        return;
    const explore::PaddingOutcome& best = advice->tried[order.front()];
    const double change = *explore::relativeChange(*advice, best, inputs.options);
    sum.logGain += std::log1p(std::min(0.0, change));
    if (change > -0.01)
        return;
    ++sum.gaining;
    std::printf("  %-22s %-30s %-34s %+6.1f %% MACs  %+6.1f %%\n", inputs.layer.name.c_str(),
                workload::describeShape(inputs.layer).c_str(), workload::describe(best.padding).c_str(),
                100 * workload::extraMacs(inputs.layer, best.padding), 100 * change);
}

void bench(const hardware::Accelerator& accelerator, const workload::Network& network, schedule::Objective objective)
{
    std::printf("%s on %s, %s\n", network.name.c_str(), accelerator.name.c_str(),
                std::string(schedule::name(objective)).c_str());
    Sum sum;
    std::set<std::uint64_t> shapes;
    const double before = cpuMs();
    for (const workload::Layer& layer : network.layers) {
        if (!shapes.insert(workload::shapeFingerprint(layer)).second)
            continue;
        explore::PaddingInputs inputs{accelerator, layer, {}};
        inputs.options.cosa.objective = objective;
        inputs.options.cosa.proveWithMip = false;
        inputs.options.threads = 1;
        row(inputs, sum);
    }
    std::printf(
        "  %d of %d shapes gain 1 %% or more; %.1f %% over all; %d paddings mapped, %.0f ms of CPU for each layer\n\n",
        sum.gaining, sum.layers, 100 * std::expm1(sum.logGain / std::max(1, sum.layers)), sum.tried,
        (cpuMs() - before) / std::max(1, sum.layers));
}

/// Layers with primes in every dimension, which nothing divides.
workload::Network primes()
{
    workload::Network network{"primes", {}, {}, {}};
    for (const std::int64_t prime : {31, 61, 127, 251, 509})
        for (const std::int64_t pixels : {7, 13, 29}) {
            workload::Layer layer;
            layer.name = std::to_string(prime) + " channels";
            layer.bounds = {{3, 3, pixels, pixels, prime, prime, 1, 1}};
            network.layers.push_back(layer);
        }
    return network;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string machine = argc > 1 ? argv[1] : "simba";
    const auto accelerator = io::readAccelerator(kPresets / "accelerators" / (machine + ".yaml"));
    if (!accelerator) {
        std::fprintf(stderr, "%s\n", accelerator.error().text().c_str());
        return 2;
    }
    std::vector<workload::Network> networks;
    for (int i = 2; i < argc; ++i) {
        auto network = io::readNetwork(kPresets / "networks" / (std::string(argv[i]) + ".yaml"));
        if (!network) {
            std::fprintf(stderr, "%s\n", network.error().text().c_str());
            return 2;
        }
        networks.push_back(*std::move(network));
    }
    if (networks.empty())
        networks.push_back(primes());
    for (const workload::Network& network : networks)
        for (const auto objective :
             {schedule::Objective::Latency, schedule::Objective::Energy, schedule::Objective::Edp})
            bench(*accelerator, network, objective);
    return 0;
}
