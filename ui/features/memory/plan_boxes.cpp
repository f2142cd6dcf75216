// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_boxes.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

BoxKind kindOf(const workload::OperatorGraph& graph, const workload::Tensor& tensor)
{
    if (graph.operators[tensor.producer.value].inputs.empty())
        return BoxKind::GraphInput;
    return tensor.consumers.empty() ? BoxKind::GraphOutput : BoxKind::Activation;
}

} // namespace

PlanBoxes::PlanBoxes(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
    : m_steps(int(plan.order.size()))
{
    const auto& residencies = plan.residencies;
    m_boxes.reserve(residencies.size() + plan.parameters.size());
    for (std::size_t i = 0; i < residencies.size(); ++i) {
        const memory::Residency& residency = residencies[i];
        const workload::Tensor& tensor = graph.tensors[residency.tensor.value];
        PlanBox box{int(residency.first),  int(residency.last),   residency.offset.count,     tensor.size.count,
                    kindOf(graph, tensor), tensor.producer.value, int(residency.tensor.value)};
        box.retrieved = i > 0 && residencies[i - 1].tensor == residency.tensor;
        box.comesBack = i + 1 < residencies.size() && residencies[i + 1].tensor == residency.tensor;
        box.spilled = box.comesBack && !box.retrieved; // later a copy is off chip already
        m_boxes.push_back(box);
    }
    std::vector<int> stepOf(graph.operators.size());
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        stepOf[plan.order[step].value] = int(step);
    for (const memory::ParameterPlace& place : plan.parameters) {
        const int step = stepOf[place.op.value];
        const Bytes size = graph.operators[place.op.value].parameters[place.parameter];
        m_boxes.push_back(
            {step, step, place.offset.count, size.count, BoxKind::Parameter, place.op.value, -1, int(place.parameter)});
    }
    index();
}

int PlanBoxes::chunkOf(int step) const { return std::clamp(step / kChunk, 0, int(m_chunks.size()) - 1); }

void PlanBoxes::index()
{
    m_chunks.resize(std::size_t((m_steps + kChunk - 1) / kChunk));
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        for (int chunk = chunkOf(m_boxes[i].first); chunk <= chunkOf(m_boxes[i].last); ++chunk)
            m_chunks[std::size_t(chunk)].push_back(std::uint32_t(i));
}

int PlanBoxes::boxAt(int step, std::int64_t address) const
{
    int found = -1;
    visit(step, step, [&](int index) {
        const PlanBox& box = m_boxes[std::size_t(index)];
        if (address >= box.offset && address < box.offset + box.size)
            found = index;
    });
    return found;
}

std::vector<int> PlanBoxes::boxesAt(int step) const
{
    std::vector<int> found;
    visit(step, step, [&](int index) { found.push_back(index); });
    std::sort(found.begin(), found.end(),
              [this](int a, int b) { return m_boxes[std::size_t(a)].offset < m_boxes[std::size_t(b)].offset; });
    return found;
}

int PlanBoxes::boxOf(TensorId tensor, int step) const
{
    int first = -1;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const PlanBox& box = m_boxes[i];
        if (box.tensor != int(tensor.value))
            continue;
        if (box.first <= step && step <= box.last)
            return int(i);
        if (first < 0)
            first = int(i);
    }
    return first;
}

} // namespace nestloom::ui
