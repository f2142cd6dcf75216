// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/step_evaluator.h"

namespace nestloom::cost {

using enum workload::LoopDimension;

StepEvaluator::StepEvaluator(const hardware::Accelerator& accelerator, const workload::Layer& layer, Model model)
    : m_layer(layer), m_evaluator(accelerator, layer, model)
{
    for (std::size_t level = accelerator.levels.size(); level-- > 0;)
        for (const TensorRole role : kTensorRoles)
            if (accelerator.levels[level].keeps.contains(role))
                m_keepers[role].push_back(level);
    m_mixes = (layer.bounds[P] > 1 && layer.bounds[R] > 1) || (layer.bounds[Q] > 1 && layer.bounds[S] > 1);
}

Score StepEvaluator::start(const Nest& nest)
{
    startCounts(m_layer, nest, m_base.counts);
    count(nest, {0, nest.levelCount() - 1, true}, m_base);
    m_trial = m_base;
    return m_evaluator.score(m_base.counts, nest);
}

Score StepEvaluator::step(const Nest& nest, const NestChange& change)
{
    for (std::size_t level = 0; level < nest.levelCount(); ++level) {
        m_trial.counts[level] = m_base.counts[level];
        m_trial.children[level] = m_base.children[level];
        m_trial.fetched[level] = m_base.fetched[level];
        m_trial.held[level] = m_base.held[level];
    }
    for (std::size_t level = change.covered ? 0 : change.outer + 1; level <= change.inner; ++level)
        for (const TensorRole role : kTensorRoles)
            if (Counts& here = m_trial.counts[level][role]; here.kept)
                here.tile = double(workload::footprint(m_layer, role, nest.tile(level)));
    count(nest, change, m_trial);
    return m_evaluator.score(m_trial.counts, nest);
}

void StepEvaluator::count(const Nest& nest, const NestChange& change, State& state) const
{
    if (change.spatial)
        countInstances(nest, state);
    countInputsOrWeights(nest, change, TensorRole::Weights, state);
    countInputsOrWeights(nest, change, TensorRole::Inputs, state);
    countOutputs(nest, change, state);
}

void StepEvaluator::countInstances(const Nest& nest, State& state) const
{
    double instances = 1;
    auto loop = nest.spatial().rbegin(); // outer to inner
    for (std::size_t level = 0; level < nest.levelCount(); ++level) {
        for (const TensorRole role : kTensorRoles)
            state.counts[level][role].instances = instances;
        for (; loop != nest.spatial().rend() && loop->level == level; ++loop)
            instances *= double(loop->bound);
    }
}

void StepEvaluator::countChildren(const Nest& nest, const NestChange& change, TensorRole role, std::size_t level,
                                  std::size_t inner, State& state) const
{
    const bool spread = change.spatial && level <= change.inner && inner > change.outer;
    if (spread || (m_mixes && role == TensorRole::Inputs))
        state.children[level][role] = distinctChildren(m_layer, nest, role, level, inner);
}

void StepEvaluator::countFetches(const Nest& nest, const NestChange& change, TensorRole role, std::size_t level,
                                 State& state) const
{
    if (level > change.outer) // else neither its tile nor the loops outside are others
        state.fetched[level][role] = fetches(m_layer, nest, role, level, state.counts[level][role].tile);
}

void StepEvaluator::countInputsOrWeights(const Nest& nest, const NestChange& change, TensorRole role,
                                         State& state) const
{
    std::size_t inner = nest.levelCount();
    double wanted = double(nest.computeCycles());
    for (const std::size_t level : m_keepers[role]) {
        countChildren(nest, change, role, level, inner, state);
        countFetches(nest, change, role, level, state);
        Counts& here = state.counts[level][role];
        here.reads = wanted * state.children[level][role];
        here.fills = level == 0 ? 0 : state.fetched[level][role];
        wanted = here.fills;
        inner = level;
    }
}

void StepEvaluator::countOutputs(const Nest& nest, const NestChange& change, State& state) const
{
    constexpr TensorRole role = TensorRole::Outputs;
    std::size_t inner = nest.levelCount();
    double sent = double(nest.computeCycles());
    for (const std::size_t level : m_keepers[role]) {
        countChildren(nest, change, role, level, inner, state);
        countFetches(nest, change, role, level, state);
        Counts& here = state.counts[level][role];
        if (change.spatial || change.covered)
            state.held[level] = everHeld(nest, role, level, here.tile);
        here.updates = sent * state.children[level][role];
        const double drained = level == 0 ? 0 : state.fetched[level][role];
        here.fills = level == 0 ? 0 : drained - state.held[level];
        here.reads = here.updates - state.held[level] + drained;
        sent = drained;
        inner = level;
    }
}

} // namespace nestloom::cost
