// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/wider_search.h"

#include "engine/cost/evaluate.h"
#include "engine/mapping/fanout_layout.h"
#include "engine/schedule/cosa/imperfect_search.h"
#include "engine/schedule/exact/exact.h"
#include "engine/schedule/keep_choices.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/objective_prover.h"
#include "engine/schedule/run_choices.h"
#include "engine/schedule/settled_layers.h"
#include "engine/schedule/standing.h"
#include "engine/schedule/take_outcome.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::schedule {

using workload::Layer;

namespace {

constexpr double kNotBetter = 1e-9; // what is better by less is not better

constexpr int kRefits = 4;                                         // rounds, of a seed each
constexpr int kRefitSteps = 16'000;                                // some 10 ms
constexpr exact::ExactLimits kWholeProof{50'000, 1'000'000, true}; // of a size that a better mapping is of

/// Energy is harder to prove than latency, and with the mesh next to nothing is.
int mostMapped(const ScheduleOptions& options)
{
    return options.engine == kMeshEngine ? 3 : options.cosa.objective == Objective::Latency ? 12 : 4;
}

} // namespace

bool looksAtSizes(const ScheduleOptions& options)
{
    return options.largerSizes && !whyUnused(RunChoice::Sizes, options);
}

bool looksAtKeeps(const ScheduleOptions& options) { return options.bypass && !whyUnused(RunChoice::Bypass, options); }

WiderSearch::WiderSearch(const hardware::Accelerator& accelerator, const Layer& layer, const ScheduleOptions& options,
                         milp::Solver& solver, const RunControl& control, WiderQuestions questions)
    : m_accelerator(accelerator), m_layer(layer), m_options(options),
      m_goal(options.cosa.objective, options.cosa.cyclePrice), m_solver(solver), m_control(control),
      m_questions(std::move(questions)), m_meshEffort(options.cosa.proveWithMip ? MeshBoundEffort() : kQuickMeshBound),
      m_sizes(ownSizes(layer)), m_addsSizes(looksAtSizes(options)), m_mostMapped(mostMapped(options))
{
}

void WiderSearch::run(LayerResult& result)
{
    m_best = result;
    m_bounds = {result.lowerBoundCycles.value_or(0), result.objectiveBound};
    if (result.status == LayerStatus::Infeasible) // there is nothing that could be lower
        m_bounds = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    else if (looksAtSizes(m_options)) {
        lookAtSizes();
        m_addsSizes = false;
        refit();
    }
    if (looksAtKeeps(m_options))
        lookAtKeeps();
    if (!m_best.cost)
        return;
    if (m_control.stop.stop_requested())
        m_best.cause = StopCause::Cancelled;
    else if (stopped())
        m_best.cause = StopCause::TimeLimit;
    m_best.lowerBoundCycles = m_bounds.cycles;
    m_best.objectiveBound = m_bounds.figure;
    m_best.solveCpuMs = result.solveCpuMs + m_cpuMs;
    m_best.solveWallMs =
        result.solveWallMs
        + std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_begin).count();
    m_best.sizes = m_sizes;
    m_best.ofMappedSize = m_best.mapping && !hasSizes(m_sizes, mapping::tileExtents(*m_best.mapping, 0));
    setGap(m_best, m_options);
    if (!m_lost.empty() && standingOf(m_best.gap) != Standing::Proven)
        m_best.reason = "not everything was looked at: " + m_lost;
    result = std::move(m_best);
}

void WiderSearch::lookAtSizes()
{
    m_sizes = promisingSizes(m_accelerator, m_layer, m_goal.objective);
    m_seen.insert(m_layer.bounds.values);
    queue();
    while (!m_waiting.empty()) {
        const Layer next = m_waiting.back();
        m_waiting.pop_back();
        if (stopped())
            leave(next);
        else
            look(m_accelerator, next, relaxed(m_accelerator, next));
    }
}

/// Gives the loops of the best mapping bounds that need not divide those of the layer. The size that the new one is of,
/// none of those that are tried anyway, is looked at like these.
void WiderSearch::refit()
{
    const bool isLatency = m_goal.objective == Objective::Latency;
    const int mostInVain = isLatency ? 1 : 2; // one alone misses what another seed finds
    int inVain = 0;
    for (int round = 0; round < kRefits && inVain < mostInVain && !stopped(); ++round) {
        if (!takeRefitted(m_options.seed + std::uint64_t(round))) {
            ++inVain;
            continue;
        }
        inVain = 0;
        while (m_seen.insert(mapping::tileExtents(*m_best.mapping, 0).values).second) {
            const Layer covered = mapping::coveredLayer(m_layer, *m_best.mapping);
            ++m_mostMapped;
            if (stopped())
                leave(covered);
            else // for latency, what is as fast may need far less energy
                look(m_accelerator, covered, relaxed(m_accelerator, covered), isLatency, kWholeProof);
        }
    }
}

/// What one seed finds; false when that is no better. For latency it must be faster: of mappings that are as fast, the
/// best one is known to need the least energy among those of the layer's own sizes.
bool WiderSearch::takeRefitted(std::uint64_t seed)
{
    const bool isLatency = m_goal.objective == Objective::Latency;
    if (!m_best.mapping || m_options.cosa.simulated
        || (isLatency && double(m_best.cost->cycles.count) <= std::ceil(busyCycles(m_layer))))
        return false;
    const Layer covered = mapping::coveredLayer(m_layer, *m_best.mapping);
    const auto start = cosa::MappingSpace(m_accelerator, covered).toCandidate(*m_best.mapping);
    const cosa::MappingSpace space(m_accelerator, m_layer);
    if (!start || !space.fits(*start))
        return false;
    const std::chrono::nanoseconds before = threadCpuTime();
    cosa::ImperfectSearch search(space, m_goal, kMostExtra, seed, costModelOf(m_options.engine));
    const auto found = search.improve(*start, int(std::min<std::int64_t>(kRefitSteps, m_options.cosa.evaluations)),
                                      [this] { return stopped(); });
    m_cpuMs += std::chrono::duration<double, std::milli>(threadCpuTime() - before).count();
    if (isLatency && Goal::whole(found.score.cycles) >= double(m_best.cost->cycles.count))
        return false;
    LayerResult refitted = m_best;
    refitted.mapping = space.toMapping(found.candidate);
    return take(refitted);
}

/// The choices that promise most come first.
void WiderSearch::lookAtKeeps()
{
    std::vector<std::pair<Bounds, hardware::Accelerator>> choices;
    for (hardware::Accelerator& choice : fewerKeeps(m_accelerator))
        if (stopped())
            leave(m_layer);
        else
            choices.emplace_back(relaxed(choice, m_layer), std::move(choice));
    std::ranges::stable_sort(choices, {}, [](const auto& one) { return one.first.figure.value_or(0); });
    m_mostMapped = std::numeric_limits<int>::max(); // each is soon done, and all are wanted for the bound
    for (const auto& [bounds, choice] : choices)
        if (stopped())
            lower(bounds);
        else
            look(choice, m_layer, bounds, mayTie(choice, bounds));
    m_best.anyKeeps = hasAllKeepChoices(m_accelerator);
    m_best.leastEnergy.reset(); // which is of mappings that keep what they may
}

/// Whether a choice may be as fast as the best with less energy.
bool WiderSearch::mayTie(const hardware::Accelerator& accelerator, const Bounds& bounds)
{
    if (m_goal.objective != Objective::Latency || !m_best.cost || !bounds.figure
        || std::ceil(*bounds.figure * (1 - kNotBetter)) > *figureOf(m_best, m_options))
        return false;
    RunControl control;
    control.stop = m_control.stop;
    control.timeLimit = m_control.timeLeft(m_begin);
    ObjectiveProver prover(m_solver, control);
    const auto least = prover.relaxedBound(cosa::MappingSpace(accelerator, m_layer), Objective::Energy, 1, 0);
    m_cpuMs += std::chrono::duration<double, std::milli>(prover.cpu()).count();
    return !least || *least < m_best.cost->energy.count * (1 - kNotBetter);
}

/// It is not looked at: its MACs are all that is known.
void WiderSearch::leave(const Layer& layer)
{
    const bool isLatency = m_goal.objective == Objective::Latency;
    lower({busyCycles(layer), isLatency ? std::optional(busyCycles(layer)) : std::nullopt});
}

/// Layers of all sizes that were not looked at.
void WiderSearch::queue()
{
    for (Layer& layer : largerLayers(m_layer, m_sizes))
        if (m_seen.insert(layer.bounds.values).second && !isMirrored(layer))
            m_waiting.push_back(std::move(layer));
    std::ranges::stable_sort(m_waiting, [this](const Layer& a, const Layer& b) { return promise(a) > promise(b); });
}

/// Less is better. The layer with the next even multiples of all sizes comes first, to have something that is good.
double WiderSearch::promise(const Layer& layer) const
{
    const auto evenness = [](std::int64_t size) { return std::min<std::int64_t>(64, size & -size); };
    bool isEven = true;
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        isEven =
            isEven && layer.bounds[d] == *std::ranges::max_element(m_sizes[d], [&](std::int64_t a, std::int64_t b) {
                          return evenness(a) < evenness(b);
                      });
    if (isEven)
        return 0;
    double sum = busyCycles(layer);
    for (const std::int64_t bound : layer.bounds.values)
        sum *= roughness(bound);
    return sum;
}

/// Of a square layer, 8 x 7 pixels cost what 7 x 8 cost, which are looked at.
bool WiderSearch::isMirrored(const Layer& layer) const
{
    using enum workload::LoopDimension;
    const workload::Extents &own = m_layer.bounds, &larger = layer.bounds;
    return m_accelerator.constraints.empty() && own[P] == own[Q] && own[R] == own[S]
           && m_layer.strideP == m_layer.strideQ && m_layer.dilationR == m_layer.dilationS
           && std::pair(larger[P], larger[R]) > std::pair(larger[Q], larger[S]);
}

/// With as many MAC units at work as can share so many MACs.
double WiderSearch::busyCycles(const Layer& layer) const
{
    const std::int64_t macs = workload::macs(layer);
    double busy = 1;
    for (const hardware::BufferLevel& level : m_accelerator.levels)
        busy *= double(mapping::mostChildren(level.fanout, macs));
    return double(macs) / busy;
}

/// Whether no figure above such a bound is better than the best. Cycles are whole.
bool WiderSearch::isWorse(const std::optional<double>& bound) const
{
    if (!bound || !m_best.cost)
        return false;
    const double least =
        m_goal.objective == Objective::Latency ? std::ceil(*bound * (1 - kNotBetter)) : *bound * (1 + kNotBetter);
    return least >= *figureOf(m_best, m_options);
}

/// On a larger accelerator, to be no better than the best is here.
std::optional<WiderSearch::Bounds> WiderSearch::refutedBefore(const hardware::Accelerator& accelerator,
                                                              const Layer& layer) const
{
    if (!m_questions.settled || m_goal.objective != Objective::Latency || !m_best.cost)
        return std::nullopt;
    const auto least = m_questions.settled->of(layer, accelerator, SettledLayers::Space::Refuted).leastCycles;
    if (!least || *least < m_best.cost->cycles)
        return std::nullopt;
    return Bounds{double(least->count), double(least->count)};
}

/// By linear programs, the cheaper one first.
WiderSearch::Bounds WiderSearch::relaxed(const hardware::Accelerator& accelerator, const Layer& layer)
{
    const bool isLatency = m_goal.objective == Objective::Latency;
    Bounds bounds{busyCycles(layer), {}};
    if (isLatency && isWorse(bounds.cycles))
        return {bounds.cycles, bounds.cycles};
    if (const auto known = refutedBefore(accelerator, layer))
        return *known;
    RunControl control;
    control.stop = m_control.stop;
    control.timeLimit = m_control.timeLeft(m_begin);
    ObjectiveProver prover(m_solver, control);
    const bool isMesh = m_options.engine == kMeshEngine;
    const cosa::MappingSpace space(cost::withPortsOf(costModelOf(m_options.engine), accelerator), layer);
    if (isLatency || bounds.cycles < m_bounds.cycles || m_goal.objective == Objective::Edp) {
        if (const auto cycles = prover.relaxedBound(space, Objective::Latency, 1, 0))
            bounds.cycles = std::max(bounds.cycles, *cycles);
        else
            m_lost = cycles.error().text();
    }
    if (isMesh && m_best.cost) {
        m_meshEffort.splits = std::max(m_meshEffort.splits, kQuickMeshBound.splits);
        const auto cycles = meshBound(cosa::MappingSpace(accelerator, layer), double(m_best.cost->cycles.count),
                                      m_meshEffort, {{}, [this] { return stopped(); }}, &m_meshEffort);
        bounds.cycles = std::max(bounds.cycles, cycles.value_or(0));
    }
    if (isLatency)
        bounds.figure = bounds.cycles;
    else if (const auto energy = prover.relaxedBound(
                 space, m_goal.objective == Objective::Edp ? Goal(Objective::Energy) : m_goal, 1, 0))
        bounds.figure = m_goal.objective == Objective::Edp ? *energy * bounds.cycles : *energy;
    else
        m_lost = energy.error().text();
    m_cpuMs += std::chrono::duration<double, std::milli>(prover.cpu()).count();
    if (isLatency && isWorse(bounds.figure))
        tellOthers(accelerator, layer, bounds.cycles);
    return bounds;
}

/// That no mapping takes fewer cycles. Others pass the layer by when their best takes no more: where one that is as
/// fast may need less energy, they are told one cycle less.
void WiderSearch::tellOthers(const hardware::Accelerator& accelerator, const Layer& layer, double cycles) const
{
    if (m_questions.settled && std::isfinite(cycles))
        m_questions.settled->addBound(layer, accelerator, Cycles{std::int64_t(std::ceil(cycles * (1 - kNotBetter)))});
}

/// Searches all mappings of a layer for one that is better than the best: to prove that there is none takes a fraction
/// of finding the layer's own best. False when the search met its limits, or found a faster one, of which the engine is
/// to say how little energy it needs.
bool WiderSearch::searchWholly(const hardware::Accelerator& accelerator, const Layer& layer, const Bounds& bounds,
                               const exact::ExactLimits& limits)
{
    if (!m_best.cost || m_options.engine != "cosa" || !m_options.cosa.proveWithMip)
        return false;
    const bool isLatency = m_goal.objective == Objective::Latency;
    const double most = *figureOf(m_best, m_options) + (isLatency ? 0.5 : 0); // cycles are whole; as fast will do
    const std::chrono::nanoseconds before = threadCpuTime();
    const auto proof = exact::searchExactly(accelerator, layer, m_goal, most, limits, [this] { return stopped(); });
    m_cpuMs += std::chrono::duration<double, std::milli>(threadCpuTime() - before).count();
    if (!proof.complete || (proof.mapping && isLatency))
        return false;
    if (isLatency)
        tellOthers(accelerator, layer, Goal::whole(proof.bound) - 1);
    lower({std::max(bounds.cycles, isLatency ? proof.bound : 0), proof.bound});
    if (proof.mapping) {
        LayerResult found = m_best;
        found.mapping = proof.mapping;
        take(found);
    }
    return true;
}

void WiderSearch::look(const hardware::Accelerator& accelerator, const Layer& layer, const Bounds& bounds, bool mayTie,
                       const exact::ExactLimits& limits)
{
    if ((isWorse(bounds.figure) && !mayTie) || m_mapped >= m_mostMapped)
        return lower(bounds);
    ++m_mapped;
    if (searchWholly(accelerator, layer, bounds, limits))
        return;
    RunControl control = m_control;
    control.timeLimit = m_control.timeLeft(m_begin);
    const LayerResult found = m_questions.map(accelerator, layer, control);
    m_cpuMs += found.solveCpuMs;
    if (found.status == LayerStatus::Infeasible)
        return;
    if (found.status == LayerStatus::Failed)
        m_lost = found.reason;
    lower({std::max(bounds.cycles, found.lowerBoundCycles.value_or(0)),
           std::max(bounds.figure, found.objectiveBound)}); // of two figures a missing one is the smaller one
    if (found.mapping)
        take(found);
}

/// Than the best; of two that are equally fast the one with less energy.
bool WiderSearch::isBetter(const LayerResult& one) const
{
    if (!m_best.cost)
        return true;
    const double figure = *figureOf(one, m_options), best = *figureOf(m_best, m_options);
    return figure * (1 + kNotBetter) < best
           || (m_goal.objective == Objective::Latency && figure == best
               && one.cost->energy.count * (1 + kNotBetter) < m_best.cost->energy.count);
}

/// True when it is the best so far.
bool WiderSearch::take(const LayerResult& found)
{
    // What was simulated stays as it is.
    const mapping::LayerMapping mapping = found.simulated ? *found.mapping : withoutWaste(m_layer, *found.mapping);
    LayerResult own = found;
    own.leastEnergy.reset(); // which is of what was looked at
    const bool isBest = m_questions.judge(mapping, own) && isBetter(own);
    if (isBest)
        m_best = std::move(own);
    if (m_addsSizes) {
        addSizes(m_sizes, mapping::coveredLayer(m_layer, mapping)); // its other mappings may be better still
        queue();
    }
    return isBest;
}

void WiderSearch::lower(const Bounds& bounds)
{
    m_bounds.cycles = std::min(m_bounds.cycles, bounds.cycles);
    m_bounds.figure =
        m_bounds.figure && bounds.figure ? std::optional(std::min(*m_bounds.figure, *bounds.figure)) : std::nullopt;
}

} // namespace nestloom::schedule
