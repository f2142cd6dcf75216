// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/loop_nest_view.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/chart_dialog.h"
#include "ui/words/layer_words.h"

#include <QAccessible>
#include <QAction>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

LoopNestFonts fontsFor(const QFont& body) { return {body, captionFont(body), strongFont(body), codeFont(body)}; }

} // namespace

LoopNestView::LoopNestView(QWidget* parent) : QAbstractScrollArea(parent), m_fonts(fontsFor(font()))
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Loop nest"));
    auto* copy = new QAction(tr("Copy loop nest as text"), this); // Ctrl+C as well, see keyPressEvent
    connect(copy, &QAction::triggered, this, &LoopNestView::copyAsText);
    addAction(copy);
    auto* copyLatex = new QAction(tr("Copy loop nest as LaTeX"), this);
    connect(copyLatex, &QAction::triggered, this, &LoopNestView::copyAsLatex);
    addAction(copyLatex);
    enableChartExport(*this);
    setContextMenuPolicy(Qt::DefaultContextMenu); // the actions stand at the end of a menu about what is pointed at
    describe();
}

void LoopNestView::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result)
{
    const bool sameNest = hasMapping() && result.mapping == m_result->mapping && accelerator == m_accelerator;
    const bool sameLayer = hasMapping() && layer == m_layer && accelerator == m_accelerator;
    m_accelerator = accelerator;
    m_layer = layer;
    m_result = result;
    m_mappingFits = result.mapping && result.mapping->levels.size() == accelerator.levels.size();
    if (!sameNest) {
        m_highlight = {};
        m_drag.reset();
        if (!sameLayer || !m_editable)
            verticalScrollBar()->setValue(0);
    }
    relayout();
    describe();
}

void LoopNestView::clear()
{
    m_result.reset();
    m_highlight = {};
    m_drag.reset();
    relayout();
    describe();
}

void LoopNestView::relayout()
{
    m_layout = hasMapping() ? layOutLoopNest(m_accelerator, m_layer, *m_result->mapping, m_fonts, viewport()->width(),
                                             m_editable)
                            : LoopNestLayout{};
    updateScrollBars();
    viewport()->update();
}

void LoopNestView::updateScrollBars()
{
    const QRect area = nestArea();
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(m_layout.height)) - area.height()));
    verticalScrollBar()->setPageStep(area.height());
    verticalScrollBar()->setSingleStep(24);
    horizontalScrollBar()->setRange(0, std::max(0, int(std::ceil(m_layout.width)) - area.width()));
    horizontalScrollBar()->setPageStep(area.width());
}

int LoopNestView::titleHeight() const { return QFontMetrics(m_fonts.body).height() + 22; }

/// A title and two lines: the longest explanation fits at 700 pixels.
int LoopNestView::explanationHeight() const
{
    return QFontMetrics(m_fonts.strong).height() + 2 * QFontMetrics(m_fonts.body).height() + 18;
}

QRect LoopNestView::nestArea() const { return viewport()->rect().adjusted(0, titleHeight(), 0, -explanationHeight()); }

QPointF LoopNestView::toContent(QPoint point) const
{
    return QPointF(point - nestArea().topLeft())
           + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value());
}

QRect LoopNestView::loopRect(LoopRef loop) const
{
    const LoopNestLayout::LoopRow* row = m_layout.row(loop);
    return row ? toViewport(row->rect) : QRect();
}

QRect LoopNestView::toViewport(const QRectF& content) const
{
    const QPoint offset = nestArea().topLeft() - QPoint(horizontalScrollBar()->value(), verticalScrollBar()->value());
    return content.toAlignedRect().translated(offset);
}

void LoopNestView::selectLoop(std::optional<LoopRef> loop, std::optional<std::int64_t> prime)
{
    const LoopNestLayout::LoopRow* row = loop ? m_layout.row(*loop) : nullptr;
    if (!row)
        loop.reset();
    std::optional<std::size_t> factor;
    for (std::size_t i = 0; row && prime && i < row->factors.size() && !factor; ++i)
        if (row->factors[i].prime == *prime)
            factor = i;
    if (loop == m_highlight.selected && factor == m_highlight.factor)
        return;
    m_highlight.factor = factor;
    m_highlight.selected = loop;
    if (loop)
        ensureVisible(*loop);
    describe();
    viewport()->update();
    Q_EMIT loopSelected(loop ? int(loop->level) : -1, loop ? int(loop->position) : -1);
}

void LoopNestView::hover(std::optional<LoopRef> loop)
{
    if (loop == m_highlight.hovered)
        return;
    m_highlight.hovered = loop;
    describe();
    viewport()->update();
    Q_EMIT loopHovered(loop ? int(loop->level) : -1, loop ? int(loop->position) : -1);
}

void LoopNestView::ensureVisible(LoopRef loop)
{
    const LoopNestLayout::LoopRow* row = m_layout.row(loop);
    if (!row)
        return;
    QScrollBar* bar = verticalScrollBar();
    const int top = int(row->rect.top()) - 8;
    const int bottom = int(row->rect.bottom()) + 8;
    if (top < bar->value())
        bar->setValue(top);
    else if (bottom > bar->value() + bar->pageStep())
        bar->setValue(bottom - bar->pageStep());
}

QString LoopNestView::explanation() const
{
    const std::optional<LoopRef> loop = m_highlight.shown();
    if (!hasMapping())
        return {};
    if (m_drag && m_drag->moving)
        return m_dropWords.isEmpty() ? tr("Let go between loops, or over the children to spread it.") : m_dropWords;
    if (!loop && m_editable)
        return tr(
            "Drag a loop or one of its factors. By keys: Up and Down choose a loop, Left and Right a factor of it; "
            "Ctrl+Up and Ctrl+Down move it, S spreads it over children and back.");
    if (!loop)
        return tr("Point at a loop, or walk with the arrow keys, to see what it re-uses and what it moves.");
    return loopExplanation(m_accelerator, *m_result->mapping, *loop);
}

/// Screen readers hear the state of the view, then the loop that is selected.
void LoopNestView::describe()
{
    QString text = tr("No layer is selected.");
    if (hasMapping()) {
        text = tr("%1, %2.").arg(qt(m_result->name), dataflowText(*m_result->mapping));
        if (const std::optional<LoopRef> loop = m_highlight.shown())
            text += QStringLiteral(" %1: %2").arg(loopTitle(m_accelerator, *m_result->mapping, *loop), explanation());
    } else if (m_result) {
        text = tr("%1: %2. %3").arg(qt(m_result->name), statusText(*m_result), qt(m_result->reason));
    }
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void LoopNestView::resizeEvent(QResizeEvent*) { relayout(); }

void LoopNestView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_fonts = fontsFor(font());
        relayout();
    } else if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

void LoopNestView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyAsText();
        return;
    }
    if (!hasMapping() || (m_editable && takeEditKey(event)))
        return hasMapping() ? event->accept() : QAbstractScrollArea::keyPressEvent(event);
    const std::vector<LoopRef> loops = loopsOf(*m_result->mapping);
    if (loops.empty())
        return QAbstractScrollArea::keyPressEvent(event);
    const auto current = std::ranges::find(loops, m_highlight.selected);
    const std::ptrdiff_t last = std::ptrdiff_t(loops.size()) - 1;
    const std::ptrdiff_t at = current == loops.end() ? -1 : current - loops.begin();
    switch (event->key()) {
    case Qt::Key_Down: selectLoop(loops[std::size_t(std::min(at + 1, last))]); break;
    case Qt::Key_Up: selectLoop(loops[std::size_t(at < 0 ? last : std::max<std::ptrdiff_t>(at - 1, 0))]); break;
    case Qt::Key_Home: selectLoop(loops.front()); break;
    case Qt::Key_End: selectLoop(loops.back()); break;
    case Qt::Key_Escape: selectLoop(std::nullopt); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    hover(std::nullopt); // the keyboard wins over a mouse that rests somewhere
}

void LoopNestView::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (m_drag && (event->buttons() & Qt::LeftButton))
        return dragTo(point);
    const LoopNestLayout::LoopRow* row = nestArea().contains(point) ? m_layout.rowAt(toContent(point)) : nullptr;
    hover(row ? std::optional(row->loop) : std::nullopt);
}

void LoopNestView::mousePressEvent(QMouseEvent* event)
{
    const LoopNestTarget target = targetAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton || (event->button() == Qt::RightButton && target.loop))
        selectLoop(target.loop, target.prime);
    if (event->button() == Qt::LeftButton && m_editable && target.loop)
        beginDrag(event->position().toPoint());
}

void LoopNestView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_drag)
        endDrag();
    event->accept();
}

bool LoopNestView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        hover(std::nullopt);
    if (event->type() == QEvent::ToolTip && hasMapping()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const LoopNestLayout::TensorRow* row = m_layout.tensorAt(toContent(help->pos()));
        QToolTip::showText(help->globalPos(), row ? row->toolTip : QString(), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void LoopNestView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Theme& theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.card);
    painter.setFont(m_fonts.body);
    if (!hasMapping()) {
        paintState(painter, theme);
        return;
    }
    const QRect area = nestArea();
    painter.save();
    painter.setClipRect(area);
    const QPointF scroll(horizontalScrollBar()->value(), verticalScrollBar()->value());
    painter.translate(QPointF(area.topLeft()) - scroll);
    paintLoopNest(painter, m_layout, m_fonts, theme, m_highlight, QRectF(scroll, QSizeF(area.size())));
    painter.restore();
    paintTitle(painter, theme);
    paintExplanation(painter, theme);
}

void LoopNestView::paintTitle(QPainter& painter, const Theme& theme) const
{
    const QRectF line(12, 8, viewport()->width() - 24, titleHeight() - 14);
    painter.setFont(m_fonts.caption);
    double right = line.right();
    const auto addBadge = [&](const QString& text, const QColor& colour) {
        const double width = paint::badgeWidth(m_fonts.caption, text);
        paint::badge(painter, QRectF(right - width, line.top(), width, line.height()), text, colour, theme);
        right -= width + 6;
    };
    if (m_result->verified)
        addBadge(tr("verified"), theme.better);
    else
        addBadge(tr("not verified"), theme.warning);
    if (m_editable)
        addBadge(tr("edit"), theme.accent);
    addBadge(dataflowText(*m_result->mapping), theme.accent);
    painter.setFont(m_fonts.strong);
    painter.setPen(theme.text);
    const QFontMetricsF strong(m_fonts.strong);
    const QString name = strong.elidedText(qt(m_result->name), Qt::ElideMiddle, right - line.left() - 8);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    QString facts = qt(mapping::describeShape(m_layer, m_result->mapping));
    if (m_result->cost)
        facts += tr("   %1, bound by %2").arg(format::exactCycles(m_result->cost->cycles), bottleneckText(*m_result));
    const double left = line.left() + strong.horizontalAdvance(name) + 12;
    painter.setFont(m_fonts.caption);
    painter.setPen(theme.mutedText);
    const double room = right - left - 8;
    if (room > 40)
        painter.drawText(QRectF(left, line.top(), room, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(m_fonts.caption).elidedText(facts, Qt::ElideRight, room));
}

void LoopNestView::paintExplanation(QPainter& painter, const Theme& theme) const
{
    const QRectF strip(0, viewport()->height() - explanationHeight(), viewport()->width(), explanationHeight());
    painter.fillRect(strip, theme.window);
    painter.fillRect(QRectF(strip.left(), strip.top(), strip.width(), 1), theme.border);
    const QRectF text = strip.adjusted(12, 8, -12, -6);
    const double titleLine = QFontMetricsF(m_fonts.strong).height();
    const std::optional<LoopRef> loop = m_highlight.shown();
    painter.setFont(m_fonts.strong);
    painter.setPen(theme.text);
    const QString heading =
        loop ? loopTitle(m_accelerator, *m_result->mapping, *loop) : tr("Loops from outer to inner");
    const bool warns = m_drag && m_drag->moving && m_dropWarns;
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, heading);
    // Legend of the chips, so that the letters need no manual.
    painter.setFont(m_fonts.caption);
    painter.setPen(theme.mutedText);
    const QString legend = tr("W weights  I inputs  O outputs   outlined: re-used   filled: moved or split");
    const double taken = QFontMetricsF(m_fonts.strong).horizontalAdvance(heading) + 16;
    if (taken + QFontMetricsF(m_fonts.caption).horizontalAdvance(legend) <= text.width()) // else the chips must do
        painter.drawText(text, Qt::AlignRight | Qt::AlignTop, legend);
    painter.setFont(m_fonts.body);
    painter.setPen(warns ? theme.warning : loop ? theme.text : theme.mutedText);
    painter.drawText(text.adjusted(0, titleLine + 2, 0, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     explanation());
}

void LoopNestView::paintState(QPainter& painter, const Theme& theme) const
{
    const QRectF area = viewport()->rect();
    if (!m_result) {
        paint::message(painter, area, tr("Select a layer with a mapping"),
                       tr("Its loop nest appears here: one band per buffer level, outermost on top. Runs on nodes "
                          "and memory plans have none."),
                       theme);
        return;
    }
    const QString name = qt(m_result->name);
    if (isAwaited(*m_result)) {
        paint::message(painter, area, tr("%1 is waiting for its mapping").arg(name),
                       tr("The loop nest appears as soon as the engine has one."), theme);
        return;
    }
    WhyNoMapping why = whyNoMapping(*m_result);
    if (m_result->mapping)
        why.text = tr("The mapping has %1 levels, the accelerator has %2.")
                       .arg(m_result->mapping->levels.size())
                       .arg(m_accelerator.levels.size());
    paint::message(painter, area, why.title, why.text, theme, why.isWarning);
}

} // namespace nestloom::ui
