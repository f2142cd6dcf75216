// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/segment_solver.h"

#include <optional>

namespace nestloom::kapla {

/// A way in which the layers of a segment agree, as seen before any of them is solved.
struct SchemeEstimate {
    std::vector<std::int64_t> numbers; // SegmentConstraints::numbers()
    SegmentConstraint constraint;
    SegmentFigures figures;
    std::vector<double> accesses; // words read from or written to memory, by layer and tensor
};

/// Judges schemes of one segment before any of its layers is solved there. `alone` are the layers by themselves.
class SegmentEstimator {
public:
    SegmentEstimator(const Machine& machine, const Network& network, std::int64_t batch, const Segment& segment,
                     const std::vector<std::shared_ptr<const LayerSchedule>>& alone);

    /// Whether the nodes of each layer together can hold what the scheme keeps there, whatever the mapping within the
    /// layer: never refuses what some mapping can do (section IV-B of the paper, conservative validity).
    bool mayFit(const SegmentConstraint& constraint) const;

    /// Cost and time of a scheme, optimistic wherever they depend on the mapping within layers: what is on chip costs as much
    /// as for the layer by itself; memory is accessed as seldom as the scheme allows; nodes work without a break, and
    /// the next layer begins after the first group of channels.
    SchemeEstimate estimate(SegmentConstraint constraint) const;

private:
    /// What does not depend on the scheme.
    struct LayerFacts {
        Layer layer;
        std::size_t spatial = 0;    // group of nodes
        PerTensor<double> words;    // of whole tensors
        PerTensor<bool> fromMemory; // or to it
        double onChip = 0;   // cost of operations and of accesses on the chip, what passes between nodes included
        double dramWord = 0; // cost of a word to or from memory, hops included
        double capacity = 0; // words of all buffers
        double cycles = 0;   // of its nodes
    };
    struct LayerEstimate {
        double cost = 0;            // without static energy
        PerTensor<double> accesses; // of memory
    };
    LayerEstimate estimateLayer(const LayerFacts& facts, const TopConstraint& top) const;
    double keptWords(TensorRole role, const LayerFacts& facts, const TopConstraint& top) const;

    const Machine& m_machine;
    const std::int64_t m_batch;
    std::vector<LayerFacts> m_layers;
};

/// Which schemes are no better than another one in any access, and worse in one.
std::vector<bool> dominatedSchemes(const std::vector<SchemeEstimate>& schemes);

/// The schemes of one segment in the order in which they are worth being solved: by their estimates, except that those
/// which only cut more finely than another one wait, since they are no better if that one works, and those which are
/// worse in every access wait longest. What waits is tried when others turn out not to fit, or to cost much more than
/// it may.
class SegmentSchemes {
public:
    SegmentSchemes(std::vector<SchemeEstimate> schemes, Goal goal);

    /// Schemes that need not wait.
    std::size_t first() const { return m_first; }
    std::size_t pareto() const { return m_pareto; }
    /// The next one; nothing after the last.
    std::optional<SchemeEstimate> next();
    /// What next() will return, or null.
    const SchemeEstimate* coming() const { return m_next < m_schemes.size() ? &m_schemes[m_next] : nullptr; }

private:
    std::vector<SchemeEstimate> m_schemes;
    std::size_t m_first = 0, m_pareto = 0, m_next = 0;
};

} // namespace nestloom::kapla
