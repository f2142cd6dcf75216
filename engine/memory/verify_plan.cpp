// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/verify_plan.h"

#include <map>
#include <set>

namespace nestloom::memory {

namespace {

/// Keeps the scratchpad's contents by address while the steps go by.
class Replay {
public:
    Replay(const workload::OperatorGraph& graph, const MemoryPlan& plan) : m_graph(graph), m_plan(plan) {}

    std::vector<PlanViolation> run()
    {
        if (!orderIsLegal() || !referencesAreLegal())
            return std::move(m_violations); // nothing to replay
        for (const Residency& residency : m_plan.residencies) {
            m_arrivals[residency.first].push_back(&residency);
            m_departures[residency.last].push_back(&residency);
        }
        for (std::size_t step = 0; step < m_plan.order.size(); ++step)
            replay(step);
        if (m_ledger != m_plan.traffic.count)
            report(PlanRule::Traffic,
                   "the replay moves " + bytes(m_ledger) + ", the plan says " + bytes(m_plan.traffic.count));
        return std::move(m_violations);
    }

private:
    struct Block {
        std::int64_t end = 0;
        std::string what;
    };

    void report(PlanRule rule, std::string message) { m_violations.push_back({rule, std::move(message)}); }
    static std::string bytes(std::int64_t count) { return std::to_string(count) + " B"; }
    const std::string& nameOf(TensorId t) const { return m_graph.tensors[t.value].name; }

    std::string at(std::size_t step) const
    {
        return "step " + std::to_string(step) + " (" + m_graph.operators[m_plan.order[step].value].name + "): ";
    }

    bool orderIsLegal()
    {
        std::set<OperatorId> done;
        for (std::size_t step = 0; step < m_plan.order.size(); ++step) {
            const OperatorId op = m_plan.order[step];
            if (op.value >= m_graph.operators.size()) {
                report(PlanRule::Order,
                       "step " + std::to_string(step) + ": there is no operator " + std::to_string(op.value));
                return false;
            }
            for (const TensorId t : m_graph.operators[op.value].inputs)
                if (!done.contains(m_graph.tensors[t.value].producer))
                    report(PlanRule::Order, at(step) + "input " + nameOf(t) + " has not been made yet");
            if (!done.insert(op).second)
                report(PlanRule::Order, at(step) + "the operator runs twice");
        }
        if (done.size() != m_graph.operators.size())
            report(PlanRule::Order, std::to_string(m_graph.operators.size() - done.size()) + " operators never run");
        return m_violations.empty();
    }

    bool referencesAreLegal()
    {
        for (const Residency& r : m_plan.residencies)
            if (r.tensor.value >= m_graph.tensors.size() || r.first > r.last || r.last >= m_plan.order.size()) {
                report(PlanRule::Residency, "a residency of tensor " + std::to_string(r.tensor.value) + " over steps "
                                                + std::to_string(r.first) + " to " + std::to_string(r.last)
                                                + " makes no sense");
                return false;
            }
        for (const ParameterPlace& p : m_plan.parameters)
            if (p.op.value >= m_graph.operators.size()
                || p.parameter >= m_graph.operators[p.op.value].parameters.size()) {
                report(PlanRule::Residency, "there is no parameter " + std::to_string(p.parameter) + " of operator "
                                                + std::to_string(p.op.value));
                return false;
            }
        return true;
    }

    void replay(std::size_t step)
    {
        const OperatorId id = m_plan.order[step];
        const workload::Operator& op = m_graph.operators[id.value];
        for (const Residency* residency : m_arrivals[step])
            arrive(step, *residency, op);
        std::vector<std::int64_t> parameters = placeParameters(step, id);
        for (const TensorId t : op.inputs)
            if (!m_resident.contains(t))
                report(PlanRule::Residency, at(step) + "input " + nameOf(t) + " is not on chip");
        for (const TensorId t : op.outputs)
            if (!m_resident.contains(t))
                report(PlanRule::Residency, at(step) + "output " + nameOf(t) + " is not on chip");
        for (const std::int64_t offset : parameters)
            m_blocks.erase(offset);
        for (const Residency* residency : m_departures[step]) {
            m_resident.erase(residency->tensor);
            m_leftAt[residency->tensor] = step;
            if (m_graph.tensors[residency->tensor.value].size.count > 0)
                m_blocks.erase(residency->offset.count);
        }
    }

    void arrive(std::size_t step, const Residency& residency, const workload::Operator& op)
    {
        const TensorId t = residency.tensor;
        const std::int64_t size = m_graph.tensors[t.value].size.count;
        if (m_resident.contains(t)) {
            report(PlanRule::Residency, at(step) + nameOf(t) + " is on chip twice");
            return;
        }
        bool made = false;
        for (const TensorId output : op.outputs)
            made = made || output == t;
        const auto left = m_leftAt.find(t);
        if (left == m_leftAt.end() && !made)
            report(PlanRule::Residency, at(step) + nameOf(t) + " arrives without having been made");
        if (left != m_leftAt.end()) {
            if (left->second + 1 >= step)
                report(PlanRule::Residency, at(step) + nameOf(t) + " is retrieved without a step off chip");
            m_ledger += size; // read
            if (!hasCopy(t) && m_written.insert(t).second)
                m_ledger += size; // and written before
        }
        m_resident.insert(t);
        occupy(step, residency.offset.count, size, nameOf(t));
    }

    bool hasCopy(TensorId t) const
    {
        return m_plan.inputsBacked && m_graph.operators[m_graph.tensors[t.value].producer.value].inputs.empty();
    }

    std::vector<std::int64_t> placeParameters(std::size_t step, OperatorId id)
    {
        const workload::Operator& op = m_graph.operators[id.value];
        std::set<std::size_t> placed;
        std::vector<std::int64_t> offsets;
        for (const ParameterPlace& place : m_plan.parameters) {
            if (place.op != id)
                continue;
            if (!placed.insert(place.parameter).second)
                report(PlanRule::Residency,
                       at(step) + "parameter " + std::to_string(place.parameter) + " is on chip twice");
            const std::int64_t size = op.parameters[place.parameter].count;
            if (occupy(step, place.offset.count, size, "parameter " + std::to_string(place.parameter)))
                offsets.push_back(place.offset.count);
        }
        if (placed.size() != op.parameters.size())
            report(PlanRule::Residency,
                   at(step) + std::to_string(op.parameters.size() - placed.size()) + " parameters are not on chip");
        return offsets;
    }

    /// True when a block was entered; empty tensors take no room.
    bool occupy(std::size_t step, std::int64_t offset, std::int64_t size, const std::string& what)
    {
        if (offset < 0 || offset > m_plan.budget.count - size)
            report(PlanRule::Budget, at(step) + what + " lies at " + bytes(offset) + " to " + bytes(offset + size)
                                         + ", the scratchpad holds " + bytes(m_plan.budget.count));
        if (size == 0)
            return false;
        const auto next = m_blocks.lower_bound(offset);
        const auto clash = next != m_blocks.end() && next->first < offset + size              ? next
                           : next != m_blocks.begin() && std::prev(next)->second.end > offset ? std::prev(next)
                                                                                              : m_blocks.end();
        if (clash != m_blocks.end())
            report(PlanRule::Address,
                   at(step) + what + " overlaps " + clash->second.what + " at " + bytes(clash->first));
        return m_blocks.try_emplace(offset, Block{offset + size, what}).second;
    }

    const workload::OperatorGraph& m_graph;
    const MemoryPlan& m_plan;
    std::vector<PlanViolation> m_violations;
    std::map<std::size_t, std::vector<const Residency*>> m_arrivals, m_departures; // by step
    std::set<TensorId> m_resident, m_written;
    std::map<TensorId, std::size_t> m_leftAt;
    std::map<std::int64_t, Block> m_blocks; // by offset
    std::int64_t m_ledger = 0;
};

} // namespace

std::vector<PlanViolation> verify(const workload::OperatorGraph& graph, const MemoryPlan& plan)
{
    return Replay(graph, plan).run();
}

} // namespace nestloom::memory
