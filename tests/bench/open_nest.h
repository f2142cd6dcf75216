// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/evaluate.h"
#include "engine/hardware/energy_table.h"

#include <span>
#include <vector>

namespace nestloom::bench {

/// Which nests are looked at.
enum class OpenNests {
    Closed,      // as the engines do: what lies beyond the layer costs what the rest costs
    LastSmaller, // every loop ends with the layer, so its last iteration may be smaller, or missing
    Uneven       // each tensor draws the lines between levels where it likes
};

/// A nest that is easily changed: all loops of a level over a dimension are one.
struct OpenNest {
    struct Level {
        std::array<workload::LoopDimension, workload::kLoopDimensionCount> order; // of temporal loops, outer to inner
        workload::Extents temporal = workload::unitExtents(), spatial = workload::unitExtents();
        TensorSet keeps;
        PerTensor<int> further{}; // temporal loops of the level outside that belong to this one, for one tensor;
                                  // below zero: so many of its own belong to the level outside
    };
    std::vector<Level> levels; // outermost first

    explicit OpenNest(const mapping::LayerMapping& mapping);
    mapping::LayerMapping mapping() const;
    /// As one tensor sees it.
    mapping::LayerMapping seenBy(TensorRole role) const;
};

/// What such nests of a layer cost under the model of evaluate(). Closed ones cost what it says; of one whose loops end
/// with the layer transfers are counted instance by instance, with the elements that successive tiles share. Where
/// input rows of several pixels and taps meet, multicast saves as large a part as in the closed nest.
class OpenNestCost {
public:
    OpenNestCost(const hardware::Accelerator& accelerator, const workload::Layer& layer);

    bool fits(const OpenNest& nest, OpenNests kind) const;
    cost::Score score(const OpenNest& nest, OpenNests kind);

private:
    struct Loop {
        const cost::NestLoop* loop;
        bool isTemporal;
    };
    struct Box {
        workload::Extents at{}, size = workload::unitExtents();
    };
    struct Walk {
        double fetched = 0;
        Box first, last;
    };
    enum class Of { All, Busiest }; // instances of a level

    bool hasRoom(const OpenNest& nest, OpenNests kind) const;
    cost::Score scoreOfLastSmaller();
    double steps();
    void takeLoopsOutside(std::size_t level);
    double fetched(TensorRole role, std::size_t outer, std::size_t inner, Of which);
    double ofIndices(TensorRole role, std::size_t outer, std::size_t inner, std::size_t from, Of which);
    bool walk(TensorRole role, std::size_t from, const workload::Extents& left, bool isMac, Walk& walked) const;
    double shared(TensorRole role, const Box& one, const Box& next) const;
    double everHeld(std::size_t level, Of which);
    std::int64_t ofFirst(workload::LoopDimension d, std::size_t from, std::int64_t left) const;
    double meetings(TensorRole role, std::size_t outer, std::size_t inner) const;

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    cost::Evaluator m_evaluator;
    std::vector<hardware::AccessEnergies> m_energies;
    cost::Nest m_nest;
    std::vector<Loop> m_outside;       // of a level, outer to inner
    std::vector<std::int64_t> m_index; // of the instance, at the spatial ones of these
};

} // namespace nestloom::bench
