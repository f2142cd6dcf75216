// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/mesh_bound.h"

#include "engine/base/integers.h"
#include "engine/mapping/fanout_layout.h"
#include "engine/schedule/mesh/order_times.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

namespace nestloom::schedule {

namespace {

using enum workload::LoopDimension;
using workload::Extents;
using workload::LoopDimension;

/// The order in which dimensions are cut: those of inputs first, whose room in a PE is scarce.
constexpr std::array<LoopDimension, workload::kLoopDimensionCount> kOrder{C, P, Q, R, S, N, G, K};

constexpr std::uint32_t kBetweenQuestions = 4096; // whether to stop: a few milliseconds
constexpr std::int64_t kTimesOfModel = 10; // as many orders can be left out in the time that one takes under the model

/// All families of mappings of a layer: meshBound(), MODEL.md "Bound of a layer".
class Families {
public:
    Families(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory, double below);
    Families(const Families&) = delete; // m_orderTimes looks at m_times
    std::optional<double> least(const MeshBoundEffort& effort, const MeshBoundTalk& talk, MeshBoundEffort* left);
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

    /// Of the loops that are split already.
    struct Chosen {
        PerTensor<double> refills{{{1, 1, 1}}}; // product of those at the DRAM that leave a tensor in place
        double atDram = 1;                      // the same of the tensor that stays in the PEs
        bool isMovedAtBuffer = false;           // a loop at the buffer moves that one
    };

    bool isStopped() { return m_talk.stopped && ++m_asked % kBetweenQuestions == 0 && m_talk.stopped(); }
    void descend(std::size_t index, std::int64_t pes);
    void judge();
    void judge(std::optional<TensorRole> stays);
    void setCut(std::size_t index, std::size_t cut);
    void count();
    double splits(const Kind& kind);
    void splitLoops(std::size_t index, const Chosen& chosen);
    void keepInPlace();
    void look();
    double orders();
    double leastOfBuffer();
    double time();
    bool isAlike(LoopDimension one, LoopDimension other) const;
    bool nextOrder(std::span<mapping::Loop> loops) const;
    static std::size_t setLoops(const Extents& bounds, std::optional<TensorRole> stays,
                                std::vector<mapping::Loop>& loops);

    const cosa::MappingSpace& m_space;
    const std::size_t m_mesh;
    FamilyTimes m_times;
    std::optional<OrderTimes> m_orderTimes; // of one buffer between mesh and DRAM
    const bool m_hasLevelsInPe;
    const std::int64_t m_mostPes;
    std::array<std::vector<Cut>, kOrder.size()> m_cuts;
    std::array<std::uint16_t, kOrder.size()> m_chosen{}; // of the family
    MeshFamily m_family;
    std::size_t m_seen = 0, m_most = 0;
    double m_least; // of what is sought, up to that of the mapping known
    std::vector<Kind> m_kinds;

    std::array<std::vector<std::int64_t>, kOrder.size()> m_divisors; // of the loops around the PEs

    // The loops around the PEs of one kind, put to buffer and DRAM in every way.
    MeshOrder m_order;
    std::optional<TensorRole> m_stays;
    double m_found = 0, m_floor = 0;                 // the least so far, and what it cannot be below
    std::int64_t m_splitsLeft = 0, m_ordersLeft = 0; // that may be looked at
    MeshLoops m_loops;                               // in the order that is looked at
    bool m_isTimed = false;                          // the family, by m_orderTimes
    double m_known = 0;                              // what the best mapping known takes
    MeshBoundTalk m_talk;
    std::uint32_t m_asked = 0; // whether to stop
};

Families::Families(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory, double below)
    : m_space(space), m_mesh(mesh), m_times(space, mesh, memory), m_hasLevelsInPe(mesh + 1 < space.levelCount()),
      m_mostPes(space.mostChildren(mesh)), m_least(below), m_known(below)
{
    if (mesh == 1)
        m_orderTimes.emplace(space, memory, m_times);
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
        const std::int64_t bound = space.layer().bounds[kOrder[i]];
        for (const std::int64_t tile : divisors(m_hasLevelsInPe ? bound : 1))
            for (const std::int64_t spread : divisors(bound / tile))
                if (spread <= m_mostPes)
                    m_cuts[i].push_back({tile, spread, bound / tile / spread});
    }
}

std::optional<double> Families::least(const MeshBoundEffort& effort, const MeshBoundTalk& talk, MeshBoundEffort* left)
{
    m_most = effort.families;
    m_splitsLeft = effort.splits;
    m_ordersLeft = effort.orders;
    m_talk = talk;
    descend(0, 1);
    if (m_seen > m_most)
        return std::nullopt;
    std::ranges::sort(m_kinds, {}, &Kind::least);
    for (const Kind& kind : m_kinds) {
        if (kind.least >= m_least)
            break;
        m_least = std::min(m_least, splits(kind));
    }
    if (left)
        *left = {effort.families, std::max<std::int64_t>(0, m_splitsLeft), std::max<std::int64_t>(0, m_ordersLeft)};
    return m_least;
}

double Families::least(const Extents& tile, const Extents& spread)
{
    m_splitsLeft = m_ordersLeft = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
        const auto isCut = [&](const Cut& cut) {
            return cut.tile == tile[kOrder[i]] && cut.spread == spread[kOrder[i]];
        };
        setCut(i, std::size_t(std::ranges::find_if(m_cuts[i], isCut) - m_cuts[i].begin()));
    }
    judge();
    for (const Kind& kind : m_kinds)
        m_least = std::min(m_least, splits(kind));
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
        if (++m_seen > m_most || isStopped()) {
            m_seen = m_most + 1;
            break;
        }
        descend(index + 1, pes * m_cuts[index][cut].spread);
    }
    m_family.tile[d] = m_family.spread[d] = m_family.step[d] = m_family.around[d] = 1;
}

void Families::judge()
{
    const Extents& around = m_family.around;
    count();
    if (m_times.compute(m_family) + m_times.leastHead() >= m_least || !m_space.fitsCapacity(m_mesh, m_family.step)
        || !mapping::canBeLaidOut(m_space.accelerator().levels[m_mesh].fanout, std::int64_t(m_family.pes)))
        return;
    m_times.setFamily(m_family);
    for (const TensorRole role : kTensorRoles)
        if (reuseOf(role, around) > 1)
            judge(role);
    if (around[G] > 1 || m_family.steps == 1)
        judge(std::nullopt);
}

void Families::judge(std::optional<TensorRole> stays)
{
    if (const double least = m_times.least(stays); least < m_least)
        m_kinds.push_back({least, m_chosen, stays});
}

/// The least of a kind over all splits and orders of its loops, up to the least known.
double Families::splits(const Kind& kind)
{
    if (m_mesh != 1 || m_splitsLeft <= 0) // levels in between would have loops of their own
        return kind.least;
    for (std::size_t i = 0; i < kOrder.size(); ++i)
        setCut(i, kind.cuts[i]);
    count();
    m_times.setFamily(m_family);
    for (std::size_t i = 0; i < kOrder.size(); ++i)
        m_divisors[i] = divisors(m_family.around[kOrder[i]]);
    m_isTimed = m_ordersLeft > 0 && m_orderTimes->setFamily(m_family);
    m_stays = kind.stays;
    m_order = {};
    m_floor = kind.least;
    m_found = m_least;
    m_times.setKind(m_stays);
    splitLoops(0, {});
    return m_splitsLeft > 0 ? std::max(m_found, m_floor) : m_floor;
}

/// `chosen`: what the loops that are split already make of what moves.
void Families::splitLoops(std::size_t index, const Chosen& chosen)
{
    if (index == kOrder.size())
        return keepInPlace();
    const LoopDimension d = kOrder[index];
    for (const std::int64_t atBuffer : m_divisors[index]) {
        m_order.atBuffer[d] = atBuffer;
        m_order.atDram[d] = m_family.around[d] / atBuffer;
        m_order.tile[d] = m_family.step[d] * atBuffer;
        if (!m_space.fitsCapacity(m_mesh, m_order.tile))
            break;
        Chosen more = chosen;
        const bool slides = m_order.atDram[R] > 1 || m_order.atDram[S] > 1; // K, which brings inputs back, comes last
        for (const TensorRole role : kTensorRoles)
            if (!workload::isRelevant(role, d) && !(role == TensorRole::Inputs && slides))
                more.refills[role] *= double(m_order.atDram[d]);
        if (m_stays) {
            const bool isMoved = workload::isRelevant(*m_stays, d);
            more.atDram *= isMoved ? 1.0 : double(m_order.atDram[d]);
            more.isMovedAtBuffer = more.isMovedAtBuffer || (isMoved && atBuffer > 1);
        }
        if (m_times.canBeBelow(m_found, more.refills, more.isMovedAtBuffer ? more.atDram : 1))
            splitLoops(index + 1, more);
        if (m_splitsLeft <= 0 || m_found <= m_floor)
            break;
    }
    m_order.atBuffer[d] = m_order.tile[d] = 1;
}

/// Of a level with loops that leave a tensor in place, such loops are innermost: others move no less.
void Families::keepInPlace()
{
    const auto keep = [&](std::optional<TensorRole> ofBuffer, std::optional<TensorRole> ofDram) {
        m_order.ofBuffer = ofBuffer;
        m_order.ofDram = ofDram;
        look();
    };
    const auto hasLoops = [](const Extents& loops) {
        return std::ranges::any_of(kOrder, [&](LoopDimension d) { return loops[d] > 1; });
    };
    if (!hasLoops(m_order.atBuffer))
        return keep(std::nullopt, m_stays);
    if (m_stays ? reuseOf(*m_stays, m_order.atBuffer) == 1 : m_order.atBuffer[G] == 1)
        return; // another kind
    bool isKept = false;
    for (const TensorRole role : kTensorRoles)
        if (reuseOf(role, m_order.atDram) > 1) {
            isKept = true;
            keep(m_stays, role);
        }
    if (!isKept)
        keep(m_stays, std::nullopt);
}

void Families::look()
{
    if (--m_splitsLeft; isStopped())
        m_splitsLeft = 0;
    double least = m_times.least(m_order);
    if (least < m_found && m_isTimed)
        least = std::max(least, orders());
    m_found = std::min(m_found, least);
}

/// The least of a split over all orders of its loops: those that leave a tensor in place, then the others around them,
/// each in every order.
double Families::orders()
{
    double least = std::numeric_limits<double>::infinity();
    m_loops.tile = m_family.tile;
    m_loops.spread = m_family.spread;
    const std::size_t inBuffer = setLoops(m_order.atBuffer, m_order.ofBuffer, m_loops.atBuffer),
                      inDram = setLoops(m_order.atDram, m_order.ofDram, m_loops.atDram);
    const std::span buffer(m_loops.atBuffer), dram(m_loops.atDram);
    const auto ofDram = [&] {
        do
            do {
                least = std::min(least, time());
                if (m_ordersLeft <= 0)
                    return;
            } while (nextOrder(dram.subspan(inDram)));
        while (nextOrder(dram.first(inDram)));
    };
    do
        do {
            if (const double ofBuffer = leastOfBuffer(); ofBuffer < m_found)
                ofDram();
            else
                least = std::min(least, ofBuffer);
            if (m_ordersLeft <= 0) {
                m_isTimed = false;
                return 0;
            }
        } while (nextOrder(buffer.subspan(inBuffer)));
    while (nextOrder(buffer.first(inBuffer)));
    return least;
}

/// Of the order at the buffer that is looked at, with any at the DRAM.
double Families::leastOfBuffer()
{
    if (!m_times.hasHalo())
        return 0;
    --m_ordersLeft;
    return m_times.least(m_order, m_orderTimes->inputsWith(m_loops.atBuffer, iterations(m_order.atDram)));
}

/// Of one order of the loops around the PEs.
double Families::time()
{
    if (--m_ordersLeft; isStopped())
        m_ordersLeft = 0;
    const InputMoves inputs = m_orderTimes->setOrder(m_loops.atBuffer, m_loops.atDram);
    const double least = m_times.hasHalo() ? m_times.least(m_order, inputs) : 0;
    if (least >= m_found)
        return least;
    m_ordersLeft -= kTimesOfModel;
    const double cycles = std::max(least, m_orderTimes->least(m_found));
    if (m_talk.found && cycles < m_known && m_orderTimes->leastSummed() < m_known)
        m_known = m_talk.found(m_loops);
    return cycles;
}

/// The loops of a level in their first order; returns how many leave a tensor in place. When none stays, none does.
std::size_t Families::setLoops(const Extents& bounds, std::optional<TensorRole> stays,
                               std::vector<mapping::Loop>& loops)
{
    loops.clear();
    std::size_t inPlace = 0;
    for (const bool isMoved : {false, true}) {
        for (const LoopDimension d : workload::kLoopDimensions)
            if (bounds[d] > 1 && (!stays || workload::isRelevant(*stays, d)) == isMoved)
                loops.push_back({d, bounds[d]});
        inPlace = isMoved ? inPlace : loops.size();
    }
    return inPlace;
}

/// Whether two loops side by side cost the same the other way round: both move the same tensors, and where inputs
/// overlap neither is along their axes.
bool Families::isAlike(LoopDimension one, LoopDimension other) const
{
    const auto isAlongAxis = [](LoopDimension d) { return d == P || d == Q || d == R || d == S; };
    if (m_times.hasHalo() && (isAlongAxis(one) || isAlongAxis(other)))
        return false;
    return std::ranges::all_of(kTensorRoles, [&](TensorRole role) {
        return workload::isRelevant(role, one) == workload::isRelevant(role, other);
    });
}

/// The next order that costs something else; after the last one the first, and false.
bool Families::nextOrder(std::span<mapping::Loop> loops) const
{
    const auto isOneOfSeveral = [&] {
        for (std::size_t i = 1; i < loops.size(); ++i)
            if (loops[i].dimension < loops[i - 1].dimension && isAlike(loops[i].dimension, loops[i - 1].dimension))
                return true;
        return false;
    };
    while (std::ranges::next_permutation(loops, {}, &mapping::Loop::dimension).found)
        if (!isOneOfSeveral())
            return true;
    return false;
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

std::optional<double> meshBound(const cosa::MappingSpace& space, double below, const MeshBoundEffort& effort,
                                const MeshBoundTalk& talk, MeshBoundEffort* left)
{
    auto families = familiesOf(space, below);
    if (left)
        *left = effort;
    return families ? families->least(effort, talk, left) : std::nullopt;
}

std::optional<double> meshBound(const cosa::MappingSpace& space, const Extents& tile, const Extents& spread)
{
    auto families = familiesOf(space, std::numeric_limits<double>::infinity());
    return families ? std::optional(families->least(tile, spread)) : std::nullopt;
}

} // namespace nestloom::schedule
