// SPDX-License-Identifier: Apache-2.0
#include "engine/io/nocsim_conformance.h"

#include "engine/noc/compatible_dram.h"
#include "engine/noc/simulate.h"

#include <algorithm>
#include <cmath>

namespace nestloom::io {

namespace {

using Span = NocsimCase::Span;
using Events = std::map<std::string, Span>;

constexpr noc::Grid kGrid{4, 5};
constexpr double kTolerance = 0.02;

std::string operationName(noc::Operation operation)
{
    return operation == noc::Operation::Unicast     ? "UniCast"
           : operation == noc::Operation::Multicast ? "MultiCast"
                                                    : "Count";
}

/// What our simulator says, in the recording's names.
Events eventsOf(const TransactionTable& table, const noc::SimulationResult& result)
{
    Events events;
    const auto nameOf = [&](noc::TransactionId id) {
        return "TC_" + std::to_string(table.numbers[id]) + "_" + operationName(table.list[id].operation);
    };
    for (noc::TransactionId id = 0; id < table.list.size(); ++id) {
        const noc::Cycle start = result.times[id].start;
        if (table.list[id].operation != noc::Operation::Multicast) {
            events[nameOf(id)] = {start, result.times[id].end};
            continue;
        }
        const auto destinations = table.list.destinations(id);
        for (std::size_t i = 0; i < destinations.size(); ++i)
            events[nameOf(id) + "_" + std::to_string(destinations[i])] = {
                start, result.arrivals[table.list.firstDestination(id) + i]};
    }
    for (const noc::MemoryPhase& phase : result.memoryPhases)
        events[nameOf(phase.transaction) + (phase.write ? "-DRAM-Write" : "-DRAM-Read")] = {phase.start, phase.end};
    return events;
}

bool isDramPhase(const std::string& name) { return name.find("-DRAM-") != std::string::npos; }

bool usesDram(const TransactionTable& table)
{
    const noc::EndpointId dram = noc::compatibleDramEndpoint(kGrid);
    for (noc::TransactionId id = 0; id < table.list.size(); ++id) {
        const auto destinations = table.list.destinations(id);
        if (table.list[id].actor == dram
            || std::find(destinations.begin(), destinations.end(), dram) != destinations.end())
            return true;
    }
    return false;
}

std::string text(Span span) { return std::to_string(span.start) + " to " + std::to_string(span.end); }

bool isNear(noc::Cycle ours, noc::Cycle recorded)
{
    return std::abs(double(ours - recorded)) <= kTolerance * double(recorded);
}

noc::Cycle lastEnd(const Events& events)
{
    noc::Cycle last = 0;
    for (const auto& [name, span] : events)
        last = std::max(last, span.end);
    return last;
}

void compareEvent(const std::string& name, const Span* ours, const Span& recorded, bool dram, CaseReport& report)
{
    const auto differ = [&](const std::string& what) { report.differences.push_back(name + ": " + what); };
    if (!ours)
        differ("ours has no such event, recorded " + text(recorded));
    else if (!dram && (ours->start != recorded.start || ours->end != recorded.end))
        differ("ours from " + text(*ours) + ", recorded from " + text(recorded));
    else if (isDramPhase(name) && !isNear(ours->end - ours->start, recorded.end - recorded.start))
        differ("ours takes " + std::to_string(ours->end - ours->start) + " cycles, recorded "
               + std::to_string(recorded.end - recorded.start));
}

} // namespace

CaseReport compareNocsim(const NocsimCase& recorded)
{
    CaseReport report{recorded.name, false, false, {}};
    noc::SimulationOptions options = noc::compatibleOptions();
    options.countWindows = false;
    options.traceLimit = 0;
    noc::CompatibleDram memory(options.firstCycle);
    const auto attachment = noc::attachCompatible(memory, noc::compatibleDramEndpoint(kGrid));
    const auto result = noc::simulate(kGrid, recorded.transactions.list, {attachment}, options, {});
    if (!result) {
        report.differences.push_back(result.error().text());
        return report;
    }
    const bool dram = usesDram(recorded.transactions);
    const Events ours = eventsOf(recorded.transactions, *result);
    for (const auto& [name, span] : recorded.events) {
        const auto found = ours.find(name);
        compareEvent(name, found == ours.end() ? nullptr : &found->second, span, dram, report);
    }
    for (const auto& [name, span] : ours)
        if (!recorded.events.contains(name))
            report.differences.push_back(name + ": ours from " + text(span) + ", not recorded");
    if (!isNear(lastEnd(ours), lastEnd(recorded.events)))
        report.differences.push_back("total: ours " + std::to_string(lastEnd(ours)) + " cycles, recorded "
                                     + std::to_string(lastEnd(recorded.events)));
    report.passed = report.differences.empty() && !recorded.events.empty();
    return report;
}

} // namespace nestloom::io
