// SPDX-License-Identifier: Apache-2.0
// bench_catalogue [EVALUATIONS [ACCELERATOR...]]   maps every shipped network on every shipped accelerator, equal
// layers of an accelerator once, with a short search and without proofs. Exit code 1 when a mapping was not accepted by
// the verifier, or a layer ended in another way than with a mapping or with the reason why none fits.
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/layer_cache.h"
#include "tests/places.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>

using namespace nestloom;

namespace {

std::vector<std::string> presetNames(const std::string& kind)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(NESTLOOM_SOURCE_DIR "/presets/") + kind))
        if (entry.path().extension() == ".yaml")
            names.push_back(entry.path().stem());
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<workload::Network> readNetworks()
{
    std::vector<workload::Network> networks;
    for (const std::string& name : presetNames("networks")) {
        auto network = io::readNetwork(std::string(NESTLOOM_SOURCE_DIR "/presets/networks/") + name + ".yaml");
        if (!network)
            std::fprintf(stderr, "bench_catalogue: %s\n", network.error().text().c_str());
        else if (!network->layers.empty())
            networks.push_back(std::move(*network));
    }
    return networks;
}

struct Account {
    std::size_t networks = 0, layers = 0, mapped = 0, unfit = 0, wrong = 0;
    double cpuSeconds = 0;
    std::map<std::string, std::string> reasons; // reason, and the first layer it was given for
};

void add(Account& account, const workload::Network& network, const std::vector<schedule::LayerResult>& results)
{
    ++account.networks;
    for (const schedule::LayerResult& layer : results) {
        ++account.layers;
        account.cpuSeconds += layer.solveCpuMs / 1000;
        const std::string where = network.name + " " + layer.name;
        if (layer.mapping && layer.verified && layer.cost) {
            ++account.mapped;
        } else if (layer.status == schedule::LayerStatus::Infeasible && !layer.reason.empty()) {
            ++account.unfit;
            account.reasons.try_emplace(layer.reason, where);
        } else {
            ++account.wrong;
            std::fprintf(stderr, "%s: %s: %s\n", where.c_str(), std::string(name(layer.status)).c_str(),
                         layer.reason.c_str());
        }
    }
}

/// False when something was wrong.
bool mapEverything(const std::string& name, const std::vector<workload::Network>& networks, std::int64_t evaluations)
{
    const auto accelerator =
        io::readAccelerator(std::string(NESTLOOM_SOURCE_DIR "/presets/accelerators/") + name + ".yaml");
    if (!accelerator) {
        std::fprintf(stderr, "bench_catalogue: %s\n", accelerator.error().text().c_str());
        return false;
    }
    schedule::ScheduleOptions options;
    options.cosa.evaluations = evaluations;
    options.cosa.proveWithMip = false;
    schedule::LayerCache cache;
    schedule::Hints hints;
    hints.cache = &cache;
    Account account;
    for (const workload::Network& network : networks) {
        const auto results = schedule::scheduleNetwork(
            *accelerator, network, options,
            [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); },
            {}, {}, hints);
        if (!results) {
            std::fprintf(stderr, "bench_catalogue: %s\n", results.error().text().c_str());
            return false;
        }
        add(account, network, *results);
    }
    std::printf("%-20s %8zu %8zu %8zu %8zu %8zu %10.1f\n", name.c_str(), account.networks, account.layers,
                account.mapped, account.unfit, account.wrong, account.cpuSeconds);
    for (const auto& [reason, layer] : account.reasons)
        std::printf("    %s: %s\n", layer.c_str(), reason.c_str());
    std::fflush(stdout);
    return account.wrong == 0;
}

} // namespace

int main(int argc, char** argv)
{
    const std::int64_t evaluations = argc > 1 ? std::atoll(argv[1]) : 3'000;
    std::vector<std::string> accelerators(argv + std::min(argc, 2), argv + argc);
    if (accelerators.empty())
        accelerators = presetNames("accelerators");
    const auto networks = readNetworks();
    std::printf("%-20s %8s %8s %8s %8s %8s %10s\n", "accelerator", "networks", "layers", "mapped", "unfit", "wrong",
                "CPU s");
    bool right = true;
    for (const std::string& accelerator : accelerators)
        right = mapEverything(accelerator, networks, evaluations) && right;
    return right ? 0 : 1;
}
