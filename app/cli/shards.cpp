// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shards.h"

#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_sweep.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/store/shard_files.h"
#include "app/write_file.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <sstream>
#include <thread>

namespace nestloom::cli {

namespace {

using std::filesystem::path;

constexpr std::size_t kMostShards = 100'000;
constexpr std::chrono::seconds kBetweenLooks{2};

Result<store::Shard> readShard(const std::string& text)
{
    const std::size_t slash = text.find('/');
    std::size_t index = 0, count = 0;
    const auto isNumber = [](std::string_view digits, std::size_t& number) {
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    };
    const bool isRead = slash != std::string::npos && isNumber(std::string_view(text).substr(0, slash), index)
                        && isNumber(std::string_view(text).substr(slash + 1), count);
    if (!isRead || index < 1 || index > count || count > kMostShards)
        return Error{ErrorCode::InvalidInput, "'" + text + "' is no shard; the third of 256 is 3/256", "--shard"};
    return store::Shard{index - 1, count};
}

/// Of the options, or those that the folder was begun with.
Result<explore::SweepInputs> inputsFor(const SweepArguments& arguments)
{
    const path folder = arguments.shardFolder;
    if (arguments.accelerator.empty() && arguments.networks.empty() && arguments.axes.empty())
        return store::readShardedSweep(folder);
    TRY(auto inputs, readSweep(arguments));
    TRY_DO(store::beginShards(folder, inputs));
    return inputs;
}

bool isThere(const path& folder, const store::Shard& shard)
{
    std::error_code ignored;
    return std::filesystem::exists(store::shardPath(folder, shard), ignored);
}

std::vector<std::size_t> missingShards(const path& folder, std::size_t count)
{
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < count; ++i)
        if (!isThere(folder, {i, count}))
            missing.push_back(i);
    return missing;
}

/// "1-3,7": numbers from 1 on.
std::string ranges(const std::vector<std::size_t>& shards)
{
    std::string text;
    for (std::size_t i = 0; i < shards.size();) {
        std::size_t end = i;
        while (end + 1 < shards.size() && shards[end + 1] == shards[end] + 1)
            ++end;
        text += (text.empty() ? "" : ",") + std::to_string(shards[i] + 1)
                + (end > i ? "-" + std::to_string(shards[end] + 1) : std::string());
        i = end + 1;
    }
    return text;
}

struct CollectArguments {
    std::string folder, output;
    SweepArguments sweep; // what it is compared by, and how it is printed
};

Result<ExitCode> collectFolder(const CollectArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output));
    TRY(const auto inputs, store::readShardedSweep(arguments.folder));
    TRY(const auto front, readFront(arguments.sweep, inputs));
    TRY(const auto collected, store::collectShards(arguments.folder, inputs));
    TRY(auto store, openForWriting<store::SweepStore>(arguments.sweep.storage, "sweep"));
    jobs::SweepOutcome outcome;
    if (store) {
        TRY(outcome.sweep, store->begin(inputs));
        TRY(const auto known, store->points(outcome.sweep));
        for (const auto& [key, result] : collected.points)
            if (!known.contains(key))
                TRY_DO(store->add(outcome.sweep, result));
    }
    outcome.results.resize(explore::resultCount(inputs));
    for (std::size_t i = 0; i < outcome.results.size(); ++i) {
        explore::PointResult& result = outcome.results[i];
        result.point = i / inputs.networks.size();
        result.network = i % inputs.networks.size();
        if (const auto found = collected.points.find({result.point, result.network}); found != collected.points.end())
            result = found->second;
    }
    TRY_DO(
        writeOutput(arguments.output, sweepOutput(arguments.sweep.json, arguments.sweep.csv, inputs, outcome, front)));
    if (collected.count == 0)
        complain("no shard is there yet");
    else if (!collected.missing.empty())
        complain(counted(std::int64_t(collected.missing.size()), "shard") + " of " + std::to_string(collected.count)
                 + (collected.missing.size() == 1 ? " is missing: " : " are missing: ") + ranges(collected.missing));
    return collected.count > 0 && collected.missing.empty() ? Ok : SomeFailed;
}

/// For a shell.
std::string quoted(const std::string& text)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

/// What a program prints. Fails   Io with what it said when it cannot be started or fails.
Result<std::string> askProgram(const std::string& line)
{
    std::string said;
    std::FILE* const pipe = popen((line + " 2>&1").c_str(), "r");
    if (!pipe)
        return Error{ErrorCode::Io, "it cannot be started", line};
    char buffer[4096];
    while (const std::size_t read = std::fread(buffer, 1, sizeof buffer, pipe))
        said.append(buffer, read);
    return pclose(pipe) == 0 ? Result<std::string>(said)
                             : Error{ErrorCode::Io, std::string(trimmed(said)), line.substr(0, line.find(' '))};
}

struct SubmitArguments {
    SweepArguments sweep;
    std::string runner = "slurm";
    std::int64_t count = 0;
    int tries = 3;
    std::size_t shards() const { return std::size_t(count); }
};

/// What every task of a queue runs: its number comes from the queue, or as the first argument.
Result<path> writeScript(const path& folder, std::size_t shards)
{
    const path file = folder / "shard.sh";
    std::error_code failed;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", failed).string();
    TRY_DO(app::writeFile(
        file, "#!/bin/sh\nset -e\ntask=${SLURM_ARRAY_TASK_ID:-${SGE_TASK_ID:-${LSB_JOBINDEX:-$1}}}\nexec "
                  + quoted(failed ? "nestloom-cli" : program) + " sweep --shard \"$task/" + std::to_string(shards)
                  + "\" --shard-dir " + quoted(folder.string()) + " --threads \"${SLURM_CPUS_PER_TASK:-1}\"\n"));
    std::filesystem::permissions(file, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add, failed);
    return file;
}

std::string linesFor(const path& script, const path& folder, std::size_t shards,
                     const std::vector<std::size_t>& missing)
{
    const std::string run = quoted(script.string()), all = std::to_string(shards);
    std::string numbers;
    for (const std::size_t shard : missing)
        numbers += " " + std::to_string(shard + 1);
    return "# Slurm\nsbatch --array=" + ranges(missing)
           + " --requeue --output=" + quoted((folder / "log-%a.txt").string()) + " " + run
           + "\n# Grid Engine\nqsub -t 1-" + all + " -cwd -j y -o " + quoted(folder.string()) + " " + run
           + "\n# LSF\nbsub -J 'nestloom[" + ranges(missing) + "]' -o " + quoted((folder / "log-%I.txt").string()) + " "
           + run + "\n# GNU parallel\nparallel " + run + " :::" + numbers + "\n";
}

/// Why none of the job's tasks runs, of the lines "STATE REASON" of squeue: empty where one does, or where they only
/// wait for their turn. A controller that is killed may come back with nodes out of use and the job held: it then waits
/// for somebody who says so.
std::string whyItWaits(const std::string& queue, const std::string& job)
{
    std::string why;
    std::istringstream lines(queue);
    for (std::string state, reason; lines >> state && std::getline(lines >> std::ws, reason);) {
        if (state != "PENDING")
            return {};
        if (reason != "None" && reason != "Resources" && reason != "Priority" && reason != "BeginTime")
            why = reason;
    }
    const bool isHeld = why.find("JobHeld") != std::string::npos || why.find("held") != std::string::npos;
    return why + (isHeld ? "; it is held until \"scontrol release " + job + "\"" : "");
}

/// Gives shards to Slurm and waits until their files are there. The queue is only asked whether it still has the job.
Result<ExitCode> followSlurm(const SubmitArguments& arguments, const path& script, const path& folder)
{
    const Interrupt interrupt;
    for (int turn = 1; turn <= arguments.tries; ++turn) {
        std::vector<std::size_t> missing = missingShards(folder, arguments.shards());
        if (missing.empty())
            break;
        TRY(const auto answer,
            askProgram("sbatch --parsable --requeue --job-name=nestloom --array=" + ranges(missing)
                       + " --output=" + quoted((folder / "log-%a.txt").string()) + " " + quoted(script.string())));
        const std::string job(trimmed(answer.substr(0, answer.find_first_of(";\n"))));
        complain("job " + job + ": shards " + ranges(missing)
                 + (turn > 1 ? " again, " + std::to_string(turn) + " of " + std::to_string(arguments.tries) : ""));
        bool isSilent = false; // told once
        std::string waits;
        for (int gone = 0; gone < 2 && !missing.empty();) { // its last files may come a moment after it has left
            std::this_thread::sleep_for(kBetweenLooks);
            if (interrupt.happened()) {
                const auto ended = askProgram("scancel " + job);
                complain(ended ? "job " + job + " is cancelled; its finished shards are kept" : ended.error().text());
                return Cancelled;
            }
            const auto queue = askProgram("squeue --noheader --format='%T %r' --jobs=" + job);
            const bool isUnknown = !queue && queue.error().message.find("Invalid job id") != std::string::npos;
            if (!queue && !isUnknown && !std::exchange(isSilent, true))
                complain("the queue does not answer, and is asked again: " + queue.error().message);
            if (queue && std::exchange(waits, whyItWaits(*queue, job)) != waits && !waits.empty())
                complain("job " + job + " waits: " + waits);
            gone = isUnknown || (queue && trimmed(*queue).empty()) ? gone + 1 : 0;
            missing = missingShards(folder, arguments.shards());
        }
    }
    const std::vector<std::size_t> missing = missingShards(folder, arguments.shards());
    if (missing.empty())
        return print("all " + counted(std::int64_t(arguments.shards()), "shard") + " of "
                     + "the sweep are there: sweep collect " + folder.string() + "\n");
    complain("shards without a result: " + ranges(missing) + "; what they said is in "
             + (folder / "log-*.txt").string());
    return SomeFailed;
}

Result<ExitCode> submit(const SubmitArguments& arguments)
{
    TRY(const path folder,
        caught([&]() -> Result<path> { return std::filesystem::absolute(arguments.sweep.shardFolder); }));
    TRY(const auto inputs, inputsFor(arguments.sweep));
    TRY(const auto present, store::collectShards(folder, inputs));
    if (present.count > 0 && present.count != arguments.shards())
        return Error{ErrorCode::InvalidInput,
                     "it was cut into " + counted(std::int64_t(present.count), "shard") + " before", folder.string()};
    TRY(const auto script, writeScript(folder, arguments.shards()));
    const std::vector<std::size_t> missing = missingShards(folder, arguments.shards());
    complain(counted(std::int64_t(explore::resultCount(inputs)), "point") + ", "
             + std::to_string(arguments.shards() - missing.size()) + " of "
             + counted(std::int64_t(arguments.shards()), "shard") + " done");
    if (arguments.runner == "print" && !missing.empty())
        return print(linesFor(script, folder, arguments.shards(), missing));
    return followSlurm(arguments, script, folder);
}

} // namespace

void addShardOptions(const Options& sweep, SweepArguments& arguments)
{
    Option shard = sweep
                       .add("--shard", arguments.shard,
                            "Solve only this part, e.g. 3/256, and leave its results in --shard-dir; what is swept may "
                            "come from there. No database is touched")
                       .type("I/N");
    Option folder =
        sweep.add("--shard-dir", arguments.shardFolder, "The folder through which the parts come together").type("DIR");
    shard.needs(folder);
    folder.needs(shard);
    for (const char* other : {"--resume", "--dry-run", "--front", "--json", "--csv", "--output", "--pareto", "--limit"})
        shard.excludes(other);
}

Result<ExitCode> solveShard(const SweepArguments& arguments)
{
    TRY(const store::Shard shard, readShard(arguments.shard));
    const Interrupt interrupt; // before any thread
    TRY(auto inputs, inputsFor(arguments));
    inputs.options.threads = arguments.threads;
    if (isThere(arguments.shardFolder, shard))
        return Ok;
    TRY(const auto makeSolver, jobs::solverFactory());
    explore::SweepEvents events;
    bool isFirst = true;
    events.nextRound = [&](std::vector<explore::SweepStep>& open, const auto&) {
        return std::exchange(isFirst, false) ? store::stepsOf(shard, open) : std::vector<explore::SweepStep>();
    };
    TRY(const auto results, explore::runSweep(inputs, makeSolver, interrupt.token(), events));
    if (interrupt.happened())
        return Cancelled;
    for (const explore::PointResult& result : results)
        if (result.status == explore::PointStatus::Failed)
            return Error{result.failure.value_or(ErrorCode::Internal), result.reason,
                         "point " + std::to_string(result.point)};
    TRY_DO(store::writeShard(arguments.shardFolder, inputs, shard, results));
    return Ok;
}

void addCollect(const Options& sweep)
{
    const auto arguments = std::make_shared<CollectArguments>();
    const Options command = sweep.command("collect", "Put the shards in a folder together, store and print the sweep");
    command.add("DIR", arguments->folder, "The folder of --shard-dir").required();
    addFrontOptions(command, arguments->sweep);
    Option json = command.flag("--json", arguments->sweep.json, "Print JSON");
    command.flag("--csv", arguments->sweep.csv, "Print CSV").excludes(json);
    command.add("--output", arguments->output, "Write to a file instead of stdout, whole or not at all").type("FILE");
    addStoreOption(command, arguments->sweep.storage, true);
    command.does([arguments] { return collectFolder(*arguments); });
}

void addSubmit(const Options& sweep)
{
    const auto arguments = std::make_shared<SubmitArguments>();
    const Options command = sweep.command(
        "submit", "Give the shards of a sweep that are not done to a queue, and wait for them; or print how");
    addInputOptions(command, arguments->sweep);
    command.add("--shard-dir", arguments->sweep.shardFolder, "A folder that all machines see").type("DIR").required();
    command.add("--shards", arguments->count, "How many; one should take some minutes")
        .within(std::int64_t(1), std::int64_t(kMostShards))
        .required();
    command.add("--runner", arguments->runner, "slurm, or print: the lines for Slurm, Grid Engine, LSF, GNU parallel")
        .oneOf({"slurm", "print"})
        .showDefault();
    command.add("--tries", arguments->tries, "How often a shard is submitted").within(1, 100).showDefault();
    command.does([arguments] { return submit(*arguments); });
}

} // namespace nestloom::cli
