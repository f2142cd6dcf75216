// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_diagram.h"

#include "ui/style/paint_tools.h"
#include "ui/style/wording.h"
#include "ui/widgets/chart_dialog.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kDiagramMargin = 10;
constexpr double kLeastFit = 0.7; // smaller would be hard to read: scroll instead
constexpr double kMostFit = 1.7;
constexpr double kLeastScale = 0.3, kMostScale = 4;

} // namespace

AcceleratorDiagram::AcceleratorDiagram(QWidget* parent) : QAbstractScrollArea(parent), m_fonts(font())
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Block diagram of the accelerator"));
    viewport()->setMouseTracking(true);
    enableChartExport(*this);
    describe();
}

void AcceleratorDiagram::setAccelerator(const hardware::Accelerator& accelerator, std::vector<BlockMark> marks)
{
    m_accelerator = accelerator;
    m_highlight.marks = std::move(marks);
    relayout();
}

void AcceleratorDiagram::relayout()
{
    m_layout = isEmpty() ? AcceleratorDiagramLayout{} : layOutAccelerator(m_accelerator, m_fonts, m_boxes);
    const auto gone = [this](const std::optional<AcceleratorBlock>& block) {
        return block && m_layout.rectOf(*block).isEmpty();
    };
    if (gone(m_highlight.selected))
        m_highlight.selected.reset();
    if (gone(m_highlight.hovered))
        m_highlight.hovered.reset();
    m_fits ? fit() : updateScrollBars();
    describe();
    viewport()->update();
}

void AcceleratorDiagram::zoomToFit()
{
    m_fits = true;
    fit();
    viewport()->update();
}

void AcceleratorDiagram::fit()
{
    if (isEmpty())
        return updateScrollBars();
    const QSize room = maximumViewportSize();
    double best = 0;
    for (const DiagramBoxes boxes : {DiagramBoxes::TwoLines, DiagramBoxes::OneLine}) {
        AcceleratorDiagramLayout layout = layOutAccelerator(m_accelerator, m_fonts, boxes);
        const double scale = std::min({(room.width() - 2 * kDiagramMargin) / layout.size.width(),
                                       (room.height() - 2 * kDiagramMargin) / layout.size.height(), kMostFit});
        if (scale <= best)
            continue;
        best = scale;
        m_boxes = boxes;
        m_layout = std::move(layout);
    }
    m_scale = std::max(best, kLeastFit);
    updateScrollBars();
}

void AcceleratorDiagram::zoom(double factor, QPointF around)
{
    if (isEmpty())
        return;
    const QPointF fixed = toDiagram(around);
    m_fits = false;
    m_scale = std::clamp(m_scale * factor, kLeastScale, kMostScale);
    updateScrollBars();
    const QPointF moved = origin() + fixed * m_scale - around;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(moved.x()));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(moved.y()));
    viewport()->update();
}

void AcceleratorDiagram::updateScrollBars()
{
    const QSizeF needed =
        isEmpty() ? QSizeF(0, 0) : m_layout.size * m_scale + QSizeF(2 * kDiagramMargin, 2 * kDiagramMargin);
    const auto set = [](QScrollBar* bar, double length, int room) {
        bar->setPageStep(room);
        bar->setSingleStep(20);
        bar->setRange(0, std::max(0, int(std::floor(length)) - room));
    };
    set(horizontalScrollBar(), needed.width(), viewport()->width());
    set(verticalScrollBar(), needed.height(), viewport()->height());
}

/// Centred while there is room, scrolled otherwise.
QPointF AcceleratorDiagram::origin() const
{
    const QSizeF drawn = m_layout.size * m_scale;
    const double x = std::max(kDiagramMargin, (viewport()->width() - drawn.width()) / 2);
    const double y = std::max(kDiagramMargin, (viewport()->height() - drawn.height()) / 2);
    return QPointF(x - horizontalScrollBar()->value(), y - verticalScrollBar()->value());
}

QRect AcceleratorDiagram::blockRect(AcceleratorBlock block) const
{
    const QRectF rect = m_layout.rectOf(block);
    return rect.isEmpty() ? QRect()
                          : QRectF(origin() + rect.topLeft() * m_scale, rect.size() * m_scale).toAlignedRect();
}

QString AcceleratorDiagram::toolTipOf(AcceleratorBlock block) const
{
    QString text = blockToolTip(m_accelerator, block);
    for (const BlockMark& mark : m_highlight.marks)
        if (mark.block == block)
            text += QStringLiteral("\n! ") + mark.message;
    return text;
}

void AcceleratorDiagram::select(std::optional<AcceleratorBlock> block)
{
    if (block && m_layout.rectOf(*block).isEmpty())
        block.reset();
    if (m_highlight.selected == block)
        return;
    m_highlight.selected = block;
    if (block)
        ensureVisible(*block);
    describe();
    viewport()->update();
}

void AcceleratorDiagram::choose(AcceleratorBlock block)
{
    select(block);
    Q_EMIT blockSelected(block);
}

void AcceleratorDiagram::ensureVisible(AcceleratorBlock block)
{
    const QRect rect = blockRect(block).adjusted(-8, -8, 8, 8);
    const QRect room = viewport()->rect();
    const auto bring = [](QScrollBar* bar, int first, int last, int length) {
        if (first < 0)
            bar->setValue(bar->value() + first);
        else if (last > length)
            bar->setValue(bar->value() + last - length);
    };
    bring(horizontalScrollBar(), rect.left(), rect.right(), room.width());
    bring(verticalScrollBar(), rect.top(), rect.bottom(), room.height());
}

void AcceleratorDiagram::hover(std::optional<AcceleratorBlock> block)
{
    if (m_highlight.hovered == block)
        return;
    m_highlight.hovered = block;
    viewport()->setCursor(block ? Qt::PointingHandCursor : Qt::ArrowCursor);
    viewport()->update();
}

/// Screen readers hear what the accelerator is, then the selected block.
void AcceleratorDiagram::describe()
{
    QString text = tr("No accelerator is open.");
    if (!isEmpty())
        text = tr("%1 with %2.")
                   .arg(qt(m_accelerator.name),
                        counted(qint64(m_accelerator.levels.size()), tr("1 level"), tr("%1 levels")));
    if (m_highlight.selected)
        text += QLatin1Char(' ') + toolTipOf(*m_highlight.selected);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void AcceleratorDiagram::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const Theme& theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.card);
    if (isEmpty()) {
        painter.setFont(font());
        paint::message(painter, viewport()->rect(), tr("No accelerator is open"),
                       tr("Choose one in the project tree, or open a YAML file (Ctrl+O)."), theme);
        return;
    }
    painter.translate(origin());
    painter.scale(m_scale, m_scale);
    m_highlight.focused = hasFocus();
    paintAcceleratorDiagram(painter, m_layout, m_accelerator, m_fonts, theme, m_highlight);
}

void AcceleratorDiagram::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        m_fonts = AcceleratorDiagramFonts(font());
        relayout();
    } else if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

namespace {
constexpr double kDiagramZoomStep = 1.2;
} // namespace

void AcceleratorDiagram::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    const bool byKeyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (!isEmpty() && !m_highlight.selected && byKeyboard)
        choose(m_layout.blocks().front());
    viewport()->update();
}

void AcceleratorDiagram::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void AcceleratorDiagram::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty())
        return QAbstractScrollArea::keyPressEvent(event);
    const std::vector<AcceleratorBlock> blocks = m_layout.blocks();
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        choose(m_highlight.selected ? m_layout.next(*m_highlight.selected, Qt::Key(event->key())) : blocks.front());
        return;
    case Qt::Key_Home: choose(blocks.front()); return;
    case Qt::Key_End: choose(blocks.back()); return;
    case Qt::Key_F: zoomToFit(); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_highlight.selected)
            Q_EMIT editRequested(*m_highlight.selected);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
        if (control)
            return zoom(event->key() == Qt::Key_Minus ? 1 / kDiagramZoomStep : kDiagramZoomStep,
                        viewport()->rect().center());
        break;
    default: break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void AcceleratorDiagram::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QAbstractScrollArea::wheelEvent(event);
    zoom(std::pow(kDiagramZoomStep, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void AcceleratorDiagram::mousePressEvent(QMouseEvent* event)
{
    const auto block = m_layout.blockAt(toDiagram(event->position()));
    if (block)
        choose(*block);
    else if (event->button() == Qt::LeftButton)
        m_dragged = event->position().toPoint();
    event->accept();
}

void AcceleratorDiagram::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (m_dragged) {
        const QPoint way = point - *m_dragged;
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - way.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - way.y());
        m_dragged = point;
        return;
    }
    hover(m_layout.blockAt(toDiagram(event->position())));
}

void AcceleratorDiagram::mouseReleaseEvent(QMouseEvent* event)
{
    m_dragged.reset();
    event->accept();
}

void AcceleratorDiagram::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto block = m_layout.blockAt(toDiagram(event->position())))
        Q_EMIT editRequested(*block);
}

bool AcceleratorDiagram::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        hover(std::nullopt);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto block = m_layout.blockAt(toDiagram(help->pos()));
        QToolTip::showText(help->globalPos(), block ? toolTipOf(*block) : QString(), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

QString AcceleratorDiagram::chartName() const
{
    return isEmpty() ? QString() : tr("block diagram of %1").arg(qt(m_accelerator.name));
}

void AcceleratorDiagram::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(QRect({0, 0}, chartSize()), theme.card);
    paintAcceleratorDiagram(painter, m_layout, m_accelerator, m_fonts, theme, {});
}

TableValues AcceleratorDiagram::chartValues() const
{
    TableValues table;
    table.columns = {tr("level"),           tr("kind"), tr("capacity [B]"), tr("instances"), tr("columns of children"),
                     tr("rows of children")};
    for (std::size_t i = 0; i < m_accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = m_accelerator.levels[i];
        table.rows.push_back({qt(level.name), QString::fromLatin1(hardware::name(level.kind).data()),
                              level.capacity ? QVariant(qlonglong(level.capacity->count)) : QVariant(),
                              qlonglong(m_accelerator.instances(i)), qlonglong(level.fanout.columns),
                              qlonglong(level.fanout.rows)});
    }
    return table;
}

} // namespace nestloom::ui
