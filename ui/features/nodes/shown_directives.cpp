// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/shown_directives.h"

#include "engine/base/integers.h"
#include "engine/schedule/kapla/mapping_directives.h"

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
        return std::ranges::find(stack.passed, m_inputs) != stack.passed.end()
               || std::ranges::any_of(stack.shifts, [](const kapla::DimSize& shift) {
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

namespace {

std::vector<ShownDirectives::Level> levelsOf(const kapla::NodeRun& run, const SegmentChain::Layer& placed,
                                             std::int64_t batch)
{
    const kapla::Directives directives =
        kapla::directivesOf(run.machine, run.graph.network, placed.layer, batch, *placed.schedule);
    const std::vector<kapla::LevelFacts> facts = kapla::factsOf(directives);
    std::vector<ShownDirectives::Level> levels;
    for (const kapla::LevelDirectives& one : directives) {
        ShownDirectives::Level level{one, {}, {}, 0, one.level == "GBUF"};
        for (const kapla::LevelFacts& fact : facts)
            if (fact.level == one.level)
                level.facts = fact;
        if (level.isOfNodes) {
            level.array =
                nodeBuffers(one, placed.schedule->partition, placed.place->placement.nodes, run.machine.nodes);
            level.capacity = run.machine.bufferWords;
        } else if (one.level == "REGF") {
            level.array = registersOfArray(one, run.machine.array);
            level.capacity = run.machine.registerWords;
        }
        levels.push_back(std::move(level));
    }
    return levels;
}

} // namespace

bool moves(const std::vector<kapla::DimSize>& steps, const kapla::TensorDirective& tensor)
{
    return std::ranges::any_of(steps, [&](const kapla::DimSize& step) { return tensor.has(step.dim); });
}

bool passes(const kapla::StackDirective& stack, const kapla::TensorDirective& tensor)
{
    return std::ranges::find(stack.passed, tensor.name) != stack.passed.end();
}

std::int64_t tripsOf(const ShownDirectives::Level& level, std::size_t update)
{
    return level.facts && update < level.facts->trips.size() ? level.facts->trips[update] : 1;
}

Motion motionOf(const ShownDirectives::Level& level, std::size_t update, std::size_t tensor)
{
    const kapla::TensorDirective& of = level.directives.tensors[tensor];
    if (moves(level.directives.updates[update].steps, of))
        return Motion::New;
    for (std::size_t inner = 0; inner < update; ++inner)
        if (tripsOf(level, inner) > 1 && moves(level.directives.updates[inner].steps, of))
            return Motion::Again;
    return Motion::Stays;
}

ShownDirectives::ShownDirectives(ShownNodes& nodes, QObject* parent) : QObject(parent), m_nodes(nodes)
{
    connect(&m_nodes, &ShownNodes::layerChanged, this, &ShownDirectives::refresh); // also after every run
    refresh();
}

void ShownDirectives::refresh()
{
    const std::optional<Line> before = m_chosen ? std::optional(m_lines[*m_chosen]) : std::nullopt;
    m_levels.clear();
    m_lines.clear();
    m_texts.clear();
    m_pointed.reset();
    m_chosen.reset();
    if (const auto* placed = m_nodes.placed()) {
        m_levels = levelsOf(*m_nodes.run(), *placed, m_nodes.question().options.batch);
        addLines();
    }
    if (before)
        m_chosen = lineOf(*before); // the same directive of the next layer, if it has one
    Q_EMIT changed();
    Q_EMIT markedChanged();
}

/// As kapla::print() lists them.
void ShownDirectives::addLines()
{
    for (std::size_t level = 0; level < m_levels.size(); ++level) {
        const kapla::LevelDirectives& of = m_levels[level].directives;
        m_texts << QString::fromStdString(kapla::print({of})).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        m_lines.push_back({Kind::Level, level, 0});
        for (const auto& [kind, count] :
             {std::pair(Kind::Tensor, of.tensors.size()), std::pair(Kind::Stack, of.stacks.size()),
              std::pair(Kind::Update, of.updates.size())})
            for (std::size_t at = 0; at < count; ++at)
                m_lines.push_back({kind, level, at});
    }
}

const ShownDirectives::Line* ShownDirectives::marked() const
{
    const auto line = m_pointed ? m_pointed : m_chosen;
    return line ? &m_lines[*line] : nullptr;
}

bool ShownDirectives::isMarked(Kind kind, std::size_t level, std::size_t at) const
{
    const Line* line = marked();
    return line != nullptr && *line == Line{kind, level, at};
}

std::optional<std::size_t> ShownDirectives::lineOf(const Line& line) const
{
    const auto found = std::ranges::find(m_lines, line);
    return found == m_lines.end() ? std::nullopt : std::optional(std::size_t(found - m_lines.begin()));
}

std::size_t ShownDirectives::level() const
{
    if (m_chosen && !m_levels[m_lines[*m_chosen].level].array.empty())
        return m_lines[*m_chosen].level;
    for (std::size_t i = 0; i < m_levels.size(); ++i)
        if (m_levels[i].isOfNodes)
            return i;
    return 0;
}

void ShownDirectives::choose(std::optional<std::size_t> line)
{
    if (line == m_chosen || (line && *line >= m_lines.size()))
        return;
    m_chosen = line;
    Q_EMIT markedChanged();
}

void ShownDirectives::point(std::optional<std::size_t> line)
{
    if (line == m_pointed || (line && *line >= m_lines.size()))
        return;
    m_pointed = line;
    Q_EMIT markedChanged();
}

TensorRole ShownDirectives::roleOf(std::size_t level, std::size_t tensor) const
{
    if (tensor == 0)
        return TensorRole::Inputs;
    return tensor + 1 == m_levels[level].directives.tensors.size() ? TensorRole::Outputs : TensorRole::Weights;
}

} // namespace nestloom::ui
