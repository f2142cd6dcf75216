// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/segment.h"
#include "engine/kapla/segment_links.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace nestloom::kapla {

// What the layers of a segment must agree on, before numbers are chosen. One choice decides about many others: whether
// the first layer that adds up channels keeps all of its outputs before they are passed on. All terms are pairs:
// without, with.

/// Which tensors are kept as a whole.
using FlagTerm = std::array<bool, 2>;
inline constexpr FlagTerm kNever{false, false}, kAlways{true, true}, kByChoice{false, true};
constexpr FlagTerm operator!(FlagTerm flag) { return {!flag[0], !flag[1]}; }

/// A factor of an outermost loop: one that several layers share, or a number; 0 = free.
struct FactorAtom {
    int shared = -1; // index of the shared factor; -1 = `number`
    std::int64_t number = 0;
    friend bool operator==(const FactorAtom&, const FactorAtom&) = default;
};
using FactorTerm = std::array<FactorAtom, 2>;
constexpr FactorTerm sharedFactor(int index) { return {FactorAtom{index, 0}, FactorAtom{index, 0}}; }
/// `without` where the flag is not set, else `with`.
constexpr FactorTerm chosen(FlagTerm flag, FactorTerm without, FactorTerm with)
{
    return {flag[0] ? with[0] : without[0], flag[1] ? with[1] : without[1]};
}

struct LayerTerms {
    FactorTerm batch, inputs, outputs;
    FlagTerm allInputs = kNever, allOutputs = kNever;
};

/// A factor that layers share, and the numbers it can be, ascending.
struct SharedFactor {
    std::string name; // decides the order in which numbers are tried
    std::vector<std::int64_t> numbers;
    bool isUsed = true;
};

/// The terms of a segment's layers.
class ConstraintTerms {
public:
    std::vector<std::vector<LayerTerms>> of; // by slot
    std::vector<SharedFactor> shared;

    int add(std::string name, std::vector<std::int64_t> numbers);
    /// Decides the choice.
    void choose(bool keep);
    /// Leaves out what binds nobody: factors of tensors kept as a whole, and factors that only one layer has. A shared
    /// factor that can be one number only becomes this number.
    void simplify();

private:
    bool simplifyOnce();
    void replace(int index, std::int64_t number);
};

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
