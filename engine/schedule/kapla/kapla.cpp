// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/kapla.h"

#include "engine/schedule/kapla/scheme_estimate.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

/// A segment under one scheme, and what it costs: an estimate until it has been solved.
struct ChainLink {
    std::size_t end = 0; // place of its last layer in the order of scheduling
    Segment segment;
    SegmentConstraint constraint;
    SegmentFigures figures;
    bool isSolved = false;
    bool fits = true;
};

/// Segments that hold all layers up to some place, one after the other.
struct SegmentChain {
    std::vector<std::size_t> links;
    SegmentFigures figures;
};

/// Dynamic programming over segments (section IV-B of the paper): the cheapest chains up to each layer.
class ChainSearch {
public:
    explicit ChainSearch(Goal goal) : m_goal(goal) {}

    /// A layer by itself, which has been solved.
    void addSingle(std::size_t place, const Segment& segment, const SegmentFigures& figures);
    void add(std::size_t end, const Segment& segment, SchemeEstimate scheme);

    enum class Of { All, Solved }; // segments
    /// The `most` best chains over the first `layers` layers, best first. Chains that differ in the scheme of a segment
    /// only count as different.
    std::vector<SegmentChain> best(std::size_t layers, int most, Of which) const;

    std::size_t size() const { return m_links.size(); }
    const ChainLink& link(std::size_t i) const { return m_links[i]; }
    /// What a segment really costs; nothing = it does not fit.
    void learn(std::size_t link, const std::optional<SegmentFigures>& figures);

private:
    const Goal m_goal;
    std::vector<ChainLink> m_links;
};

void ChainSearch::addSingle(std::size_t place, const Segment& segment, const SegmentFigures& figures)
{
    m_links.push_back({place, segment, SegmentConstraint(1), figures, true, true});
}

void ChainSearch::add(std::size_t end, const Segment& segment, SchemeEstimate scheme)
{
    m_links.push_back({end, segment, std::move(scheme.constraint), scheme.figures, false, true});
}

std::vector<SegmentChain> ChainSearch::best(std::size_t layers, int most, Of which) const
{
    // A chain up to some layer: one up to an earlier layer, and a link.
    struct Step {
        std::size_t link = 0, begin = 0, before = 0; // `before`-th best of the chains up to `begin`
        SegmentFigures figures;
    };
    std::vector<std::vector<std::size_t>> ending(layers);
    for (std::size_t i = 0; i < m_links.size(); ++i)
        if (m_links[i].fits && (which == Of::All || m_links[i].isSolved))
            ending[m_links[i].end].push_back(i);
    std::vector<std::vector<Step>> upTo(layers + 1);
    upTo[0].emplace_back();
    for (std::size_t end = 0; end < layers; ++end) {
        std::vector<Step>& steps = upTo[end + 1];
        for (const std::size_t i : ending[end]) {
            const ChainLink& link = m_links[i];
            const std::size_t begin = end + 1 - link.segment.layers.size();
            for (std::size_t before = 0; before < upTo[begin].size(); ++before) {
                const SegmentFigures& sum = upTo[begin][before].figures;
                steps.push_back({i, begin, before, {sum.cost + link.figures.cost, sum.cycles + link.figures.cycles}});
            }
        }
        std::ranges::stable_sort(steps, [this](const Step& a, const Step& b) {
            return better(m_goal, a.figures.cost, a.figures.cycles, b.figures.cost, b.figures.cycles);
        });
        steps.resize(std::min(steps.size(), std::size_t(std::max(1, most))));
    }
    std::vector<SegmentChain> chains;
    for (const Step& last : upTo[layers]) {
        SegmentChain& chain = chains.emplace_back(SegmentChain{{}, last.figures});
        const Step* step = &last;
        for (std::size_t at = layers; at > 0; at = step->begin, step = &upTo[step->begin][step->before])
            chain.links.push_back(step->link);
        std::ranges::reverse(chain.links);
    }
    return chains;
}

void ChainSearch::learn(std::size_t link, const std::optional<SegmentFigures>& figures)
{
    m_links[link].isSolved = true;
    m_links[link].fits = figures.has_value();
    if (figures)
        m_links[link].figures = *figures;
}

class Kapla {
public:
    Kapla(const Machine& machine, const Network& network, std::int64_t batch, const KaplaOptions& options,
          const RunControl& control)
        : m_machine(machine), m_network(network), m_batch(batch), m_options(options), m_control(control),
          m_solver(
              machine, network, batch, options.partitions, options.goal,
              [&machine, &options, batch](const Layer& layer) {
                  return std::make_unique<LayerSolver>(machine, layer, batch, options.partitions, options.goal,
                                                       options.solver);
              },
              control.stop),
          m_graph(schedulingGraph(network)), m_order(m_graph.order())
    {
    }

    KaplaResult run()
    {
        if (layerAfterLayer() && (m_options.segments.spatial || m_options.segments.temporal))
            inSegments();
        m_result.stopped = m_control.stop.stop_requested();
        m_result.effort.layers = effort();
        return std::move(m_result);
    }

private:
    SolverEffort effort() const
    {
        SolverEffort sum;
        for (const auto& [shape, engine] : m_solver.engines())
            sum += static_cast<const LayerSolver&>(*engine).effort();
        return sum;
    }

    void report(const char* phase, double fraction) const
    {
        m_control.report(
            {phase, fraction, m_result.schedule ? std::optional(m_result.schedule->cost) : std::nullopt, std::nullopt});
    }

    /// Every layer by itself on the whole machine.
    bool layerAfterLayer()
    {
        std::vector<Progressed> done = m_solver.beginnings();
        m_alone.resize(m_network.layers.size());
        for (std::size_t i = 0; i < m_order.size(); ++i) {
            report("layer after layer", double(i) / double(m_order.size()));
            const Segment single = *placed(m_machine, m_network, {{m_order[i]}}, m_options.segments);
            auto next = m_solver.extended(done, single, SegmentConstraint(1));
            if (!next) {
                if (!m_control.stop.stop_requested())
                    m_result.unfit = m_order[i];
                return false;
            }
            m_alone[m_order[i]] = next->segments.back().layers.front();
            m_chains.addSingle(i, single, figuresOf(next->segments.back()));
            done.clear();
            done.push_back(*std::move(next));
        }
        keep(std::move(done.front()));
        return true;
    }

    void inSegments()
    {
        addSchemes();
        const int rounds = m_options.rounds * std::max(1, m_options.chains);
        for (int round = 0; round < rounds && effort().stacks < m_options.stacks && !m_control.stop.stop_requested();
             ++round) {
            report("segments", double(round) / double(rounds));
            // The best chain that still rests on estimates: once its segments are solved, another one may be the best.
            const std::vector<SegmentChain> chains =
                m_chains.best(m_order.size(), m_options.chains, ChainSearch::Of::All);
            const auto open = std::ranges::find_if(chains, [this](const SegmentChain& chain) {
                return std::ranges::any_of(chain.links,
                                           [this](std::size_t link) { return !m_chains.link(link).isSolved; });
            });
            if (open == chains.end())
                break;
            solve(*open);
        }
        // Segments that were solved in different chains may be cheapest together.
        for (const SegmentChain& chain : m_chains.best(m_order.size(), m_options.chains, ChainSearch::Of::Solved))
            solve(chain);
    }

    /// The few schemes of each segment that are worth being solved.
    void addSchemes()
    {
        m_result.effort.segments = std::int64_t(m_network.layers.size());
        for (const LayerGroups& groups : segmentCandidates(m_graph, m_options.segments)) {
            const auto segment = placed(m_machine, m_network, groups, m_options.segments);
            const auto constraints =
                segment ? segmentConstraints(m_machine, m_network, m_batch, *segment, m_options.segments)
                        : std::nullopt;
            if (m_control.stop.stop_requested())
                return;
            if (!constraints)
                continue;
            ++m_result.effort.segments;
            m_result.effort.schemes += std::int64_t(constraints->size());
            const auto end = std::size_t(std::ranges::find(m_order, groups.back().back()) - m_order.begin());
            m_candidates.push_back(
                {*segment, end, SegmentSchemes(validSchemes(*segment, *constraints), m_options.goal)});
            const SegmentSchemes& schemes = m_candidates.back().schemes;
            m_result.effort.pareto += std::int64_t(schemes.pareto());
            const std::size_t most = std::min(schemes.first(), std::size_t(std::max(1, m_options.chains)));
            for (std::size_t i = 0; i < most; ++i)
                addNext(m_candidates.size() - 1);
        }
    }

    std::vector<SchemeEstimate> validSchemes(const Segment& segment, const SegmentConstraints& constraints)
    {
        const SegmentEstimator estimator(m_machine, m_network, m_batch, segment, m_alone);
        std::vector<SchemeEstimate> schemes;
        for (std::size_t i = 0; i < constraints.size(); ++i) {
            SegmentConstraint constraint = constraints.at(i);
            if (!estimator.mayFit(constraint) || !m_solver.mayFit(segment, constraint))
                continue;
            schemes.push_back(estimator.estimate(std::move(constraint)));
            schemes.back().numbers = constraints.numbers(i);
        }
        m_result.effort.valid += std::int64_t(schemes.size());
        return schemes;
    }

    /// Lets the segment's next scheme take part.
    void addNext(std::size_t candidate)
    {
        Candidate& one = m_candidates[candidate];
        if (auto scheme = one.schemes.next()) {
            m_chains.add(one.end, one.segment, *std::move(scheme));
            m_candidateOf.resize(m_chains.size());
            m_candidateOf.back() = candidate;
        }
    }

    /// Lets the next scheme take part if the one that was solved costs much more than this one may.
    void addBetter(std::size_t candidate, const SegmentFigures& solved)
    {
        constexpr double much = 1.1;
        const SchemeEstimate* coming = m_candidates[candidate].schemes.coming();
        if (coming
            && better(m_options.goal, much * coming->figures.cost, much * coming->figures.cycles, solved.cost,
                      solved.cycles))
            addNext(candidate);
    }

    /// Solves a chain from its first layer on; what its segments really cost replaces their estimates.
    /// A segment that does not fit brings its next scheme into play.
    void solve(const SegmentChain& chain)
    {
        std::vector<Progressed> done = m_solver.beginnings();
        for (const std::size_t link : chain.links) {
            const ChainLink one = m_chains.link(link);
            auto next = m_solver.extended(done, one.segment, one.constraint);
            if (m_control.stop.stop_requested())
                return;
            m_result.effort.solved += one.isSolved ? 0 : 1;
            if (!next) {
                m_chains.learn(link, std::nullopt);
                addNext(m_candidateOf[link]);
                if (!oneByOne(one.segment, done))
                    return;
                continue;
            }
            const SegmentFigures figures = figuresOf(next->segments.back());
            m_chains.learn(link, figures);
            if (!one.isSolved && one.segment.layers.size() > 1)
                addBetter(m_candidateOf[link], figures);
            done.clear();
            done.push_back(*std::move(next));
        }
        keep(std::move(done.front()));
    }

    /// The layers of a segment that does not fit, each by itself: the rest of the chain has something to follow.
    bool oneByOne(const Segment& segment, std::vector<Progressed>& done)
    {
        for (const SegmentLayer& layer : segment.layers) {
            auto next = m_solver.extended(done, *placed(m_machine, m_network, {{layer.layer}}, m_options.segments),
                                          SegmentConstraint(1));
            if (!next)
                return false;
            done.clear();
            done.push_back(*std::move(next));
        }
        return true;
    }

    /// Makes it the result if it is the best one up to now.
    void keep(Progressed done)
    {
        NetworkSchedule schedule{done.layouts.inputs, std::move(done.segments), 0, 0};
        tally(m_network, schedule, m_options.segments.networksStay);
        if (!m_result.schedule
            || better(m_options.goal, schedule.cost, double(schedule.cycles), m_result.schedule->cost,
                      double(m_result.schedule->cycles)))
            m_result.schedule = std::move(schedule);
    }

    /// A segment and its schemes that have not taken part yet.
    struct Candidate {
        Segment segment;
        std::size_t end = 0; // place of its last layer
        SegmentSchemes schemes;
    };

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const KaplaOptions& m_options;
    const RunControl& m_control;
    SegmentSolver m_solver;
    const SchedulingGraph m_graph;
    const std::vector<std::size_t> m_order;
    ChainSearch m_chains{m_options.goal};
    std::vector<Candidate> m_candidates;
    std::vector<std::size_t> m_candidateOf;                    // by link of the chains
    std::vector<std::shared_ptr<const LayerSchedule>> m_alone; // by layer
    KaplaResult m_result;
};

} // namespace

KaplaResult schedule(const Machine& machine, const Network& network, std::int64_t batch, const KaplaOptions& options,
                     const RunControl& control)
{
    return Kapla(machine, network, batch, options, control).run();
}

} // namespace nestloom::kapla
