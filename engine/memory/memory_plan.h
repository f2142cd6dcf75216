// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/operator_graph.h"

#include <vector>

namespace nestloom::memory {

/// A tensor lies in the scratchpad at [offset, offset + size) during the steps first..last, both included. Between two
/// residencies of a tensor it is off chip: spilled before, retrieved after.
struct Residency {
    TensorId tensor;
    std::size_t first = 0, last = 0; // steps
    Bytes offset{};
    friend bool operator==(const Residency&, const Residency&) = default;
};

/// A parameter tensor lies in the scratchpad during the step of its operator.
struct ParameterPlace {
    OperatorId op;
    std::size_t parameter = 0; // into Operator::parameters
    Bytes offset{};
    friend bool operator==(const ParameterPlace&, const ParameterPlace&) = default;
};

/// When each operator runs (one a step) and where every tensor lies meanwhile.
struct MemoryPlan {
    Bytes budget{};                         // of the scratchpad
    std::vector<OperatorId> order;          // order[step]
    std::vector<Residency> residencies;     // by tensor, then by first step
    std::vector<ParameterPlace> parameters; // by step
    Bytes traffic{};                        // beyond what is compulsory, see traffic()
    bool inputsBacked = false;              // inputs of the graph have a copy off chip: spilling them writes nothing
    friend bool operator==(const MemoryPlan&, const MemoryPlan&) = default;
};

/// Off-chip bytes that a larger scratchpad would save: a tensor with n > 1 residencies is written once and read n - 1
/// times; an input of the graph is not written when `inputsBacked`. Loading graph inputs and parameters and storing
/// graph outputs is compulsory and not counted.
Bytes traffic(const workload::OperatorGraph& graph, const std::vector<Residency>& residencies,
              bool inputsBacked = false);

/// Bytes in use at each step, and the end of the highest address in use.
struct StepUse {
    Bytes used{};
    Bytes top{};
};
std::vector<StepUse> occupancy(const workload::OperatorGraph& graph, const MemoryPlan& plan);

} // namespace nestloom::memory
