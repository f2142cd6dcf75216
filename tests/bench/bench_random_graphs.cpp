// SPDX-License-Identifier: Apache-2.0
// bench_random_graphs [MAX_OPERATORS]   plans random operator graphs of many sizes and widths at M_R and half way to
// M_P, and prints when the first plan was there, how long it all took (CPU), and the proven gap.
#include "engine/base/run_control.h"
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/cosma.h"
#include "tests/support/operator_graphs.h"

#include <cstdio>
#include <cstdlib>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

void plan(const workload::OperatorGraph& graph, std::size_t width, const char* name, Bytes budget)
{
    const auto start = threadCpuTime();
    double first = -1;
    RunControl control;
    control.onProgress = [&](const Progress& progress) {
        if (first < 0 && progress.incumbent)
            first = seconds(threadCpuTime() - start);
    };
    const auto outcome = cosma::solve(graph, budget, {}, control);
    const double all = seconds(threadCpuTime() - start);
    if (!outcome || !outcome->solution) {
        std::printf("%6zu %5zu %4s  no plan: %s\n", graph.operators.size(), width, name,
                    outcome ? outcome->reason.c_str() : outcome.error().text().c_str());
        return;
    }
    const double traffic = double(outcome->solution->traffic.count), bound = outcome->stats.bound.value_or(0);
    std::printf("%6zu %5zu %4s %10.1f %12.1f %12.1f %6.1f%% %8.2f %8.2f %s\n", graph.operators.size(), width, name,
                double(budget.count) / 1024, traffic / 1024, bound / 1024,
                traffic > 0 ? 100 * (traffic - bound) / traffic : 0.0, first < 0 ? all : first, all,
                memory::verify(graph, *outcome->solution).empty() ? "verified" : "BROKEN");
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const std::size_t most = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 5000;
    std::printf("%6s %5s %4s %10s %12s %12s %7s %8s %8s\n", "ops", "width", "", "budget KiB", "traffic KiB",
                "bound KiB", "gap", "first s", "CPU s");
    for (const std::size_t operators : {20, 40, 100, 300, 1000, 2000, 5000})
        for (const std::size_t width : {2, 4, 8, 16, 64}) {
            if (operators > most || width * 3 > operators)
                continue;
            Rng rng(operators * 100 + width);
            const auto graph = tests::layeredGraph(rng, operators, width);
            const auto start = threadCpuTime();
            const auto budgets = cosma::budgets(graph, {});
            std::printf("%6zu %5zu M_P  %s after %.2f s\n", operators, width,
                        budgets->peakIsProven ? "proven" : "not proven", seconds(threadCpuTime() - start));
            plan(graph, width, "M_R", budgets->least);
            if (budgets->least < budgets->peak)
                plan(graph, width, "M_H", budgets->half);
        }
    return 0;
}
