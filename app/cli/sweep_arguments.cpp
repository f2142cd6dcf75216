// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweep_arguments.h"

#include "app/cli/commands.h"
#include "app/cli/options.h"
#include "app/cli/read_input.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/explore/design_space.h"
#include "engine/io/quantity.h"
#include "engine/io/sweep_axis.h"
#include "engine/io/sweep_expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace nestloom::cli {

namespace {

/// Fails   InvalidInput for an option that the engine does not listen to.
Result<schedule::Goal> checkedGoal(const SweepArguments& arguments)
{
    TRY(const auto goal, readGoal(arguments.goal));
    TRY_DO(checkGivenOptions(arguments.given, arguments.engine, goal.objective));
    TRY_DO(checkNodeOptions(arguments.nodes, arguments.given));
    return goal;
}

/// Fails   InvalidInput for an option whose values an axis has.
Status checkAxes(const SweepArguments& arguments, const explore::DesignSpace& space)
{
    constexpr std::array<std::pair<const char*, const char*>, 7> kOptions{{{"run.engine", "--engine"},
                                                                           {"run.objective", "--objective"},
                                                                           {"run.evaluations", "--evaluations"},
                                                                           {"run.seed", "--seed"},
                                                                           {"run.larger_sizes", "--perfect-factors"},
                                                                           {"run.bypass", "--bypass"},
                                                                           {"run.fuse_operators", "--fuse-operators"}}};
    for (const auto& [path, option] : kOptions) {
        const bool isUsed = std::string_view(option) == "--seed" && arguments.sample; // the sample is drawn with it
        if (explore::sweeps(space, path) && !isUsed
            && std::ranges::find(arguments.given, option) != arguments.given.end())
            return Error{ErrorCode::InvalidInput,
                         std::string("the axis '") + path + "' has its values; leave one of them out", option};
    }
    return success();
}

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
    if (!space.isChosen())
        return success();
    TRY_DO(explore::choosePoints(space));
    const std::size_t distinct = explore::count(space) + space.leftOut,
                      drawn = space.sample ? space.sample->count : distinct;
    if (distinct < drawn)
        complain(counted(std::int64_t(drawn), "point") + " drawn, " + std::to_string(distinct) + " of them different");
    return success();
}

/// What the points are compared by.
/// Fails   InvalidInput for a figure that points of this engine do not have.
Result<std::vector<explore::Objective>> readObjectives(const std::vector<std::string>& names,
                                                       const explore::SweepInputs& inputs)
{
    std::vector<explore::Objective> known = explore::objectivesOf(inputs), objectives;
    for (const std::string& name : names) {
        const explore::Objective objective = *explore::objective(name); // the option accepts known names only
        if (std::ranges::find(objectives, objective) != objectives.end())
            return Error{ErrorCode::InvalidInput, "'" + name + "' is named twice", "--pareto"};
        objectives.push_back(objective);
        if (const std::string why = explore::whyNotBy(inputs, objectives.back()); !why.empty())
            return Error{ErrorCode::InvalidInput, why, "--pareto"};
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
        return Error{
            ErrorCode::InvalidInput,
            "'" + text + "' names no figure of these points; they have "
                + joinText(known, ", ", [](explore::Objective each) { return std::string(explore::name(each)); }),
            "--limit"};
    if (const std::string why = explore::whyNotBy(inputs, *figure); !why.empty() && *figure == explore::Objective::Area)
        return Error{ErrorCode::InvalidInput, why, "--limit " + text};
    const auto limit = [&](auto parsed) -> Result<explore::Limit> {
        if (!parsed)
            return Error{parsed.error().code, parsed.error().message, "--limit " + text};
        double most = 0;
        if constexpr (std::is_same_v<decltype(parsed), Result<double>>)
            most = *parsed;
        else
            most = double(parsed->count);
        if (most < 0)
            return Error{ErrorCode::InvalidInput, "no point is below 0", "--limit " + text};
        return explore::Limit{*figure, most};
    };
    switch (*figure) {
    case explore::Objective::Energy: return limit(io::parseEnergy(value));
    case explore::Objective::Area: return limit(io::parseArea(value));
    case explore::Objective::Power: return limit(io::parsePower(value));
    case explore::Objective::Time: return limit(io::parseTime(value));
    case explore::Objective::OnChipBytes:
    case explore::Objective::Traffic: return limit(io::parseBytes(value));
    default: break;
    }
    double number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size() || !std::isfinite(number))
        return Error{ErrorCode::InvalidInput, "'" + value + "' is not a number", "--limit " + text};
    return limit(Result<double>(number));
}

} // namespace

Result<explore::SweepInputs> readSweep(const SweepArguments& arguments)
{
    if (arguments.accelerator.empty() || arguments.networks.empty() || arguments.axes.empty())
        return Error{ErrorCode::InvalidInput,
                     "name --accelerator, --network and --axis, or a stored sweep with --resume", "sweep"};
    TRY_DO(checkedGoal(arguments));
    TRY(auto accelerator, readAccelerator(arguments.accelerator));
    std::vector<workload::Network> networks;
    for (const std::string& name : arguments.networks) {
        TRY(auto read, readNetworks(name));
        for (InputFile<workload::Network>& network : read)
            networks.push_back(std::move(network.value));
    }
    return sweepInputs(arguments, std::move(accelerator.value), std::move(networks));
}

Result<explore::SweepInputs> sweepInputs(const SweepArguments& arguments, hardware::Accelerator base,
                                         std::vector<workload::Network> networks)
{
    TRY(const auto goal, checkedGoal(arguments));
    explore::SweepInputs inputs;
    inputs.edited = isUnlikePreset(base);
    inputs.space.base = std::move(base);
    inputs.networks = std::move(networks);
    for (const std::string& text : arguments.axes) {
        TRY(auto axis, io::parseAxis(text, inputs.space.base));
        inputs.space.axes.push_back(std::move(axis));
    }
    TRY_DO(checkAxes(arguments, inputs.space));
    TRY_DO(readChoices(arguments, inputs.space));
    TRY(auto constraints, readConstraints(arguments.constraints, inputs.space.base));
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
    inputs.options.constraints = std::move(constraints);
    takeSpace(arguments.space, inputs.options);
    return inputs;
}

Result<explore::FrontSearch> readFront(const SweepArguments& arguments, const explore::SweepInputs& inputs)
{
    explore::FrontSearch front;
    TRY(front.objectives, readObjectives(arguments.pareto, inputs));
    for (const std::string& text : arguments.limits) {
        TRY(const auto limit, readLimit(text, inputs));
        front.limits.push_back(limit);
    }
    front.within = arguments.withinPercent / 100;
    front.kneeOnly = arguments.kneeOnly;
    return front;
}

std::vector<Option> addInputOptions(const Options& command, SweepArguments& arguments)
{
    std::vector<Option> inputs{
        command.add("--accelerator", arguments.accelerator, "Preset or YAML file; the point that is varied")
            .type("NAME|FILE"),
        command
            .add("--network", arguments.networks,
                 "Preset or YAML file, with sizes if it is built: resnet50, llama_3_8b:tokens=1:context=512,4096; may "
                 "be repeated")
            .type("NAME|FILE"),
        command
            .add("--axis", arguments.axes,
                 "A field and its values: PATH=V,V,... or PATH=FROM..TO:STEP or PATH=FROM..TO:xFACTOR, e.g. "
                 "levels.GlobalBuffer.capacity=16KiB..256KiB:x2; or an option of the run: run.engine=cosa,random, "
                 "run.objective, run.seed, run.evaluations, run.larger_sizes=no,yes, run.bypass, run.fuse_operators; "
                 "may be repeated")
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
            .showDefault()
            .needs(command["--sample"]),
        command.add("--engine", arguments.engine, "Mapping engine").oneOf(engineIds()).showDefault(),
        command
            .add("--evaluations", arguments.evaluations,
                 "Budget of the search per layer, in cost evaluations (default 30000)")
            .within(std::int64_t(1), std::int64_t(1'000'000'000)),
        command.addSeed(arguments.seed, "Equal seeds give equal results"),
        command.flag("--no-proof", arguments.noProof,
                     "Search only. Sooner done, but points that are not within 1 % of their bound can be better "
                     "than they look")};
    for (const std::vector<Option>& more :
         {addGoalOptions(command, arguments.goal), addSpaceOptions(command, arguments.space),
          addConstraintOptions(command, arguments.constraints)})
        inputs.insert(inputs.end(), more.begin(), more.end());
    addNodeOptions(command, arguments.nodes);
    addPlanOptions(command, arguments.memory, "Planners of memory (cosma...), in the shared buffer of each point");
    command.noteGiven(arguments.given);
    return inputs;
}

std::vector<Option> addFrontOptions(const Options& command, SweepArguments& arguments)
{
    return {command.add("--pareto", arguments.pareto, "What the points are compared by")
                .delimiter(',')
                .oneOf({"cycles", "energy", "edp", "on-chip-bytes", "utilisation", "area", "off-chip-bytes", "power",
                        "time"})
                .showDefault("cycles,on-chip-bytes; time,on-chip-bytes where the clock is varied; of memory plans "
                             "off-chip-bytes,on-chip-bytes"),
            command
                .add("--limit", arguments.limits,
                     "No point beyond it is Pareto-optimal: power=500mW, on-chip-bytes=2MiB, cycles=1000000; may be "
                     "repeated")
                .type("FIGURE=VALUE")};
}

std::vector<Option> addFrontOnlyOptions(const Options& command, SweepArguments& arguments)
{
    const Option front =
        command.flag("--front", arguments.frontOnly,
                     "Solve only what may be Pareto-optimal: bounds of all points come first, and a point whose bound "
                     "is dominated or beyond a limit is not solved. The front is that of the whole space");
    return {
        front,
        command
            .flag("--knee", arguments.kneeOnly,
                  "With --front and two figures: search the ends of the front and its knee only, the point farthest "
                  "below the straight line between the ends")
            .needs(front),
        command
            .add("--within", arguments.withinPercent,
                 "With --front: leave out what cannot be better by more than so many percent of each figure")
            .within(0.0, 1000.0)
            .needs(front)};
}

} // namespace nestloom::cli
