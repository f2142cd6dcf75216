// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_cost.h"

#include "engine/base/integers.h"
#include "engine/kapla/factorisations.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace nestloom::kapla {

namespace {

using Subgroups = PerTensor<std::int64_t>;

struct Iterations {
    Loop loop = Loop::Batch;
    std::int64_t count = 1;
};

/// At most three loops outside, three inside and three that stay; more than that cannot come together.
struct LoopList {
    std::array<Iterations, 9> loops{};
    std::size_t size = 0;
    void add(Loop loop, std::int64_t count)
    {
        if (count > 1)
            loops[size++] = {loop, count};
    }
};

/// Loops of the level that brings data into registers, outermost first: those that may be cut and reordered, and those
/// inside them that may not, because the number of fetches does not include them.
struct RegisterLoops {
    std::vector<Loop> flexible;
    std::vector<Loop> fixed;
};

RegisterLoops registerLoops(const BlockingProblem& problem, const Blocking& blocking)
{
    const PerLoop& factors = blocking.factors[1];
    const auto& position = blocking.position[1];
    int border = -1; // the outermost of the tensors' innermost own loops
    for (const TensorRole role : kTensorRoles) {
        int innermost = -1;
        for (const Loop loop : kLoops)
            if (factors[index(loop)] > 1 && indexes(problem.loops.kind, role, loop))
                innermost = innermost < 0 ? position[index(loop)] : std::min<int>(innermost, position[index(loop)]);
        border = std::max(border, innermost);
    }
    RegisterLoops result;
    for (const Loop loop : kLoops)
        if (factors[index(loop)] > 1)
            (position[index(loop)] < border ? result.fixed : result.flexible).push_back(loop);
    std::ranges::sort(result.fixed, [&](Loop a, Loop b) { return position[index(a)] > position[index(b)]; });
    return result;
}

/// Searches the ways to share the buffers for one blocking.
class SharingSearch {
public:
    SharingSearch(const BlockingProblem& problem, const Blocking& blocking, const BlockingCounts& counts,
                  const PerTensor<SharingGroup>& groups)
        : m_problem(problem), m_blocking(blocking), m_counts(counts), m_groups(groups),
          m_loops(registerLoops(problem, blocking))
    {
        for (const TensorRole role : kTensorRoles) {
            m_largest[role] = counts.stored[role] && sharedWords(role) > 0 ? problem.groups[role] : 1;
            m_words[role] = problem.loops.accessOnce(Level::Buffer, role);
            // Memory fetches before filters were pinned: pinning changes only what is read from memory.
            m_memoryFetches[role] = fetchesOf(problem.loops.kind, blocking)[0][role];
        }
    }

    PerTensor<double> leastHops()
    {
        if (m_largest == Subgroups{{{1, 1, 1}}})
            return {};
        for (const Subgroups& subgroups : candidates())
            if (tryCuts(subgroups))
                break;
        return m_best;
    }

private:
    std::int64_t sharedWords(TensorRole role) const { return bufferedWords(m_problem.loops, m_blocking, role, 1); }

    std::int64_t heldWords(TensorRole role, std::int64_t subgroup) const
    {
        return m_counts.stored[role] ? bufferedWords(m_problem.loops, m_blocking, role, subgroup) : 0;
    }

    /// The smallest subgroups that fit the buffers when tensors are spread out less in this order.
    Subgroups shrunk(const std::array<TensorRole, 3>& order) const
    {
        Subgroups result = m_largest;
        std::int64_t free = m_problem.bufferWords;
        for (const TensorRole role : kTensorRoles)
            free -= heldWords(role, m_largest[role]);
        for (const TensorRole role : order) {
            if (result[role] <= 1)
                continue;
            const std::int64_t held = heldWords(role, m_largest[role]);
            const std::int64_t total = held * m_largest[role];
            for (std::int64_t size = result[role]; size > 0; --size) {
                if (m_problem.groups[role] % size != 0)
                    continue;
                if (ceilDivide(total, size) > free + held)
                    break;
                result[role] = size;
            }
            free -= ceilDivide(total, result[role]) - held;
        }
        return result;
    }

    std::vector<Subgroups> candidates() const
    {
        std::vector<Subgroups> all{m_largest};
        std::array<TensorRole, 3> order = kTensorRoles;
        do {
            const Subgroups next = shrunk(order);
            if (std::ranges::find(all, next) == all.end())
                all.push_back(next);
        } while (std::next_permutation(order.begin(), order.end()));
        return all;
    }

    /// Whether a way without any hops was found.
    bool tryCuts(const Subgroups& subgroups)
    {
        std::array<std::vector<std::int64_t>, 3> outer;
        for (const Loop loop : kLoops)
            outer[index(loop)] = {1};
        for (const Loop loop : m_loops.flexible)
            outer[index(loop)] = divisors(m_blocking.factors[1][index(loop)]);
        for (const std::int64_t input : outer[0])
            for (const std::int64_t output : outer[1])
                for (const std::int64_t batch : outer[2])
                    if (tryOrders(subgroups, {input, output, batch}))
                        return true;
        return false;
    }

    bool tryOrders(const Subgroups& subgroups, const PerLoop& outer)
    {
        std::vector<Loop> across, within;
        for (const Loop loop : m_loops.flexible) {
            if (outer[index(loop)] > 1)
                across.push_back(loop);
            if (m_blocking.factors[1][index(loop)] > outer[index(loop)])
                within.push_back(loop);
        }
        do {
            do {
                LoopList list;
                for (const Loop loop : across)
                    list.add(loop, outer[index(loop)]);
                for (const Loop loop : within)
                    list.add(loop, m_blocking.factors[1][index(loop)] / outer[index(loop)]);
                for (const Loop loop : m_loops.fixed)
                    list.add(loop, m_blocking.factors[1][index(loop)]);
                if (consider(subgroups, list))
                    return true;
            } while (std::next_permutation(within.begin(), within.end()));
        } while (std::next_permutation(across.begin(), across.end()));
        return false;
    }

    bool consider(const Subgroups& subgroups, const LoopList& list)
    {
        PerTensor<double> hops;
        double sum = 0;
        for (const TensorRole role : kTensorRoles) {
            hops[role] = hopsOf(role, subgroups[role], list);
            sum += hops[role];
            if (sum >= m_least)
                return false;
        }
        m_least = sum;
        m_best = hops;
        return sum == 0;
    }

    double hopsOf(TensorRole role, std::int64_t subgroup, const LoopList& list) const
    {
        if (subgroup == 1)
            return 0;
        const LayerKind kind = m_problem.loops.kind;
        std::size_t first = 0; // the outermost loop that the tensor depends on
        std::int64_t rounds = 1;
        for (; first < list.size && !indexes(kind, role, list.loops[first].loop); ++first)
            rounds *= list.loops[first].count;
        std::int64_t units = 1;
        for (std::size_t i = first; i < list.size && indexes(kind, role, list.loops[i].loop); ++i)
            units *= list.loops[i].count;
        for (const Loop loop : kLoops)
            if (!indexes(kind, role, loop))
                rounds *= m_blocking.factors[0][index(loop)];
        const std::int64_t fromMemory = m_memoryFetches[role];
        // Data that go round once before they are replaced are streamed to all nodes as they arrive.
        if (first == list.size || rounds == (role == made(kind) ? (fromMemory + 1) / 2 : fromMemory))
            rounds = 0;
        const double groups = double(m_problem.nodes / m_problem.groups[role]);
        return m_words[role] * (rotationHops(m_groups[role], subgroup, units) * double(rounds)) * groups
               + m_words[role] * wideHops(role, subgroup, units, rounds) * groups;
    }

    /// Data that a node reads from others without a rotation, since a piece is larger than what one node holds.
    double wideHops(TensorRole role, std::int64_t subgroup, std::int64_t units, std::int64_t rounds) const
    {
        const double once = wideFetchHops(m_groups[role], subgroup, double(subgroup) / double(units));
        if (once == 0)
            return 0;
        const std::int64_t fetches = m_counts.fetches[1][role];
        // The last fetch before a step is combined with the step. Outputs are read and written, unless there is one
        // fetch per step, which only writes.
        std::int64_t combined = rounds;
        if (role == made(m_problem.loops.kind))
            combined = fetches > 2 * rounds - 1 ? 2 * rounds : 2 * rounds - 1;
        return once * (double(fetches) - double(combined) * double(units - 1) / double(units));
    }

    const BlockingProblem& m_problem;
    const Blocking& m_blocking;
    const BlockingCounts& m_counts;
    const PerTensor<SharingGroup>& m_groups;
    RegisterLoops m_loops;
    Subgroups m_largest{{{1, 1, 1}}};
    PerTensor<double> m_words; // moved into registers of one node, once each
    PerTensor<std::int64_t> m_memoryFetches;
    double m_least = std::numeric_limits<double>::infinity();
    PerTensor<double> m_best;
};

/// Rows and columns of a subgroup: as much as divides it along the direction in which neighbours are closer.
struct Subgroup {
    std::int64_t along = 1; // nodes in the closer direction
    std::int64_t across = 1;
    double stepAlong = 0, stepAcross = 0; // hops
};

Subgroup subgroupOf(const SharingGroup& group, std::int64_t size)
{
    std::int64_t whole = size; // rounded up to a factor of the group
    while (group.extent.size() % whole != 0)
        ++whole;
    const bool rowsCloser = group.distance.h <= group.distance.w;
    const std::int64_t side = rowsCloser ? group.extent.h : group.extent.w;
    Subgroup result{1, whole, rowsCloser ? group.distance.h : group.distance.w,
                    rowsCloser ? group.distance.w : group.distance.h};
    for (const std::int64_t divisor : divisors(side))
        if (whole % divisor == 0)
            result.along = divisor;
    result.across = whole / result.along;
    return result;
}

double distance(std::int64_t along, std::int64_t across, const Subgroup& subgroup)
{
    return (along > 0 ? double(along) * subgroup.stepAlong : 0)
           + (across > 0 ? double(across) * subgroup.stepAcross : 0);
}

} // namespace

PerTensor<double> sharingHops(const BlockingProblem& problem, const Blocking& blocking, const BlockingCounts& counts,
                              const PerTensor<SharingGroup>& groups)
{
    if (!problem.features.bufferSharing || problem.groups == PerTensor<std::int64_t>{{{1, 1, 1}}})
        return {};
    return SharingSearch(problem, blocking, counts, groups).leastHops();
}

PerTensor<SharingGroup> sharingGroups(LayerKind kind, const Partition& partition, const NodeRegion& region)
{
    const auto along = [&](Split split) {
        return SharingGroup{partition.of(split), neighbourDistance(partition, region, split)};
    };
    const auto batchLoop = [&] {
        if (partition.count(Split::Pixels) == 1)
            return along(Split::Batch);
        if (partition.count(Split::Batch) == 1)
            return along(Split::Pixels);
        const auto place = [&](Split split) {
            return std::ranges::find(partition.order, split) - partition.order.begin();
        };
        const auto apart = place(Split::Pixels) - place(Split::Batch);
        if (std::abs(apart) != 1)
            return along(apart > 0 ? Split::Pixels : Split::Batch);
        const SharingGroup pixels = along(Split::Pixels), batch = along(Split::Batch);
        return SharingGroup{
            pixels.extent * batch.extent,
            {std::min(pixels.distance.h, batch.distance.h), std::min(pixels.distance.w, batch.distance.w)}};
    };
    if (forwardKind(kind) == LayerKind::LocalRegion)
        return {};
    if (forwardKind(kind) == LayerKind::Depthwise)
        return {{{batchLoop(), {}, {}}}};
    return {{{batchLoop(), along(Split::OutputChannels), along(Split::InputChannels)}}};
}

double rotationHops(const SharingGroup& group, std::int64_t subgroup, std::int64_t units)
{
    const Subgroup nodes = subgroupOf(group, subgroup);
    const double toNeighbours = distance((nodes.along - 1) * nodes.across, nodes.across - 1, nodes);
    // From the last part's node back to the first; the chain turns at both ends.
    const std::int64_t row = (subgroup - 1) / nodes.along, column = (subgroup - 1) % nodes.along;
    const double back = distance(row % 2 == 1 ? nodes.along - 1 - column : column, row, nodes);
    const double skipped = std::max(1.0, double(subgroup) / double(units));
    return (toNeighbours + back) * (double(subgroup) - skipped) * (1.0 / double(subgroup))
           * double(group.extent.size() / subgroup);
}

double wideFetchHops(const SharingGroup& group, std::int64_t subgroup, double width)
{
    if (width <= 1)
        return 0;
    const double step = rotationHops(group, subgroup, subgroup) / double(subgroup - 1);
    const double nodes = std::ceil(width - 1e-6);
    return step * ((nodes - 1) * nodes / 2 - (nodes - 1) * (nodes - width)) / width;
}

PerTensor<std::int64_t> hopsOnce(const Machine& machine, const Placement& placement, const Layer& layer,
                                 std::int64_t batch, const Partition& partition, const DataLayout& inputs)
{
    PerTensor<std::int64_t> hops = fixedHops(machine, placement, layer, batch, partition);
    const PerTensor<std::int64_t> read =
        readHops(machine, placement, layer, batch, partition, heldTensors(layer, inputs));
    for (const TensorRole role : kTensorRoles)
        hops[role] += read[role];
    return hops;
}

LayerCost layerCost(const Costs& costs, const BlockingCounts& counts, const PerTensor<std::int64_t>& hopsOnce,
                    const PerTensor<double>& sharingHops)
{
    LayerCost cost;
    cost.counts = counts;
    cost.sharingHops = sharingHops;
    double hops = 0;
    for (const TensorRole role : kTensorRoles) {
        cost.memoryHops[role] = double(hopsOnce[role] * counts.fetches[0][role]);
        hops += cost.memoryHops[role] + sharingHops[role];
    }
    cost.operationCost = costs.operation * counts.operations;
    cost.accessCost = accessCost(counts, costs);
    cost.hopCost = costs.hop * hops;
    cost.idleCost = costs.idle * double(counts.cycles());
    return cost;
}

std::optional<LayerCost> evaluate(const Machine& machine, const Placement& placement, const Layer& layer,
                                  std::int64_t batch, const Partition& partition, const UnitLoops& loops,
                                  const Blocking& blocking, const DataLayout& inputs)
{
    const BlockingProblem problem = blockingProblem(machine, placement, partition, loops);
    const auto counts = count(problem, blocking);
    if (!counts)
        return std::nullopt;
    const PerTensor<std::int64_t> once = hopsOnce(machine, placement, layer, batch, partition, inputs);
    const PerTensor<double> shared =
        sharingHops(problem, blocking, *counts, sharingGroups(layer.kind, partition, placement.nodes));
    return layerCost(machine.costs, *counts, once, shared);
}

} // namespace nestloom::kapla
