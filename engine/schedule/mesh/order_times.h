// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/mesh_model.h"
#include "engine/schedule/mesh/family_times.h"

#include <span>

namespace nestloom::schedule {

/// What mappings of a family take at least whose loops around the PEs stand in a given order, with one buffer between
/// mesh and DRAM: the mesh model itself, of PEs that keep what fits, laid out and computing as is best.
/// MODEL.md, "Bound of a layer". Unit: cycles. Thread rule: one thread at a time.
class OrderTimes {
public:
    /// `times`: of the same space; it and the layer must outlive this.
    OrderTimes(const cosa::MappingSpace& space, const dram::MemoryModel& memory, const FamilyTimes& times);

    /// The family of `times`, whose orders are asked for next. False: nothing can be said of it, because its PEs get
    /// inputs in parts that overlap or leave gaps out.
    bool setFamily(const MeshFamily& family);
    /// How inputs move at least in any order with these loops at the buffer and so many iterations at the DRAM.
    InputMoves inputsWith(std::span<const mapping::Loop> atBuffer, double atDram);
    /// The order that is asked for next: temporal loops of buffer and DRAM, inner to outer, which must stay as they
    /// are.
    /// Returns how inputs move in it.
    InputMoves setOrder(std::span<const mapping::Loop> atBuffer, std::span<const mapping::Loop> atDram);
    /// As soon as it is no less than `enough`, no more is found out.
    double least(double enough);
    /// The same of MeshTime::summed, for the order that was asked for last.
    double leastSummed() const { return m_model.leastSummed(); }

private:
    void putLoops(TensorRole role);
    void addLayouts(std::size_t index, std::int64_t columns, std::int64_t rows);

    const workload::Layer& m_layer;
    const FamilyTimes& m_times;
    const hardware::Fanout m_fanout;
    cost::MeshModel m_model;
    MeshFamily m_family;
    std::vector<workload::Extents> m_layouts;              // of the spread: how much of it lies along the columns
    workload::Extents m_columns = workload::unitExtents(); // in the layout that is looked at
    PerTensor<cost::Nest> m_nests;                         // DRAM, buffer, what a PE keeps, what it cannot keep
    PerTensor<cost::AccessCounts> m_counts;
    double m_inputsOfPe = 0; // elements of the tile
    std::span<const mapping::Loop> m_atBuffer, m_atDram;
};

} // namespace nestloom::schedule
