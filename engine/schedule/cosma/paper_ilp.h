// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/solver.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/cosma/graph_index.h"

#include <optional>
#include <string>

namespace nestloom::schedule::cosma {

/// COSMA's integer program as it is published (Eq. 1-12), for small graphs and to compare the search with.
/// A step is one operator's. Binaries of tensor a at step t: C created, P preserved, S spilled, R retrieved, V stays at
/// its address; u, d of a pair: above, below; integer L: address. What the paper leaves open is decided so:
///   - exactly one operator runs at each step; C belongs to operators, which is Eq. 6;
///   - an evicted tensor is off chip for at least one step (Eq. 4 alone allows to move a tensor that has a copy);
///   - Eq. 12 counts tensors that somebody uses; an input of the graph with a copy off chip needs no S;
///   - the parameters of an operator are one tensor that is on chip at its step only;
///   - operators, and with them tensors and pairs, have only steps that their ancestors and descendants leave them.
/// All sizes are divided by their greatest common divisor, which changes no answer and keeps big-M small.
class PaperIlp {
public:
    /// The graph must be free of findings and the budget (B) hold every working set. `order`: the steps of a fixed
    /// order (Eq. 16); empty = free.
    PaperIlp(const workload::OperatorGraph& graph, bool inputsBacked, Bytes budget,
             const std::vector<std::uint32_t>& order = {});

    /// Rows of the program, known before it is built.
    std::int64_t rows() const;
    milp::Model build();
    /// The plan of a solution of the built model.
    memory::MemoryPlan decode(const milp::Assignment& assignment) const;
    std::int64_t unit() const { return m_unit; } // B

private:
    using Optional = std::optional<VariableId>;
    /// A tensor, or the parameters of an operator, over the steps at which it may be on chip.
    struct Item {
        std::string name;
        std::int64_t size = 0; // units
        std::uint32_t op = 0;  // that makes it, or that the parameters belong to
        std::size_t first = 0, last = 0;
        bool isParameters = false, hasCopy = false;
        std::vector<Optional> preserved, spilled, retrieved, address; // by step - first
    };
    void addItems(const workload::OperatorGraph& graph);
    bool mayMeet(const Item& a, const Item& b) const;
    void addOperators(milp::Model& model);
    void addTensor(milp::Model& model, std::uint32_t tensor);
    void addUses(milp::Model& model, std::uint32_t tensor);
    void addAddresses(milp::Model& model, Item& item);
    void addPair(milp::Model& model, const Item& a, const Item& b);
    Optional created(const Item& item, std::size_t step) const;
    milp::LinearExpression resident(const Item& item, std::size_t step) const;
    bool isOnChip(const Item& item, std::size_t step, const milp::Assignment& assignment) const;
    void decodeTensor(std::uint32_t tensor, const milp::Assignment& assignment, memory::MemoryPlan& plan) const;
    void decodeParameters(const Item& item, const milp::Assignment& assignment, memory::MemoryPlan& plan) const;

    const workload::OperatorGraph& m_graph;
    const GraphIndex m_index;
    const Bytes m_budgetBytes;
    std::int64_t m_unit = 1, m_budget = 0;         // B; units
    std::vector<std::size_t> m_earliest, m_latest; // by operator
    std::vector<Item> m_items;                     // the tensors, then parameters
    std::vector<std::vector<Optional>> m_created;  // by operator and step - earliest
    milp::LinearExpression m_objective;
};

/// Plans through the program above. Slow: some hundred operators at most, a chain rather than a net.
/// Returns   as solve(); stats.bound in B, that of the relaxation, so that few plans are proven; what the solver says is in the reason.
///           capacityOptimum stays unknown.
/// Fails     InvalidInput for findings in the graph; Unsupported for more than 200,000 rows; SolverFailure; Internal when
///           memory::verify() refuses the plan.
/// Stop      control as the solver's: workLimit counts nodes.
Result<CosmaOutcome> solvePaperIlp(const workload::OperatorGraph& graph, Bytes budget, const CosmaParams& params,
                                   milp::Solver& solver, const RunControl& control);

} // namespace nestloom::schedule::cosma
