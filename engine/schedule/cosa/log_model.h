// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/model.h"
#include "engine/milp/solver.h"
#include "engine/schedule/cosa/mapping_space.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace nestloom::schedule::cosa {

/// What a model stands for.
///   Bound   every mapping is a point of the model and costs there at most what it really costs: its optimum is a proven
///           lower bound.
///   Design  its points are mappings (capacities may need a repair) and its costs are close to the real ones.
enum class Side { Bound, Design };

/// The part that all CoSA models share: how many copies of each prime go to which slot, and linear expressions in log2
/// of tiles, fetches and traffic. Instead of one binary per prime factor, slot and rank (as published) there is one
/// integer n[factor, slot] per distinct prime and slot, and one binary per level and tensor for the loop order, since
/// three orders per level dominate all permutations (see MappingSpace).
class LogModel {
public:
    LogModel(const MappingSpace& space, Side side);

    milp::Model& model() { return m_model; }
    const milp::Model& model() const { return m_model; }

    using Expression = milp::LinearExpression;
    /// log2 of the temporal or spatial bound of one dimension at a level.
    Expression temporal(std::size_t level, workload::LoopDimension d) const;
    Expression spatial(std::size_t level, workload::LoopDimension d) const;
    /// log2 of the product of all temporal bounds: the compute cycles (Eq. 6).
    Expression computeCycles() const;
    /// log2 of the elements of a tile at a level (Eq. 2); the halo of inputs is exact on the lattice of divisors.
    Expression tile(std::size_t level, TensorRole role);
    /// log2 of cost::distinctChildren() for the levels [outer, inner), in a bound at most that.
    Expression distinctChildren(std::size_t outer, std::size_t inner, TensorRole role) const;
    /// log2 of how often an instance fetches its tile at a level while the loops outside run.
    Expression visits(std::size_t level, TensorRole role);

    /// Tiles of every bounded level fit (Eq. 1-2, with all tensors of a level sharing its bytes) and spatial loops fit
    /// the fan-outs (Eq. 4). Limits on factors and tiles are kept; orders only choose among stationary tensors, so a
    /// model leaves those limits out: of a bound it remains one.
    void addCapacities();
    /// How many copies of each prime lie along the columns of two-dimensional fan-outs, the others along the rows. Only
    /// for programs whose integer solution is asked for: a relaxation is none the tighter.
    void addLayouts();
    /// 2^t_1 + ... + 2^t_k <= 2^limit by tangents: an outer approximation, so bounds stay bounds.
    void addPowerSum(const std::vector<Expression>& terms, const Expression& limit, const std::string& name);

    Candidate decode(const milp::Assignment& values) const;

private:
    struct Axis {
        workload::LoopDimension pixel, tap;
        std::int64_t stride, dilation;
    };
    void addFactorCounts();
    void addStationaryChoices();
    void addLimits(std::size_t level);
    void addRange(const Expression& log, const mapping::Range& range, const std::string& name);
    double countLimit(const Factor& factor, const Slot& slot) const;
    Expression slotLog(std::size_t slot, workload::LoopDimension d) const;
    Expression inside(std::size_t level, workload::LoopDimension d) const;
    Expression extent(std::size_t level, const Axis& axis);
    Expression haloExtent(std::size_t level, const Axis& axis);
    /// Does a loop of this dimension outside a tile multiply what the tensor moves?
    bool isCharged(TensorRole role, workload::LoopDimension d) const;
    Expression stationaryAt(std::size_t level, TensorRole role) const;
    Expression keptInPlace(std::size_t level, TensorRole role, workload::LoopDimension d) const;
    Expression repeats(std::size_t q, TensorRole role, std::optional<VariableId> movedInside,
                       const std::string& suffix);
    VariableId movedAt(std::size_t q, TensorRole role, std::optional<VariableId> movedInside,
                       const std::string& suffix);

    const MappingSpace& m_space;
    const Side m_side;
    milp::Model m_model;
    std::vector<std::array<VariableId, kMaxSlots>> m_counts;        // [factor][slot]
    std::vector<PerTensor<std::optional<VariableId>>> m_stationary; // [level]; only where there is a choice
    std::map<std::pair<std::size_t, workload::LoopDimension>, Expression> m_extents; // halo variables by (level, pixel)
    std::map<std::pair<std::size_t, TensorRole>, Expression> m_visits;
};

} // namespace nestloom::schedule::cosa
