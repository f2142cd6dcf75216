// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/size_search.h"

#include "engine/mapping/fanout_layout.h"
#include "engine/schedule/objective_prover.h"
#include "engine/schedule/run_choices.h"
#include "engine/schedule/take_outcome.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule {

using workload::Layer;

namespace {

constexpr double kNotBetter = 1e-9; // what is better by less is not better

} // namespace

bool looksAtSizes(const ScheduleOptions& options)
{
    return options.largerSizes && !whyUnused(RunChoice::Sizes, options.engine, options.cosa.objective);
}

SizeSearch::SizeSearch(const hardware::Accelerator& accelerator, const Layer& layer, const ScheduleOptions& options,
                       milp::Solver& solver, const RunControl& control, SizeQuestions questions)
    : m_accelerator(accelerator), m_layer(layer), m_options(options),
      m_goal(options.cosa.objective, options.cosa.cyclePrice), m_solver(solver), m_control(control),
      m_questions(std::move(questions)), m_sizes(promisingSizes(accelerator, layer))
{
}

void SizeSearch::run(LayerResult& result)
{
    m_best = result;
    m_bounds = {result.lowerBoundCycles.value_or(0), result.objectiveBound};
    queue();
    while (!m_waiting.empty()) {
        const Layer next = m_waiting.back();
        m_waiting.pop_back();
        if (stopped())
            lower({busyCycles(next),
                   m_goal.objective == Objective::Latency ? std::optional(busyCycles(next)) : std::nullopt});
        else
            look(next);
    }
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
    setGap(m_best, m_options);
    result = std::move(m_best);
}

/// Layers of all sizes that were not looked at.
void SizeSearch::queue()
{
    for (Layer& layer : largerLayers(m_layer, m_sizes))
        if (m_seen.insert(layer.bounds.values).second && !isMirrored(layer))
            m_waiting.push_back(std::move(layer));
    std::ranges::stable_sort(m_waiting, [this](const Layer& a, const Layer& b) { return promise(a) > promise(b); });
}

/// Less is better. The layer with the next even multiples of all sizes comes first, to have something that is good.
double SizeSearch::promise(const Layer& layer) const
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
bool SizeSearch::isMirrored(const Layer& layer) const
{
    using enum workload::LoopDimension;
    const workload::Extents &own = m_layer.bounds, &larger = layer.bounds;
    return m_accelerator.constraints.empty() && own[P] == own[Q] && own[R] == own[S]
           && m_layer.strideP == m_layer.strideQ && m_layer.dilationR == m_layer.dilationS
           && std::pair(larger[P], larger[R]) > std::pair(larger[Q], larger[S]);
}

std::chrono::milliseconds SizeSearch::timeLeft() const
{
    if (m_control.timeLimit == std::chrono::milliseconds::max())
        return m_control.timeLimit;
    return m_control.timeLimit
           - std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - m_begin);
}

/// With as many MAC units at work as can share so many MACs.
double SizeSearch::busyCycles(const Layer& layer) const
{
    const std::int64_t macs = workload::macs(layer);
    double busy = 1;
    for (const hardware::BufferLevel& level : m_accelerator.levels)
        busy *= double(mapping::mostChildren(level.fanout, macs));
    return double(macs) / busy;
}

/// Whether no figure above such a bound is better than the best. Cycles are whole.
bool SizeSearch::isWorse(const std::optional<double>& bound) const
{
    if (!bound)
        return false;
    const double least =
        m_goal.objective == Objective::Latency ? std::ceil(*bound * (1 - kNotBetter)) : *bound * (1 + kNotBetter);
    return least >= *figureOf(m_best, m_options);
}

/// By linear programs, the cheaper one first.
SizeSearch::Bounds SizeSearch::relaxed(const Layer& layer)
{
    const bool isLatency = m_goal.objective == Objective::Latency;
    Bounds bounds{busyCycles(layer), {}};
    if (isLatency && isWorse(bounds.cycles))
        return {bounds.cycles, bounds.cycles};
    RunControl control;
    control.stop = m_control.stop;
    control.timeLimit = timeLeft();
    ObjectiveProver prover(m_solver, control);
    const cosa::MappingSpace space(m_accelerator, layer);
    if (isLatency || bounds.cycles < m_bounds.cycles || m_goal.objective == Objective::Edp)
        if (const auto cycles = prover.relaxedBound(space, Objective::Latency, 1, 0))
            bounds.cycles = std::max(bounds.cycles, *cycles);
    if (isLatency)
        bounds.figure = bounds.cycles;
    else if (const auto energy = prover.relaxedBound(
                 space, m_goal.objective == Objective::Edp ? Goal(Objective::Energy) : m_goal, 1, 0))
        bounds.figure = m_goal.objective == Objective::Edp ? *energy * bounds.cycles : *energy;
    m_cpuMs += std::chrono::duration<double, std::milli>(prover.cpu()).count();
    return bounds;
}

void SizeSearch::look(const Layer& layer)
{
    const Bounds bounds = relaxed(layer);
    if (isWorse(bounds.figure) || m_mapped == mostMapped())
        return lower(bounds);
    ++m_mapped;
    RunControl control = m_control;
    control.timeLimit = timeLeft();
    const LayerResult found = m_questions.map(layer, control);
    m_cpuMs += found.solveCpuMs;
    if (found.status == LayerStatus::Infeasible)
        return;
    const auto larger = [](const std::optional<double>& a, const std::optional<double>& b) {
        return a && b ? std::max(*a, *b) : a ? a : b;
    };
    lower({std::max(bounds.cycles, found.lowerBoundCycles.value_or(0)), larger(bounds.figure, found.objectiveBound)});
    if (found.mapping)
        take(found);
}

void SizeSearch::take(const LayerResult& found)
{
    const mapping::LayerMapping mapping = withoutWaste(m_layer, *found.mapping);
    LayerResult own = found;
    if (m_questions.judge(mapping, own) && *figureOf(own, m_options) * (1 + kNotBetter) < *figureOf(m_best, m_options))
        m_best = std::move(own);
    addSizes(m_sizes, mapping::coveredLayer(m_layer, mapping)); // its other mappings may be better still
    queue();
}

void SizeSearch::lower(const Bounds& bounds)
{
    m_bounds.cycles = std::min(m_bounds.cycles, bounds.cycles);
    m_bounds.figure =
        m_bounds.figure && bounds.figure ? std::optional(std::min(*m_bounds.figure, *bounds.figure)) : std::nullopt;
}

} // namespace nestloom::schedule
