// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/order_times.h"

#include "engine/base/integers.h"

#include <limits>

namespace nestloom::schedule {

namespace {

using enum workload::LoopDimension;
using workload::LoopDimension;

constexpr std::size_t kDram = 0, kBuffer = 1, kPe = 2, kInside = 3, kLevels = 4;

/// Loops over PEs that add to the same sums come first: then a chain of them is no longer than it must be.
constexpr std::array<LoopDimension, workload::kLoopDimensionCount> kSpreadOrder{C, R, S, P, Q, K, N, G};
/// In which a tile that a PE cannot keep is cut: halos stay whole.
constexpr std::array<LoopDimension, workload::kLoopDimensionCount> kCutOrder{K, C, N, G, P, Q, R, S};

} // namespace

OrderTimes::OrderTimes(const cosa::MappingSpace& space, const dram::MemoryModel& memory, const FamilyTimes& times)
    : m_layer(space.layer()), m_times(times), m_fanout(space.accelerator().levels[kBuffer].fanout),
      m_model(space.accelerator(), space.layer(), kBuffer, memory)
{
    for (cost::Nest& nest : m_nests.values) {
        nest.reset(kLevels);
        for (const std::size_t level : {kDram, kBuffer}) {
            nest.keeps[level] = space.accelerator().levels[level].keeps;
            nest.multicast[level] = space.accelerator().levels[level].multicast;
        }
        nest.keeps[kInside] = nest.multicast[kPe] = nest.multicast[kInside] = TensorSet::all();
    }
}

bool OrderTimes::setFamily(const MeshFamily& family)
{
    const bool isDense = !m_times.hasHalo() && m_layer.strideP == 1 && m_layer.strideQ == 1;
    if (!isDense && !m_times.holdsStep(TensorRole::Inputs))
        return false;
    m_family = family;
    m_layouts.clear();
    addLayouts(0, 1, 1);
    m_columns = m_layouts.front();
    for (const TensorRole role : kTensorRoles) {
        cost::Nest& nest = m_nests[role];
        const bool fits = m_times.fits(role);
        const auto cut = fits ? kCutOrder.end() : std::ranges::find_if(kCutOrder, [&](LoopDimension d) {
            return workload::isRelevant(role, d) && family.tile[d] > 1;
        });
        nest.reopen(kInside);
        for (const LoopDimension d : workload::kLoopDimensions)
            if (cut == kCutOrder.end() || d != *cut)
                nest.addTemporal(kInside, d, family.tile[d]);
        nest.finishLevel(kInside);
        nest.keeps[kPe] = fits ? TensorSet::all() : TensorSet();
        if (cut != kCutOrder.end())
            nest.addTemporal(kPe, *cut, family.tile[*cut]);
        nest.finishLevel(kPe);
    }
    m_inputsOfPe = double(workload::footprint(m_layer, TensorRole::Inputs, family.tile));
    return true;
}

/// All ways to split the spread over columns and rows, of which those for the dimensions before are chosen.
void OrderTimes::addLayouts(std::size_t index, std::int64_t columns, std::int64_t rows)
{
    if (index == kSpreadOrder.size()) {
        m_layouts.push_back(m_columns);
        return;
    }
    const LoopDimension d = kSpreadOrder[index];
    const std::int64_t spread = m_family.spread[d];
    for (const std::int64_t here : divisors(spread))
        if (columns * here <= m_fanout.columns && rows * (spread / here) <= m_fanout.rows) {
            m_columns[d] = here;
            addLayouts(index + 1, columns * here, rows * (spread / here));
        }
}

void OrderTimes::putLoops(TensorRole role)
{
    cost::Nest& nest = m_nests[role];
    nest.reopen(kBuffer);
    for (const LoopDimension d : kSpreadOrder) {
        nest.addSpatial(kBuffer, d, m_columns[d]);
        nest.addSpatial(kBuffer, d, m_family.spread[d] / m_columns[d], hardware::Axis::Rows);
    }
    for (const mapping::Loop& loop : m_atBuffer)
        nest.addTemporal(kBuffer, loop.dimension, loop.bound);
    nest.finishLevel(kBuffer);
    for (const mapping::Loop& loop : m_atDram)
        nest.addTemporal(kDram, loop.dimension, loop.bound);
    nest.finishLevel(kDram);
}

/// From one iteration at the DRAM to the next no more can stay than a tile.
InputMoves OrderTimes::inputsWith(std::span<const mapping::Loop> atBuffer, double atDram)
{
    const double once = setOrder(atBuffer, {}).toPe;
    return {once + (atDram - 1) * (once - m_inputsOfPe), 0};
}

InputMoves OrderTimes::setOrder(std::span<const mapping::Loop> atBuffer, std::span<const mapping::Loop> atDram)
{
    m_atBuffer = atBuffer;
    m_atDram = atDram;
    constexpr TensorRole role = TensorRole::Inputs;
    putLoops(role);
    const auto fills = [&](std::size_t level) {
        return cost::fetches(m_layer, m_nests[role], role, level, m_inputsOfPe);
    };
    return {fills(kPe), m_nests[role].keeps[kBuffer].contains(role) ? fills(kBuffer) : 0};
}

double OrderTimes::least(double enough)
{
    putLoops(TensorRole::Weights);
    putLoops(TensorRole::Outputs);
    for (const TensorRole role : kTensorRoles)
        cost::countAccesses(m_layer, m_nests[role], role, m_counts[role]);
    double best = std::numeric_limits<double>::infinity();
    for (const workload::Extents& columns : m_layouts) {
        m_columns = columns;
        for (const TensorRole role : kTensorRoles)
            putLoops(role);
        best = std::min(best, m_model.leastCycles(m_nests, m_counts, m_times.computes(), enough));
    }
    return best;
}

} // namespace nestloom::schedule
