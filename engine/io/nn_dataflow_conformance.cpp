// SPDX-License-Identifier: Apache-2.0
#include "engine/io/nn_dataflow_conformance.h"

#include "engine/io/text_file.h"
#include "engine/kapla/row_stationary.h"

#include <algorithm>
#include <cmath>

namespace nestloom::io {

namespace {

constexpr double kCostTolerance = 1e-6;     // relative
constexpr double kRelativeTolerance = 1e-8; // relative: the recording rounds fractions

bool near(double ours, double recorded, double tolerance)
{
    return std::abs(ours - recorded) <= tolerance * std::max(std::abs(ours), std::abs(recorded));
}

class FigureComparison {
public:
    explicit FigureComparison(std::vector<std::string>& differences) : m_differences(differences) {}
    void value(const std::string& what, double ours, double recorded, double tolerance = kRelativeTolerance)
    {
        if (!near(ours, recorded, tolerance))
            differ(what, ours, recorded);
    }
    void cycles(double ours, double recorded)
    {
        if (!(std::abs(ours - recorded) <= 1))
            differ("cycles", ours, recorded);
    }

private:
    void differ(const std::string& what, double ours, double recorded)
    {
        m_differences.push_back(what + ": ours " + dump(numberJson(ours)) + ", recorded " + dump(numberJson(recorded)));
    }
    std::vector<std::string>& m_differences;
};

std::optional<kapla::UnitLoops> recordedLoops(const NnDataflowMapping& recorded)
{
    const kapla::Share share = kapla::shareOf(recorded.partition, recorded.layer, recorded.batch);
    for (const kapla::UnitLoops& loops : kapla::rowStationary(share, recorded.machine.array))
        if (loops.trips == recorded.trips && loops.bufferWords == recorded.bufferWords
            && loops.registerWords == recorded.registerWords)
            return loops;
    return std::nullopt;
}

void compareCounts(const kapla::BlockingCounts& ours, const NnDataflowMapping::Outcome& recorded,
                   FigureComparison& comparison)
{
    constexpr std::array<const char*, 4> levels{"DRAM", "buffer", "array", "registers"};
    for (const TensorRole role : kTensorRoles) {
        const std::string tensor(name(role));
        for (std::size_t level = 0; level < levels.size(); ++level)
            comparison.value(levels[level] + (" accesses of " + tensor), ours.access[level][role],
                             recorded.access[level][role]);
        comparison.value("accesses of " + tensor + " in other nodes", ours.remote[role], recorded.remote[role]);
        for (std::size_t level = 0; level < 2; ++level)
            comparison.value((level == 0 ? "fetches into buffers of " : "fetches into registers of ") + tensor,
                             double(ours.fetches[level][role]), double(recorded.fetches[level][role]));
        comparison.value("buffer stores " + tensor, ours.stored[role], recorded.stored[role]);
    }
    comparison.value("operations", ours.operations, recorded.operations);
    comparison.cycles(double(ours.cycles()), double(recorded.cycles));
}

/// Without recorded inputs, hops are left out on both sides.
double ourCost(const NnDataflowMapping& recorded, const kapla::UnitLoops& loops, const kapla::BlockingCounts& counts)
{
    if (!recorded.inputs)
        return kapla::layerCost(recorded.machine.costs, counts, {}, {}).total();
    return kapla::evaluate(recorded.machine, recorded.placement, recorded.layer, recorded.batch, recorded.partition,
                           loops, recorded.blocking, *recorded.inputs)
        ->total();
}

/// The recorded search, done again.
std::vector<std::string> differences(const NnDataflowRun& recorded, const kapla::BaselineOptions& options)
{
    const kapla::BaselineResult ours =
        kapla::searchBaseline(recorded.machine, recorded.network, recorded.batch, options);
    if (!ours.schedule)
        return {"no schedule: layer " + recorded.network.layers[ours.unfit.value_or(0)].name + " fits no way"};
    std::vector<std::string> differences;
    FigureComparison comparison(differences);
    comparison.value("cost of the best schedule", ours.schedule->cost, recorded.cost, kCostTolerance);
    comparison.cycles(double(ours.schedule->cycles), double(recorded.cycles));
    return differences;
}

} // namespace

CaseReport compareNnDataflow(const NnDataflowMapping& recorded)
{
    CaseReport report{recorded.name, false, false, {}};
    const auto loops = recordedLoops(recorded);
    if (!loops) {
        report.differences.push_back("no PE mapping of ours has the recorded loops");
        return report;
    }
    const auto counts = kapla::count(
        kapla::blockingProblem(recorded.machine, recorded.placement, recorded.partition, *loops), recorded.blocking);
    if (counts.has_value() != recorded.outcome.has_value())
        report.differences.push_back(counts ? "fits here, nn_dataflow refuses it"
                                            : "refused here, nn_dataflow accepts it");
    if (counts && recorded.outcome) {
        FigureComparison comparison(report.differences);
        compareCounts(*counts, *recorded.outcome, comparison);
        const double recordedCost = recorded.outcome->cost - (recorded.inputs ? 0 : recorded.outcome->hopCost);
        comparison.value("cost", ourCost(recorded, *loops, *counts), recordedCost, kCostTolerance);
    }
    report.passed = report.differences.empty();
    return report;
}

CaseReport compareNnDataflow(const NnDataflowRun& recorded)
{
    CaseReport report{recorded.network.name, false, false, differences(recorded, recorded.options)};
    // A recording does not always tell how its hops were counted; both ways are exact searches.
    kapla::BaselineOptions other = recorded.options;
    other.hopsOfFirstAssignment = !other.hopsOfFirstAssignment;
    report.passed = report.differences.empty() || differences(recorded, other).empty();
    if (report.passed)
        report.differences.clear();
    return report;
}

Result<std::vector<CaseReport>> compareNnDataflowFile(const std::filesystem::path& path)
{
    const auto located = [&path](Error error) {
        error.where = path.string() + (error.where.empty() ? "" : ": " + error.where);
        return error;
    };
    const auto text = readTextFile(path);
    if (!text)
        return text.error();
    const auto json = parseJson(*text);
    if (!json)
        return located(json.error());
    if (json->is_object()) {
        const auto run = parseNnDataflowRun(*json);
        return run ? Result<std::vector<CaseReport>>(std::vector{compareNnDataflow(*run)}) : located(run.error());
    }
    const auto mappings = parseNnDataflowMappings(*json);
    if (!mappings)
        return located(mappings.error());
    std::vector<CaseReport> reports;
    for (const NnDataflowMapping& recorded : *mappings)
        reports.push_back(compareNnDataflow(recorded));
    return reports;
}

} // namespace nestloom::io
