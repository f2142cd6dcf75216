// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/places.h"

#include "engine/mapping/fanout_layout.h"

namespace nestloom::schedule::exact {

namespace {
const Figures kNothing{};
constexpr double kFloatRounding = 1e-6; // of products of lanes as floats, relative; generous

void raise(float& most, float lanes) { most = std::max(most, lanes); }
} // namespace

Places::Places(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Charges& charges,
               double leastLanes)
    : m_lattice(lattice), m_leastLanes(float(leastLanes * (1 - kFloatRounding)))
{
    const std::size_t levels = accelerator.levels.size();
    m_sends.resize(levels + 1);
    m_sends[0].values.fill(&kNothing);
    m_leastSends = m_sends;
    m_keptInside.resize(levels);
    for (std::size_t i = 0; i < levels; ++i) {
        m_sends[i + 1] = m_sends[i];
        m_leastSends[i + 1] = m_leastSends[i];
        for (const TensorRole role : kTensorRoles)
            if (accelerator.levels[i].keeps.contains(role)) {
                m_sends[i + 1][role] = &charges.at(i).sends[role];
                m_leastSends[i + 1][role] = &charges.least(i).sends[role];
            }
    }
    TensorSet inside;
    for (std::size_t i = levels; i-- > 0;) {
        m_keptInside[i] = inside;
        for (const TensorRole role : kTensorRoles)
            if (accelerator.levels[i].keeps.contains(role))
                inside = inside.with(role);
        if (accelerator.levels[i].fanout.count() > 1) {
            m_places.push_back({i, true});
            findChoices(lattice, m_places.size() - 1, accelerator.levels[i]);
        }
        m_places.push_back({i, false});
        m_choices.resize(m_places.size());
        m_limits.resize(m_places.size());
        if (lattice.isApart())
            m_limits.back() = LoopLimits(lattice, lattice.limits()[i]);
    }
    dropNarrowChoices();
    findReached();
    findOutside();
    dropNarrow();
    giveSlots();
}

void Places::findChoices(const TileLattice& lattice, std::size_t place, const hardware::BufferLevel& level)
{
    const hardware::Fanout& fanout = level.fanout;
    std::vector<SpatialChoice> choices(1);
    choices[0].counts.assign(lattice.factors().size(), 0);
    for (std::size_t f = 0; f < lattice.factors().size(); ++f) {
        const LatticeFactor& factor = lattice.factors()[f];
        const double n = double(factor.prime);
        for (std::size_t i = 0; i < choices.size(); ++i) { // grows while it is walked: one more copy each time
            // with a product that can be laid out all its divisors can, so that none is passed by
            if (choices[i].counts[f] == factor.multiplicity || choices[i].lanes * n > double(fanout.count())
                || !mapping::canBeLaidOut(fanout, std::int64_t(choices[i].lanes * n)))
                continue;
            SpatialChoice next = choices[i];
            ++next.counts[f];
            next.stride += factor.stride;
            next.copies += std::uint64_t(1) << factor.shift;
            next.lanes *= n;
            next.taps *= isIrrelevant(TensorRole::Outputs, factor.kind) ? n : 1;
            for (const TensorRole role : kTensorRoles)
                if (level.multicast.contains(role))
                    next.sharing[role] *= isIrrelevant(role, factor.kind) ? n : 1;
            if (level.multicast.contains(TensorRole::Inputs))
                widen(next.spread, factor.kind, n);
            choices.push_back(std::move(next));
        }
    }
    m_choices.resize(place + 1);
    m_choices[place] = std::move(choices);
    if (lattice.isApart())
        limitChoices(place);
}

void Places::limitChoices(std::size_t place)
{
    const mapping::LevelLimits& limits = m_lattice.limits()[m_places[place].level];
    std::erase_if(m_choices[place], [&](const SpatialChoice& choice) {
        workload::Extents bounds = workload::unitExtents();
        for (std::size_t f = 0; f < choice.counts.size(); ++f)
            for (int n = choice.counts[f]; n > 0; --n)
                bounds[dimensionsOf(m_lattice.layer(), m_lattice.factors()[f].kind, true).front()] *=
                    m_lattice.factors()[f].prime;
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            if (!limits.spatial[d].contains(bounds[d]))
                return true;
        return !limits.children.contains(std::int64_t(choice.lanes));
    });
}

/// With the widest choices everywhere else, these are too few.
void Places::dropNarrowChoices()
{
    float widest = 1;
    std::vector<float> most(size(), 1);
    for (std::size_t place = 0; place < size(); ++place) {
        for (const SpatialChoice& choice : m_choices[place])
            raise(most[place], float(choice.lanes));
        widest *= most[place];
    }
    for (std::size_t place = 0; place < size(); ++place)
        std::erase_if(m_choices[place],
                      [&](const SpatialChoice& choice) { return !isWide(float(choice.lanes), widest / most[place]); });
}

void Places::findReached()
{
    m_reached.assign(size() + 1, std::vector<float>(m_lattice.size(), 0));
    m_within = m_reached;
    m_reached[0][0] = 1;
    for (std::size_t place = 0; place < size(); ++place) {
        const std::size_t level = m_places[place].level;
        for (std::uint32_t node = 0; node < m_lattice.size(); ++node) {
            const float reached = m_reached[place][node];
            if (m_places[place].spatial) {
                if (reached == 0)
                    continue;
                for (const SpatialChoice& choice : m_choices[place])
                    if (canGrow(node, choice) && m_lattice.fits(level, node + choice.stride))
                        raise(m_reached[place + 1][node + choice.stride], reached * float(choice.lanes));
                continue;
            }
            float& within = m_within[place][node];
            raise(within, reached);
            if (within == 0 || !m_lattice.fits(level, node))
                continue;
            if ((level > 0 || node == m_lattice.whole()) && m_lattice.isEnough(level, node))
                m_reached[place + 1][node] = within;
            for (std::size_t f = 0; f < m_lattice.factors().size(); ++f)
                if (m_lattice.canGrow(node, f) && m_lattice.fits(level, node + m_lattice.factors()[f].stride))
                    raise(m_within[place][node + m_lattice.factors()[f].stride], within);
        }
    }
}

/// From the outermost place inward, over what is reached.
void Places::findOutside()
{
    m_outside.assign(size() + 1, std::vector<float>(m_lattice.size(), 0));
    m_outside.back()[m_lattice.whole()] = 1;
    for (std::size_t place = size(); place-- > 0;) {
        const bool spatial = m_places[place].spatial;
        const std::vector<float>& inside = (spatial ? m_reached : m_within)[place];
        for (std::uint32_t node = m_lattice.size(); node-- > 0;) {
            if (inside[node] == 0)
                continue;
            float& most = m_outside[place][node];
            if (!spatial && m_reached[place + 1][node] > 0)
                most = m_outside[place + 1][node];
            for (const SpatialChoice& choice : m_choices[place])
                if (canGrow(node, choice))
                    raise(most, float(choice.lanes) * m_outside[place + 1][node + choice.stride]);
            for (std::size_t f = 0; !spatial && f < m_lattice.factors().size(); ++f)
                if (m_lattice.canGrow(node, f))
                    raise(most, m_outside[place][node + m_lattice.factors()[f].stride]);
        }
    }
}

void Places::dropNarrow()
{
    for (std::size_t place = 0; place <= size(); ++place)
        for (std::uint32_t node = 0; node < m_lattice.size(); ++node)
            for (auto* inside : {&m_reached, &m_within})
                if (!isWide((*inside)[place][node], m_outside[place][node]))
                    (*inside)[place][node] = 0;
}

void Places::giveSlots()
{
    m_nodes.resize(size() + 1);
    m_slots.assign(size() + 1, std::vector<std::uint32_t>(m_lattice.size(), 0));
    for (std::size_t place = 0; place <= size(); ++place)
        for (std::uint32_t node = 0; node < m_lattice.size(); ++node)
            if (reaches(place, node, place < size() && !m_places[place].spatial)) {
                m_nodes[place].push_back(node);
                m_slots[place][node] = std::uint32_t(m_nodes[place].size());
            }
}

} // namespace nestloom::schedule::exact
