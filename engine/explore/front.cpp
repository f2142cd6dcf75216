// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/front.h"

#include "engine/base/ranges.h"
#include "engine/explore/point_bound.h"
#include "engine/explore/run_fields.h"
#include "engine/hardware/accelerator.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace nestloom::explore {

namespace {

constexpr std::size_t kFirstRound = 4, kLargestRound = 64; // steps
constexpr double kCoarsest = 0.32, kFinest = 0.0025;       // distances; below the finest what is asked for comes next

using Row = std::vector<double>; // one figure for each objective, smaller is better

Row rowOf(const PointCost& cost, const std::vector<Objective>& objectives)
{
    Row row;
    for (const Objective each : objectives)
        row.push_back(valueOf(cost, each) * (each == Objective::Utilization ? -1 : 1));
    return row;
}

bool isNowhereAbove(const Row& a, const Row& b) { return std::ranges::equal(a, b, std::less_equal()); }

/// Which points are solved next, and why the others are not.
class FrontRounds {
public:
    FrontRounds(const SweepInputs& inputs, const FrontSearch& front)
        : m_inputs(inputs), m_front(front), m_solved(inputs.networks.size()),
          m_within(front.kneeOnly ? front.within : std::max(front.within, kCoarsest))
    {
    }

    std::vector<SweepStep> next(std::vector<SweepStep>& open, const std::vector<PointResult>& results,
                                const std::stop_token& stop)
    {
        if (!std::exchange(m_isBegun, true))
            begin(open, results, stop);
        else
            learn(results);
        dropDominated();
        std::vector<std::size_t> wanted = promising();
        while (wanted.empty() && m_within > m_front.within) {
            m_reached = m_within;
            m_within = m_within / 2 < kFinest ? m_front.within : std::max(m_front.within, m_within / 2);
            wanted = promising();
        }
        std::vector<SweepStep> round;
        for (const std::size_t i : wanted) {
            if (round.size() >= m_roundSize || stop.stop_requested())
                break;
            const SweepStep& step = m_candidates[i].step;
            m_inRound.insert(m_inRound.end(), step.points.begin(), step.points.end());
            m_candidates[i].isSolved = true;
            round.push_back(step);
        }
        if (round.empty()) {
            open.clear();
            if (!stop.stop_requested()) // only those that are not wanted are left
                for (const Candidate& candidate : m_candidates)
                    m_counts.notKnee += candidate.bounds.size();
        }
        m_roundSize = std::min(2 * m_roundSize, kLargestRound);
        return round;
    }

    /// Proven so far: no point is better by more than this fraction in every figure.
    std::optional<double> reached() const { return m_reached; }
    std::size_t left() const { return m_candidates.size() * m_inputs.networks.size(); }

    FrontCounts finish(const std::vector<PointResult>& results)
    {
        learn(results);
        double distance = m_distance;
        for (const Candidate& candidate : m_candidates)
            for (const Bound& bound : candidate.bounds)
                if (results[bound.point * m_inputs.networks.size() + bound.network].status == PointStatus::Cancelled)
                    distance = std::max(distance, distanceTo(bound));
        const bool isWhole = std::ranges::none_of(
            results, [](const PointResult& result) { return result.status == PointStatus::Cancelled; });
        if ((m_planned || isWhole) && std::isfinite(distance))
            m_counts.distance = distance;
        return m_counts;
    }

private:
    struct Bound {
        std::size_t point = 0, network = 0;
        Row row;
    };
    struct Told {
        schedule::ScheduleOptions options;
        std::vector<PointBounds> bounds; // of each network, with these options
    };
    struct Candidate {
        SweepStep step;
        std::vector<Bound> bounds; // of the networks that keep the limits
        double order = 0;
        bool isSolved = false; // or is being
    };

    void begin(std::vector<SweepStep>& open, const std::vector<PointResult>& results, const std::stop_token& stop)
    {
        for (const PointResult& result : results)
            take(result);
        const PointMaker make(m_inputs.space);
        for (SweepStep& step : open) {
            if (stop.stop_requested())
                break;
            Candidate candidate;
            candidate.order = std::numeric_limits<double>::infinity();
            for (const std::size_t p : step.points)
                addBounds(candidate, p, make(p).accelerator);
            if (candidate.bounds.empty()) {
                m_counts.beyondLimits += step.points.size() * m_inputs.networks.size();
                continue;
            }
            candidate.step = std::move(step);
            m_candidates.push_back(std::move(candidate));
        }
        m_planned = !stop.stop_requested();
        std::ranges::stable_sort(m_candidates, {}, &Candidate::order);
    }

    /// Takes out what is solved and finished, and what solved points dominate.
    void dropDominated()
    {
        std::erase_if(m_candidates, [&](Candidate& candidate) {
            if (candidate.isSolved)
                return true;
            const std::size_t bounds = candidate.bounds.size();
            std::erase_if(candidate.bounds, [&](const Bound& bound) {
                const bool drops = isDominated(bound.row, bound.network, m_front.within);
                if (drops)
                    m_distance = std::max(m_distance, distanceTo(bound));
                return drops;
            });
            m_counts.dominated += candidate.bounds.empty() ? bounds : 0;
            return candidate.bounds.empty();
        });
    }

    /// Candidates with a bound that no other one's bound dominates or equals: what the front would be if all bounds
    /// were met. Only where it may move by more than the distance that is worked at.
    std::vector<std::size_t> promising() const
    {
        std::set<std::size_t> found;
        for (std::size_t network = 0; network < m_inputs.networks.size(); ++network) {
            std::vector<std::pair<const Row*, std::size_t>> rows; // and candidates
            for (std::size_t i = 0; i < m_candidates.size(); ++i)
                for (const Bound& bound : m_candidates[i].bounds)
                    if (bound.network == network && !isDominated(bound.row, network, m_within))
                        rows.emplace_back(&bound.row, i);
            if (m_front.kneeOnly)
                keepEndsOrKnee(rows, m_solved[network]);
            std::ranges::sort(rows, [](const auto& a, const auto& b) {
                return *a.first != *b.first ? *a.first < *b.first : a.second < b.second;
            });
            std::vector<const Row*> front; // in lexicographic order a row is dominated by earlier ones only
            // clang 14 captures no parts of a pair by reference
            for (const auto& [row, owner] : rows)
                if (std::ranges::none_of(front,
                                         [row = row](const Row* other) { return isNowhereAbove(*other, *row); })) {
                    front.push_back(row);
                    found.insert(owner);
                }
        }
        return {found.begin(), found.end()}; // in the order of the candidates
    }

    /// While a bound may be an end of the front only such ones; then those that may lie farther below the line between
    /// the ends than any solved point: further from both figures no bound lies than its point.
    static void keepEndsOrKnee(std::vector<std::pair<const Row*, std::size_t>>& rows, const std::vector<Row>& solved)
    {
        if (solved.empty())
            return;
        const double least = std::ranges::min(solved, {}, [](const Row& row) { return row[0]; })[0];
        const double lowest = std::ranges::min(solved, {}, [](const Row& row) { return row[1]; })[1];
        const auto isNoEnd = [&](const auto& one) { return (*one.first)[0] > least && (*one.first)[1] > lowest; };
        if (std::ranges::any_of(rows, std::not_fn(isNoEnd))) {
            std::erase_if(rows, isNoEnd);
            return;
        }
        const auto line = lineOf(solved);
        double farthest = 0;
        for (const Row& row : solved)
            farthest = line ? std::max(farthest, line->below(row)) : 0;
        std::erase_if(rows, [&](const auto& one) { return !line || line->below(*one.first) <= farthest; });
    }

    /// Of what keeps the limits; nothing where nothing can.
    std::optional<PointCost> withinLimits(PointCost least, const hardware::Accelerator& accelerator) const
    {
        std::vector<Limit> others; // power is energy over time, both of which are known from below only
        for (const Limit& limit : m_front.limits) {
            if (limit.objective != Objective::Power) {
                others.push_back(limit);
                continue;
            }
            const auto within = leastWithin({limit.value}, least, accelerator);
            if (!within)
                return {};
            least = *within;
        }
        return keeps({0, 0, PointStatus::Finished, {}, least}, others) ? std::optional(least) : std::nullopt;
    }

    /// Points of a step differ in their clock only: each has its own bounds.
    void addBounds(Candidate& candidate, std::size_t point, const hardware::Accelerator& accelerator)
    {
        for (std::size_t n = 0; n < m_inputs.networks.size(); ++n) {
            const auto least = withinLimits(boundsOf(point)[n].of(accelerator), accelerator);
            if (!least)
                continue;
            Row row = rowOf(*least, m_front.objectives);
            double order = 0;
            for (const double value : row)
                order += value > 0 ? std::log(value) : 0;
            candidate.order = std::min(candidate.order, order);
            candidate.bounds.push_back({point, n, std::move(row)});
        }
    }

    /// Of each network, for what the run at a point is told.
    std::vector<PointBounds>& boundsOf(std::size_t point)
    {
        const auto [known, isNew] = m_told.try_emplace(runValuesAt(m_inputs.space, point));
        if (isNew) {
            known->second.options = optionsAt(m_inputs.space, point, m_inputs.options);
            for (const workload::Network& network : m_inputs.networks)
                known->second.bounds.emplace_back(network, known->second.options);
        }
        return known->second.bounds;
    }

    void take(const PointResult& result)
    {
        if (result.cost && keeps(result, m_front.limits))
            m_solved[result.network].push_back(rowOf(*result.cost, m_front.objectives));
    }

    void learn(const std::vector<PointResult>& results)
    {
        for (const std::size_t p : m_inRound)
            for (std::size_t n = 0; n < m_inputs.networks.size(); ++n)
                take(results[p * m_inputs.networks.size() + n]);
        m_inRound.clear();
        for (std::vector<Row>& rows : m_solved) {
            rows = collect(nonDominated(rows), [&](const std::size_t i) { return rows[i]; });
        }
    }

    /// By a point that is nowhere worse than the bound, but for what is allowed: at best it is another one as good.
    bool isDominated(Row bound, std::size_t network, double within) const
    {
        for (double& figure : bound)
            figure += std::abs(figure) * within;
        return std::ranges::any_of(m_solved[network], [&](const Row& solved) { return isNowhereAbove(solved, bound); });
    }

    double distanceTo(const Bound& bound) const
    {
        double nearest = std::numeric_limits<double>::infinity();
        for (const Row& solved : m_solved[bound.network]) {
            double farthest = 0;
            for (std::size_t i = 0; i < solved.size(); ++i) {
                const double better = std::min(std::abs(solved[i]), std::abs(bound.row[i]));
                if (solved[i] > bound.row[i])
                    farthest = std::max(farthest, (solved[i] - bound.row[i]) / better);
            }
            nearest = std::min(nearest, farthest);
        }
        return nearest;
    }

    const SweepInputs& m_inputs;
    const FrontSearch& m_front;
    std::map<std::vector<double>, Told> m_told; // by the values of the axes over the run
    std::vector<Candidate> m_candidates;        // the most promising first
    std::vector<std::vector<Row>> m_solved;     // by network, none dominated
    std::vector<std::size_t> m_inRound;         // points of the last round
    std::size_t m_roundSize = kFirstRound;
    bool m_isBegun = false, m_planned = false; // planned: all bounds are known
    double m_within;                           // the distance that is worked at: coarse first
    std::optional<double> m_reached;           // the last one that was done with
    double m_distance = 0;                     // of what was dropped
    FrontCounts m_counts;
};

} // namespace

Status check(const SweepInputs& inputs, const FrontSearch& front)
{
    const auto refuse = [](const std::string& message) { return Error{ErrorCode::InvalidInput, message, "front"}; };
    if (inputs.nodes || inputs.memory || inputs.engine() == "flexer")
        return refuse("bounds are known of mappings only, not of what engine " + inputs.engine() + " makes");
    if (front.objectives.empty())
        return refuse("a front needs a figure that points are compared by");
    if (front.kneeOnly && front.objectives.size() != 2)
        return refuse("a knee is that of two figures; name them with --pareto");
    const auto needs = [&](Objective figure) {
        return std::ranges::find(front.objectives, figure) != front.objectives.end();
    };
    if (needs(Objective::Power))
        return refuse("no bound is known of power; compare by energy and cycles");
    for (const Objective each : front.objectives)
        if (const std::string why = whyNotBy(inputs, each); !why.empty())
            return refuse(why);
    return success();
}

Result<FrontResult> runFront(const SweepInputs& inputs, const FrontSearch& front,
                             const schedule::SolverFactory& makeSolver, std::stop_token stop, SweepEvents events)
{
    TRY_DO(check(inputs, front));
    FrontRounds rounds(inputs, front);
    events.nextRound = [&](std::vector<SweepStep>& open, const std::vector<PointResult>& results) {
        return rounds.next(open, results, stop);
    };
    if (events.onProgress)
        events.onProgress = [&rounds, heard = events.onProgress](SweepProgress progress) {
            progress.total = progress.done + rounds.left(); // most of which will not be solved
            progress.left.reset();
            progress.within = rounds.reached();
            heard(progress);
        };
    FrontResult result;
    TRY(result.results, runSweep(inputs, makeSolver, stop, events));
    result.counts = rounds.finish(result.results);
    return result;
}

} // namespace nestloom::explore
