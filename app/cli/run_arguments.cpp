// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_arguments.h"

#include "app/cli/read_input.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/io/constraint_lines.h"
#include "engine/io/quantity.h"
#include "engine/io/read_network.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/run_choices.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <array>

namespace nestloom::cli {

namespace {

using Choice = schedule::RunChoice;

/// What each option of a run is about. Options that are not here are heard by every engine, or refused where they are
/// read.
constexpr std::array<std::pair<const char*, Choice>, 34> kChoiceOf{{{"--objective", Choice::Objective},
                                                                    {"--cycle-price", Choice::Objective},
                                                                    {"--seed", Choice::Seed},
                                                                    {"--seeds", Choice::Seed},
                                                                    {"--time-limit", Choice::TimeLimit},
                                                                    {"--gap", Choice::Gap},
                                                                    {"--no-proof", Choice::Proof},
                                                                    {"--prove", Choice::Proof},
                                                                    {"--evaluations", Choice::Evaluations},
                                                                    {"--layer", Choice::Layers},
                                                                    {"--perfect-factors", Choice::Sizes},
                                                                    {"--fuse-operators", Choice::Operators},
                                                                    {"--bypass", Choice::Bypass},
                                                                    {"--constraint", Choice::Constraints},
                                                                    {"--constraints", Choice::Constraints},
                                                                    {"--metric", Choice::Tiles},
                                                                    {"--transfer-weight", Choice::Tiles},
                                                                    {"--priority", Choice::Tiles},
                                                                    {"--spill-policy", Choice::Tiles},
                                                                    {"--max-operations", Choice::Tiles},
                                                                    {"--tilings", Choice::Tiles},
                                                                    {"--as-published", Choice::Tiles},
                                                                    {"--trace", Choice::Tiles},
                                                                    {"--batch", Choice::Nodes},
                                                                    {"--training", Choice::Nodes},
                                                                    {"--alone", Choice::Nodes},
                                                                    {"--chains", Choice::Chains},
                                                                    {"--keep", Choice::Keep},
                                                                    {"--iterations", Choice::Iterations},
                                                                    {"--scratchpad", Choice::Memory},
                                                                    {"--parameters", Choice::Memory},
                                                                    {"--fused", Choice::Memory},
                                                                    {"--inputs-backed", Choice::Memory},
                                                                    {"--order", Choice::Memory}}};

/// Its name says that it is a part, wherever runs are listed.
Result<workload::Network> onlyLayers(const workload::Network& network, const std::vector<std::string>& names)
{
    workload::Network part = network;
    part.layers.clear();
    part.graph = {}; // it holds all layers
    for (const std::string& name : names)
        TRY_DO(findLayer(network, name));
    for (const workload::Layer& layer : network.layers)
        if (std::ranges::find(names, layer.name) != names.end())
            part.layers.push_back(layer);
    if (part.layers.size() < network.layers.size())
        part.name += " (" + std::to_string(part.layers.size()) + " of "
                     + counted(std::int64_t(network.layers.size()), "layer") + ")";
    return part;
}

schedule::ScheduleOptions optionsFrom(const RunArguments& arguments, const schedule::Goal& goal)
{
    schedule::ScheduleOptions options;
    options.engine = arguments.engine;
    options.cosa.objective = goal.objective;
    options.cosa.cyclePrice = goal.cyclePrice;
    options.cosa.simulated = arguments.goal.objective == "simulated";
    options.cosa.gap = arguments.gap.value_or(options.cosa.gap);
    options.cosa.proveWithMip = !arguments.noProof;
    takeSpace(arguments.space, options);
    options.flexer = arguments.flexer;
    if (arguments.asPublished)
        options.flexer.extensions = schedule::flexer::kPublished;
    options.seed = arguments.seed;
    options.threads = arguments.threads;
    if (arguments.timeLimitSeconds)
        options.timeLimitPerLayer = std::chrono::milliseconds(std::int64_t(*arguments.timeLimitSeconds * 1000));
    return options;
}

/// An option whose values are the names of an enumeration.
template <typename Enum, typename Find>
void addChoice(const Options& command, const char* option, Enum& value, Find find,
               const std::vector<std::string>& names, const char* help)
{
    command
        .add(
            option, [&value, find](const std::string& text) { value = *find(text); }, help)
        .oneOf(names)
        .showDefault(std::string(name(value)))
        .group("Flexer");
}

void addFlexerOptions(const Options& command, RunArguments& arguments)
{
    using namespace schedule::flexer;
    FlexerParams& flexer = arguments.flexer;
    addChoice(command, "--metric", flexer.metric, metric, {"latency-transfer", "latency", "transfer"},
              "What schedules of tiles are ranked by");
    command.add("--transfer-weight", flexer.transferWeight, "Exponent of the bytes in latency-transfer")
        .within(0.0, 100.0)
        .showDefault()
        .group("Flexer");
    addChoice(command, "--priority", flexer.priority, priority, {"memory-benefit", "least-transfer", "least-spill"},
              "Which set of operations goes first");
    addChoice(command, "--spill-policy", flexer.spillPolicy, spillPolicy,
              {"least-fragmentation", "first-fit", "smallest-first"}, "Which tiles leave a full scratchpad");
    command.add("--max-operations", flexer.maxOperations, "Tilings with more operations are left out")
        .within(1, 1'000'000)
        .showDefault()
        .group("Flexer");
    command.add("--tilings", flexer.tilings, "Tilings scheduled out of order, best static ones first; 0 = all")
        .within(0, 1'000'000)
        .showDefault()
        .group("Flexer");
    command.flag("--as-published", arguments.asPublished, "The algorithm of the paper, without our extensions")
        .group("Flexer");
}

Status checkGiven(const RunArguments& arguments, schedule::Objective objective)
{
    TRY_DO(checkGivenOptions(arguments.given, arguments.engine, objective));
    const bool isWeighted = std::ranges::find(arguments.given, "--transfer-weight") != arguments.given.end();
    if (isWeighted && arguments.flexer.metric != schedule::flexer::Metric::LatencyTimesTransfer)
        return Error{ErrorCode::InvalidInput, "only the metric latency-transfer weighs transfers; leave it out",
                     "--transfer-weight"};
    return success();
}

/// Candidates are simulated to find the one of least latency.
GoalArguments askedGoal(const RunArguments& arguments)
{
    GoalArguments asked = arguments.goal;
    if (asked.objective == "simulated" && arguments.engine == schedule::kMeshEngine)
        asked.objective = "latency";
    return asked;
}

Status checkOptions(const RunArguments& arguments)
{
    if (records::kindOf(arguments.engine) != records::RunKind::Layers)
        return checkWholeOptions(arguments);
    TRY(const auto goal, readGoal(askedGoal(arguments)));
    return checkGiven(arguments, goal.objective);
}

} // namespace

std::vector<std::string> engineIds()
{
    return collect(records::methods(), [](const records::Method& method) { return method.engine; });
}

void addRunOptions(const Options& command, RunArguments& arguments, bool required)
{
    command.add("--accelerator", arguments.accelerator, "Preset or YAML file").required(required).type("NAME|FILE");
    command
        .add("--network", arguments.network,
             "Preset or file; a built-in one with sizes if need be: resnet50:image=448:batch=4")
        .required(required)
        .type("NAME|FILE");
    command.add("--layer", arguments.layers, "Only these layers").type("NAME...");
    command.add("--engine", arguments.engine, "Mapping engine").oneOf(engineIds()).showDefault();
    addGoalOptions(command, arguments.goal);
    command.addSeed(arguments.seed, "Equal seeds give equal results");
    command.add("--threads", arguments.threads, "0 = all cores; results do not depend on it")
        .within(0, 1024)
        .showDefault();
    command.add("--time-limit", arguments.timeLimitSeconds, "Seconds per layer; results then depend on the machine")
        .within(0.001, 1e6);
    command.add("--gap", arguments.gap, "Stop when a layer is within this fraction of its proven bound (default 0.01)")
        .within(0.0, 1.0);
    command.flag(
        "--no-proof", arguments.noProof,
        "Search only: no branch and bound for layers that are not within the gap. Sooner done; bounds stay proven");
    addSpaceOptions(command, arguments.space);
    addConstraintOptions(command, arguments.constraints);
    addFlexerOptions(command, arguments);
    addNodeOptions(command, arguments.nodes);
    addMemoryOptions(command, arguments.memory, "Planners of memory (cosma...)");
    command.noteGiven(arguments.given);
}

void addStoreOption(const Options& command, StoreArguments& arguments, bool mayBeOff)
{
    Option path = command.add("--store", arguments.path,
                              "Database of runs (default: $NESTLOOM_DATA/runs.sqlite, "
                              "$XDG_DATA_HOME/nestloom or ~/.local/share/nestloom)");
    path.type("FILE");
    if (mayBeOff)
        command.flag("--no-store", arguments.off, "Do not store the run").excludes(path);
}

Result<records::RunInputs> readInputs(const RunArguments& arguments)
{
    TRY_DO(checkOptions(arguments));
    std::optional<InputFile<hardware::Accelerator>> accelerator;
    if (!arguments.accelerator.empty()) {
        TRY(auto read, readAccelerator(arguments.accelerator));
        accelerator = std::move(read);
    }
    TRY(auto network, readNetwork(arguments.network));
    return inputsOf(arguments, std::move(accelerator), std::move(network));
}

namespace {

Result<records::RunInputs> inputsOfKind(const RunArguments& arguments,
                                        std::optional<InputFile<hardware::Accelerator>> accelerator,
                                        InputFile<workload::Network> network)
{
    const records::RunKind kind = records::kindOf(arguments.engine);
    if (kind == records::RunKind::Memory)
        return memoryInputs(arguments, std::move(accelerator), std::move(network));
    if (!accelerator)
        return Error{ErrorCode::InvalidInput, "engine " + arguments.engine + " needs an accelerator", "--accelerator"};
    if (kind == records::RunKind::Nodes)
        return nodeInputs(arguments, *std::move(accelerator), std::move(network));
    TRY(const auto goal, readGoal(askedGoal(arguments)));
    if (const std::string why = workload::whyNothingToMap(network.value); !why.empty())
        return Error{ErrorCode::InvalidInput, why, "network " + network.value.name};
    records::RunInputs inputs{std::move(accelerator->value), std::move(network.value), optionsFrom(arguments, goal),
                              std::move(accelerator->yaml), std::move(network.yaml)};
    TRY(auto constraints, readConstraints(arguments.constraints, inputs.accelerator));
    inputs.options.constraints = std::move(constraints);
    if (arguments.layers.empty())
        return inputs;
    TRY(const auto part, onlyLayers(inputs.network, arguments.layers));
    inputs.network = part;
    inputs.networkYaml = io::writeNetwork(part); // what is stored must be what was run
    return inputs;
}

} // namespace

Result<records::RunInputs> inputsOf(const RunArguments& arguments,
                                    std::optional<InputFile<hardware::Accelerator>> accelerator,
                                    InputFile<workload::Network> network)
{
    TRY_DO(checkOptions(arguments));
    const bool isUnlike = accelerator && isUnlikePreset(accelerator->value);
    TRY(auto inputs, inputsOfKind(arguments, std::move(accelerator), std::move(network)));
    inputs.edited = isUnlike;
    return inputs;
}

std::vector<Option> addSpaceOptions(const Options& command, SpaceArguments& arguments)
{
    return {command.flag("--perfect-factors", arguments.perfectFactors,
                         "Loops that multiply to exactly what a layer has; else mappings may also run over somewhat "
                         "more, where that is better"),
            command.flag("--fuse-operators", arguments.fuseOperators,
                         "Operators that are no layers (activations, softmax, pooling) work on what the layer before "
                         "them has on chip; else every one reads from DRAM and writes there"),
            command.flag("--bypass", arguments.bypass,
                         "Levels may keep fewer tensors than they can, where that is better; every choice is bounded "
                         "or mapped, which takes its time")};
}

void takeSpace(const SpaceArguments& arguments, schedule::ScheduleOptions& options)
{
    options.largerSizes = !arguments.perfectFactors;
    options.fuseOperators = arguments.fuseOperators;
    options.bypass = arguments.bypass;
}

std::vector<Option> addConstraintOptions(const Options& command, ConstraintArguments& arguments)
{
    const char* group = "Constraints on mappings";
    std::vector<Option> added{
        command
            .add("--constraint", arguments.lines,
                 "One constraint, any number of times: \"GlobalBuffer: K = 4\", \"GlobalBuffer: spatial only C K\", "
                 "\"PE: no P\", "
                 "\"PE: tile R = all\", \"DRAM: order K ... P\", \"DRAM: stationary weights\", \"GlobalBuffer: "
                 "bypass inputs\", "
                 "\"dataflow: weight stationary\"")
            .type("TEXT")
            .oneValueEach()
            .group(group)};
    added.push_back(
        command.add("--constraints", arguments.file, "File with one constraint a line").type("FILE").group(group));
    return added;
}

Result<std::vector<std::string>> readConstraints(const ConstraintArguments& arguments,
                                                 const hardware::Accelerator& accelerator)
{
    std::vector<std::string> lines;
    if (!arguments.file.empty()) {
        auto read = io::readConstraintFile(arguments.file, accelerator);
        if (!read)
            return read;
        lines = *std::move(read);
    }
    for (const std::string& line : arguments.lines) {
        const auto constraint = mapping::parseConstraints(accelerator, {line});
        if (!constraint)
            return Error{ErrorCode::InvalidInput, constraint.error().message, "--constraint"};
        if (!constraint->empty())
            lines.push_back(mapping::print(constraint->front()));
    }
    return lines;
}

std::string printConstraints(const hardware::Accelerator& accelerator, const std::vector<std::string>& lines)
{
    const hardware::Accelerator constrained = mapping::withConstraints(accelerator, lines);
    const auto constraints = mapping::parseConstraints(constrained, constrained.constraints);
    std::string text;
    for (const mapping::Constraint& constraint : constraints ? *constraints : std::vector<mapping::Constraint>()) {
        text += "constraint " + mapping::print(constraint) + "\n";
        for (const mapping::Constraint& meant : mapping::meaningOf(constrained, constraint))
            if (meant != constraint)
                text += "  means " + mapping::print(meant) + "\n";
    }
    return text.empty() ? text : text + "\n";
}

std::vector<Option> addGoalOptions(const Options& command, GoalArguments& arguments)
{
    return {
        command
            .add("--objective", arguments.objective,
                 "What to minimise (engines for nodes: energy where nothing is said): latency, then energy; energy, "
                 "then latency; edp; weighted: energy plus the price of every cycle; cosa-paper: Eq. 12; simulated: "
                 "engine cosa-mesh simulates its best candidates")
            .oneOf({"latency", "energy", "edp", "weighted", "cosa-paper", "simulated"})
            .showDefault(),
        command.add("--cycle-price", arguments.cyclePrice, "What a cycle counts with --objective weighted, e.g. 500pJ")
            .type("ENERGY")};
}

Result<schedule::Goal> readGoal(const GoalArguments& arguments)
{
    if (arguments.objective == "simulated")
        return Error{ErrorCode::InvalidInput, "candidates are simulated in runs of engine cosa-mesh only",
                     "--objective"};
    const schedule::Objective objective =
        *schedule::objective(arguments.objective); // the option accepts known names only
    const bool isWeighted = objective == schedule::Objective::Weighted;
    if (isWeighted == arguments.cyclePrice.empty())
        return Error{ErrorCode::InvalidInput,
                     isWeighted ? "a weighted objective needs the price of a cycle, e.g. --cycle-price 500pJ"
                                : "a price of a cycle goes with --objective weighted",
                     "--cycle-price"};
    if (!isWeighted)
        return schedule::Goal(objective);
    const auto price = io::parseEnergy(arguments.cyclePrice);
    if (!price)
        return Error{price.error().code, price.error().message, "--cycle-price"};
    if (!(price->count > 0))
        return Error{ErrorCode::InvalidInput, "the price of a cycle must be above 0 pJ", "--cycle-price"};
    return schedule::Goal(objective, price->count);
}

Status checkGivenOptions(const GivenOptions& given, const std::string& engine, schedule::Objective objective)
{
    for (const std::string& option : given) {
        const auto known = std::ranges::find_if(kChoiceOf, [&](const auto& each) { return option == each.first; });
        if (known == kChoiceOf.end())
            continue;
        if (const auto why = schedule::whyUnused(known->second, engine, objective))
            return Error{ErrorCode::InvalidInput, *why + "; leave it out", option};
    }
    return success();
}

Status checkGivenAmong(const GivenOptions& given, std::initializer_list<std::string_view> heard, const std::string& why)
{
    for (const std::string& option : given)
        if (std::ranges::find(heard, option) == heard.end())
            return Error{ErrorCode::InvalidInput, why + "; leave it out", option};
    return success();
}

} // namespace nestloom::cli
