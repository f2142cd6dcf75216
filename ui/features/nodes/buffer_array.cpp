// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/buffer_array.h"

#include "engine/base/checked_math.h"

#include <algorithm>
#include <map>

namespace nestloom::ui {

namespace {

/// Every combination of copies; those of the first stack change fastest.
std::vector<BufferArray::Buffer> copiesOf(const std::vector<kapla::StackDirective>& stacks)
{
    std::vector<BufferArray::Buffer> buffers(1);
    buffers.front().copy.assign(stacks.size(), 0);
    for (std::size_t s = 0; s < stacks.size(); ++s) {
        const std::size_t inner = buffers.size();
        for (std::int64_t copy = 1; copy < stacks[s].copies; ++copy)
            for (std::size_t i = 0; i < inner; ++i) {
                buffers.push_back(buffers[i]);
                buffers.back().copy[s] = copy;
            }
    }
    return buffers;
}

/// Where a buffer's tensor begins, for every dimension that some stack shifts and the tensor has.
std::vector<kapla::DimSize> offsetOf(const kapla::TensorDirective& tensor,
                                     const std::vector<kapla::StackDirective>& stacks,
                                     const std::vector<std::int64_t>& copy)
{
    std::map<kapla::Dim, std::int64_t> offsets;
    for (std::size_t s = 0; s < stacks.size(); ++s)
        for (const kapla::DimSize& shift : stacks[s].shifts)
            if (tensor.has(shift.dim))
                offsets[shift.dim] += shift.size * copy[s];
    std::vector<kapla::DimSize> list;
    for (const auto& [dim, size] : offsets)
        list.push_back({dim, size});
    return list;
}

BufferArray::Holding holdingOf(const kapla::TensorDirective& tensor, const std::vector<kapla::StackDirective>& stacks,
                               const std::vector<BufferArray::Buffer>& buffers)
{
    const auto isBefore = [](const std::vector<kapla::DimSize>& a, const std::vector<kapla::DimSize>& b) {
        return std::lexicographical_compare(
            a.begin(), a.end(), b.begin(), b.end(),
            [](const kapla::DimSize& x, const kapla::DimSize& y) { return x.size < y.size; });
    };
    std::map<std::vector<kapla::DimSize>, std::vector<std::size_t>, decltype(isBefore)> byOffset(isBefore);
    for (std::size_t i = 0; i < buffers.size(); ++i)
        byOffset[offsetOf(tensor, stacks, buffers[i].copy)].push_back(i);
    BufferArray::Holding holding;
    holding.part.resize(buffers.size());
    holding.share.resize(buffers.size());
    for (const auto& [offset, holders] : byOffset) {
        for (std::size_t k = 0; k < holders.size(); ++k) {
            holding.part[holders[k]] = holding.offsets.size();
            holding.share[holders[k]] = std::int64_t(k) % tensor.shared;
        }
        holding.offsets.push_back(offset);
    }
    return holding;
}

void addHoldings(BufferArray& array, const kapla::LevelDirectives& level)
{
    for (const kapla::TensorDirective& tensor : level.tensors)
        array.tensors.push_back(holdingOf(tensor, level.stacks, array.buffers));
}

/// Places stack after stack, each around what is placed already.
class Placer {
public:
    Placer(const kapla::LevelDirectives& level, kapla::Extent room)
        : m_stacks(level.stacks), m_inputs(level.tensors.empty() ? std::string() : level.tensors.front().name),
          m_room(room)
    {
    }

    std::vector<BufferArray::Buffer> run()
    {
        std::vector<BufferArray::Buffer> buffers = copiesOf(m_stacks);
        for (std::size_t s = 0; s < m_stacks.size(); ++s)
            place(buffers, s);
        for (const Fold& fold : m_folds) {
            for (BufferArray::Buffer& buffer : buffers)
                buffer.at.h += buffer.copy[fold.stack] / fold.across * m_taken.h;
            m_taken.h *= ceilDivide(m_stacks[fold.stack].copies, fold.across);
        }
        return buffers;
    }

private:
    struct Fold {
        std::size_t stack;
        std::int64_t across;
    };

    /// Rows of outputs stand side by side, and inputs are handed on from column to column.
    bool isAlongColumns(const kapla::StackDirective& stack) const
    {
        return std::find(stack.passed.begin(), stack.passed.end(), m_inputs) != stack.passed.end()
               || std::any_of(stack.shifts.begin(), stack.shifts.end(), [](const kapla::DimSize& shift) {
                      return shift.dim == kapla::Dim::Yo || shift.dim == kapla::Dim::Xo;
                  });
    }

    void place(std::vector<BufferArray::Buffer>& buffers, std::size_t s)
    {
        const std::int64_t copies = m_stacks[s].copies;
        if (!isAlongColumns(m_stacks[s]) && m_taken.h * copies <= m_room.h) {
            for (BufferArray::Buffer& buffer : buffers)
                buffer.at.h += buffer.copy[s] * m_taken.h;
            m_taken.h *= copies;
            return;
        }
        const std::int64_t across = std::clamp<std::int64_t>(m_room.w / m_taken.w, 1, copies);
        for (BufferArray::Buffer& buffer : buffers)
            buffer.at.w += buffer.copy[s] % across * m_taken.w;
        m_taken.w *= across;
        if (across < copies)
            m_folds.push_back({s, across}); // strips lie around whatever else goes along rows
    }

    const std::vector<kapla::StackDirective>& m_stacks;
    const std::string m_inputs; // by name
    const kapla::Extent m_room;
    kapla::Extent m_taken;
    std::vector<Fold> m_folds;
};

} // namespace

std::optional<std::size_t> BufferArray::next(const kapla::LevelDirectives& level, std::size_t buffer,
                                             std::size_t stack) const
{
    std::size_t stride = 1; // the copies of the first stack change fastest
    for (std::size_t s = 0; s < stack; ++s)
        stride *= std::size_t(level.stacks[s].copies);
    return buffers[buffer].copy[stack] + 1 < level.stacks[stack].copies ? std::optional(buffer + stride) : std::nullopt;
}

std::optional<std::size_t> BufferArray::find(kapla::Node at) const
{
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].at == at)
            return i;
    return std::nullopt;
}

std::vector<ArrayAxis> nodeAxes(const kapla::Partition& partition)
{
    std::vector<ArrayAxis> axes;
    for (auto split = partition.order.rbegin(); split != partition.order.rend(); ++split) {
        if (partition.of(*split).w > 1)
            axes.push_back(ArrayAxis::Columns);
        if (partition.of(*split).h > 1)
            axes.push_back(ArrayAxis::Rows);
    }
    return axes;
}

BufferArray nodeBuffers(const kapla::LevelDirectives& level, const kapla::Partition& partition,
                        const kapla::NodeRegion& nodes, const kapla::NodeRegion& mesh)
{
    const std::vector<ArrayAxis> axes = nodeAxes(partition);
    BufferArray array{mesh.extent, copiesOf(level.stacks), {}};
    kapla::Extent taken;
    for (std::size_t s = 0; s < level.stacks.size() && s < axes.size(); ++s) {
        const bool isRow = axes[s] == ArrayAxis::Rows;
        for (BufferArray::Buffer& buffer : array.buffers)
            (isRow ? buffer.at.h : buffer.at.w) += buffer.copy[s] * (isRow ? taken.h : taken.w);
        (isRow ? taken.h : taken.w) *= level.stacks[s].copies;
    }
    for (BufferArray::Buffer& buffer : array.buffers) {
        const kapla::Node node = kapla::nodeAt(nodes, buffer.at);
        buffer.at = {node.h - mesh.origin.h, node.w - mesh.origin.w};
    }
    addHoldings(array, level);
    return array;
}

BufferArray registersOfArray(const kapla::LevelDirectives& level, kapla::Extent array)
{
    BufferArray made{array, Placer(level, array).run(), {}};
    for (const BufferArray::Buffer& buffer : made.buffers)
        made.room = {std::max(made.room.h, buffer.at.h + 1), std::max(made.room.w, buffer.at.w + 1)};
    addHoldings(made, level);
    return made;
}

} // namespace nestloom::ui
