// SPDX-License-Identifier: Apache-2.0
// bench_cosma [FILE...]   plans recorded operator graphs (default: those of the tests) at M_R, M_H and M_P, and prints
// for each what COSMA and the four schemes of {default, least-peak order} x {Belady, greedy} move off chip beyond the
// compulsory, and the CPU time.
#include "engine/base/cpu_clock.h"
#include "engine/io/cosma_case.h"
#include "engine/schedule/cosma/arena.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/cosma/peak_search.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

struct Sums {
    std::vector<double> milliseconds;
    double reduction = 0; // sum over the schemes that move anything
    int schemes = 0;
};

double kilobytes(std::int64_t bytes) { return static_cast<double>(bytes) / 1000; }

void printBudget(const io::CosmaCase& recorded, const cosma::GraphIndex& index,
                 const std::vector<std::uint32_t>& leastPeak, const char* name, Bytes budget, Sums& sums)
{
    const auto before = threadCpuTime();
    const auto outcome = cosma::solve(recorded.graph, budget, {}, {});
    const double ms = std::chrono::duration<double, std::milli>(threadCpuTime() - before).count();
    if (!outcome || !outcome->solution) {
        std::printf("%-28s %4s  no plan: %s\n", recorded.graph.name.c_str(), name,
                    outcome ? outcome->reason.c_str() : outcome.error().text().c_str());
        return;
    }
    std::vector<std::uint32_t> defaultOrder(index.operators());
    std::iota(defaultOrder.begin(), defaultOrder.end(), 0u);
    const std::int64_t ours = outcome->solution->traffic.count;
    std::printf("%-28s %5zu %4s %10.0f %12.1f %7s %9.1f ", recorded.graph.name.c_str(), index.operators(), name,
                kilobytes(budget.count), kilobytes(ours), outcome->status == SolveStatus::Optimal ? "proven" : "open",
                ms);
    for (const std::vector<std::uint32_t>& order : {defaultOrder, leastPeak})
        for (const cosma::Replacement r : {cosma::Replacement::Belady, cosma::Replacement::Greedy}) {
            const std::int64_t theirs = cosma::runArena(index, order, budget.count, r).traffic;
            std::printf(" %10.1f", kilobytes(theirs));
            if (theirs > 0) {
                sums.reduction += 1 - static_cast<double>(ours) / static_cast<double>(theirs);
                ++sums.schemes;
            }
        }
    std::printf("\n");
    sums.milliseconds.push_back(ms);
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> files(argv + 1, argv + argc);
    if (files.empty())
        for (const char* name : {"resnet50_fused.actpar", "transformer.act", "nasnet_a_mobile.act"})
            files.push_back(std::string(NESTLOOM_SOURCE_DIR "/tests/engine/io/cosma/") + name + ".json");
    std::printf("%-28s %5s %4s %10s %12s %7s %9s  %10s %10s %10s %10s\n", "graph", "ops", "", "budget kB", "traffic kB",
                "", "CPU ms", "def Belady", "def greedy", "mp Belady", "mp greedy");
    Sums sums;
    for (const std::string& file : files) {
        const auto recorded = io::readCosmaCase(file);
        if (!recorded) {
            std::fprintf(stderr, "bench_cosma: %s\n", recorded.error().text().c_str());
            return 2;
        }
        const cosma::GraphIndex index(recorded->graph);
        const auto peak = cosma::leastPeak(index, {});
        const auto budgets = cosma::budgets(recorded->graph, {});
        if (budgets->least < budgets->peak) {
            printBudget(*recorded, index, peak.solution->order, "M_R", budgets->least, sums);
            printBudget(*recorded, index, peak.solution->order, "M_H", budgets->half, sums);
        }
        printBudget(*recorded, index, peak.solution->order, "M_P", budgets->peak, sums);
    }
    std::sort(sums.milliseconds.begin(), sums.milliseconds.end());
    if (!sums.milliseconds.empty())
        std::printf("CPU: median %.1f ms, worst %.1f ms\n", sums.milliseconds[sums.milliseconds.size() / 2],
                    sums.milliseconds.back());
    if (sums.schemes > 0)
        std::printf("less traffic than a scheme that moves anything: %.1f %% on average\n",
                    100 * sums.reduction / sums.schemes);
    return 0;
}
