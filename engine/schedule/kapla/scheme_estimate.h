// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/segment_solver.h"

namespace nestloom::kapla {

/// A way in which the layers of a segment agree, as seen before any of them is solved.
struct SchemeEstimate {
    SegmentConstraint constraint;
    SegmentFigures figures;
    std::vector<double> accesses; // words read from or written to memory, by layer and tensor
};

/// Whether the nodes of each layer together can hold what the scheme keeps there, whatever the mapping within the layer:
/// never refuses what some mapping can do (section IV-B of the paper, conservative validity).
bool mayFit(const Machine& machine, const Network& network, std::int64_t batch, const Segment& segment, const SegmentConstraint& constraint);

/// Cost and time of a scheme, optimistic wherever they depend on the mapping within layers: what is on chip costs as much as
/// for the layer by itself, `alone`; memory is accessed as seldom as the scheme allows; nodes work without a break, and the
/// next layer begins after the first group of channels.
SchemeEstimate estimate(const Machine& machine, const Network& network, std::int64_t batch, const Segment& segment,
                        const SegmentConstraint& constraint, const std::vector<std::shared_ptr<const LayerSchedule>>& alone);

/// Leaves out schemes that are no better than another in any access, and worse in one.
void keepPareto(std::vector<SchemeEstimate>& schemes);

/// Keeps the best ones by their estimates. Estimates cannot tell apart schemes that differ in how finely they cut only: the
/// coarser ones cost less when they fit, the finer ones fit more often, so some of both are kept, coarse ones first.
void keepBest(std::vector<SchemeEstimate>& schemes, Goal goal, std::size_t most);

} // namespace nestloom::kapla
