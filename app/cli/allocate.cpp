// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"
#include "engine/io/buffer_csv.h"
#include "engine/io/json_reader.h"
#include "engine/io/quantity.h"
#include "engine/io/text.h"

namespace nestloom::cli {

namespace {

struct AllocateArguments {
    std::string file, capacity, output;
    std::int64_t retries = -1;
    std::uint64_t seed = 1;
    bool json = false;
};

/// "1048576" as minimalloc's --capacity takes it, or "1 MiB".
Result<Bytes> readCapacity(const std::string& text)
{
    const std::size_t sign = text.find('-') == 0 ? 1 : 0; // a negative one is refused for that, not for its unit
    const bool bare = text.size() > sign && text.find_first_not_of("0123456789", sign) == std::string::npos;
    const auto bytes = io::parseRoom(bare ? text + " B" : text);
    return bytes ? bytes : Result<Bytes>(Error{bytes.error().code, bytes.error().message, "--capacity"});
}

std::string statusText(const SolveOutcome<memory::Packing>& outcome)
{
    if (outcome.status == SolveStatus::Optimal)
        return "placed";
    return outcome.status == SolveStatus::Infeasible ? "infeasible"
           : outcome.cause == StopCause::Cancelled   ? "cancelled"
                                                     : "not placed";
}

std::int64_t excessOf(const SolveOutcome<memory::Packing>& outcome, const memory::PeakLoad& peak, Bytes capacity)
{
    const Bytes needed = outcome.solution ? outcome.solution->top : peak.load;
    return std::max<std::int64_t>(0, (needed - capacity).count);
}

std::string asJson(const io::BufferTable& table, const SolveOutcome<memory::Packing>& outcome,
                   const memory::PeakLoad& peak, Bytes capacity)
{
    io::Json json{{"version", NESTLOOM_VERSION},
                  {"status", statusText(outcome)},
                  {"buffers", table.buffers.size()},
                  {"capacityBytes", capacity.count},
                  {"loadBytes", peak.load.count},
                  {"loadStep", peak.step},
                  {"excessBytes", excessOf(outcome, peak, capacity)},
                  {"cpuSeconds", std::chrono::duration<double>(outcome.stats.cpu).count()}};
    if (!outcome.reason.empty())
        json["reason"] = outcome.reason;
    if (outcome.solution) {
        json["heightBytes"] = outcome.solution->top.count;
        json["method"] = outcome.solution->method;
        json["offsets"] = io::Json::array();
        for (std::size_t i = 0; i < table.ids.size(); ++i)
            json["offsets"].push_back({{"id", table.ids[i]}, {"offset", outcome.solution->offsets[i].count}});
    }
    return io::dump(json, 2) + "\n";
}

std::string asText(const io::BufferTable& table, const SolveOutcome<memory::Packing>& outcome,
                   const memory::PeakLoad& peak, Bytes capacity)
{
    std::string text = counted(std::int64_t(table.buffers.size()), "buffer") + ", capacity " + io::text(capacity)
                       + ", at most " + io::text(peak.load) + " in use at once (step " + std::to_string(peak.step)
                       + "): ";
    if (!outcome.solution)
        return text + "infeasible: " + outcome.reason + "\n";
    const memory::Packing& packing = *outcome.solution;
    const std::string cpu = fixedNumber(std::chrono::duration<double>(outcome.stats.cpu).count(), 3) + " s";
    text += statusText(outcome) + ", height " + io::text(packing.top) + ", by '" + packing.method + "' in " + cpu
            + " of CPU\n";
    if (outcome.status != SolveStatus::Optimal)
        text += "the lowest packing that was met ends " + std::to_string(excessOf(outcome, peak, capacity))
                + " B above the capacity; raise it to " + io::text(packing.top) + "\n";
    return text;
}

/// Addresses reach the user only when they were checked; those above the capacity against their own height.
Status checkPacking(const io::BufferTable& table, const memory::Packing& packing)
{
    const std::string conflict = memory::findConflict(table.buffers, packing.offsets, packing.top);
    return conflict.empty() ? success() : Error{ErrorCode::Internal, "the packing breaks a rule: " + conflict, ""};
}

Result<ExitCode> allocate(const AllocateArguments& arguments)
{
    TRY(const auto capacity, readCapacity(arguments.capacity));
    TRY_DO(checkWritable(arguments.output));
    TRY(const auto text, io::readTextFile(arguments.file));
    TRY(const auto table, io::readBufferCsv(text, arguments.file));
    const Interrupt interrupt;
    RunControl control;
    control.stop = interrupt.token();
    control.workLimit = arguments.retries;
    control.seed = arguments.seed;
    const auto outcome = memory::pack(table.buffers, capacity, control);
    const memory::PeakLoad peak = memory::peakLoad(table.buffers);
    if (outcome.solution) {
        TRY_DO(checkPacking(table, *outcome.solution));
        if (!arguments.output.empty())
            TRY_DO(writeOutput(arguments.output, io::writeBufferCsv(table, outcome.solution->offsets)));
    }
    const std::string hint =
        arguments.output.empty() && outcome.solution ? "the addresses: with --output FILE, or --json\n" : "";
    TRY_DO(writeOutput({}, arguments.json ? asJson(table, outcome, peak, capacity)
                                          : asText(table, outcome, peak, capacity) + hint));
    return outcome.status == SolveStatus::Optimal ? Ok : interrupt.happened() ? Cancelled : SomeFailed;
}

} // namespace

void addAllocate(const Options& program)
{
    const auto arguments = std::make_shared<AllocateArguments>();
    const Options command =
        program.command("allocate", "Find addresses for buffers of given lifetimes (minimalloc's CSV)");
    command.add("FILE", arguments->file, "CSV with the columns id,lower,upper,size").required();
    command.add("--capacity", arguments->capacity, "Size of the memory, '1 MiB' or a number of bytes")
        .required()
        .type("BYTES");
    command.add("--output,-o", arguments->output, "Write the buffers with their offsets to this CSV file").type("FILE");
    command.add("--retries", arguments->retries, "Work to spend; without it some 10 seconds at most").notNegative();
    command.addSeed(arguments->seed, "Of the searches");
    command.flag("--json", arguments->json, "Print the result and all offsets as JSON");
    command.does([arguments] { return allocate(*arguments); });
}

} // namespace nestloom::cli
