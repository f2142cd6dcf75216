// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/stack_pass.h"

#include "engine/base/integers.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/schedule/kapla/layer_engine.h"

#include <algorithm>
#include <limits>
#include <set>

namespace nestloom::kapla {

StackPass::StackPass(const StackProblem& problem, SolverEffort& effort) : m_problem(problem), m_effort(effort) {}

bool StackPass::before(const Stacked& a, const Stacked& b) const
{
    if (a.best.has_value() != b.best.has_value())
        return a.best.has_value();
    if (a.best && better(m_problem.goal, a.cost, a.cycles, b.cost, b.cycles))
        return true;
    if (a.best && better(m_problem.goal, b.cost, b.cycles, a.cost, a.cycles))
        return false;
    return a.parts < b.parts;
}

void StackPass::sortBestFirst(std::vector<const Stacked*>& stacks) const
{
    std::erase_if(stacks, [](const Stacked* stack) { return !stack->best; });
    std::ranges::stable_sort(stacks, [this](const Stacked* a, const Stacked* b) { return before(*a, *b); });
}

const Stacked& StackPass::find(const Partition& partition, bool thorough)
{
    const auto [at, isNew] =
        m_known.try_emplace({partsOf(partition), groupSizes(m_problem.layer.kind, partition).values, thorough});
    if (isNew)
        at->second = compute(partition, thorough);
    return at->second;
}

Stacked StackPass::compute(const Partition& partition, bool thorough)
{
    ++m_effort.stacks;
    const Layer& layer = m_problem.layer;
    const Machine& machine = m_problem.machine;
    Stacked result;
    result.parts = partsOf(partition);
    result.loops = peMappings(machine, shareOf(partition, layer, m_problem.batch));
    const PerTensor<std::int64_t> groups = groupSizes(layer.kind, partition);
    CacheGuide guide{m_problem.goal, {}, thorough};
    for (const TensorRole role : kTensorRoles) {
        // What is made moves once for every read and once for every write, which are counted apart.
        const double tree = double(groups[role] - 1) / (role == made(layer.kind) ? 2 : 1);
        guide.hopCost[role] =
            machine.costs.hop * wholeWords(role, layer, m_problem.batch) * (m_problem.memoryDistance + tree);
    }
    for (const UnitLoops& loops : result.loops) {
        BlockingProblem problem = blockingProblem(machine, m_problem.placement, partition, loops);
        problem.nodes = nodesOf(result.parts);
        const auto cached = (m_problem.options.exhaustive ? cacheExhaustively : cacheBottomUp)(
            problem, m_problem.constraint, guide, m_effort.blockings);
        result.cached.push_back(cached);
        if (!cached)
            continue;
        const double cost = cached->cost + machine.costs.operation * cached->counts.operations;
        if (!result.best || better(m_problem.goal, cost, cached->cycles(), result.cost, result.cycles)) {
            result.best = result.cached.size() - 1;
            result.cost = cost;
            result.cycles = cached->cycles();
        }
    }
    return result;
}

bool StackPass::completes(const Parts& parts) const
{
    return std::ranges::any_of(m_space, [&](const Parts& whole) {
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (whole[i] % parts[i] != 0)
                return false;
        return true;
    });
}

std::vector<Parts> StackPass::extended(const std::vector<Parts>& beam, std::int64_t nodes)
{
    std::set<Parts> next;
    for (const Parts& parts : beam)
        for (const PrimeFactor& factor : primeFactors(nodes / nodesOf(parts)))
            for (std::size_t i = 0; i < parts.size(); ++i) {
                Parts more = parts;
                more[i] *= factor.prime;
                if (completes(more))
                    next.insert(more);
            }
    return {next.begin(), next.end()};
}

std::vector<const Stacked*> StackPass::all(const std::vector<Parts>& whole, const std::stop_token& stop)
{
    for (const Parts& parts : whole)
        if (!stop.stop_requested())
            m_whole.push_back(&find(anyPartition(parts), true));
    sortBestFirst(m_whole);
    return m_whole;
}

std::vector<const Stacked*> StackPass::run(std::vector<Parts> whole, const std::stop_token& stop)
{
    constexpr std::size_t few = 16; // about as many as growing looks at
    m_space = std::move(whole);
    if (m_space.empty())
        return {};
    if (m_space.size() <= few) {
        for (const Parts& parts : m_space)
            m_whole.push_back(&evaluate(parts));
    } else {
        grow(stop);
        exchange(stop);
    }
    sortBestFirst(m_whole);
    m_whole.resize(std::min(m_whole.size(), std::size_t(std::max(1, m_problem.options.thoroughStacks))));
    std::vector<const Stacked*> thorough;
    double least = std::numeric_limits<double>::infinity();
    for (const Stacked* stack : m_whole) {
        if (m_problem.goal == Goal::Energy && stack->cost > m_problem.options.thoroughMargin * least)
            break; // the others cost more still
        thorough.push_back(&find(anyPartition(stack->parts), true));
        least = std::min(least, thorough.back()->cost);
    }
    m_whole = std::move(thorough);
    sortBestFirst(m_whole);
    return m_whole;
}

/// Prime factor by prime factor, the best few stacks carried on.
void StackPass::grow(const std::stop_token& stop)
{
    const std::int64_t nodes = nodesOf(m_space.front());
    std::vector<Parts> beam{{1, 1, 1, 1, 1}};
    while (nodesOf(beam.front()) != nodes && !stop.stop_requested()) {
        std::vector<const Stacked*> stacks;
        for (const Parts& parts : extended(beam, nodes))
            stacks.push_back(&evaluate(parts));
        if (stacks.empty())
            break;
        std::ranges::stable_sort(stacks, [this](const Stacked* a, const Stacked* b) { return before(*a, *b); });
        if (nodesOf(stacks.front()->parts) == nodes)
            m_whole = stacks;
        stacks.resize(std::min(stacks.size(), std::size_t(std::max(1, m_problem.options.beam))));
        beam.clear();
        for (const Stacked* stack : stacks)
            beam.push_back(stack->parts);
    }
}

/// Moves a prime factor from one division to another, beginning with the best stack, while that finds a better one.
void StackPass::exchange(const std::stop_token& stop)
{
    std::set<Parts> seen;
    for (const Stacked* stack : m_whole)
        seen.insert(stack->parts);
    for (bool improved = !m_whole.empty(); improved && !stop.stop_requested();) {
        const Stacked& from =
            **std::ranges::min_element(m_whole, [this](const Stacked* a, const Stacked* b) { return before(*a, *b); });
        improved = false;
        for (std::size_t less = 0; less < from.parts.size(); ++less)
            for (const PrimeFactor& factor : primeFactors(from.parts[less]))
                for (std::size_t more = 0; more < from.parts.size(); ++more) {
                    Parts parts = from.parts;
                    parts[less] /= factor.prime;
                    parts[more] *= factor.prime;
                    if (less == more || !std::binary_search(m_space.begin(), m_space.end(), parts)
                        || !seen.insert(parts).second)
                        continue;
                    m_whole.push_back(&evaluate(parts));
                    improved = improved || before(*m_whole.back(), from);
                }
    }
}

} // namespace nestloom::kapla
