// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/graph_index.h"

#include "engine/base/ranges.h"
#include "engine/base/rng.h"

#include <algorithm>
#include <numeric>

namespace nestloom::schedule::cosma {

namespace {

template <typename IdType>
std::vector<std::uint32_t> numbers(const std::vector<IdType>& ids)
{
    return collect(ids, &IdType::value);
}

void sortOnce(std::vector<std::uint32_t>& list)
{
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

} // namespace

GraphIndex::GraphIndex(const workload::OperatorGraph& graph, bool inputsBacked) : m_inputsBacked(inputsBacked)
{
    for (const workload::Tensor& tensor : graph.tensors) {
        m_size.push_back(tensor.size.count);
        m_producer.push_back(tensor.producer.value);
        m_consumers.push_back(numbers(tensor.consumers));
    }
    const std::size_t count = graph.operators.size();
    m_predecessors.resize(count);
    m_successors.resize(count);
    Rng rng(0x436F534D41); // fixed: hashes must not differ from run to run
    for (std::size_t o = 0; o < count; ++o) {
        const workload::Operator& op = graph.operators[o];
        m_inputs.push_back(numbers(op.inputs));
        m_outputs.push_back(numbers(op.outputs));
        for (const TensorId t : op.inputs)
            m_predecessors[o].push_back(m_producer[t.value]);
        sortOnce(m_predecessors[o]);
        for (const std::uint32_t p : m_predecessors[o])
            m_successors[p].push_back(std::uint32_t(o));
        std::int64_t outputs = 0, kept = 0, parameters = 0;
        for (const TensorId t : op.outputs) {
            outputs += m_size[t.value];
            kept += m_consumers[t.value].empty() ? 0 : m_size[t.value];
        }
        for (const Bytes parameter : op.parameters)
            parameters += parameter.count;
        m_outputBytes.push_back(outputs);
        m_keptOutputBytes.push_back(kept);
        m_parameterBytes.push_back(parameters);
        m_workingSet.push_back(workload::workingSet(graph, OperatorId{std::uint32_t(o)}).count);
        m_hash.push_back(rng.next());
    }
    m_ancestors.assign(count, OpSet(count));
    m_descendants.assign(count, OpSet(count));
    for (std::size_t o = 0; o < count; ++o) // operators are listed in a legal order
        for (const std::uint32_t p : m_predecessors[o]) {
            m_ancestors[o] |= m_ancestors[p];
            m_ancestors[o].insert(p);
        }
    for (std::size_t o = count; o-- > 0;)
        for (const std::uint32_t s : m_successors[o]) {
            m_descendants[o] |= m_descendants[s];
            m_descendants[o].insert(s);
        }
    findForced();
}

void GraphIndex::findForced()
{
    m_forced.resize(operators());
    m_forcedBytes.resize(operators());
    const OpSet none(operators());
    for (std::uint32_t t = 0; t < tensors(); ++t) {
        OpSet before(operators()); // ancestors of some consumer
        for (const std::uint32_t c : m_consumers[t])
            before |= m_ancestors[c];
        before.forEachExcept(none, [&](std::size_t o) {
            if (!m_ancestors[o].contains(m_producer[t]) || consumes(o, t))
                return;
            m_forced[o].push_back(t);
            m_forcedBytes[o] += m_size[t];
        });
    }
}

bool GraphIndex::consumes(std::size_t op, std::uint32_t tensor) const
{
    const std::vector<std::uint32_t>& inputs = m_inputs[op];
    return std::ranges::find(inputs, tensor) != inputs.end();
}

std::vector<std::uint32_t> defaultOrder(std::size_t operators)
{
    std::vector<std::uint32_t> order(operators);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

} // namespace nestloom::schedule::cosma
