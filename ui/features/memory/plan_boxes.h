// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/memory/memory_plan.h"
#include "ui/style/theme.h"

#include <QImage>

#include <cstdint>
#include <vector>

namespace nestloom::ui {

struct PlanGeometry;

enum class BoxKind { Activation, GraphInput, GraphOutput, Parameter };

/// A rectangle of a memory map: something lies at addresses [offset, offset + size) during the steps first..last.
struct PlanBox {
    std::int32_t first = 0, last = 0; // both included
    std::int64_t offset = 0, size = 0;
    BoxKind kind = BoxKind::Activation;
    std::uint32_t op = 0;       // that makes the tensor, or has the parameter
    std::int32_t tensor = -1;   // -1 = a parameter
    std::int32_t parameter = 0; // into Operator::parameters
    bool retrieved = false;     // comes from off chip
    bool comesBack = false;     // leaves, and is retrieved later
    bool spilled = false;       // is written when it leaves
};

/// All boxes of a plan, with an index by steps.
class PlanBoxes {
public:
    PlanBoxes() = default;
    PlanBoxes(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan);

    const std::vector<PlanBox>& all() const { return m_boxes; }
    bool isEmpty() const { return m_boxes.empty(); }
    int stepCount() const { return m_steps; }

    /// Calls `visit(index)` once for each box that touches a step of first..last.
    template <typename Visit>
    void visit(int first, int last, Visit visit) const
    {
        if (m_chunks.empty())
            return;
        const int from = chunkOf(first), to = chunkOf(last);
        for (int chunk = from; chunk <= to; ++chunk)
            for (const std::uint32_t index : m_chunks[std::size_t(chunk)]) {
                const PlanBox& box = m_boxes[index];
                const bool seenBefore = chunk != from && chunkOf(box.first) < chunk;
                if (!seenBefore && box.first <= last && box.last >= first)
                    visit(int(index));
            }
    }
    int boxAt(int step, std::int64_t address) const; // -1 = a hole
    std::vector<int> boxesAt(int step) const;        // by address
    int boxOf(TensorId tensor, int step) const;      // the residency at that step, else the first one; -1 = none

private:
    static constexpr int kChunk = 16; // steps
    int chunkOf(int step) const { return std::clamp(step / kChunk, 0, int(m_chunks.size()) - 1); }
    void index();

    std::vector<PlanBox> m_boxes;
    std::vector<std::vector<std::uint32_t>> m_chunks;
    int m_steps = 0;
};

/// The boxes in sight as pixels, written straight into an image: a hundred thousand of them take a few milliseconds
/// where a painter takes ten times that. Boxes below a pixel still fill one; boxes of three pixels and more have an
/// edge. The image covers geometry.plot and is transparent where nothing lies.
QImage rasterBoxes(const PlanBoxes& boxes, const PlanGeometry& geometry, const Theme& theme, double pixelRatio);

} // namespace nestloom::ui
