// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/loop_nest_view.h"

#include "engine/mapping/mapping_text.h"
#include "ui/widgets/table_text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

using mapping::Direction;
using mapping::LoopPlace;

void LoopNestView::setEditable(bool editable)
{
    if (editable == m_editable)
        return;
    m_editable = editable;
    m_drag.reset();
    m_highlight.factor.reset();
    m_highlight.drop.reset();
    relayout();
    describe();
}

void LoopNestView::setDropWords(const QString& words, bool isWarning)
{
    m_dropWords = words;
    m_dropWarns = isWarning;
    viewport()->update();
}

std::optional<std::int64_t> LoopNestView::selectedPrime() const
{
    const LoopNestLayout::LoopRow* row = m_highlight.selected ? m_layout.row(*m_highlight.selected) : nullptr;
    if (!row || !m_highlight.factor || *m_highlight.factor >= row->factors.size())
        return std::nullopt;
    return row->factors[*m_highlight.factor].prime;
}

std::int64_t LoopNestView::takenFactor() const
{
    return selectedPrime().value_or(loopAt(*m_result->mapping, *m_highlight.selected).bound);
}

LoopNestTarget LoopNestView::targetAt(QPoint point) const
{
    LoopNestTarget target;
    if (!nestArea().contains(point))
        return target;
    const QPointF content = toContent(point);
    if (const LoopNestLayout::Band* band = m_layout.bandAt(content))
        target.level = band->level;
    if (const LoopNestLayout::TensorRow* tensor = m_layout.tensorAt(content))
        target.tensor = tensor->use.role;
    const LoopNestLayout::LoopRow* row = m_layout.rowAt(content);
    if (!row)
        return target;
    target.loop = row->loop;
    for (const LoopNestLayout::Factor& factor : row->factors)
        if (factor.rect.contains(content))
            target.prime = factor.prime;
    return target;
}

QRect LoopNestView::factorRect(LoopRef loop, std::size_t index) const
{
    const LoopNestLayout::LoopRow* row = m_layout.row(loop);
    return row && index < row->factors.size() ? toViewport(row->factors[index].rect) : QRect();
}

QRect LoopNestView::childrenRect(std::size_t level) const
{
    const bool shown = level < m_layout.bands.size() && m_layout.bands[level].grid.shown();
    return shown ? toViewport(m_layout.bands[level].grid.rect) : QRect();
}

// --- by keys ---------------------------------------------------------------------------------------------------------

/// Left and right walk from the whole loop through its factors.
void LoopNestView::stepFactor(int step)
{
    const LoopNestLayout::LoopRow* row = m_layout.row(*m_highlight.selected);
    const int count = row ? int(row->factors.size()) : 0;
    const int at = m_highlight.factor ? int(*m_highlight.factor) : -1;
    const int next = std::clamp(at + step, -1, count - 1);
    m_highlight.factor = next < 0 ? std::nullopt : std::optional(std::size_t(next));
    describe();
    viewport()->update();
}

void LoopNestView::requestMove(std::optional<LoopPlace> to)
{
    if (to)
        Q_EMIT moveRequested({placeOf(*m_result->mapping, *m_highlight.selected), takenFactor(), *to});
}

/// A whole loop steps past the next loop, a factor to the next list of loops.
bool LoopNestView::stepLoop(Direction direction)
{
    if (!m_highlight.selected)
        return true; // the keys are ours all the same
    const mapping::LayerMapping& nest = *m_result->mapping;
    const LoopPlace from = placeOf(nest, *m_highlight.selected);
    requestMove(selectedPrime() ? mapping::nextList(m_accelerator, nest, from, direction)
                                : mapping::nextPlace(m_accelerator, nest, from, direction));
    return true;
}

bool LoopNestView::takeEditKey(QKeyEvent* event)
{
    if (m_drag && event->key() == Qt::Key_Escape) {
        m_drag->move.reset();
        endDrag();
        return true;
    }
    if (event->matches(QKeySequence::Paste)) {
        Q_EMIT pasteRequested(QApplication::clipboard()->text());
        return true;
    }
    const bool control = event->modifiers() == Qt::ControlModifier;
    if (control && event->key() == Qt::Key_Up)
        return stepLoop(Direction::Outward);
    if (control && event->key() == Qt::Key_Down)
        return stepLoop(Direction::Inward);
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (!m_highlight.selected || !plain)
        return false;
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        stepFactor(event->key() == Qt::Key_Left ? -1 : 1);
        return true;
    }
    if (event->key() != Qt::Key_S)
        return false;
    const LoopPlace from = placeOf(*m_result->mapping, *m_highlight.selected);
    for (const LoopPlace& place : mapping::otherPlaces(m_accelerator, *m_result->mapping, from))
        if (place.level == from.level && place.spatial != from.spatial
            && (from.spatial || place.axis == axisFor(from.level, takenFactor()))) {
            requestMove(place);
            break;
        }
    return true;
}

// --- by mouse --------------------------------------------------------------------------------------------------------

void LoopNestView::beginDrag(QPoint point) { m_drag = Drag{*m_highlight.selected, takenFactor(), point, false, {}}; }

hardware::Axis LoopNestView::axisFor(std::size_t level, std::int64_t factor) const
{
    return mapping::axisWithRoom(m_accelerator.levels[level].fanout, m_result->mapping->levels[level], factor);
}

/// Nothing where the drop would leave all as it is.
std::optional<LoopMove> LoopNestView::moveTo(const Drag& drag, const LoopNestLayout::Drop& drop) const
{
    LoopMove move{placeOf(*m_result->mapping, drag.loop), drag.factor, drop.place};
    if (drop.onChildren && move.from.spatial && move.from.level == move.to.level)
        move.to.axis = move.from.axis;
    else if (drop.onChildren)
        move.to.axis = axisFor(move.to.level, move.factor);
    const auto edited = mapping::moveFactor(*m_result->mapping, move.from, move.factor, move.to);
    return edited && edited->mapping != *m_result->mapping ? std::optional(move) : std::nullopt;
}

void LoopNestView::dragTo(QPoint point)
{
    if (!m_drag->moving && (point - m_drag->start).manhattanLength() < QApplication::startDragDistance())
        return;
    m_drag->moving = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const QRect area = nestArea();
    const int edge = point.y() < area.top() + 16 ? -1 : point.y() > area.bottom() - 16 ? 1 : 0;
    verticalScrollBar()->setValue(verticalScrollBar()->value() + edge * verticalScrollBar()->singleStep());
    const auto drop = area.contains(point) ? m_layout.dropAt(toContent(point)) : std::nullopt;
    const auto move = drop ? moveTo(*m_drag, *drop) : std::nullopt;
    m_highlight.hovered.reset();
    m_highlight.drop = move ? std::optional(drop->mark) : std::nullopt;
    if (move != m_drag->move) {
        m_drag->move = move;
        setDropWords({}, false);
        if (move)
            Q_EMIT movePointed(*move);
    }
    viewport()->update();
}

void LoopNestView::endDrag()
{
    const std::optional<LoopMove> move = m_drag->move;
    m_drag.reset();
    m_highlight.drop.reset();
    viewport()->unsetCursor();
    viewport()->update();
    if (move)
        Q_EMIT moveRequested(*move);
}

void LoopNestView::contextMenuEvent(QContextMenuEvent* event)
{
    LoopNestTarget target = targetAt(event->pos());
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && m_highlight.selected) {
        target = {m_highlight.selected, selectedPrime(), m_highlight.selected->level, {}};
        at = viewport()->mapToGlobal(loopRect(*m_highlight.selected).bottomLeft());
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    if (hasMapping() && m_fillMenu)
        m_fillMenu(*menu, target);
    if (!menu->isEmpty())
        menu->addSeparator();
    menu->addActions(actions());
    menu->popup(at);
}

QString LoopNestView::chartName() const
{
    return hasMapping() ? tr("loop nest of %1").arg(QString::fromStdString(m_result->name)) : QString();
}

QSize LoopNestView::chartSize() const { return {viewport()->width(), titleHeight() + int(std::ceil(m_layout.height))}; }

void LoopNestView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(QRect({0, 0}, chartSize()), theme.card);
    painter.setFont(m_fonts.body);
    paintTitle(painter, theme);
    painter.translate(0, titleHeight());
    paintLoopNest(painter, m_layout, m_fonts, theme, {}, QRectF(0, 0, m_layout.width, m_layout.height));
    painter.translate(0, -titleHeight());
}

QString LoopNestView::asText() const
{
    return hasMapping() ? QString::fromStdString(mapping::print(m_accelerator, m_layer, *m_result->mapping))
                        : QString();
}

QString LoopNestView::asLatex() const { return hasMapping() ? latexLines(asText()) : QString(); }

void LoopNestView::copyAsText() const
{
    if (hasMapping())
        QApplication::clipboard()->setText(asText());
}

void LoopNestView::copyAsLatex() const
{
    if (hasMapping())
        QApplication::clipboard()->setText(asLatex());
}

TableValues LoopNestView::chartValues() const
{
    TableValues table;
    table.columns = {tr("level"), tr("kind"), tr("dimension"), tr("bound [iterations]"), tr("what it does")};
    if (!hasMapping())
        return table;
    for (const LoopRef ref : loopsOf(*m_result->mapping)) {
        const mapping::Loop& loop = loopAt(*m_result->mapping, ref);
        table.rows.push_back({QString::fromStdString(m_accelerator.levels[ref.level].name),
                              !isSpatial(*m_result->mapping, ref)                 ? tr("temporal")
                              : !m_accelerator.levels[ref.level].fanout.isPlane() ? tr("spatial")
                              : loop.axis == hardware::Axis::Rows                 ? tr("spatial, rows")
                                                                                  : tr("spatial, columns"),
                              QString(QLatin1Char(workload::letter(loop.dimension))), qlonglong(loop.bound),
                              loopExplanation(m_accelerator, *m_result->mapping, ref)});
    }
    return table;
}

} // namespace nestloom::ui
