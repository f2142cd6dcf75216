// SPDX-License-Identifier: Apache-2.0
// bench_cosma [FILE...]   plans the networks of COSMA's evaluation at M_R, M_H and M_P, with and without parameters,
// and prints what is moved off chip beyond the compulsory, what the four schemes of {default, least-peak order} x
// {Belady, greedy} move, and CPU times: until the first plan, and until the answer with its proof. FILE: recorded
// operator graphs instead.
#include "engine/base/run_control.h"
#include "engine/conformance/cosma_cases.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/schedule/cosma/planner.h"
#include "engine/zoo/zoo.h"
#include "tests/bench/distribution.h"

#include <cstdio>
#include <cstring>

using namespace nestloom;
namespace cosma = schedule::cosma;
using bench::quantile;

namespace {

constexpr int kRepetitions = 3; // the least CPU time counts: what else ran on the machine does not

struct Group {
    const char* title;
    double paperReduction; // %
    std::vector<double> firstMs{}, proofMs{}, reductions{};
    std::vector<double> meanReductions{}; // one for each budget: 1 - ours / mean of the schemes
    int plans = 0, proven = 0, withTrafficAtPeak = 0;
};

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }
double kilobytes(std::int64_t bytes) { return static_cast<double>(bytes) / 1000; }

struct Timed {
    cosma::CosmaOutcome outcome;
    double firstMs = 0, proofMs = 0;
};

/// Cold calls; the first plan is verified by then, as the last one.
Result<Timed> timed(const workload::OperatorGraph& graph, Bytes budget)
{
    Timed best;
    for (int i = 0; i < kRepetitions; ++i) {
        const auto start = threadCpuTime();
        std::optional<double> first;
        const auto hear = [&](const cosma::CosmaOutcome&) {
            if (!first)
                first = milliseconds(threadCpuTime() - start);
        };
        auto outcome = cosma::solve(graph, budget, {}, {}, hear);
        const double proof = milliseconds(threadCpuTime() - start);
        if (!outcome)
            return outcome.error();
        if (i == 0 || proof < best.proofMs)
            best.proofMs = proof;
        if (i == 0 || first.value_or(proof) < best.firstMs)
            best.firstMs = first.value_or(proof);
        best.outcome = *std::move(outcome);
    }
    return best;
}

void printBudget(const workload::OperatorGraph& graph, const cosma::GraphIndex& index,
                 const std::vector<std::uint32_t>& leastPeak, const char* name, Bytes budget, Group& group)
{
    const auto solved = timed(graph, budget);
    if (!solved || !solved->outcome.solution) {
        std::printf("    %-3s %10.0f kB  no plan: %s\n", name, kilobytes(budget.count),
                    solved ? solved->outcome.reason.c_str() : solved.error().text().c_str());
        return;
    }
    const std::int64_t ours = solved->outcome.solution->traffic.count;
    const bool proven = solved->outcome.status == SolveStatus::Optimal;
    std::printf("    %-3s %10.0f %11.1f %-7s %8.2f %8.2f ", name, kilobytes(budget.count), kilobytes(ours),
                proven ? "proven" : "open", solved->firstMs, solved->proofMs);
    double sum = 0;
    for (const cosma::BaselineTraffic& baseline : cosma::baselines(index, leastPeak, budget)) {
        std::printf(" %10.1f", kilobytes(baseline.traffic.count));
        sum += static_cast<double>(baseline.traffic.count);
        if (baseline.traffic.count > 0)
            group.reductions.push_back(1 - static_cast<double>(ours) / static_cast<double>(baseline.traffic.count));
    }
    std::printf(sum > 0 ? " %8.1f %%\n" : "        -\n", sum > 0 ? 100 * (1 - 4 * static_cast<double>(ours) / sum) : 0);
    if (sum > 0)
        group.meanReductions.push_back(1 - 4 * static_cast<double>(ours) / sum);
    group.firstMs.push_back(solved->firstMs);
    group.proofMs.push_back(solved->proofMs);
    ++group.plans;
    group.proven += proven ? 1 : 0;
    group.withTrafficAtPeak += std::strcmp(name, "M_P") == 0 && ours > 0 ? 1 : 0;
}

void printGraph(const workload::OperatorGraph& graph, const char* setting, Group& group)
{
    const cosma::GraphIndex index(graph);
    const auto start = threadCpuTime();
    const auto budgets = cosma::budgets(graph, {});
    const double ms = milliseconds(threadCpuTime() - start);
    std::printf("%s, %s: %zu operators, %zu tensors; budgets in %.2f ms, M_P %s\n", graph.name.c_str(), setting,
                index.operators(), index.tensors(), ms, budgets->peakIsProven ? "proven" : "open");
    const auto peak = cosma::leastPeak(index, {});
    if (budgets->least < budgets->peak) {
        printBudget(graph, index, peak.solution->order, "M_R", budgets->least, group);
        printBudget(graph, index, peak.solution->order, "M_H", budgets->half, group);
    }
    printBudget(graph, index, peak.solution->order, "M_P", budgets->peak, group);
}

double mean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void printGroup(Group& group)
{
    std::sort(group.firstMs.begin(), group.firstMs.end());
    std::sort(group.proofMs.begin(), group.proofMs.end());
    std::printf("\n%s: %d of %d answers proven, %d with traffic at M_P\n", group.title, group.proven, group.plans,
                group.withTrafficAtPeak);
    if (group.plans == 0)
        return;
    std::printf(
        "  CPU until the first plan: median %.2f ms, worst %.2f ms; until the proof: median %.2f ms, worst %.2f ms\n",
        quantile(group.firstMs, 0.5), group.firstMs.back(), quantile(group.proofMs, 0.5), group.proofMs.back());
    std::printf("  less traffic than the mean of the four schemes: %.1f %% on average (%zu budgets at which one moves "
                "anything); than each scheme: %.1f %%",
                100 * mean(group.meanReductions), group.meanReductions.size(), 100 * mean(group.reductions));
    if (group.paperReduction > 0)
        std::printf("; paper: %.0f %%", group.paperReduction);
    std::printf("\n\n");
}

void printHead()
{
    std::printf(
        "        budget kB  traffic kB           first ms proof ms  def Belady def greedy  mp Belady  mp greedy  "
        "reduction\n");
}

int planFiles(const std::vector<std::string>& files)
{
    printHead();
    Group group{"recorded graphs", 0};
    for (const std::string& file : files) {
        const auto recorded = conformance::readCosmaCase(file);
        if (!recorded) {
            std::fprintf(stderr, "bench_cosma: %s\n", recorded.error().text().c_str());
            return 2;
        }
        printGraph(recorded->graph, "recorded", group);
    }
    printGroup(group);
    return 0;
}

void planNetworks(std::initializer_list<const char*> names, bool withParameters, Group& group)
{
    for (const char* name : names) {
        const auto network = zoo::build(name);
        printGraph(workload::withoutParameters(network->graph), "activations", group);
        if (withParameters)
            printGraph(network->graph, "with parameters", group);
    }
    printGroup(group);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1)
        return planFiles({argv + 1, argv + argc});
    printHead();
    Group human{"ten human-designed networks", 84};
    planNetworks({"resnet50", "densenet121", "resnext50", "r2plus1d_18", "s3d", "fcn_resnet50",
                  "lraspp_mobilenet_v3_large", "deeplabv3_resnet50", "transformer", "vit_b_16"},
                 true, human);
    Group searched{"networks of architecture searches", 85};
    planNetworks({"nasnet_a_mobile", "nasnet_a_large", "pnasnet5_large", "amoebanet_d", "darts"}, false, searched);
    return 0;
}
