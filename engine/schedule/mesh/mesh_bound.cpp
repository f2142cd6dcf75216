// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/mesh_bound.h"

#include "engine/base/integers.h"
#include "engine/cost/mesh_model.h"
#include "engine/schedule/mesh/family_times.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace nestloom::schedule {

namespace {

using enum workload::LoopDimension;
using workload::Extents;
using workload::LoopDimension;

/// The order in which dimensions are cut: those of inputs first, whose room in a PE is scarce.
constexpr std::array<LoopDimension, workload::kLoopDimensionCount> kOrder{C, P, Q, R, S, N, G, K};

/// All families of mappings of a layer: meshBound(), MODEL.md "Bound of a layer".
class Families {
public:
    Families(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory, double below);
    std::optional<double> least(const MeshBoundEffort& effort);
    /// Of one tile and spread.
    double least(const Extents& tile, const Extents& spread);

private:
    /// A way to cut a dimension: inside a PE, over PEs, around them.
    struct Cut {
        std::int64_t tile = 1, spread = 1, around = 1;
    };
    /// A family with what its innermost loop leaves in place, and what it takes whatever its other loops are.
    struct Kind {
        double least = 0;
        std::array<std::uint16_t, kOrder.size()> cuts{};
        std::optional<TensorRole> stays;
    };

    void descend(std::size_t index, std::int64_t pes);
    void judge();
    void judge(std::optional<TensorRole> stays);
    void setCut(std::size_t index, std::size_t cut);
    void count();
    double orders(const Kind& kind);
    void splitLoops(std::size_t index);
    void orderLoops();

    const cosa::MappingSpace& m_space;
    const std::size_t m_mesh;
    const FamilyTimes m_times;
    const bool m_hasLevelsInPe;
    const std::int64_t m_mostPes;
    std::array<std::vector<Cut>, kOrder.size()> m_cuts;
    std::array<std::uint16_t, kOrder.size()> m_chosen{}; // of the family
    MeshFamily m_family;
    std::size_t m_seen = 0, m_most = 0;
    double m_least; // of what is sought, up to that of the mapping known
    std::vector<Kind> m_kinds;

    // The loops around the PEs of one kind, put to buffer and DRAM in every way.
    MeshOrder m_order;
    std::optional<TensorRole> m_stays;
    double m_found = 0, m_floor = 0; // the least so far, and what it cannot be below
    std::int64_t m_left = 0;         // orders that may be looked at
};

Families::Families(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory, double below)
    : m_space(space), m_mesh(mesh), m_times(space, mesh, memory), m_hasLevelsInPe(mesh + 1 < space.levelCount()),
      m_mostPes(space.mostChildren(mesh)), m_least(below)
{
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
        const std::int64_t bound = space.layer().bounds[kOrder[i]];
        for (const std::int64_t tile : divisors(m_hasLevelsInPe ? bound : 1))
            for (const std::int64_t spread : divisors(bound / tile))
                if (spread <= m_mostPes)
                    m_cuts[i].push_back({tile, spread, bound / tile / spread});
    }
}

std::optional<double> Families::least(const MeshBoundEffort& effort)
{
    m_most = effort.families;
    m_left = effort.orders;
    descend(0, 1);
    if (m_seen > m_most)
        return std::nullopt;
    std::ranges::sort(m_kinds, {}, &Kind::least);
    for (const Kind& kind : m_kinds) {
        if (kind.least >= m_least)
            break;
        m_least = std::min(m_least, orders(kind));
    }
    return m_least;
}

double Families::least(const Extents& tile, const Extents& spread)
{
    m_left = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
        const auto isCut = [&](const Cut& cut) {
            return cut.tile == tile[kOrder[i]] && cut.spread == spread[kOrder[i]];
        };
        setCut(i, std::size_t(std::ranges::find_if(m_cuts[i], isCut) - m_cuts[i].begin()));
    }
    judge();
    for (const Kind& kind : m_kinds)
        m_least = std::min(m_least, orders(kind));
    return m_least;
}

void Families::setCut(std::size_t index, std::size_t cut)
{
    const LoopDimension d = kOrder[index];
    const Cut& chosen = m_cuts[index][cut];
    m_chosen[index] = std::uint16_t(cut);
    m_family.tile[d] = chosen.tile;
    m_family.spread[d] = chosen.spread;
    m_family.step[d] = chosen.tile * chosen.spread;
    m_family.around[d] = chosen.around;
}

/// When all dimensions are cut.
void Families::count()
{
    m_family.pes = iterations(m_family.spread);
    m_family.steps = iterations(m_family.around);
}

void Families::descend(std::size_t index, std::int64_t pes)
{
    if (index == kOrder.size())
        return judge();
    const LoopDimension d = kOrder[index];
    for (std::size_t cut = 0; cut < m_cuts[index].size(); ++cut) {
        if (pes * m_cuts[index][cut].spread > m_mostPes)
            continue;
        setCut(index, cut);
        if (m_hasLevelsInPe && !m_space.fitsCapacity(m_mesh + 1, m_family.tile))
            break; // the others are larger
        if (++m_seen > m_most)
            break;
        descend(index + 1, pes * m_cuts[index][cut].spread);
    }
    m_family.tile[d] = m_family.spread[d] = m_family.step[d] = m_family.around[d] = 1;
}

void Families::judge()
{
    const Extents& around = m_family.around;
    count();
    if (m_times.compute(m_family) + m_times.leastHead() >= m_least || !m_space.fitsCapacity(m_mesh, m_family.step))
        return;
    for (const TensorRole role : kTensorRoles)
        if (reuseOf(role, around) > 1)
            judge(role);
    if (around[G] > 1 || m_family.steps == 1)
        judge(std::nullopt);
}

void Families::judge(std::optional<TensorRole> stays)
{
    if (const double least = m_times.least(m_family, stays); least < m_least)
        m_kinds.push_back({least, m_chosen, stays});
}

/// The least of a kind over all orders of its loops, up to the least known.
double Families::orders(const Kind& kind)
{
    if (m_mesh != 1 || m_left <= 0) // levels in between would have loops of their own
        return kind.least;
    for (std::size_t i = 0; i < kOrder.size(); ++i)
        setCut(i, kind.cuts[i]);
    count();
    m_stays = kind.stays;
    m_order = {};
    m_floor = kind.least;
    m_found = m_least;
    splitLoops(0);
    return m_left > 0 ? std::max(m_found, m_floor) : m_floor;
}

void Families::splitLoops(std::size_t index)
{
    if (index == kOrder.size())
        return orderLoops();
    const LoopDimension d = kOrder[index];
    for (const std::int64_t atBuffer : divisors(m_family.around[d])) {
        m_order.atBuffer[d] = atBuffer;
        m_order.atDram[d] = m_family.around[d] / atBuffer;
        m_order.tile[d] = m_family.step[d] * atBuffer;
        if (!m_space.fitsCapacity(m_mesh, m_order.tile))
            break;
        splitLoops(index + 1);
        if (m_left <= 0 || m_found <= m_floor)
            break;
    }
    m_order.atBuffer[d] = m_order.tile[d] = 1;
}

/// Of a level with loops that leave a tensor in place, such loops are innermost: others move no less.
void Families::orderLoops()
{
    const auto add = [&](std::optional<TensorRole> ofBuffer, std::optional<TensorRole> ofDram) {
        m_order.ofBuffer = ofBuffer;
        m_order.ofDram = ofDram;
        --m_left;
        m_found = std::min(m_found, m_times.least(m_family, m_order));
    };
    const auto hasLoops = [](const Extents& loops) {
        return std::ranges::any_of(kOrder, [&](LoopDimension d) { return loops[d] > 1; });
    };
    if (!hasLoops(m_order.atBuffer))
        return add(std::nullopt, m_stays);
    if (m_stays ? reuseOf(*m_stays, m_order.atBuffer) == 1 : m_order.atBuffer[G] == 1)
        return; // another kind
    bool isKept = false;
    for (const TensorRole role : kTensorRoles)
        if (reuseOf(role, m_order.atDram) > 1) {
            isKept = true;
            add(m_stays, role);
        }
    if (!isKept)
        add(m_stays, std::nullopt);
}

/// Nothing when levels outside the mesh have several children.
std::optional<Families> familiesOf(const cosa::MappingSpace& space, double below)
{
    const hardware::Accelerator& accelerator = space.accelerator();
    const auto mesh = cost::meshLevel(accelerator);
    const auto memory = cost::memoryOf(accelerator, cost::dramModelOf(accelerator));
    if (!mesh || !memory || accelerator.instances(*mesh) != 1)
        return std::nullopt;
    return std::optional<Families>(std::in_place, space, *mesh, *memory, below);
}

} // namespace

std::optional<double> meshBound(const cosa::MappingSpace& space, double below, const MeshBoundEffort& effort)
{
    auto families = familiesOf(space, below);
    return families ? families->least(effort) : std::nullopt;
}

std::optional<double> meshBound(const cosa::MappingSpace& space, const Extents& tile, const Extents& spread)
{
    auto families = familiesOf(space, std::numeric_limits<double>::infinity());
    return families ? std::optional(families->least(tile, spread)) : std::nullopt;
}

} // namespace nestloom::schedule
