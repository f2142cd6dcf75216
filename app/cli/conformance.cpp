// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/read_input.h"
#include "engine/base/ranges.h"
#include "engine/conformance/accelforge_cases.h"
#include "engine/conformance/cosma_cases.h"
#include "engine/conformance/dram_runs.h"
#include "engine/conformance/load_curves.h"
#include "engine/conformance/nn_dataflow_cases.h"
#include "engine/conformance/nocsim_cases.h"
#include "engine/conformance/timeloop_cases.h"

#include <cstdio>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::cli {

namespace {

/// A kind of recording. A new one is a row of the table below.
struct ConformanceKind {
    std::string_view name;
    std::string_view description;
    Result<std::vector<conformance::CaseReport>> (*compare)(const std::string& path);
};

using conformance::CaseReport;
using Reports = Result<std::vector<CaseReport>>;

/// All differences of a case as one line.
std::string inOneLine(const std::vector<std::string>& differences) { return joinText(differences, "; "); }

/// What each of several recorded cases gives, or why they cannot be read.
template <typename Cases, typename Compare>
Reports compareEach(const Result<Cases>& cases, Compare compare)
{
    if (!cases)
        return cases.error();
    return collect(*cases, [&](const auto& recorded) { return compare(recorded); });
}

Reports compareTimeloop(const std::string& path)
{
    std::map<std::string, Result<InputFile<hardware::Accelerator>>> accelerators; // by name, each read once
    return compareEach(conformance::readTimeloopCases(path), [&](const conformance::TimeloopCase& recorded) {
        if (!recorded.found)
            return CaseReport{.name = recorded.name, .skipped = true};
        auto accelerator = accelerators.find(recorded.arch);
        if (accelerator == accelerators.end())
            accelerator = accelerators.emplace(recorded.arch, readAccelerator(recorded.arch)).first;
        return accelerator->second
                   ? conformance::compareTimeloop(recorded, accelerator->second->value)
                   : CaseReport{.name = recorded.name, .differences = {accelerator->second.error().text()}};
    });
}

Reports compareCosma(const std::string& path)
{
    const auto recorded = conformance::readCosmaCase(path);
    return recorded ? Reports(conformance::compareCosma(*recorded, {})) : Reports(recorded.error());
}

Reports compareDram(const std::string& path)
{
    const auto runs = conformance::readDramRuns(path);
    return runs ? Reports(conformance::compareDram(*runs)) : Reports(runs.error());
}

/// A run of CoSA's simulator in CSV, or JSON: an object with its tests, or a list of BookSim's curves.
Reports compareNoc(const std::string& path)
{
    if (path.ends_with(".csv")) {
        const auto recorded = conformance::readNocsimRun(path);
        return recorded ? Reports(std::vector{conformance::compareNocsim(*recorded)}) : Reports(recorded.error());
    }
    return conformance::isJsonList(path) ? compareEach(conformance::readLoadCurves(path), conformance::compareLoadCurve)
                                         : compareEach(conformance::readNocsimTests(path), conformance::compareNocsim);
}

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
        {"accelforge",
         "traffic, energy and time of the best mappings that AccelForge publishes for workloads of Einsums",
         [](const std::string& path) {
             return compareEach(conformance::readAccelforgeCases(path), conformance::compareAccelforge);
         }},
        {"nn_dataflow", "accesses, hops, cycles and cost of layers on nodes that nn_dataflow evaluated",
         [](const std::string& path) { return conformance::compareNnDataflowFile(path); }},
    };
    return kKinds;
}

struct ConformanceArguments {
    std::string kind;
    std::vector<std::string> files;
};

const ConformanceKind* findKind(const std::string& name)
{
    for (const ConformanceKind& kind : conformanceKinds())
        if (kind.name == name)
            return &kind;
    return nullptr;
}

Error unknownKind(const std::string& name)
{
    const std::string known =
        joinText(conformanceKinds(), ", ", [&](const ConformanceKind& kind) { return std::string(kind.name); });
    return {ErrorCode::InvalidInput, "there is no kind of recording named '" + name + "'; known: " + known,
            "conformance"};
}

Result<ExitCode> conformance(const ConformanceArguments& arguments)
{
    const ConformanceKind* kind = findKind(arguments.kind);
    if (!kind)
        return unknownKind(arguments.kind);
    std::size_t passed = 0, failed = 0, skipped = 0;
    for (const std::string& file : arguments.files) {
        const Reports reports = kind->compare(file);
        if (!reports) { // a file that cannot be read is one failure
            ++failed;
            std::printf("%s\n", reports.error().text().c_str());
            continue;
        }
        if (reports->empty()) {
            ++failed;
            std::printf("%s: it holds no recording\n", file.c_str());
        }
        for (const CaseReport& report : *reports) {
            ++(report.skipped ? skipped : report.passed() ? passed : failed);
            if (!report.passed() && !report.skipped)
                std::printf("%s: %s: %s\n", file.c_str(), report.name.c_str(), inOneLine(report.differences).c_str());
        }
    }
    std::printf("%zu passed, %zu failed", passed, failed);
    if (skipped > 0)
        std::printf(", %zu skipped", skipped);
    std::printf("\n");
    return failed == 0 && passed > 0 ? Ok : SomeFailed;
}

} // namespace

void addConformance(const Options& program)
{
    const auto arguments = std::make_shared<ConformanceArguments>();
    const Options command = program.command("conformance", "Compare our models with recordings of other tools");
    const std::string kinds = joinText(conformanceKinds(), "; ", [&](const ConformanceKind& kind) {
        return std::string(kind.name) + ": " + std::string(kind.description);
    });
    command.add("KIND", arguments->kind, kinds).required();
    command.add("FILE", arguments->files, "Recordings; one that cannot be read counts as failed").required();
    command.does([arguments] { return conformance(*arguments); });
}

} // namespace nestloom::cli
