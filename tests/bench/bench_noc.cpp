// SPDX-License-Identifier: Apache-2.0
// bench_noc [SEEDS]   simulates saturated random traffic on meshes of several sizes and with both kinds of routers, and
// prints how many flits leave a router in a second of CPU time on one core. CSV files of transactions given instead are
// simulated as the compatible mode does, on 4 x 5 routers.
#include "engine/base/run_control.h"
#include "engine/io/text.h"
#include "engine/io/transaction_csv.h"
#include "engine/noc/simulate.h"
#include "engine/simulation/compatible_dram.h"
#include "tests/support/random_transactions.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace nestloom;

namespace {

struct Case {
    const char* name;
    noc::Grid grid;
    double multicasts;
    std::size_t transactions;
    double goal; // million flit-hops a second; 0 = none set
    noc::RouterKind router = noc::RouterKind::Wormhole;
};

constexpr Case kCases[] = {
    {"4x5, unicast", {4, 5}, 0, 6000, 15},
    {"4x5, 30 % multicast", {4, 5}, 0.3, 2000, 15},
    {"8x9, unicast", {8, 9}, 0, 10'000, 12},
    {"8x9, 30 % multicast", {8, 9}, 0.3, 1500, 12},
    {"16x17, unicast", {16, 17}, 0, 10'000, 0},
    {"16x17, 30 % multicast", {16, 17}, 0.3, 600, 0},
    {"4x5, unicast, vc", {4, 5}, 0, 3000, 0, noc::RouterKind::VirtualChannels},
    {"4x5, 30 % multicast, vc", {4, 5}, 0.3, 1000, 0, noc::RouterKind::VirtualChannels},
    {"8x9, unicast, vc", {8, 9}, 0, 3000, 0, noc::RouterKind::VirtualChannels},
    {"8x9, 30 % multicast, vc", {8, 9}, 0.3, 500, 0, noc::RouterKind::VirtualChannels},
};

struct Measured {
    noc::SimulationResult result;
    double seconds = 0;
};

Measured measure(const noc::Grid& grid, const noc::TransactionList& list,
                 const std::vector<noc::MemoryAttachment>& memories, const noc::SimulationOptions& options)
{
    const auto start = threadCpuTime();
    auto result = noc::simulate(grid, list, memories, options, {});
    const double seconds = std::chrono::duration<double>(threadCpuTime() - start).count();
    if (!result || !result->finished) {
        std::printf("%s\n", result ? "the run did not finish" : result.error().text().c_str());
        std::exit(1);
    }
    return {*std::move(result), seconds};
}

void printHeader()
{
    std::printf("%-24s %10s %12s %9s %14s %6s\n", "case", "cycles", "flit-hops", "CPU s", "M flit-hops/s", "goal");
}

void print(const std::string& name, const Measured& measured, double goal)
{
    std::printf("%-24s %10lld %12llu %9.3f %14.1f", name.c_str(), static_cast<long long>(measured.result.cycles),
                static_cast<unsigned long long>(measured.result.flitHops), measured.seconds,
                double(measured.result.flitHops) / measured.seconds / 1e6);
    if (goal > 0)
        std::printf(" %6.0f", goal);
    std::printf("\n");
    std::fflush(stdout);
}

/// The median of several seeds.
void run(const Case& which, int seeds)
{
    std::vector<Measured> runs;
    noc::SimulationOptions options;
    options.router = which.router;
    for (int seed = 1; seed <= seeds; ++seed) {
        Rng rng{std::uint64_t(seed)};
        const auto list = tests::randomTransactions(which.grid, {which.transactions, 50, which.multicasts, 0, 0}, rng);
        runs.push_back(measure(which.grid, list, {}, options));
    }
    const auto speed = [](const Measured& run) { return double(run.result.flitHops) / run.seconds; };
    std::sort(runs.begin(), runs.end(), [&](const Measured& a, const Measured& b) { return speed(a) < speed(b); });
    print(which.name, runs[runs.size() / 2], which.goal);
}

int runFile(const std::string& path)
{
    constexpr noc::Grid kGrid{4, 5};
    const auto text = io::readTextFile(path, std::size_t(1) << 28);
    const auto table = text ? io::readTransactionCsv(*text, path) : Result<io::TransactionTable>(text.error());
    if (!table) {
        std::printf("%s\n", table.error().text().c_str());
        return 1;
    }
    const auto options = noc::compatibleOptions();
    simulation::CompatibleDram dram(options.firstCycle);
    print(path.substr(path.find_last_of('/') + 1),
          measure(kGrid, table->list, {simulation::attachCompatible(dram, simulation::compatibleDramEndpoint(kGrid))},
                  options),
          0);
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    printHeader();
    if (argc > 1 && std::atoi(argv[1]) == 0) {
        for (int i = 1; i < argc; ++i)
            if (runFile(argv[i]) != 0)
                return 1;
        return 0;
    }
    for (const Case& which : kCases)
        run(which, argc > 1 ? std::atoi(argv[1]) : 3);
    return 0;
}
