// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/perform_run.h"
#include "app/cli/print_sweep.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/jobs/progress_throttle.h"
#include "app/report/text.h"
#include "app/store/run_store.h"
#include "app/store/sweep_store.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/explore/design_space.h"
#include "engine/io/quantity.h"
#include "engine/io/sweep_axis.h"
#include "engine/io/sweep_expression.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>

namespace nestloom::cli {

namespace {

std::string joined(const std::vector<std::string>& texts) { return joinText(texts, ", "); }

Result<ExitCode> listSweeps(const StoreArguments& storage)
{
    TRY(const auto sweeps, storedList<store::SweepStore>(storage, "sweeps"));
    TextTable table({{"sweep", kRight}, {"started (UTC)"}, {"accelerator"}, {"axes"}, {"points", kRight}, {""}});
    for (const records::SweepSummary& sweep : sweeps)
        table.addRow({std::to_string(sweep.id), report::utcText(sweep.startedAt), sweep.acceleratorName,
                      joined(sweep.axisPaths),
                      std::to_string(sweep.pointsDone) + "/" + std::to_string(sweep.pointCount),
                      sweep.pointsDone >= sweep.pointCount      ? "done"
                      : sweep.engineVersion == NESTLOOM_VERSION ? "goes on with --resume " + std::to_string(sweep.id)
                                                                : "begun by version " + sweep.engineVersion});
    return print(table.print());
}

struct SweepArguments {
    std::string accelerator, engine = "cosa";
    GoalArguments goal;
    std::vector<std::string> networks, axes;
    std::vector<std::string> pareto; // empty = the first two that the points have
    std::vector<std::string> limits; // "power=2 W"
    std::vector<std::string> links, conditions;
    std::optional<std::int64_t> sample;
    std::string sampling = "latin-hypercube";
    std::optional<std::int64_t> evaluations;
    std::uint64_t seed = 1;
    int threads = 0;
    std::optional<records::SweepId> resume;
    StoreArguments storage;
    bool json = false, csv = false, dryRun = false, noProof = false, frontOnly = false;
    std::string output;
    NodeArguments nodes;
    MemoryArguments memory;
    GivenOptions given;
};

/// Which points there are, besides the axes.
Status readChoices(const SweepArguments& arguments, explore::DesignSpace& space)
{
    for (const std::string& text : arguments.links) {
        TRY(auto link, io::parseLink(text, space.base));
        space.links.push_back(std::move(link));
    }
    for (const std::string& text : arguments.conditions) {
        TRY(auto condition, io::parseCondition(text, space.base));
        space.conditions.push_back(std::move(condition));
    }
    if (arguments.sample)
        space.sample = {*explore::samplingNamed(arguments.sampling), std::size_t(*arguments.sample), arguments.seed};
    return space.isChosen() ? explore::choosePoints(space) : success();
}

Result<explore::SweepInputs> readSweep(const SweepArguments& arguments)
{
    if (arguments.accelerator.empty() || arguments.networks.empty() || arguments.axes.empty())
        return Error{ErrorCode::InvalidInput,
                     "name --accelerator, --network and --axis, or a stored sweep with --resume", "sweep"};
    TRY(const auto goal, readGoal(arguments.goal));
    TRY_DO(checkGivenOptions(arguments.given, arguments.engine, goal.objective));
    explore::SweepInputs inputs;
    TRY(auto accelerator, readAccelerator(arguments.accelerator));
    inputs.space.base = std::move(accelerator.value);
    for (const std::string& name : arguments.networks) {
        TRY(auto network, readNetwork(name));
        inputs.networks.push_back(std::move(network.value));
    }
    for (const std::string& text : arguments.axes) {
        TRY(auto axis, io::parseAxis(text, inputs.space.base));
        inputs.space.axes.push_back(std::move(axis));
    }
    TRY_DO(readChoices(arguments, inputs.space));
    if (const records::RunKind kind = records::kindOf(arguments.engine); kind != records::RunKind::Layers) {
        RunArguments run;
        run.engine = arguments.engine;
        run.nodes = arguments.nodes;
        run.memory = arguments.memory;
        run.goal = arguments.goal;
        run.seed = arguments.seed;
        run.given = arguments.given;
        if (kind == records::RunKind::Nodes)
            inputs.nodes = nodeOptionsFrom(run);
        else
            inputs.memory = memoryOptionsFrom(run); // in the shared buffer of each point
        return inputs;
    }
    inputs.options.engine = arguments.engine;
    inputs.options.cosa.objective = goal.objective;
    inputs.options.cosa.cyclePrice = goal.cyclePrice;
    inputs.options.cosa.evaluations = arguments.evaluations.value_or(inputs.options.cosa.evaluations);
    inputs.options.cosa.proveWithMip = !arguments.noProof;
    inputs.options.seed = arguments.seed;
    return inputs;
}

/// One line on stderr that is written over, if that is a terminal.
class SweepLine {
public:
    ~SweepLine()
    {
        if (m_isTerminal)
            std::fputs("\r\033[K", stderr);
    }
    void show(const explore::SweepProgress& progress)
    {
        if (m_isTerminal && m_throttle.passes())
            std::fprintf(stderr, "\r\033[K%zu of %s; %s left", progress.done,
                         counted(std::int64_t(progress.total), "point").c_str(),
                         progress.left ? duration(double(progress.left->count())).c_str() : "? s");
    }

private:
    const bool m_isTerminal = isatty(STDERR_FILENO);
    jobs::ProgressThrottle m_throttle;
};

ExitCode exitCodeOf(const jobs::SweepOutcome& outcome, bool cancelled)
{
    if (outcome.storeError)
        complain("the sweep was not stored whole: " + outcome.storeError->text());
    if (cancelled)
        return Cancelled;
    ExitCode code = outcome.storeError ? SomeFailed : Ok;
    for (const explore::PointResult& result : outcome.results)
        if (result.status != explore::PointStatus::Finished
            && !(outcome.front && result.status == explore::PointStatus::Cancelled))
            code = std::max(code, exitCodeFor(result.failure));
    return code;
}

/// What the points are compared by.
/// Fails   InvalidInput for a figure that points of this engine do not have.
Result<std::vector<explore::Objective>> readObjectives(const std::vector<std::string>& names,
                                                       const explore::SweepInputs& inputs)
{
    std::vector<explore::Objective> known = explore::objectivesOf(inputs), objectives;
    for (const std::string& name : names) {
        objectives.push_back(*explore::objective(name)); // the option accepts known names only
        if (std::ranges::find(known, objectives.back()) == known.end())
            return Error{ErrorCode::InvalidInput, "points of engine " + inputs.engine() + " have no " + name,
                         "--pareto"};
    }
    known.resize(2);
    return objectives.empty() ? known : objectives;
}

/// "power=500 mW", "on-chip-bytes=2 MiB", "cycles=1000000".
Result<explore::Limit> readLimit(const std::string& text, const explore::SweepInputs& inputs)
{
    const std::size_t equals = text.find('=');
    const std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
    const auto figure = explore::objective(std::string_view(text).substr(0, equals));
    const auto known = explore::objectivesOf(inputs);
    if (!figure || std::ranges::find(known, *figure) == known.end())
        return Error{ErrorCode::InvalidInput,
                     "'" + text + "' names no figure of these points; one is "
                         + std::string(explore::name(known.back())),
                     "--limit"};
    const auto limit = [&](auto parsed) -> Result<explore::Limit> {
        if (!parsed)
            return Error{parsed.error().code, parsed.error().message, "--limit " + text};
        return explore::Limit{*figure, double(parsed->count)};
    };
    switch (*figure) {
    case explore::Objective::Energy: return limit(io::parseEnergy(value));
    case explore::Objective::Area: return limit(io::parseArea(value));
    case explore::Objective::Power: return limit(io::parsePower(value));
    case explore::Objective::OnChipBytes:
    case explore::Objective::Traffic: return limit(io::parseBytes(value));
    default: break;
    }
    double number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size())
        return Error{ErrorCode::InvalidInput, "'" + value + "' is not a number", "--limit " + text};
    return explore::Limit{*figure, number};
}

/// Fails   as readObjectives() and readLimit().
Result<explore::FrontSearch> readFront(const SweepArguments& arguments, const explore::SweepInputs& inputs)
{
    explore::FrontSearch front;
    TRY(front.objectives, readObjectives(arguments.pareto, inputs));
    for (const std::string& text : arguments.limits) {
        TRY(const auto limit, readLimit(text, inputs));
        front.limits.push_back(limit);
    }
    return front;
}

std::string print(const SweepArguments& arguments, const explore::SweepInputs& inputs,
                  const jobs::SweepOutcome& outcome, const explore::FrontSearch& front)
{
    if (arguments.json)
        return sweepToJson(inputs, outcome, front);
    if (arguments.csv)
        return sweepToCsv(inputs, outcome, front);
    return printSweep(inputs, outcome, front)
           + (outcome.sweep > 0 && !outcome.storeError ? "stored as sweep " + std::to_string(outcome.sweep) + "\n"
                                                       : "");
}

Result<ExitCode> sweep(const SweepArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output));
    const Interrupt interrupt; // before any thread
    Result<std::optional<store::SweepStore>> store(std::optional<store::SweepStore>{});
    if (!arguments.dryRun || arguments.resume)
        store = openForWriting<store::SweepStore>(arguments.storage, "sweep", arguments.resume.has_value());
    if (!store)
        return store.error();
    TRY(auto inputs, arguments.resume ? (*store)->load(*arguments.resume) : readSweep(arguments));
    inputs.options.threads = arguments.threads;
    TRY(const auto front, readFront(arguments, inputs));
    SweepLine line;
    jobs::SweepJobEvents events;
    events.onPlan = [&](const jobs::SweepPlan& plan) {
        std::fputs(printPlan(plan).c_str(), arguments.dryRun ? stdout : stderr);
        if (!plan.caution.empty())
            complain(plan.caution);
    };
    events.onProgress = [&](const explore::SweepProgress& progress) { line.show(progress); };
    TRY(const auto outcome,
        jobs::runStoredSweep(inputs, *store ? &**store : nullptr, interrupt.token(), events,
                             arguments.dryRun ? jobs::SweepExtent::PlanOnly : jobs::SweepExtent::Whole,
                             patienceFor("the sweep"), arguments.frontOnly ? std::optional(front) : std::nullopt));
    if (arguments.dryRun)
        return interrupt.happened() ? Cancelled : Ok;
    TRY_DO(writeOutput(arguments.output, print(arguments, inputs, outcome, front)));
    return exitCodeOf(outcome, interrupt.happened());
}

void addInputOptions(const Options& command, SweepArguments& arguments)
{
    std::vector<Option> inputs{
        command.add("--accelerator", arguments.accelerator, "Preset or YAML file; the point that is varied")
            .type("NAME|FILE"),
        command.add("--network", arguments.networks, "Preset or YAML file; may be repeated").type("NAME|FILE"),
        command
            .add("--axis", arguments.axes,
                 "A field and its values: PATH=V,V,... or PATH=FROM..TO:STEP or PATH=FROM..TO:xFACTOR, e.g. "
                 "levels.GlobalBuffer.capacity=16KiB..256KiB:x2; may be repeated")
            .type("PATH=VALUES"),
        command
            .add("--link", arguments.links,
                 "A field that follows from others, e.g. levels.WeightBuffer.capacity=levels.GlobalBuffer.capacity/4; "
                 "may be repeated")
            .type("PATH=EXPRESSION"),
        command
            .add("--where", arguments.conditions,
                 "Leave out points for which this does not hold, before they are solved, e.g. 'on_chip <= 2*MiB'; may "
                 "be repeated")
            .type("EXPRESSION"),
        command.add("--sample", arguments.sample, "Draw so many points instead of all combinations")
            .within(std::int64_t(1), std::int64_t(explore::kMaxPoints)),
        command.add("--sampling", arguments.sampling, "How they are drawn, with --sample and --seed")
            .oneOf({"latin-hypercube", "random", "sobol"})
            .showDefault(),
        command.add("--engine", arguments.engine, "Mapping engine").oneOf(engineIds(true)).showDefault(),
        command
            .add("--evaluations", arguments.evaluations,
                 "Budget of the search per layer, in cost evaluations (default 30000)")
            .within(std::int64_t(1), std::int64_t(1'000'000'000)),
        command.addSeed(arguments.seed, "Equal seeds give equal results"),
        command.flag("--no-proof", arguments.noProof,
                     "Search only. Sooner done, but points that are not within 1 % of their bound can be better "
                     "than they look")};
    const std::vector<Option> goal = addGoalOptions(command, arguments.goal);
    inputs.insert(inputs.end(), goal.begin(), goal.end());
    Option resume = command.add("--resume", arguments.resume,
                                "Go on with this stored sweep; the command that began it does the same");
    for (Option each : inputs)
        resume.excludes(each);
    addNodeOptions(command, arguments.nodes);
    addPlanOptions(command, arguments.memory, "Planners of memory (cosma...), in the shared buffer of each point");
    command.noteGiven(arguments.given);
}

struct KeepArguments {
    records::SweepId sweep = 0;
    std::size_t point = 0;
    std::string network;
    OutputArguments output;
};

/// The number of the network that is named; of a sweep of one network that one.
Result<std::size_t> networkOf(const KeepArguments& arguments, const std::vector<workload::Network>& networks)
{
    const std::vector<std::string> names = collect(networks, &workload::Network::name);
    const auto named = std::ranges::find(names, arguments.network);
    if (named != names.end())
        return std::size_t(named - names.begin());
    if (names.size() == 1 && arguments.network.empty())
        return std::size_t(0);
    return Error{ErrorCode::InvalidInput,
                 "sweep " + std::to_string(arguments.sweep) + " has the networks " + joined(names) + "; name one",
                 "--network"};
}

/// `sweeps keep SWEEP POINT`: the run of a point, stored with the others.
Result<ExitCode> keepPoint(const KeepArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output.output));
    TRY(auto store, openStored<store::SweepStore>(arguments.output.storage));
    TRY(const auto sweep, store.load(arguments.sweep));
    TRY(const auto network, networkOf(arguments, sweep.networks));
    TRY(auto inputs, records::runInputs(sweep, arguments.point, network));
    const std::vector<double> values = explore::valuesAt(sweep.space, arguments.point);
    for (std::size_t i = 0; i < values.size(); ++i) // tells the accelerator from its siblings
        inputs.accelerator.name += ", " + sweep.space.axes[i].path + " "
                                   + io::axisValueText(explore::kindOf(sweep.space, sweep.space.axes[i]), values[i]);
    return runAndPrint(inputs, arguments.output);
}

void addKeep(const Options& sweeps)
{
    const auto arguments = std::make_shared<KeepArguments>();
    const Options command = sweeps.command(
        "keep", "Make a stored run of a point: its mappings, schedule or plan, and not only its figures");
    command.add("sweep", arguments->sweep, "The number of the sweep").required();
    command.add("point", arguments->point, "The number of the point, as sweep prints it").required().notNegative();
    command.add("--network", arguments->network, "Which one, of a sweep of several").type("NAME");
    command.flag("--json", arguments->output.json, "Print JSON");
    command.add("--output", arguments->output.output, "Write to a file instead of stdout, whole or not at all")
        .type("FILE");
    addStoreOption(command, arguments->output.storage, false);
    command.does([arguments] { return keepPoint(*arguments); });
}

} // namespace

void addSweep(const Options& program)
{
    const auto arguments = std::make_shared<SweepArguments>();
    const Options command =
        program.command("sweep", "Vary fields of an accelerator and mark the Pareto-optimal points");
    addInputOptions(command, *arguments);
    Option pareto =
        command.add("--pareto", arguments->pareto, "What the points are compared by")
            .delimiter(',')
            .oneOf({"cycles", "energy", "edp", "on-chip-bytes", "utilisation", "area", "off-chip-bytes", "power"})
            .showDefault("cycles,on-chip-bytes; of memory plans off-chip-bytes,on-chip-bytes");
    command.add("--threads", arguments->threads, "0 = all cores; results do not depend on it")
        .within(0, 1024)
        .showDefault();
    Option dryRun = command.flag("--dry-run", arguments->dryRun,
                                 "Say how many points there are and how long they will take, and stop");
    Option json = command.flag("--json", arguments->json, "Print JSON").excludes(dryRun);
    command.flag("--csv", arguments->csv, "Print CSV").excludes(json).excludes(dryRun);
    command.add("--output", arguments->output, "Write to a file instead of stdout, whole or not at all")
        .type("FILE")
        .excludes(dryRun);
    command
        .add("--limit", arguments->limits,
             "No point beyond it is Pareto-optimal: power=500mW, on-chip-bytes=2MiB, cycles=1000000; may be repeated")
        .type("FIGURE=VALUE")
        .excludes(dryRun);
    command
        .flag("--front", arguments->frontOnly,
              "Solve only what may be Pareto-optimal: bounds of all points come first, and a point whose bound is "
              "dominated or beyond a limit is not solved. The front is that of the whole space")
        .excludes(dryRun);
    pareto.excludes(dryRun);
    addStoreOption(command, arguments->storage, true);
    command["--no-store"].excludes("--resume");
    command.does([arguments] { return sweep(*arguments); });
}

void addSweeps(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command =
        program.command("sweeps", "List the stored sweeps and how far they are, newest first, or keep a point");
    addStoreOption(command, *storage, false);
    command.does([storage] { return listSweeps(*storage); });
    addKeep(command);
}

} // namespace nestloom::cli
