// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/nocsim_cases.h"

#include "engine/conformance/recording.h"
#include "engine/noc/simulate.h"
#include "engine/simulation/compatible_dram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::conformance {

using namespace io;

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
    const noc::EndpointId dram = simulation::compatibleDramEndpoint(kGrid);
    for (noc::TransactionId id = 0; id < table.list.size(); ++id) {
        const auto destinations = table.list.destinations(id);
        if (table.list[id].actor == dram || std::ranges::find(destinations, dram) != destinations.end())
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
    const auto differ = [&](const std::string& what) { report.note(name + ": " + what); };
    if (!ours)
        differ("ours has no such event, recorded " + text(recorded));
    else if (!dram && (ours->start != recorded.start || ours->end != recorded.end))
        differ("ours from " + text(*ours) + ", recorded from " + text(recorded));
    else if (isDramPhase(name) && !isNear(ours->end - ours->start, recorded.end - recorded.start))
        differ("ours takes " + std::to_string(ours->end - ours->start) + " cycles, recorded "
               + std::to_string(recorded.end - recorded.start));
}

noc::Operation operationIn(const JsonObject& object)
{
    const std::string word = object.text("op");
    if (word != "unicast" && word != "multicast" && word != "count")
        object.report("op", "is not 'unicast', 'multicast' or 'count'");
    return word == "multicast" ? noc::Operation::Multicast
           : word == "count"   ? noc::Operation::Count
                               : noc::Operation::Unicast;
}

std::uint32_t small(const JsonObject& object, std::string_view key)
{
    const std::int64_t number = object.integer(key);
    if (number < 0 || number > std::numeric_limits<std::int32_t>::max())
        object.report(key, "is not from 0 to 2147483647");
    return std::uint32_t(number);
}

TransactionTable readTransactions(const JsonObject& test)
{
    std::vector<NumberedTransaction> transactions;
    if (const Json* list = test.list("transactions"))
        for (const Json& item : *list) {
            const JsonObject object(item, test.pathOf("transactions[" + std::to_string(transactions.size()) + "]"),
                                    test.errors());
            transactions.push_back({object.integer("tc_id"),
                                    {operationIn(object), 0, small(object, "actor"), small(object, "size"), {}},
                                    numbersIn<noc::EndpointId>(object, "dests"),
                                    numbersIn<std::int64_t>(object, "deps")});
        }
    auto table = numberTransactions(transactions);
    if (table)
        return *std::move(table);
    test.report("transactions", "transaction " + table.error().where + ": " + table.error().message);
    return {};
}

/// [start, end] or {"B": start, "E": end}.
NocsimCase::Span spanIn(const Json& json, const std::string& path, JsonErrors& errors)
{
    if (json.is_object()) {
        const JsonObject object(json, path, errors);
        return {object.integer("B"), object.integer("E")};
    }
    if (json.is_array() && json.size() == 2 && json[0].is_number_integer() && json[1].is_number_integer())
        return {json[0].get<noc::Cycle>(), json[1].get<noc::Cycle>()};
    errors.report(path, "is not a start and an end");
    return {};
}

std::map<std::string, NocsimCase::Span> readEvents(const JsonObject& object, std::string_view key)
{
    std::map<std::string, NocsimCase::Span> events;
    const Json* json = object.require(key);
    if (json && !json->is_object())
        object.report(key, "is not an object");
    else if (json)
        for (const auto& [name, span] : json->items())
            events[name] = spanIn(span, object.pathOf(key) + "." + name, object.errors());
    return events;
}

} // namespace

CaseReport compareNocsim(const NocsimCase& recorded)
{
    CaseReport report{recorded.name};
    noc::SimulationOptions options = noc::compatibleOptions();
    options.countWindows = false;
    options.traceLimit = 0;
    simulation::CompatibleDram memory(options.firstCycle);
    const auto attachment = simulation::attachCompatible(memory, simulation::compatibleDramEndpoint(kGrid));
    const auto result = noc::simulate(kGrid, recorded.transactions.list, {attachment}, options, {});
    if (!result) {
        report.note(result.error().text());
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
            report.note(name + ": ours from " + text(span) + ", not recorded");
    if (!isNear(lastEnd(ours), lastEnd(recorded.events)))
        report.note("total: ours " + std::to_string(lastEnd(ours)) + " cycles, recorded "
                    + std::to_string(lastEnd(recorded.events)));
    if (recorded.events.empty())
        report.note("no events are recorded");
    return report;
}

Result<std::vector<NocsimCase>> readNocsimTests(const std::filesystem::path& path)
{
    return readJsonFile(path, [](const Json& json) -> Result<std::vector<NocsimCase>> {
        if (!json.is_object())
            return Error{ErrorCode::InvalidInput, "the file is not an object with a test for each key", ""};
        JsonErrors errors;
        std::vector<NocsimCase> cases;
        for (const auto& [name, test] : json.items()) {
            const JsonObject object(test, name, errors);
            cases.push_back({name, readTransactions(object), readEvents(object, "events")});
        }
        if (errors.first())
            return *errors.first();
        return cases;
    });
}

Result<NocsimCase> readNocsimRun(const std::filesystem::path& csv)
{
    TRY(const auto text, readTextFile(csv, kMaxRecordingBytes));
    TRY(auto table, readTransactionCsv(text, csv.string()));
    auto beside = csv;
    beside.replace_extension(".events.json");
    return readJsonFile(beside, [&](const Json& json) -> Result<NocsimCase> {
        JsonErrors errors;
        NocsimCase result{csv.stem().string(), std::move(table),
                          readEvents(JsonObject(json, "", errors), "events_name_to_start_end")};
        if (errors.first())
            return *errors.first();
        return result;
    });
}

} // namespace nestloom::conformance
