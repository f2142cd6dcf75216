// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/layer_solver.h"

#include "engine/schedule/kapla/blocking_moves.h"
#include "engine/schedule/kapla/fit_table.h"
#include "engine/schedule/kapla/stack_pass.h"

#include <algorithm>
#include <map>

namespace nestloom::kapla {

namespace {

/// A partition of one of the best stacks, with its estimated cost.
struct Placed {
    const Partition* partition = nullptr;
    double estimate = 0, cycles = 0;
};

/// The caching of a stack with one PE mapping on one partition, judged.
struct Judged {
    const Partition* partition = nullptr;
    UnitLoops loops;
    Blocking blocking;
    LayerCost cost;
};

/// A layer in its place, whatever its inputs' layout: what was solved of it once.
struct Place {
    Placement placement;
    TopConstraint constraint;
    StackProblem problem;
    StackPass pass;
    std::vector<const Stacked*> stacks; // best first
    std::map<const Partition*, PerTensor<std::int64_t>> fixed;

    Place(const Machine& machine, const Layer& layer, std::int64_t batch, const Placement& at, const TopConstraint& top, Goal goal,
          const SolverOptions& options, SolverEffort& effort)
        : placement(at), constraint(top),
          problem{machine, layer, batch, placement, constraint, goal, options, meanMemoryDistance(placement.nodes, machine.memory)},
          pass(problem, effort)
    {
    }
    Place(const Place&) = delete;
};

} // namespace

class LayerSolver::Impl {
public:
    Impl(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal, const SolverOptions& options)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_options(options)
    {
    }

    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint, const DataLayout& inputs,
                                              const std::stop_token& stop)
    {
        const std::tuple key{placement, constraint, inputs};
        if (const auto known = m_results.find(key); known != m_results.end())
            return known->second;
        auto found = solve(placement, constraint, inputs, stop);
        return stop.stop_requested() ? nullptr : m_results.emplace(key, std::move(found)).first->second;
    }

    FitTable& fitTable(Extent nodes)
    {
        auto at = m_fits.find(nodes);
        if (at == m_fits.end())
            at = m_fits.try_emplace(nodes, m_machine, m_layer, m_batch, spaceOf(nodes)).first;
        return at->second;
    }

    SolverEffort effort;

private:
    std::shared_ptr<const LayerSchedule> solve(const Placement& placement, const TopConstraint& constraint, const DataLayout& inputs,
                                               const std::stop_token& stop)
    {
        Place& place = placeFor(placement, constraint, stop);
        const HeldTensors held = heldTensors(m_layer, inputs);
        std::optional<Judged> best;
        for (const Placed& placed : ranked(place, held)) {
            if (stop.stop_requested())
                return nullptr;
            judge(place, *placed.partition, held, best);
        }
        if (!best)
            return nullptr;
        if (m_options.polishExactly)
            polishExactly(place, held, *best);
        return std::make_shared<const LayerSchedule>(LayerSchedule{{*best->partition, best->loops, best->blocking}, best->cost,
                                                                   outputLayout(placement, m_layer, m_batch, *best->partition)});
    }

    Place& placeFor(const Placement& placement, const TopConstraint& constraint, const std::stop_token& stop)
    {
        std::unique_ptr<Place>& place = m_places[{placement, constraint}];
        if (place)
            return *place;
        place = std::make_unique<Place>(m_machine, m_layer, m_batch, placement, constraint, m_goal, m_options, effort);
        const PartitionSpace& space = spaceOf(placement.nodes.extent);
        place->stacks = m_options.exhaustive ? place->pass.all(space.parts, stop)
                                             : place->pass.run(fitTable(placement.nodes.extent).fitting(constraint), stop);
        return *place;
    }

    const PartitionSpace& spaceOf(Extent nodes)
    {
        const auto [at, isNew] = m_spaces.try_emplace(nodes);
        if (isNew)
            at->second = partitionSpace(m_layer, m_batch, nodes, m_rules);
        return at->second;
    }

    /// The partitions of the best stacks, by their estimated hops.
    std::vector<Placed> ranked(Place& place, const HeldTensors& held)
    {
        const PartitionSpace& space = spaceOf(place.placement.nodes.extent);
        std::vector<Placed> list;
        for (const Stacked* stack : place.stacks) {
            const auto at = std::lower_bound(space.parts.begin(), space.parts.end(), stack->parts) - space.parts.begin();
            for (const Partition& partition : space.partitions[std::size_t(at)])
                if (const Stacked& stacked = place.pass.cached(partition); stacked.best)
                    list.push_back({&partition, estimate(place, partition, stacked, held), stacked.cycles});
        }
        std::stable_sort(list.begin(), list.end(), [this](const Placed& a, const Placed& b) {
            return better(m_goal, a.estimate, a.cycles, b.estimate, b.cycles);
        });
        list.resize(std::min(list.size(), std::size_t(std::max(1, m_options.exactPartitions))));
        return list;
    }

    /// The stack's cost with distances and trees of this placement in place of mean and shortest ones.
    double estimate(const Place& place, const Partition& partition, const Stacked& stacked, const HeldTensors& held) const
    {
        const PerTensor<std::int64_t> groups = groupSizes(m_layer.kind, partition);
        const BlockingCounts& counts = stacked.cached[*stacked.best]->counts;
        double cost = stacked.cost;
        for (const TensorRole role : kTensorRoles) {
            const bool isMade = role == made(m_layer.kind);
            double more = (treeHops(role, m_layer.kind, partition) - double(groups[role] - 1)) / (isMade ? 2 : 1);
            if (role != TensorRole::Weights) {
                const auto blocks = isMade ? heldBlocks(outputLayout(place.placement, m_layer, m_batch, partition)) : std::vector<HeldBlock>();
                more += sampledDistance(role, m_layer, m_batch, partition, place.placement.nodes, isMade ? blocks : held[role].blocks)
                        - place.problem.memoryDistance;
            }
            cost += m_machine.costs.hop * wholeWords(role, m_layer, m_batch) * more * double(counts.fetches[0][role]);
        }
        return cost;
    }

    PerTensor<std::int64_t> hopsOf(Place& place, const Partition& partition, const HeldTensors& held)
    {
        const auto [at, isNew] = place.fixed.try_emplace(&partition);
        if (isNew) {
            ++effort.exact;
            at->second = fixedHops(m_machine, place.placement, m_layer, m_batch, partition);
        }
        PerTensor<std::int64_t> once = readHops(m_machine, place.placement, m_layer, m_batch, partition, held);
        for (const TensorRole role : kTensorRoles)
            once[role] += at->second[role];
        return once;
    }

    void judge(Place& place, const Partition& partition, const HeldTensors& held, std::optional<Judged>& best)
    {
        const Stacked& stacked = place.pass.cached(partition);
        std::optional<PerTensor<std::int64_t>> once;
        for (std::size_t i = 0; i < stacked.loops.size(); ++i) {
            if (!stacked.cached[i])
                continue;
            const BlockingCounts& counts = stacked.cached[i]->counts;
            if (best && isWorse(layerCost(m_machine.costs, counts, {}, {}), best->cost))
                continue;
            if (!once)
                once = hopsOf(place, partition, held);
            Judged next{&partition, stacked.loops[i], stacked.cached[i]->blocking, {}};
            if (!complete(place, *once, counts, best, next))
                continue;
            best = std::move(next);
        }
    }

    bool isWorse(const LayerCost& cost, const LayerCost& than) const
    {
        return better(m_goal, than.total(), double(than.cycles()), cost.total(), double(cost.cycles()));
    }

    /// Adds hops, those of shared buffers last; false as soon as it is no better than the best.
    bool complete(const Place& place, const PerTensor<std::int64_t>& once, const BlockingCounts& counts, const std::optional<Judged>& best, Judged& next) const
    {
        next.cost = layerCost(m_machine.costs, counts, once, {});
        if (best && !isWorse(best->cost, next.cost))
            return false;
        const BlockingProblem problem = blockingProblem(m_machine, place.placement, *next.partition, next.loops);
        next.cost = layerCost(m_machine.costs, counts, once,
                              sharingHops(problem, next.blocking, counts, sharingGroups(m_layer.kind, *next.partition, place.placement.nodes)));
        return !best || isWorse(best->cost, next.cost);
    }

    void polishExactly(Place& place, const HeldTensors& held, Judged& best)
    {
        const PerTensor<std::int64_t> once = hopsOf(place, *best.partition, held);
        const BlockingProblem problem = blockingProblem(m_machine, place.placement, *best.partition, best.loops);
        const QuickCost quick(problem);
        std::vector<Blocking> all;
        for (bool improved = true; improved;) {
            improved = false;
            all.clear();
            neighbours(best.blocking, place.constraint, all);
            for (const Blocking& blocking : all) {
                // Accesses alone may be too expensive already; hops and idle cycles only add to them.
                if (m_goal == Goal::Energy && quick(blocking.factors, blocking.position) > (1 + 1e-9) * (best.cost.total() - best.cost.operationCost))
                    continue;
                ++effort.blockings;
                const auto counts = count(problem, blocking);
                Judged next{best.partition, best.loops, blocking, {}};
                if (!counts || !complete(place, once, *counts, best, next))
                    continue;
                best = std::move(next);
                improved = true;
            }
        }
    }

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const PartitionRules m_rules;
    const Goal m_goal;
    const SolverOptions m_options;
    std::map<Extent, PartitionSpace> m_spaces;
    std::map<Extent, FitTable> m_fits;
    std::map<std::pair<Placement, TopConstraint>, std::unique_ptr<Place>> m_places;
    std::map<std::tuple<Placement, TopConstraint, DataLayout>, std::shared_ptr<const LayerSchedule>> m_results;
};

LayerSolver::LayerSolver(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal,
                         const SolverOptions& options)
    : m_impl(std::make_unique<Impl>(machine, layer, batch, rules, goal, options))
{
}
LayerSolver::~LayerSolver() = default;

std::shared_ptr<const LayerSchedule> LayerSolver::best(const Placement& placement, const TopConstraint& constraint,
                                                       const DataLayout& inputs, std::stop_token stop)
{
    return m_impl->best(placement, constraint, inputs, stop);
}

bool LayerSolver::mayFit(const Placement& placement, const TopConstraint& constraint) { return m_impl->fitTable(placement.nodes.extent).mayFit(constraint); }

const SolverEffort& LayerSolver::effort() const { return m_impl->effort; }

} // namespace nestloom::kapla
