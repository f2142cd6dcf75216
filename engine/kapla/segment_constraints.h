// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/constraint_terms.h"
#include "engine/kapla/segment_links.h"
#include "engine/kapla/segment_list.h"

namespace nestloom::kapla {

/// What one layer of a segment is bound to.
struct LayerConstraint {
    TopConstraint top;
    /// Index within the segment of an earlier layer: this one takes over its outermost factor over output channels.
    std::optional<std::size_t> outputsLike;
    friend bool operator==(const LayerConstraint&, const LayerConstraint&) = default;
};
using SegmentConstraint = std::vector<LayerConstraint>; // by layer of the segment

/// All ways in which the layers of a segment can agree on how they pass data on.
///   all layers                      divide the batch alike, outermost
///   layers of one group             one that adds up channels needs all of its inputs, so the one before keeps all
///   outputs;
///                                   the others follow the factor over output channels of the one before
///   layers on different nodes       pass on parts of the channels: the second layer's factor over input channels is
///   the
///                                   first one's over output channels, and the second one keeps all of its outputs; or
///                                   the first one has kept them all, and the second one needs them all. These take
///                                   turns along a chain; what the first layer does is chosen so that less has to be
///                                   kept.
///   readers of the same memory      divide the input channels alike
class SegmentConstraints {
public:
    SegmentConstraints(ConstraintTerms terms, const Network& network, const Segment& segment);

    /// How many ways there are.
    std::size_t size() const { return m_size; }
    /// The numbers that make the i-th way. If a way with numbers that are all smaller or equal works, this one is not
    /// worth a look: it only cuts more finely.
    std::vector<std::int64_t> numbers(std::size_t i) const;
    SegmentConstraint at(std::size_t i) const;

private:
    void followLayersBefore(const Network& network, const Segment& segment);

    ConstraintTerms m_terms;
    std::vector<std::size_t> m_order;                      // shared factors in use, the last one runs fastest
    std::vector<std::optional<std::size_t>> m_outputsLike; // by layer of the segment
    std::size_t m_size = 1;
};

/// Returns  nothing when what has to be kept as a whole does not fit the nodes' buffers.
std::optional<SegmentConstraints> segmentConstraints(const Machine& machine, const Network& network, std::int64_t batch,
                                                     const Segment& segment, const SegmentRules& rules);

} // namespace nestloom::kapla
