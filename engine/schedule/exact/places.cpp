// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/places.h"

#include "engine/mapping/fanout_layout.h"

namespace nestloom::schedule::exact {

namespace {
const Figures kNothing{};
}

Places::Places(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Charges& charges)
    : m_lattice(lattice)
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
    findReached(lattice);
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

void Places::findReached(const TileLattice& lattice)
{
    m_reached.assign(size() + 1, std::vector<std::uint8_t>(lattice.size(), 0));
    m_within = m_reached;
    m_reached[0][0] = 1;
    for (std::size_t place = 0; place < size(); ++place) {
        const std::size_t level = m_places[place].level;
        for (std::uint32_t node = 0; node < lattice.size(); ++node) {
            if (m_reached[place][node] != 0 && m_places[place].spatial)
                for (const SpatialChoice& choice : m_choices[place])
                    if (canGrow(node, choice) && lattice.fits(level, node + choice.stride))
                        m_reached[place + 1][node + choice.stride] = 1;
            if (m_places[place].spatial)
                continue;
            if (m_reached[place][node] != 0)
                m_within[place][node] = 1;
            if (m_within[place][node] == 0 || !lattice.fits(level, node))
                continue;
            m_reached[place + 1][node] =
                (level > 0 || node == lattice.whole()) && lattice.isEnough(level, node) ? 1 : 0;
            for (std::size_t f = 0; f < lattice.factors().size(); ++f)
                if (lattice.canGrow(node, f) && lattice.fits(level, node + lattice.factors()[f].stride))
                    m_within[place][node + lattice.factors()[f].stride] = 1;
        }
    }
}

} // namespace nestloom::schedule::exact
