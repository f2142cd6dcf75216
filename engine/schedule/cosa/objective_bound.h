// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/energy_table.h"
#include "engine/schedule/cosa/latency_model.h"
#include "engine/schedule/objective.h"

#include <functional>
#include <vector>

namespace nestloom::schedule::cosa {

/// A lower bound on energy, or on pJ + price * cycles, of every mapping that needs at most so many cycles. Energy is a
/// sum of e_i * 2^(a_i) over all ports of all levels, with a_i linear in the factor counts, so it is convex: tangents
/// from below are valid, and refine() adds those at a solution until the relaxation is exact in the powers. Visits of
/// outputs that are not the first count by  2^u - 2^h >= 2^u - chord(2^h),  h between its least and largest value.
class EnergyModel {
public:
    explicit EnergyModel(const MappingSpace& space, double cyclePrice = 0);

    const milp::Model& model() const { return m_latency.model(); }
    /// Only mappings with at most `cycles` cycles; with at least `atLeast`.
    void restrictCycles(double atLeast, double atMost);
    /// Adds tangents where a solution lies above the ones there are; false when it is within `tolerance` everywhere.
    bool refine(const milp::Assignment& values, double tolerance = 1e-3);
    /// pJ that an objective value of the model stands for.
    double picojoules(double objective) const { return objective * m_unit; }

private:
    using Expression = milp::LinearExpression;
    struct Power { // variable >= 2^(log - offset)
        Expression log;
        double offset = 0;
        VariableId variable;
    };
    void addLevel(std::size_t level);
    void addOutputs(std::size_t level, const hardware::AccessEnergies& energies);
    /// Each of them costs `visitEnergy`, and `backEnergy` more if it is no first visit.
    void addVisits(std::size_t level, double visitEnergy, double backEnergy, const Expression& log, double least);
    void charge(const Expression& log, double least, double energy);
    const Power& addPower(const Expression& log, double least, const std::string& name);
    void addTangent(const Power& power, double at);
    double leastLog(std::size_t level, TensorRole role, bool innermost) const;

    const MappingSpace& m_space;
    LatencyModel m_latency;
    std::vector<Power> m_powers;
    Expression m_objective;
    double m_unit = 1; // pJ
};

/// Proven lower bounds on what involves energy, by linear programs.
class ObjectiveBound {
public:
    using Ask = std::function<Result<SolveOutcome<milp::Assignment>>(const milp::Model&)>; // solves a relaxation

    ObjectiveBound(const MappingSpace& space, Ask ask) : m_space(space), m_ask(std::move(ask)) {}

    /// Cycles of every mapping: what all MAC units need, or what the relaxation of the latency model says.
    Result<double> cycles() const;
    /// pJ + cyclePrice * cycles of every mapping within [atLeast, atMost] cycles; infinite when there is none.
    Result<double> energy(double atLeast, double atMost, double cyclePrice = 0) const;
    /// Energy-delay product of every mapping. The latencies between `leastCycles` and where the product of latency and
    /// least energy exceeds `incumbent` are cut into intervals; each has at least (its beginning) * (least energy up to
    /// its end).
    Result<double> edp(double leastCycles, double incumbent) const;

private:
    const MappingSpace& m_space;
    Ask m_ask;
};

} // namespace nestloom::schedule::cosa
