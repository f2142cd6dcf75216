// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/baseline.h"

#include "engine/kapla/segment_search.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

class Baseline {
public:
    Baseline(const Machine& machine, const Network& network, std::int64_t batch, const BaselineOptions& options,
             const RunControl& control)
        : m_machine(machine), m_network(network), m_options(options), m_control(control),
          m_search(machine, network, batch, options, control), m_graph(schedulingGraph(network)),
          m_order(m_graph.order())
    {
    }

    BaselineResult run()
    {
        const bool pipelines = m_options.segments.spatial || m_options.segments.temporal;
        BaselineResult result;
        // Something to show early; but what is looked at first decides about hops of the first assignment.
        if (!pipelines || !m_options.hopsOfFirstAssignment)
            search(singleSegments(m_machine, m_network, m_options.segments),
                   pipelines ? "layer after layer" : "exhaustive search", result);
        if (pipelines && !result.stopped)
            search(segmentsByEnd(m_machine, m_network, m_graph, m_options.segments), "segments", result);
        if (result.schedule)
            result.unfit.reset();
        result.effort = m_search.effort();
        return result;
    }

private:
    /// The best schedule that ends with each layer, in the order of scheduling: one of the segments that end with it,
    /// after the best schedule of what lies before.
    void search(const SegmentsByEnd& segments, const char* phase, BaselineResult& result)
    {
        const std::vector<PartialSchedule> beginnings = m_search.beginnings();
        std::vector<std::vector<PartialSchedule>> best(m_order.size()); // by place in the order; at most one each
        for (std::size_t end = 0; end < m_order.size(); ++end) {
            m_control.report({phase, double(end) / double(m_order.size()),
                              result.schedule ? std::optional(result.schedule->cost) : std::nullopt, std::nullopt});
            for (const Segment& segment : segments[m_order[end]]) {
                const std::size_t first = end + 1 - segment.layers.size();
                auto found = m_search.best(segment, first == 0 ? beginnings : best[first - 1]);
                if (found && (best[end].empty() || m_search.better(*found, best[end].front())))
                    best[end].assign(1, std::move(*found));
            }
            result.stopped = m_control.stop.stop_requested();
            if (result.stopped)
                return;
            if (best[end].empty() && !result.unfit)
                result.unfit = m_order[end];
        }
        if (!best.empty() && !best.back().empty())
            result.schedule = finished(best.back().front());
    }

    const Machine& m_machine;
    const Network& m_network;
    const BaselineOptions& m_options;
    const RunControl& m_control;
    SegmentSearch m_search;
    const SchedulingGraph m_graph;
    const std::vector<std::size_t> m_order;
};

} // namespace

BaselineResult searchBaseline(const Machine& machine, const Network& network, std::int64_t batch,
                              const BaselineOptions& options, const RunControl& control)
{
    return Baseline(machine, network, batch, options, control).run();
}

} // namespace nestloom::kapla
