// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/conformance_kinds.h"

#include "app/cli/read_input.h"
#include "engine/conformance/cosma_cases.h"
#include "engine/conformance/dram_runs.h"
#include "engine/conformance/load_curves.h"
#include "engine/conformance/nn_dataflow_cases.h"
#include "engine/conformance/nocsim_cases.h"
#include "engine/conformance/timeloop_cases.h"

#include <map>

namespace nestloom::cli {

namespace {

ConformanceTally oneFailure(std::string line) { return {0, 1, 0, {std::move(line)}}; }

/// All differences of a case as one line.
std::string inOneLine(const std::vector<std::string>& differences)
{
    std::string line;
    for (const std::string& difference : differences)
        line += (line.empty() ? "" : "; ") + difference;
    return line;
}

ConformanceTally compareTimeloop(const std::string& path)
{
    const auto cases = conformance::readTimeloopCases(path);
    if (!cases)
        return oneFailure(cases.error().text());
    std::map<std::string, Result<InputFile<hardware::Accelerator>>> accelerators; // by name, each read once
    ConformanceTally tally;
    for (const conformance::TimeloopCase& recorded : *cases) {
        if (!recorded.found) {
            ++tally.skipped;
            continue;
        }
        auto accelerator = accelerators.find(recorded.arch);
        if (accelerator == accelerators.end())
            accelerator = accelerators.emplace(recorded.arch, readAccelerator(recorded.arch)).first;
        if (!accelerator->second) {
            ++tally.failed;
            tally.differences.push_back(path + ": " + recorded.name + ": " + accelerator->second.error().text());
            continue;
        }
        const conformance::CaseReport report = conformance::compareTimeloop(recorded, accelerator->second->value);
        ++(report.skipped ? tally.skipped : report.passed ? tally.passed : tally.failed);
        if (!report.passed && !report.skipped)
            tally.differences.push_back(path + ": " + recorded.name + ": " + inOneLine(report.differences));
    }
    return tally;
}

ConformanceTally compareCosma(const std::string& path)
{
    const auto recorded = conformance::readCosmaCase(path);
    if (!recorded)
        return oneFailure(recorded.error().text());
    ConformanceTally tally;
    for (const conformance::CaseReport& report : conformance::compareCosma(*recorded, {})) {
        ++(report.passed ? tally.passed : tally.failed);
        if (!report.passed)
            tally.differences.push_back(path + ": " + report.name + ": " + inOneLine(report.differences));
    }
    return tally;
}

ConformanceTally tallyOf(const std::string& path, const std::vector<conformance::CaseReport>& reports)
{
    ConformanceTally tally;
    for (const conformance::CaseReport& report : reports) {
        ++(report.skipped ? tally.skipped : report.passed ? tally.passed : tally.failed);
        if (!report.passed && !report.skipped)
            tally.differences.push_back(path + ": " + report.name + ": " + inOneLine(report.differences));
    }
    return tally;
}

ConformanceTally compareDram(const std::string& path)
{
    const auto runs = conformance::readDramRuns(path);
    return runs ? tallyOf(path, conformance::compareDram(*runs)) : oneFailure(runs.error().text());
}

/// What each of several recorded cases gives, or why they cannot be read.
template <typename Cases, typename Compare>
ConformanceTally compareEach(const std::string& path, const Result<Cases>& cases, Compare compare)
{
    if (!cases)
        return oneFailure(cases.error().text());
    std::vector<conformance::CaseReport> reports;
    for (const auto& recorded : *cases)
        reports.push_back(compare(recorded));
    return tallyOf(path, reports);
}

/// A run of CoSA's simulator in CSV, or JSON: an object with its tests, or a list of BookSim's curves.
ConformanceTally compareNoc(const std::string& path)
{
    if (path.ends_with(".csv")) {
        const auto recorded = conformance::readNocsimRun(path);
        return recorded ? tallyOf(path, {conformance::compareNocsim(*recorded)}) : oneFailure(recorded.error().text());
    }
    if (conformance::isJsonList(path))
        return compareEach(path, conformance::readLoadCurves(path), conformance::compareLoadCurve);
    return compareEach(path, conformance::readNocsimTests(path), conformance::compareNocsim);
}

ConformanceTally compareNnDataflow(const std::string& path)
{
    const auto reports = conformance::compareNnDataflowFile(path);
    if (!reports)
        return oneFailure(reports.error().text());
    ConformanceTally tally;
    for (const conformance::CaseReport& report : *reports) {
        ++(report.passed ? tally.passed : tally.failed);
        if (!report.passed)
            tally.differences.push_back(path + ": " + report.name + ": " + inOneLine(report.differences));
    }
    return tally;
}

} // namespace

std::span<const ConformanceKind> conformanceKinds()
{
    static constexpr ConformanceKind kKinds[] = {
        {"timeloop", "accesses, cycles and energy of mappings that Timeloop (commit 019f107) evaluated",
         compareTimeloop},
        {"cosma", "least scratchpad sizes and off-chip traffic of operator graphs that an exact memory planner solved",
         compareCosma},
        {"noc",
         "transactions that CoSA's simulator ran over its mesh (tests in JSON, or CSV with its events beside it), and "
         "BookSim's curves of latency over load",
         compareNoc},
        {"dram", "bandwidth and latency of streams of requests that DRAMsim3 simulated", compareDram},
        {"nn_dataflow", "accesses, hops, cycles and cost of layers on nodes that nn_dataflow evaluated",
         compareNnDataflow},
    };
    return kKinds;
}

} // namespace nestloom::cli
