// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/shown_directives.h"

#include "engine/schedule/kapla/mapping_directives.h"

#include <algorithm>

namespace nestloom::ui {

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
    return std::any_of(steps.begin(), steps.end(), [&](const kapla::DimSize& step) { return tensor.has(step.dim); });
}

bool passes(const kapla::StackDirective& stack, const kapla::TensorDirective& tensor)
{
    return std::find(stack.passed.begin(), stack.passed.end(), tensor.name) != stack.passed.end();
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
    const auto found = std::find(m_lines.begin(), m_lines.end(), line);
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
