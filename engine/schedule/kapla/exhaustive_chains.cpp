// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/exhaustive_chains.h"

#include "engine/base/rng.h"
#include "engine/schedule/kapla/segment_solver.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

class Chains {
public:
    Chains(const Machine& machine, const Network& network, std::int64_t batch, const ChainsOptions& options,
           const LayerEngineFactory& makeEngine, const RunControl& control)
        : m_machine(machine), m_network(network), m_batch(batch), m_options(options), m_control(control),
          m_solver(machine, network, batch, options.partitions, options.goal, makeEngine, control.stop),
          m_graph(schedulingGraph(network)), m_order(m_graph.order()), m_random(options.seed)
    {
    }

    ChainsResult run()
    {
        const auto segments = segmentsByEnd(m_machine, m_network, m_graph, m_options.segments);
        const std::vector<Progressed> beginnings = m_solver.beginnings();
        std::vector<std::vector<Progressed>> best(m_order.size()); // at most one each
        ChainsResult result;
        for (std::size_t end = 0; end < m_order.size() && !m_control.stop.stop_requested(); ++end) {
            m_control.report({"segments", double(end) / double(m_order.size()), std::nullopt, std::nullopt});
            for (const Segment& segment : segments[m_order[end]]) {
                const std::size_t first = end + 1 - segment.layers.size();
                continueBy(segment, first == 0 ? beginnings : best[first - 1], best[end]);
            }
            if (best[end].empty() && !result.unfit && !m_control.stop.stop_requested())
                result.unfit = m_order[end];
        }
        result.stopped = m_control.stop.stop_requested();
        if (!result.stopped && !best.back().empty()) {
            result.schedule = scheduleOf(std::move(best.back().front()));
            result.unfit.reset();
        }
        for (const auto& [shape, engine] : m_solver.engines())
            result.evaluated += engine->evaluated();
        return result;
    }

private:
    /// Tries the segment under all schemes that are kept.
    void continueBy(const Segment& segment, const std::vector<Progressed>& before, std::vector<Progressed>& best)
    {
        const auto constraints = segmentConstraints(m_machine, m_network, m_batch, segment, m_options.segments);
        for (std::size_t i = 0; constraints && i < constraints->size() && !m_control.stop.stop_requested(); ++i) {
            if (segment.layers.size() > 1 && m_random.unit() >= m_options.keep)
                continue;
            auto next = m_solver.extended(before, segment, constraints->at(i));
            if (next && (best.empty() || isBetter(*next, best.front())))
                best.assign(1, std::move(*next));
        }
    }

    bool isBetter(const Progressed& a, const Progressed& b) const
    {
        SegmentFigures one, other;
        for (const auto& [from, sum] : {std::pair(&a, &one), std::pair(&b, &other)})
            for (const ScheduledSegment& segment : from->segments) {
                sum->cost += figuresOf(segment).cost;
                sum->cycles += figuresOf(segment).cycles;
            }
        return better(m_options.goal, one.cost, one.cycles, other.cost, other.cycles);
    }

    NetworkSchedule scheduleOf(Progressed done) const
    {
        NetworkSchedule schedule{done.layouts.inputs, std::move(done.segments), 0, 0};
        tally(m_network, schedule, m_options.segments.networksStay);
        return schedule;
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const ChainsOptions& m_options;
    const RunControl& m_control;
    SegmentSolver m_solver;
    const SchedulingGraph m_graph;
    const std::vector<std::size_t> m_order;
    Rng m_random;
};

} // namespace

ChainsResult exhaustiveChains(const Machine& machine, const Network& network, std::int64_t batch,
                              const ChainsOptions& options, const LayerEngineFactory& makeEngine,
                              const RunControl& control)
{
    return Chains(machine, network, batch, options, makeEngine, control).run();
}

} // namespace nestloom::kapla
