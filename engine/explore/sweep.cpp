// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sweep.h"

#include "engine/base/parallel_for.h"
#include "engine/base/ranges.h"
#include "engine/base/result.h"
#include "engine/base/text.h"
#include "engine/cost/mesh_memory.h"
#include "engine/explore/run_fields.h"
#include "engine/explore/serving.h"
#include "engine/hardware/accelerator.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/settled_layers.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <thread>

namespace nestloom::explore {

PointCost pointCost(const hardware::Accelerator& accelerator, const workload::Network& network,
                    const schedule::ScheduleOptions& options, const std::vector<schedule::LayerResult>& layers)
{
    const schedule::Totals totals = schedule::totals(accelerator, network, options, layers);
    const double seconds = double(totals.cycles.count) / accelerator.clock.count;
    return {totals.cycles,
            totals.energy,
            totals.energy.count * 1e-12 * seconds,
            accelerator.onChipBytes(),
            totals.utilization,
            totals.lowerBoundCycles,
            hardware::chipArea(accelerator),
            totals.gap,
            seconds};
}

std::optional<double> gapOf(const PointResult& result)
{
    if (!result.plan)
        return result.cost ? result.cost->gap : std::nullopt;
    const auto [traffic, bound, scratchpad] = *result.plan;
    if (traffic == bound)
        return 0;
    return bound.count > 0 ? std::optional(double(traffic.count) / double(bound.count) - 1) : std::nullopt;
}

bool isUndecided(const PointResult& result, double stopGap)
{
    constexpr double kRounding = 1e-9; // bounds are of whole cycles, the gap that a search stops at is not
    return (result.cost || result.plan) && gapOf(result).value_or(stopGap + 1) > stopGap + kRounding;
}

Result<MemoryQuestion> memoryQuestion(const SweepInputs& inputs, std::size_t network,
                                      const hardware::Accelerator& accelerator)
{
    MemoryQuestion question{inputs.networks[network], *inputs.memory};
    mapping::useWords(question.network, accelerator);
    if (question.options.scratchpad.count > 0)
        return question;
    const auto buffer = sharedBuffer(accelerator);
    if (!buffer)
        return Error{ErrorCode::InvalidInput, "no buffer of it has a capacity that would be the scratchpad",
                     "accelerator " + accelerator.name};
    question.options.scratchpad = *accelerator.levels[buffer->value].capacity;
    return question;
}

namespace {

using schedule::LayerResult;
using schedule::LayerStatus;
using Clock = std::chrono::steady_clock;

constexpr std::array<std::string_view, 5> kStatusNames{"finished", "infeasible", "refused", "failed", "cancelled"};

/// Fields that points of nodes or of plans have nothing of; a link may carry such a field to others.
bool isUnseen(const SweepInputs& inputs, const Axis& axis)
{
    using enum FieldKind;
    const FieldKind kind = kindOf(inputs.space, axis);
    const bool byPlans = isBandwidth(kind) || kind == Picojoules || kind == Hertz || kind == Watts;
    const bool byNodes = axis.path.starts_with("vector_unit.") || kind == Watts;
    return inputs.space.links.empty() && ((inputs.memory && byPlans) || (inputs.nodes && byNodes));
}

/// An axis over what the engine does not look at would show its noise. The mesh engine takes the device
/// that the accelerator's `dram` names, and the stated bandwidth only without one.
Status checkSeen(const SweepInputs& inputs)
{
    const hardware::Accelerator& base = inputs.space.base;
    const bool isMesh = !inputs.nodes && !inputs.memory && inputs.engine() == schedule::kMeshEngine
                        && !base.levels.empty() && cost::dramModelOf(base) != "bandwidth";
    const std::string level = isMesh ? "levels." + base.levels.front().name : std::string();
    for (const Axis& axis : inputs.space.axes) {
        if (isMesh && (axis.path == level + ".read_bandwidth" || axis.path == level + ".write_bandwidth"))
            return Error{ErrorCode::InvalidInput,
                         "engine " + inputs.engine() + " counts DRAM as " + cost::dramModelOf(base) + ", not by '"
                             + axis.path + "'; with 'dram: {model: bandwidth}' it does",
                         "sweep"};
        if (isUnseen(inputs, axis))
            return Error{ErrorCode::InvalidInput,
                         "the axis '" + axis.path + "' would change nothing: engine " + inputs.engine()
                             + " does not look at it",
                         "sweep"};
    }
    return success();
}

} // namespace

std::string SweepInputs::methodOptions() const
{
    if (nodes)
        return ", batch " + std::to_string(nodes->batch) + (nodes->training ? ", a training step" : ", inference")
               + (nodes->alone ? ", every layer by itself" : "");
    if (memory)
        return std::string(memory->parameters ? ", activations and parameters" : ", activations only")
               + (memory->fused ? ", fused" : ", unfused") + ", order "
               + std::string(schedule::cosma::name(memory->order)) + (memory->inputsBacked ? ", inputs backed" : "");
    const auto isFixed = [this](const char* axis) { return !sweeps(space, axis); };
    std::string text;
    if (options.fuseOperators && isFixed("run.fuse_operators"))
        text += ", fused operators";
    if (options.bypass && isFixed("run.bypass"))
        text += ", bypasses chosen";
    if (!options.largerSizes && isFixed("run.larger_sizes"))
        text += ", own sizes only";
    return text + (options.constraints.empty() ? "" : ", all mappings keep to: " + joinText(options.constraints, "; "));
}

Status check(const SweepInputs& inputs)
{
    TRY_DO(check(inputs.space));
    if (inputs.networks.empty())
        return Error{ErrorCode::InvalidInput, "a sweep needs at least one network", "sweep"};
    for (const workload::Network& network : inputs.networks)
        TRY_DO(noFindings(workload::check(network), "network " + network.name));
    for (const workload::Network& network : inputs.networks)
        if (const std::string why =
                inputs.memory ? schedule::cosma::whyNothingToPlan(network) : workload::whyNothingToMap(network);
            !why.empty())
            return Error{ErrorCode::InvalidInput, why, "network " + network.name};
    const bool sweepsRun = std::ranges::any_of(inputs.space.axes, isRunField, &Axis::path);
    if (sweepsRun && (inputs.nodes || inputs.memory || inputs.engine() == "flexer" || inputs.engine() == "cosa-mesh"))
        return Error{ErrorCode::InvalidInput,
                     "options of a run are swept with engines of our own cost model only, not with " + inputs.engine(),
                     "sweep"};
    TRY_DO(checkRunAxes(inputs.space, inputs.options));
    TRY_DO(checkSeen(inputs));
    const auto& engines = schedule::engines();
    const bool isKnown = inputs.nodes ? kapla::isNodeEngine(inputs.engine())
                         : inputs.memory
                             ? schedule::cosma::isMemoryEngine(inputs.engine())
                             : std::ranges::any_of(engines, [&](const auto& one) { return one.id == inputs.engine(); });
    return isKnown
               ? success()
               : Status(Error{ErrorCode::InvalidInput, "there is no engine named '" + inputs.engine() + "'", "sweep"});
}

namespace {

/// The layers of some networks, each shape once, as one network.
struct Shapes {
    workload::Network network{"all shapes", {}, {}, {}};
    std::map<std::uint64_t, std::size_t> at; // shape fingerprint -> layer

    void add(const workload::Network& other)
    {
        for (const workload::Layer& layer : other.layers) {
            if (!at.try_emplace(workload::shapeFingerprint(layer), network.layers.size()).second)
                continue;
            network.layers.push_back(layer);
            network.layers.back().name = std::to_string(network.layers.size()); // names may meet across networks
        }
    }
};

/// The status that a layer gives to its network.
PointStatus statusOf(const LayerResult& layer)
{
    if (layer.cause == StopCause::Cancelled || layer.status == LayerStatus::Cancelled)
        return PointStatus::Cancelled; // also one with an incumbent: a whole sweep would have found a better one
    if (layer.cost)
        return PointStatus::Finished;
    return layer.status == LayerStatus::Infeasible ? PointStatus::Infeasible : PointStatus::Failed;
}

/// Whether points may take what is proven of others: where all ask for the same proof.
bool settles(const SweepInputs& inputs)
{
    const schedule::ScheduleOptions& options = inputs.options;
    return !inputs.nodes && !inputs.memory && options.engine == "cosa" && options.cosa.proveWithMip
           && options.cosa.objective == schedule::Objective::Latency
           && std::ranges::none_of(inputs.space.axes, isRunField, &Axis::path);
}

/// One sweep: shared by its worker threads.
class Sweep {
public:
    Sweep(const SweepInputs& inputs, const schedule::SolverFactory& makeSolver, std::stop_token stop,
          const SweepEvents& events)
        : m_inputs(inputs), m_stop(std::move(stop)), m_events(events), m_makeSolver(makeSolver),
          m_results(resultCount(inputs)), m_open(m_results.size(), true)
    {
    }

    std::vector<PointResult> run(std::size_t maxSolved)
    {
        takeKnown();
        std::vector<SweepStep> open = openSteps(maxSolved);
        m_begun = Clock::now();
        while (!open.empty() && !m_stop.stop_requested()) {
            const std::vector<SweepStep> round =
                m_events.nextRound ? m_events.nextRound(open, m_results) : std::exchange(open, {});
            if (round.empty())
                break;
            solve(round);
        }
        return std::move(m_results);
    }

private:
    void solve(std::vector<SweepStep> steps)
    {
        if (m_settles)
            largestFirst(steps);
        const int cores =
            m_inputs.options.threads > 0 ? m_inputs.options.threads : int(std::thread::hardware_concurrency());
        const int workers = std::clamp(cores, 1, std::max(1, int(steps.size())));
        m_threadsPerStep = std::max(1, cores / workers);
        m_next = 0;
        onThreads(workers, [&] { work(steps); });
    }

    std::size_t indexOf(std::size_t point, std::size_t network) const
    {
        return point * m_inputs.networks.size() + network;
    }

    void takeKnown()
    {
        for (std::size_t i = 0; i < m_results.size(); ++i) {
            PointResult& result = m_results[i];
            result.point = i / m_inputs.networks.size();
            result.network = i % m_inputs.networks.size();
            result.reason = "the sweep was stopped before this point was finished";
            const auto known = m_events.known ? m_events.known(result.point, result.network) : std::nullopt;
            if (!known)
                continue;
            result = *known;
            addDerived(result, m_inputs.space);
            m_open[i] = false;
            ++m_done;
        }
    }

    bool isOpen(std::size_t point) const
    {
        const auto first = m_open.begin() + std::ptrdiff_t(indexOf(point, 0));
        return std::any_of(first, first + std::ptrdiff_t(m_inputs.networks.size()), std::identity());
    }

    bool isOpen(const SweepStep& step) const
    {
        return std::ranges::any_of(step.points, [this](std::size_t p) { return isOpen(p); });
    }

    /// Publishes what is refused. The first `maxSolved` steps with open points.
    std::vector<SweepStep> openSteps(std::size_t maxSolved)
    {
        SweepPlan plan = planSweep(m_inputs.space, m_inputs.engine(), m_stop);
        for (const auto& [p, reason] : plan.refused)
            for (std::size_t n = 0; n < m_inputs.networks.size(); ++n)
                if (m_open[indexOf(p, n)])
                    publish({p, n, PointStatus::Refused, reason, {}});
        std::erase_if(plan.steps, [this](const SweepStep& step) { return !isOpen(step); });
        plan.steps.resize(std::min(maxSolved, plan.steps.size()));
        return std::move(plan.steps);
    }

    void work(const std::vector<SweepStep>& steps)
    {
        for (std::size_t i = m_next++; i < steps.size() && !m_stop.stop_requested(); i = m_next++)
            solve(steps[i]);
    }

    /// Of the networks that are open at a step.
    Shapes shapesOf(const SweepStep& step) const
    {
        Shapes shapes;
        for (std::size_t n = 0; n < m_inputs.networks.size(); ++n)
            if (std::ranges::any_of(step.points, [&](std::size_t p) { return m_open[indexOf(p, n)]; }))
                shapes.add(m_inputs.networks[n]);
        return shapes;
    }

    /// What they prove settles the most of the others.
    void largestFirst(std::vector<SweepStep>& steps) const
    {
        const PointMaker make(m_inputs.space);
        std::vector<std::pair<double, SweepStep>> byRoom;
        for (SweepStep& step : steps) {
            const double room = schedule::SettledLayers::roomOf(make(step.points.front()).accelerator);
            byRoom.emplace_back(room, std::move(step));
        }
        std::ranges::stable_sort(byRoom, std::greater(), [](const auto& one) { return one.first; });
        std::ranges::transform(byRoom, steps.begin(), [](auto& one) { return std::move(one.second); });
    }

    /// As a run of its own. Of other points only what is proven is taken, which would be proven here as well.
    void solve(const SweepStep& step)
    {
        if (m_inputs.nodes || m_inputs.memory)
            return solveWhole(step);
        const Shapes shapes = shapesOf(step);
        schedule::ScheduleOptions options = optionsAt(m_inputs.space, step.points.front(), m_inputs.options);
        options.threads = m_threadsPerStep;
        const hardware::Accelerator accelerator = point(m_inputs.space, step.points.front()).accelerator;
        schedule::Hints hints;
        if (m_settles)
            hints.settled = &m_settled;
        publish(step, shapes,
                schedule::scheduleNetwork(accelerator, shapes.network, options, m_makeSolver, m_stop, {}, hints));
    }

    void solveWhole(const SweepStep& step)
    {
        for (const std::size_t p : step.points)
            for (std::size_t n = 0; n < m_inputs.networks.size(); ++n)
                if (m_open[indexOf(p, n)] && !m_stop.stop_requested())
                    publish(m_inputs.nodes ? pointOnNodes(p, n) : pointOfMemory(p, n));
    }

    PointResult pointOnNodes(std::size_t p, std::size_t n) const
    {
        const hardware::Accelerator accelerator = point(m_inputs.space, p).accelerator;
        kapla::NodeRunOptions options = *m_inputs.nodes;
        options.threads = m_threadsPerStep;
        RunControl control;
        control.stop = m_stop;
        control.seed = options.seed;
        const auto run = kapla::scheduleOnNodes(accelerator, m_inputs.networks[n], options, control);
        if (!run)
            return {p, n, PointStatus::Refused, run.error().text(), {}};
        if (run->stopped)
            return m_results[indexOf(p, n)]; // untouched so far: cancelled, with its reason
        if (!run->schedule)
            return {p, n, PointStatus::Infeasible, run->reason, {}};
        PointCost cost = pointCost(accelerator, m_inputs.networks[n], {}, {});
        cost.cycles = {run->schedule->cycles};
        cost.energy = {run->schedule->cost};
        cost.seconds = double(cost.cycles.count) / accelerator.clock.count;
        cost.edpJouleSeconds = cost.energy.count * 1e-12 * *cost.seconds;
        if (const double mac = accelerator.macEnergy.count; mac > 0) // MACs, from what they cost
            cost.utilization = kapla::nodeEnergy(*run)[kapla::NodePart::Operations] / mac
                               / (double(accelerator.macUnits()) * double(cost.cycles.count));
        return {p, n, PointStatus::Finished, {}, cost};
    }

    PointResult pointOfMemory(std::size_t p, std::size_t n) const
    {
        const auto question = memoryQuestion(m_inputs, n, point(m_inputs.space, p).accelerator);
        if (!question)
            return {p, n, PointStatus::Refused, question.error().text(), {}};
        RunControl control;
        control.stop = m_stop;
        const auto run = schedule::cosma::planMemory(question->network, question->options, m_makeSolver, control);
        if (!run)
            return {p, n, PointStatus::Failed, run.error().text(), {}, run.error().code};
        if (m_stop.stop_requested())
            return m_results[indexOf(p, n)]; // untouched so far: cancelled, with its reason
        if (!run->outcome.solution)
            return {p, n, PointStatus::Infeasible, run->outcome.reason, {}};
        const Bytes bound{std::int64_t(run->outcome.stats.bound.value_or(0))};
        const PlanCost plan{run->outcome.solution->traffic, bound, question->options.scratchpad};
        return {p, n, PointStatus::Finished, {}, {}, {}, plan};
    }

    void publish(const SweepStep& step, const Shapes& shapes, const Result<std::vector<LayerResult>>& solved)
    {
        for (const std::size_t p : step.points)
            for (std::size_t n = 0; n < m_inputs.networks.size(); ++n)
                if (m_open[indexOf(p, n)])
                    publish(solved ? assemble(p, n, shapes, *solved)
                                   : PointResult{
                                       p, n, PointStatus::Failed, solved.error().text(), {}, solved.error().code});
    }

    PointResult assemble(std::size_t p, std::size_t n, const Shapes& shapes,
                         const std::vector<LayerResult>& solved) const
    {
        PointResult result{p, n, PointStatus::Finished, {}, {}};
        std::vector<LayerResult> layers;
        for (const workload::Layer& layer : m_inputs.networks[n].layers) {
            layers.push_back(solved[shapes.at.at(workload::shapeFingerprint(layer))]);
            const PointStatus status = statusOf(layers.back());
            if (status == PointStatus::Cancelled)
                return m_results[indexOf(p, n)]; // untouched so far: cancelled, with its reason
            if (status != PointStatus::Finished && result.status != PointStatus::Failed) {
                if (result.status == PointStatus::Finished || status == PointStatus::Failed)
                    result.reason = "layer " + layer.name + ": " + layers.back().reason;
                result.failure = layers.back().failure;
                result.status = status;
            }
        }
        if (result.status == PointStatus::Finished)
            result.cost = pointCost(point(m_inputs.space, p).accelerator, m_inputs.networks[n],
                                    optionsAt(m_inputs.space, p, m_inputs.options), layers);
        return result;
    }

    void publish(PointResult result)
    {
        if (result.status == PointStatus::Cancelled)
            return;
        const std::scoped_lock lock(m_mutex);
        ++m_done;
        if (result.status != PointStatus::Refused)
            ++m_solved;
        if (m_events.onPoint)
            m_events.onPoint(result);
        m_results[indexOf(result.point, result.network)] = std::move(result);
        if (m_events.onProgress)
            m_events.onProgress({m_done, m_results.size(), timeLeft()});
    }

    std::optional<std::chrono::milliseconds> timeLeft() const
    {
        if (m_solved == 0)
            return std::nullopt;
        const std::chrono::duration<double, std::milli> elapsed = Clock::now() - m_begun;
        const double mean = elapsed.count() / double(m_solved);
        return std::chrono::milliseconds(std::int64_t(mean * double(m_results.size() - m_done)));
    }

    const SweepInputs& m_inputs;
    const std::stop_token m_stop;
    const SweepEvents& m_events;
    const schedule::SolverFactory& m_makeSolver;
    std::vector<PointResult> m_results; // each slot is written once, under m_mutex, by the thread that solves it
    std::vector<bool> m_open;           // fixed before the threads start
    const bool m_settles = settles(m_inputs);
    schedule::SettledLayers m_settled;
    int m_threadsPerStep = 1;
    Clock::time_point m_begun{};
    std::size_t m_done = 0, m_solved = 0; // guarded by m_mutex
    std::atomic<std::size_t> m_next = 0;
    std::mutex m_mutex;
};

} // namespace

void addDerived(PointResult& result, const DesignSpace& space)
{
    if (!result.cost || (result.cost->area && result.cost->seconds))
        return;
    const hardware::Accelerator accelerator = point(space, result.point).accelerator;
    result.cost->area = hardware::chipArea(accelerator);
    result.cost->seconds = double(result.cost->cycles.count) / accelerator.clock.count;
}

std::string_view name(PointStatus status) { return kStatusNames[std::size_t(status)]; }

std::optional<PointStatus> pointStatus(std::string_view name) { return valueNamed<PointStatus>(kStatusNames, name); }

Result<std::vector<PointResult>> runSweep(const SweepInputs& inputs, const schedule::SolverFactory& makeSolver,
                                          std::stop_token stop, const SweepEvents& events, std::size_t maxSolved)
{
    TRY_DO(check(inputs));
    return caught(
        [&]() -> Result<std::vector<PointResult>> { return Sweep(inputs, makeSolver, stop, events).run(maxSolved); });
}

SweepPlan planSweep(const DesignSpace& space, std::string_view engine, const std::stop_token& stop)
{
    SweepPlan plan;
    std::map<std::pair<std::uint64_t, std::vector<double>>, std::size_t> stepOf; // by fingerprint and options
    const PointMaker make(space);
    const std::size_t points = count(space);
    for (std::size_t at = 0; at < points && !stop.stop_requested(); ++at) {
        DesignPoint design = make(at);
        if (design.refusal.empty())
            if (auto lacking = obstacle(engine, design.accelerator))
                design.refusal = std::move(lacking->why);
        if (!design.refusal.empty()) {
            plan.refused.emplace_back(at, design.refusal);
            continue;
        }
        const auto [step, isNew] =
            stepOf.try_emplace({hardware::fingerprint(design.accelerator), runValuesAt(space, at)}, plan.steps.size());
        if (isNew)
            plan.steps.emplace_back();
        plan.steps[step->second].points.push_back(at);
    }
    return plan;
}

} // namespace nestloom::explore
