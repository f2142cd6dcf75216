// SPDX-License-Identifier: Apache-2.0
// bench_mapper [--every N] [--layers] [OBJECTIVE [ACCELERATOR [NETWORK...]]]
// Maps each shape of the networks, or one of N, with CoSA and with the baselines of its study, and prints for each
// network, in the figure of the objective: how many shapes are how near to the proven bound, what that takes, and how
// many times more the baselines need. OBJECTIVE is latency, energy, edp or all; ACCELERATOR a preset, a file
// (accelerators/simba-ports.yaml beside this program, say) or all. Times are CPU times of one thread with its solver
// process. With --layers a line for each shape as well. Exit code 1 when a shape was left without a mapping that the
// verifier accepts.
#include "engine/cost/evaluate.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/objective_report.h"
#include "engine/schedule/take_outcome.h"
#include "tests/bench/distribution.h"
#include "tests/places.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <tuple>

using namespace nestloom;

namespace {

constexpr double kClosed = 1e-5;  // sums of doubles differ by less
constexpr double kProofMs = 1000; // within which a shape shall be proven
constexpr std::int64_t kValid =
    16'000; // mappings of the hybrid search in CoSA's evaluation: 32 threads, 500 in a row without a better one
constexpr std::int64_t kDraws = 67'000'000; // and what it drew for them
const std::string kPresets = NESTLOOM_SOURCE_DIR "/presets/";

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()});
}

/// One of `every` shapes, each once.
workload::Network distinctLayers(const workload::Network& network, std::size_t every)
{
    workload::Network distinct;
    distinct.name = network.name;
    std::set<std::uint64_t> shapes;
    for (const workload::Layer& layer : network.layers)
        if (shapes.insert(workload::shapeFingerprint(layer)).second && (shapes.size() - 1) % every == 0)
            distinct.layers.push_back(layer);
    return distinct;
}

/// What became of one shape. Figures are of the objective, times in ms.
struct Row {
    std::string name;
    double figure = 0, gap = 0, cpu = 0, firstAnswer = 0;
    bool closed = false; // nothing is below the figure, but for the rounding up to whole cycles
    double random = 0, hybrid = 0, equalTime = 0; // figures of the baselines
    std::int64_t hybridValid = 0;                 // mappings that the hybrid search evaluated
};

/// One search of a network on an accelerator for an objective.
class Comparison {
public:
    Comparison(const hardware::Accelerator& accelerator, schedule::Objective objective, bool printsLayers)
        : m_accelerator(accelerator), m_objective(objective), m_printsLayers(printsLayers), m_solver(makeSolver())
    {
        m_options.threads = 1;
        m_options.cosa.objective = objective;
    }

    /// Nothing when the shape got no verified mapping.
    std::optional<Row> row(const workload::Layer& layer)
    {
        schedule::LayerResult result;
        Row row{.name = layer.name};
        if (!solve(layer, result, row))
            return std::nullopt;
        workload::Network alone;
        alone.name = layer.name;
        alone.layers = {layer};
        const auto reports = schedule::reportObjective(m_accelerator, alone, m_options, {result}, makeSolver, {});
        if (!reports || !reports->front().gap)
            return std::nullopt;
        const schedule::ObjectiveReport& report = reports->front();
        row.figure = *report.figure;
        row.gap = *report.gap;
        row.closed = row.gap <= kClosed
                     || (m_objective != schedule::Objective::Energy
                         && row.gap * static_cast<double>(result.cost->cycles.count) < 1);
        // for latency the engine has proven the bound, and the report what energy is the least
        row.cpu = result.solveCpuMs + (m_objective == schedule::Objective::Latency ? 0 : report.cpuMs);
        addBaselines(layer, row);
        if (m_printsLayers)
            std::printf("%-28s %12.6g %8.3f %% %8.1f %8.1f ms %8.3f %8.3f %8.3f %9lld\n", row.name.c_str(), row.figure,
                        100 * row.gap, row.cpu, row.firstAnswer, row.random / row.figure, row.hybrid / row.figure,
                        row.equalTime / row.figure, static_cast<long long>(row.hybridValid));
        return row;
    }

private:
    bool solve(const workload::Layer& layer, schedule::LayerResult& result, Row& row)
    {
        const auto outcome = schedule::cosa::solve(layer, m_accelerator, m_options.cosa, *m_solver, {});
        if (!outcome || !outcome->solution || !mapping::verify(m_accelerator, layer, *outcome->solution).empty()) {
            std::fprintf(stderr, "bench_mapper: %s: %s\n", layer.name.c_str(),
                         !outcome            ? outcome.error().text().c_str()
                         : outcome->solution ? "a mapping that is not valid"
                                             : outcome->reason.c_str());
            return false;
        }
        schedule::takeOutcome(*outcome, result);
        result.mapping = outcome->solution;
        result.verified = true;
        result.cost = *cost::evaluate(m_accelerator, layer, *outcome->solution, cost::Model::Nestloom);
        row.firstAnswer = outcome->convergence.front().cpuMs;
        return true;
    }

    void addBaselines(const workload::Layer& layer, Row& row) const
    {
        row.random = best("random", layer, {}).first;
        schedule::BaselineParams asPublished;
        asPublished.leastEvaluations = kValid;
        asPublished.drawLimit = kDraws;
        std::tie(row.hybrid, row.hybridValid) = best("hybrid", layer, asPublished);
        schedule::BaselineParams equal;
        equal.searches = 1;
        equal.cpuSeconds = row.cpu * 1e-3;
        row.equalTime = best("hybrid", layer, equal).first;
    }

    std::pair<double, std::int64_t> best(std::string_view engine, const workload::Layer& layer,
                                         const schedule::BaselineParams& params) const
    {
        RunControl control;
        control.timeLimit = std::chrono::minutes(10); // in case hardly any mapping is valid; hybridValid shows it
        const auto outcome = schedule::solveBaseline(engine, layer, m_accelerator, m_objective, params, control);
        return outcome && !outcome->convergence.empty()
                   ? std::pair(outcome->convergence.back().value, outcome->stats.evaluations)
                   : std::pair(0.0, std::int64_t(0));
    }

    const hardware::Accelerator& m_accelerator;
    const schedule::Objective m_objective;
    const bool m_printsLayers;
    const std::unique_ptr<milp::Solver> m_solver;
    schedule::ScheduleOptions m_options;
};

template <typename Value>
std::vector<double> valuesOf(const std::vector<Row>& rows, const Value& value)
{
    std::vector<double> values;
    for (const Row& row : rows)
        values.push_back(value(row));
    return values;
}

/// Percentage of the rows of which something holds.
template <typename Holds>
double share(const std::vector<Row>& rows, const Holds& holds)
{
    return 100.0 * static_cast<double>(std::count_if(rows.begin(), rows.end(), holds))
           / static_cast<double>(std::max<std::size_t>(1, rows.size()));
}

double geometricMean(const std::vector<double>& ratios)
{
    double sum = 0;
    for (const double ratio : ratios)
        sum += std::log(ratio);
    return std::exp(sum / static_cast<double>(std::max<std::size_t>(1, ratios.size())));
}

constexpr const char* kHead = "| accelerator | objective | network | shapes | gap 0 | <= 1 % | <= 3 % | largest | "
                              "proven in 1 s | CPU ms median, p90, worst | first answer ms median, worst "
                              "| bound | random | hybrid | hybrid, equal time | best of a baseline |\n"
                              "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";

/// Ratios are geometric means of what others need over what CoSA needs; the last is the least of all shapes and
/// baselines.
void print(const std::string& accelerator, schedule::Objective objective, const std::string& network,
           const std::vector<Row>& rows)
{
    const auto cpu = valuesOf(rows, [](const Row& row) { return row.cpu; });
    const auto first = valuesOf(rows, [](const Row& row) { return row.firstAnswer; });
    const auto within = [&](double limit) {
        return share(rows, [&](const Row& row) { return row.gap <= limit + 1e-9; });
    };
    const auto gaps = valuesOf(rows, [](const Row& row) { return row.gap; });
    const auto ratio = [&](const auto& other) { return geometricMean(valuesOf(rows, other)); };
    const auto least = valuesOf(rows, [](const Row& row) {
        return std::min({row.random, row.hybrid, row.equalTime}) / row.figure;
    });
    std::printf(
        "| %s | %s | %s | %zu | %.0f %% | %.0f %% | %.0f %% | %.2f %% | %.0f %% | %.0f, %.0f, %.0f | %.1f, %.1f | %.4f "
        "| %.2f | %.3f | %.3f | %.3f |\n",
        accelerator.c_str(), std::string(schedule::name(objective)).c_str(), network.c_str(), rows.size(),
        share(rows, [](const Row& row) { return row.closed; }), within(0.01), within(0.03),
        100 * bench::quantile(gaps, 1), share(rows, [](const Row& row) { return row.closed && row.cpu <= kProofMs; }),
        bench::quantile(cpu, 0.5), bench::quantile(cpu, 0.9), bench::quantile(cpu, 1), bench::quantile(first, 0.5),
        bench::quantile(first, 1), ratio([](const Row& row) { return 1 / (1 + row.gap); }),
        ratio([](const Row& row) { return row.random / row.figure; }),
        ratio([](const Row& row) { return row.hybrid / row.figure; }),
        ratio([](const Row& row) { return row.equalTime / row.figure; }),
        least.empty() ? 0.0 : *std::min_element(least.begin(), least.end()));
    const auto few = std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.hybridValid < kValid; });
    if (few > 0)
        std::printf("(of %lld shapes hybrid saw fewer than %lld valid mappings)\n", static_cast<long long>(few),
                    static_cast<long long>(kValid));
    std::fflush(stdout);
}

struct Arguments {
    std::size_t every = 1;
    bool layers = false;
    std::vector<schedule::Objective> objectives;
    std::vector<std::string> accelerators, networks;
};

std::optional<Arguments> readArguments(std::vector<std::string> words)
{
    Arguments arguments;
    while (!words.empty() && words.front().starts_with("--")) {
        arguments.layers = arguments.layers || words.front() == "--layers";
        if (words.front() == "--every" && words.size() > 1) {
            arguments.every = std::max<std::size_t>(1, std::strtoul(words[1].c_str(), nullptr, 10));
            words.erase(words.begin());
        }
        words.erase(words.begin());
    }
    using enum schedule::Objective;
    const std::string objective = words.empty() ? "all" : words[0];
    if (objective == "all")
        arguments.objectives = {Latency, Energy, Edp};
    else if (const auto known = schedule::objective(objective); known == Latency || known == Energy || known == Edp)
        arguments.objectives = {*known};
    else
        return std::nullopt;
    const std::string accelerator = words.size() > 1 ? words[1] : "all";
    const std::string withLimits = NESTLOOM_SOURCE_DIR "/tests/bench/accelerators/simba-ports.yaml";
    arguments.accelerators = accelerator == "all"
                                 ? std::vector<std::string>{"simba", "simba-8x8", "simba-large-buffers", withLimits}
                                 : std::vector{accelerator};
    arguments.networks = {words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)), words.end()};
    if (arguments.networks.empty())
        arguments.networks = {"resnet50", "resnext50", "deepbench", "alexnet"};
    return arguments;
}

/// False when something went wrong.
bool compareAll(const hardware::Accelerator& accelerator, const Arguments& arguments)
{
    bool allMapped = true;
    for (const schedule::Objective objective : arguments.objectives)
        for (const std::string& name : arguments.networks) {
            const auto network = io::readNetwork(kPresets + "networks/" + name + ".yaml");
            if (!network) {
                std::fprintf(stderr, "bench_mapper: %s\n", network.error().text().c_str());
                return false;
            }
            Comparison comparison(accelerator, objective, arguments.layers);
            std::vector<Row> rows;
            for (const workload::Layer& layer : distinctLayers(*network, arguments.every).layers)
                if (auto row = comparison.row(layer))
                    rows.push_back(*std::move(row));
                else
                    allMapped = false;
            print(accelerator.name, objective, name, rows);
        }
    return allMapped;
}

} // namespace

int main(int argc, char** argv)
{
    const auto arguments = readArguments({argv + 1, argv + argc});
    if (!arguments) {
        std::fprintf(stderr, "bench_mapper: the objective is latency, energy, edp or all\n");
        return 2;
    }
    std::fputs(kHead, stdout);
    bool right = true;
    for (const std::string& name : arguments->accelerators) {
        const auto accelerator = io::readAccelerator(
            name.find('/') != std::string::npos ? name : kPresets + "accelerators/" + name + ".yaml");
        if (!accelerator)
            std::fprintf(stderr, "bench_mapper: %s\n", accelerator.error().text().c_str());
        right = accelerator && compareAll(*accelerator, *arguments) && right;
    }
    return right ? 0 : 1;
}
