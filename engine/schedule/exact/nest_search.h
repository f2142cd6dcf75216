// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/completions.h"
#include "engine/schedule/exact/dominance.h"

#include <limits>
#include <optional>

namespace nestloom::schedule::exact {

/// One step of a nest: a copy of a lattice factor at a temporal place, or a choice of a spatial one.
struct NestStep {
    std::uint32_t before = 0; // index of the step inside it; 0 = the MACs
    std::uint16_t place = 0, choice = 0;
};

/// All nests from the MACs outward, place by place and tile by tile. Of the partial mappings that meet at a tile only
/// those stay that no other one can replace, and of these only those that may end below a limit.
template <std::size_t F>
class NestSearch {
public:
    /// What a whole nest really takes, given its steps; never less than what the search counts for it.
    using Judge = std::function<double(const std::vector<NestStep>&)>;
    NestSearch(const NestSteps<F>& steps, const Places& places, const Completions<F>& completions, Judge judge)
        : m_steps(steps), m_places(places), m_completions(completions), m_judge(std::move(judge))
    {
    }

    enum class End { Complete, OverBudget, Stopped };
    /// Looks for the nest with the least value below `limit`; keeps at most `budget` partial mappings, all of which
    /// count. Complete: no nest is below the limit and below least() at once; best() is that of a nest, where one below
    /// the limit was found.
    End run(double limit, std::int64_t budget, const std::function<bool()>& stopped)
    {
        m_spent = 0;
        End end = once(limit, budget, stopped);
        // Where the search counts too little for a nest, it is asked again below what the best one really takes: what
        // is no better then drops out on the way, most often.
        while (end == End::Complete && m_best && m_least < *m_best * (1 - kSame)) {
            const Found last{*m_best, m_least, m_bestSteps};
            end = once(last.value * (1 - kSame), budget - m_spent, stopped);
            if (end == End::Complete && m_best)
                continue;
            m_best = last.value;
            m_bestSteps = last.steps;
            m_least = end == End::Complete ? std::min(m_least, last.value) : last.least;
            return end == End::Stopped ? end : End::Complete;
        }
        return end;
    }

    std::optional<double> best() const { return m_best; }
    /// Nothing below the limit is below this; infinite when there is nothing below the limit.
    double least() const { return m_least; }
    bool isProven() const { return m_best && m_least >= *m_best * (1 - kSame); }
    /// Steps of the best nest, from the MACs outward.
    const std::vector<NestStep>& bestSteps() const { return m_bestSteps; }
    /// Partial mappings kept so far in this run.
    std::int64_t kept() const { return m_spent; }

private:
    using List = std::vector<Partial<F>>;
    static constexpr double kSame = 1e-9; // roundings, relative
    struct Found {
        double value = 0, least = 0;
        std::vector<NestStep> steps;
    };

    End once(double limit, std::int64_t budget, const std::function<bool()>& stopped)
    {
        m_limit = limit;
        m_budget = budget;
        m_best.reset();
        m_least = std::numeric_limits<double>::infinity();
        m_end = End::Complete;
        m_stopped = &stopped;
        m_made.assign(1, {});
        m_here.assign(m_steps.lattice().size(), {});
        m_next.assign(m_steps.lattice().size(), {});
        m_here[0].push_back(m_steps.macs());
        for (std::size_t place = 0; place < m_places.size() && m_end == End::Complete; ++place) {
            for (const std::uint32_t node : m_places.nodes(place))
                if (m_end == End::Complete) {
                    m_left.swap(m_here[node]); // and its room for what comes here later
                    leave(place, node, m_left);
                    m_left.clear();
                }
            m_here.swap(m_next); // which is empty
        }
        m_spent += made();
        return m_end;
    }
    std::int64_t made() const { return std::int64_t(m_made.size()) - 1; }

    void leave(std::size_t place, std::uint32_t node, List& list)
    {
        if (list.empty())
            return;
        if ((*m_stopped)()) {
            m_end = End::Stopped;
            return;
        }
        if (m_places[place].spatial)
            spread(place, node, list);
        else {
            loop(place, node, list);
            close(place, node, list);
        }
    }

    void spread(std::size_t place, std::uint32_t node, const List& list)
    {
        for (std::size_t c = 0; c < m_places.choices(place).size(); ++c) {
            const SpatialChoice& choice = m_places.choices(place)[c];
            if (!m_places.mayChoose(place, node, choice))
                continue;
            double asked = 0; // lanes of the last one, most often those of the next
            bool mayEnd = false;
            for (const Partial<F>& inside : list) {
                if (asked != inside.lanes) {
                    asked = inside.lanes;
                    mayEnd = m_completions.mayEndBelow(m_limit, asked * choice.lanes, place + 1, node + choice.stride);
                }
                if (!mayEnd)
                    continue;
                Partial<F> partial = inside;
                m_steps.addSpatial(partial, m_places[place].level, node, choice);
                offer(m_next[node + choice.stride], partial, place + 1, node + choice.stride,
                      {partial.step, std::uint16_t(place), std::uint16_t(c)});
            }
        }
    }

    void loop(std::size_t place, std::uint32_t node, const List& list)
    {
        const TileLattice& lattice = m_steps.lattice();
        for (std::size_t f = 0; f < lattice.factors().size(); ++f) {
            const std::uint32_t to = node + lattice.factors()[f].stride;
            if (!lattice.canGrow(node, f) || !lattice.fits(m_places[place].level, to))
                continue;
            const LoopLimits& limits = m_places.limits(place);
            for (Partial<F> partial : list) {
                if (!limits.isFree()) {
                    if (!limits.mayAdd(partial, f))
                        continue;
                    limits.add(partial, f);
                }
                m_steps.addTemporal(partial, node, lattice.factors()[f]);
                offer(m_here[to], partial, place, to, {partial.step, std::uint16_t(place), std::uint16_t(f)});
            }
        }
    }

    void close(std::size_t place, std::uint32_t node, List& list)
    {
        if (!m_places.reaches(place + 1, node))
            return;
        for (Partial<F>& partial : list) {
            if (!m_places.limits(place).isFree() && !m_places.limits(place).mayEnd(partial))
                continue;
            partial.held = partial.present = 0;
            m_steps.closeLevel(partial, m_places[place].level, node);
            if (place + 1 == m_places.size())
                finish(partial);
            else if (isWorth(m_next[node], partial, place + 1, node))
                m_next[node].push_back(partial);
        }
    }

    void finish(const Partial<F>& partial)
    {
        const double value = m_steps.charges().value(m_steps.finish(partial), m_steps.whole().macs / partial.lanes);
        if (!(value < m_limit))
            return;
        m_least = std::min(m_least, value);
        std::vector<NestStep> steps = stepsTo(partial.step);
        const double real = m_judge(steps);
        if (!(real < m_limit))
            return;
        m_best = m_limit = real;
        m_bestSteps = std::move(steps);
    }

    std::vector<NestStep> stepsTo(std::uint32_t last) const
    {
        std::vector<NestStep> steps;
        for (std::uint32_t i = last; i != 0; i = m_made[i].before)
            steps.push_back(m_made[i]);
        std::ranges::reverse(steps);
        return steps;
    }

    void offer(List& list, Partial<F>& partial, std::size_t place, std::uint32_t node, const NestStep& step)
    {
        if (!isWorth(list, partial, place, node))
            return;
        partial.step = std::uint32_t(m_made.size());
        m_made.push_back(step);
        list.push_back(partial);
        if (made() > m_budget)
            m_end = End::OverBudget;
    }

    bool isWorth(List& list, const Partial<F>& partial, std::size_t place, std::uint32_t node)
    {
        if (m_end != End::Complete || !(m_completions.leastValue(partial, place, node) < m_limit))
            return false;
        const Dominance<F> replaces(m_steps, m_places.sends(place), node);
        for (const Partial<F>& other : list)
            if (isAlike(other, partial) && replaces(other, partial))
                return false;
        std::erase_if(list,
                      [&](const Partial<F>& other) { return isAlike(partial, other) && replaces(partial, other); });
        return true;
    }

    /// Limits let the same loops come next.
    static bool isAlike(const Partial<F>& a, const Partial<F>& b) { return a.held == b.held && a.present == b.present; }

    const NestSteps<F>& m_steps;
    const Places& m_places;
    const Completions<F>& m_completions;
    const Judge m_judge;
    std::vector<List> m_here, m_next; // [node]: before the place at work, and before the one outside it
    List m_left;                      // those of the tile at work
    std::vector<NestStep> m_made;
    const std::function<bool()>* m_stopped = nullptr;
    double m_limit = 0;
    std::int64_t m_budget = 0, m_spent = 0;
    std::optional<double> m_best;
    double m_least = 0;
    std::vector<NestStep> m_bestSteps;
    End m_end = End::Complete;
};

} // namespace nestloom::schedule::exact
