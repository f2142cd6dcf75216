// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/layer_solver.h"

#include "engine/base/integers.h"
#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/schedule/kapla/blocking_moves.h"
#include "engine/schedule/kapla/partition_space.h"
#include "engine/schedule/kapla/stack_pass.h"

#include <algorithm>
#include <map>

namespace nestloom::kapla {

namespace {

/// Whether anything of a layer fits the buffers of some nodes, under constraints on its outermost loops: for every
/// stack of the space and every PE mapping the least that has to lie in a buffer. A constraint that nothing fits need
/// not be solved.
/// Thread rule   one thread at a time.
class FitTable {
public:
    FitTable(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionSpace& space);

    bool mayFit(const TopConstraint& constraint);
    /// The stacks of the space that may fit, ascending.
    std::vector<Parts> fitting(const TopConstraint& constraint) const;

private:
    struct Entry {
        Parts parts{};
        PerLoop trips{};
        std::array<std::int64_t, 3> words{}, sharers{}; // by tensor; words of one pass
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    bool fits(const Entry& entry, const TopConstraint& constraint) const;

    const LayerKind m_kind;
    const std::int64_t m_bufferWords;
    std::vector<Entry> m_entries; // ascending, different ones
    std::map<TopConstraint, bool> m_known;
};

FitTable::FitTable(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionSpace& space)
    : m_kind(layer.kind), m_bufferWords(machine.bufferWords)
{
    for (const Parts& parts : space.parts) {
        const Partition partition = anyPartition(parts);
        const PerTensor<std::int64_t> groups = groupSizes(layer.kind, partition);
        for (const UnitLoops& loops : peMappings(machine, shareOf(partition, layer, batch))) {
            std::int64_t registers = 0;
            Entry entry{parts, loops.trips, loops.bufferWords.values, {1, 1, 1}};
            for (const TensorRole role : kTensorRoles) {
                registers += loops.registerWords[role];
                if (machine.features.bufferSharing)
                    entry.sharers[index(role)] = groups[role];
            }
            if (registers <= machine.registerWords)
                m_entries.push_back(entry);
        }
    }
    std::ranges::sort(m_entries);
    m_entries.erase(std::unique(m_entries.begin(), m_entries.end()), m_entries.end());
}

bool FitTable::mayFit(const TopConstraint& constraint)
{
    const auto [at, isNew] = m_known.try_emplace(constraint, false);
    if (isNew)
        at->second = std::ranges::any_of(m_entries, [&](const Entry& entry) { return fits(entry, constraint); });
    return at->second;
}

std::vector<Parts> FitTable::fitting(const TopConstraint& constraint) const
{
    std::vector<Parts> all;
    for (const Entry& entry : m_entries)
        if ((all.empty() || all.back() != entry.parts) && fits(entry, constraint))
            all.push_back(entry.parts);
    return all;
}

bool FitTable::fits(const Entry& entry, const TopConstraint& constraint) const
{
    PerLoop least{1, 1, 1}; // iterations in the buffers
    for (std::size_t loop = 0; loop < 3; ++loop) {
        const std::int64_t top = constraint.factor[loop];
        if (top == 0)
            continue;
        if (entry.trips[loop] % top != 0)
            return false;
        least[loop] = entry.trips[loop] / top;
    }
    std::int64_t sum = 0;
    for (const TensorRole role : kTensorRoles) {
        std::int64_t words = entry.words[index(role)];
        for (const Loop loop : kLoops)
            words *= indexes(m_kind, role, loop) ? least[index(loop)] : 1;
        sum += ceilDivide(words, entry.sharers[index(role)]);
    }
    return sum <= m_bufferWords;
}

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

/// What is known of one partition, whatever the layout of the inputs.
struct PartitionFacts {
    std::optional<PerTensor<std::int64_t>> fixedHops;
    std::optional<double> estimatedHops; // cost of the trees, and of the distance to where the layer's result goes
    std::optional<PerTensor<SharingGroup>> groups;
};

/// A layer in its place, whatever its inputs' layout: what was solved of it once.
struct Place {
    Placement placement;
    TopConstraint constraint;
    StackProblem problem;
    StackPass pass;
    std::vector<const Stacked*> stacks; // best first
    std::map<const Partition*, PartitionFacts> facts;

    Place(const Machine& machine, const Layer& layer, std::int64_t batch, const Placement& at, const TopConstraint& top,
          Goal goal, const SolverOptions& options, SolverEffort& effort)
        : placement(at),
          constraint(top), problem{machine,    layer, batch,   placement,
                                   constraint, goal,  options, meanMemoryDistance(placement.nodes, machine.memory)},
          pass(problem, effort)
    {
    }
    Place(const Place&) = delete;
};

} // namespace

class LayerSolver::Impl {
public:
    Impl(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal,
         const SolverOptions& options)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_options(options)
    {
    }

    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                              const DataLayout& inputs, const std::stop_token& stop)
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
    std::shared_ptr<const LayerSchedule> solve(const Placement& placement, const TopConstraint& constraint,
                                               const DataLayout& inputs, const std::stop_token& stop)
    {
        Place& place = placeFor(placement, constraint, stop);
        const HeldTensors held = heldTensors(m_layer, inputs);
        std::optional<Judged> best;
        for (const Placed& placed : ranked(place, held)) {
            if (stop.stop_requested())
                return nullptr;
            if (best && m_goal == Goal::Energy && placed.estimate > m_options.exactMargin * best->cost.total())
                break;
            judge(place, *placed.partition, held, best);
        }
        if (!best)
            return nullptr;
        if (m_options.polishExactly)
            polishExactly(place, held, *best);
        return std::make_shared<const LayerSchedule>(
            LayerSchedule{{*best->partition, best->loops, best->blocking},
                          best->cost,
                          outputLayout(placement, m_layer, m_batch, *best->partition)});
    }

    Place& placeFor(const Placement& placement, const TopConstraint& constraint, const std::stop_token& stop)
    {
        std::unique_ptr<Place>& place = m_places[{placement, constraint}];
        if (place)
            return *place;
        place = std::make_unique<Place>(m_machine, m_layer, m_batch, placement, constraint, m_goal, m_options, effort);
        const PartitionSpace& space = spaceOf(placement.nodes.extent);
        place->stacks = m_options.exhaustive
                            ? place->pass.all(space.parts, stop)
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
            const auto at =
                std::lower_bound(space.parts.begin(), space.parts.end(), stack->parts) - space.parts.begin();
            for (const Partition& partition : space.partitions[std::size_t(at)])
                if (const Stacked& stacked = place.pass.cached(partition); stacked.best)
                    list.push_back({&partition, estimate(place, partition, stacked, held), stacked.cycles});
        }
        std::ranges::stable_sort(list, [this](const Placed& a, const Placed& b) {
            return better(m_goal, a.estimate, a.cycles, b.estimate, b.cycles);
        });
        list.resize(std::min(list.size(), std::size_t(std::max(1, m_options.exactPartitions))));
        return list;
    }

    /// The stack's cost with distances and trees of this placement in place of mean and shortest ones.
    double estimate(Place& place, const Partition& partition, const Stacked& stacked, const HeldTensors& held) const
    {
        const BlockingCounts& counts = stacked.cached[*stacked.best]->counts;
        std::optional<double>& fixed = place.facts[&partition].estimatedHops;
        if (!fixed)
            fixed = estimatedHops(place, partition, counts);
        double cost = stacked.cost + *fixed;
        for (const TensorRole role : {TensorRole::Inputs, TensorRole::Outputs})
            if (role != made(m_layer.kind))
                cost += distanceCost(role, place, partition, counts, held[role].blocks);
        return cost;
    }

    double estimatedHops(const Place& place, const Partition& partition, const BlockingCounts& counts) const
    {
        const PerTensor<std::int64_t> groups = groupSizes(m_layer.kind, partition);
        const TensorRole result = made(m_layer.kind);
        double cost = 0;
        for (const TensorRole role : kTensorRoles)
            cost += hopCost(role, counts) * (treeHops(role, m_layer.kind, partition) - double(groups[role] - 1))
                    / (role == result ? 2 : 1);
        if (result != TensorRole::Weights)
            cost += distanceCost(result, place, partition, counts,
                                 heldBlocks(outputLayout(place.placement, m_layer, m_batch, partition)));
        return cost;
    }

    double distanceCost(TensorRole role, const Place& place, const Partition& partition, const BlockingCounts& counts,
                        const std::vector<HeldBlock>& blocks) const
    {
        return hopCost(role, counts)
               * (sampledDistance(role, m_layer, m_batch, partition, place.placement.nodes, blocks)
                  - place.problem.memoryDistance);
    }

    /// Of moving a tensor by one hop as often as it is fetched.
    double hopCost(TensorRole role, const BlockingCounts& counts) const
    {
        return m_machine.costs.hop * wholeWords(role, m_layer, m_batch) * double(counts.fetches[0][role]);
    }

    PerTensor<std::int64_t> hopsOf(Place& place, const Partition& partition, const HeldTensors& held)
    {
        std::optional<PerTensor<std::int64_t>>& fixed = place.facts[&partition].fixedHops;
        if (!fixed) {
            ++effort.exact;
            fixed = fixedHops(m_machine, place.placement, m_layer, m_batch, partition);
        }
        PerTensor<std::int64_t> once = readHops(m_machine, place.placement, m_layer, m_batch, partition, held);
        for (const TensorRole role : kTensorRoles)
            once[role] += (*fixed)[role];
        return once;
    }

    const PerTensor<SharingGroup>& sharingGroupsOf(Place& place, const Partition& partition) const
    {
        std::optional<PerTensor<SharingGroup>>& groups = place.facts[&partition].groups;
        if (!groups)
            groups = sharingGroups(m_layer.kind, partition, place.placement.nodes);
        return *groups;
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
    bool complete(Place& place, const PerTensor<std::int64_t>& once, const BlockingCounts& counts,
                  const std::optional<Judged>& best, Judged& next) const
    {
        next.cost = layerCost(m_machine.costs, counts, once, {});
        if (best && !isWorse(best->cost, next.cost))
            return false;
        const BlockingProblem problem = blockingProblem(m_machine, place.placement, *next.partition, next.loops);
        next.cost = layerCost(m_machine.costs, counts, once,
                              sharingHops(problem, next.blocking, counts, sharingGroupsOf(place, *next.partition)));
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
                if (m_goal == Goal::Energy
                    && quick(blocking.factors, blocking.position)
                           > (1 + 1e-9) * (best.cost.total() - best.cost.operationCost))
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

LayerSolver::LayerSolver(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules,
                         Goal goal, const SolverOptions& options)
    : m_impl(std::make_unique<Impl>(machine, layer, batch, rules, goal, options))
{
}
LayerSolver::~LayerSolver() = default;

std::shared_ptr<const LayerSchedule> LayerSolver::best(const Placement& placement, const TopConstraint& constraint,
                                                       const DataLayout& inputs, std::stop_token stop)
{
    return m_impl->best(placement, constraint, inputs, stop);
}

bool LayerSolver::mayFit(const Placement& placement, const TopConstraint& constraint)
{
    return m_impl->fitTable(placement.nodes.extent).mayFit(constraint);
}

const SolverEffort& LayerSolver::effort() const { return m_impl->effort; }

} // namespace nestloom::kapla
