// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/baseline.h"
#include "engine/kapla/layer_hops.h"
#include "engine/kapla/layer_search.h"
#include "engine/kapla/segment_constraints.h"

#include <map>
#include <memory>

namespace nestloom::kapla {

/// A network scheduled up to a layer.
struct PartialSchedule {
    NetworkLayouts layouts;
    NetworkTally tally;
    /// The segments, last first.
    struct Link {
        ScheduledSegment segment;
        std::shared_ptr<const Link> before;
    };
    std::shared_ptr<const Link> last;
};

/// The complete schedule.
NetworkSchedule finished(const PartialSchedule& partial);

/// Exhaustive search for one segment after a partial schedule.
/// Thread rule   one thread at a time.
class SegmentSearch {
public:
    SegmentSearch(const Machine& machine, const Network& network, std::int64_t batch, const BaselineOptions& options,
                  const RunControl& control);

    /// A schedule of nothing for each way to lay out the network's inputs.
    std::vector<PartialSchedule> beginnings() const;

    /// The best of `before` continued by a segment, over all ways in which its layers can agree.
    /// Returns  nothing when there is none, or after a stop.
    std::optional<PartialSchedule> best(const Segment& segment, const std::vector<PartialSchedule>& before);

    BaselineEffort effort() const;
    bool better(const PartialSchedule& a, const PartialSchedule& b) const;

private:
    std::optional<PartialSchedule> best(const Segment& segment, const SegmentConstraint& constraint,
                                        const std::vector<PartialSchedule>& before);
    std::shared_ptr<const LayerSchedule> schedule(const SegmentLayer& one, const LayerConstraint& constraint,
                                                  const PartialSchedule& partial, const ScheduledSegment& segment);
    LayerSearch& searchFor(std::size_t layer);

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const BaselineOptions& m_options;
    const RunControl& m_control;
    AssignmentMemo m_assignments;
    std::map<Layer, LayerSearch> m_searches;
    BaselineEffort m_effort;
};

} // namespace nestloom::kapla
