// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_chart.h"

#include "ui/charts/axis_scale.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/hear_events.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>

namespace nestloom::ui {

TimeChart::TimeChart(TimeFocus& focus, QWidget* parent) : PaintedChart(parent), m_focus(focus)
{
    setMouseTracking(true);
    connect(&m_focus, &TimeFocus::windowChanged, this, &TimeChart::layOut);
    connect(&m_focus, &TimeFocus::cursorChanged, this, [this] { update(); });
    connect(&m_focus, &TimeFocus::rangeChanged, this, [this] { update(); });
    connect(&m_focus, &TimeFocus::selectionChanged, this, [this] { update(); });
    for (const auto type : {QEvent::FontChange, QEvent::PaletteChange})
        hearEvents(this, type, [this] { layOut(); });
}

void TimeChart::setTimeLabels(bool shown)
{
    m_hasTimeLabels = shown;
    layOut();
}

namespace {
constexpr int kBareFoot = 4; // pixels
double labelledFoot(const QFont& font) { return QFontMetricsF(captionFont(font)).height() + 7; }
} // namespace

double TimeChart::footRoom() const { return m_hasTimeLabels ? labelledFoot(font()) : kBareFoot; }

QSize TimeChart::chartSize() const
{
    return size() + QSize(0, m_hasTimeLabels ? 0 : int(std::ceil(labelledFoot(font()))) - kBareFoot);
}

void TimeChart::layOut()
{
    const double left = timeMargin(captionFont(font())), top = headRoom();
    const double bottom = height() - footRoom();
    m_geometry.plot =
        QRectF(QPointF(left, top), QPointF(std::max(left + 20, width() - 12.0), std::max(top + 8, bottom)));
    m_geometry.low = m_focus.low();
    m_geometry.high = std::max(m_focus.high(), m_focus.low() + 1);
    placed();
    invalidate();
}

void TimeChart::invalidate()
{
    m_isLayerOld = true;
    update();
}

void TimeChart::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const double ratio = devicePixelRatioF();
    if (m_layer.size() != (QSizeF(size()) * ratio).toSize()) {
        m_layer = QPixmap((QSizeF(size()) * ratio).toSize());
        m_layer.setDevicePixelRatio(ratio);
        m_isLayerOld = true;
    }
    if (m_isLayerOld && !m_layer.isNull()) {
        QPainter painter(&m_layer);
        painter.setFont(captionFont(font()));
        painter.fillRect(rect(), theme.card);
        if (hasData())
            paintMarks(painter, theme, true);
        m_isLayerOld = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_layer);
    painter.setFont(captionFont(font()));
    if (hasData()) {
        paintRange(painter, theme);
        paintOver(painter, theme);
        paintCursor(painter, theme);
        if (const QRectF plate = rangePlate(); !plate.isEmpty())
            paintPlate(painter, plate, theme.accent, rangeText());
    } else {
        painter.setFont(font());
        paintEmpty(painter, theme);
    }
    paint::focusFrame(painter, *this);
}

void TimeChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.setFont(captionFont(font()));
    painter.fillRect(QRect(QPoint(), chartSize()), theme.card);
    if (!hasData())
        return paintEmpty(painter, theme);
    const bool had = std::exchange(m_hasTimeLabels, true);
    paintMarks(painter, theme, false);
    m_hasTimeLabels = had;
    paintRange(painter, theme);
    paintOver(painter, theme);
}

void TimeChart::paintTimeGrid(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = m_geometry.plot;
    const QFontMetricsF metrics(painter.font());
    double taken = m_hasTimeLabels ? metrics.horizontalAdvance(tr("cycles")) + 10 : 0;
    if (m_hasTimeLabels) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, plot.bottom() + 4, plot.left() - 6, metrics.height()), Qt::AlignRight, tr("cycles"));
        taken = plot.left() - 6;
    }
    for (const AxisTick& tick : timeTicks(m_geometry, 90)) {
        const double x = std::round(m_geometry.x(tick.value)) + 0.5;
        if (x > plot.right() + 1)
            continue;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.text);
        if (!m_hasTimeLabels || x - width / 2 < taken + 6 || x + width / 2 > this->width() - 1)
            continue;
        painter.setPen(theme.mutedText);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        painter.drawText(QRectF(x - width / 2 - 2, plot.bottom() + 4, width + 4, metrics.height()), Qt::AlignCenter,
                         tick.text);
        taken = x + width / 2;
    }
}

void TimeChart::paintRange(QPainter& painter, const Theme& theme) const
{
    if (!m_focus.range())
        return;
    const QRectF& plot = m_geometry.plot;
    const double from = m_geometry.x(double(m_focus.range()->from)), to = m_geometry.x(double(m_focus.range()->to));
    painter.save();
    painter.setClipRect(plot);
    QColor shade = theme.accent;
    shade.setAlpha(theme.dark ? 60 : 38);
    painter.fillRect(QRectF(from, plot.top(), to - from, plot.height()), shade);
    painter.setPen(QPen(theme.accent, 1));
    for (const double x : {from, to})
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.restore();
}

void TimeChart::paintCursor(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = m_geometry.plot;
    const double x = std::round(m_geometry.x(double(m_focus.cursor()))) + 0.5;
    if (x < plot.left() || x > plot.right() + 1)
        return;
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (!m_hasTimeLabels)
        return;
    const QString text = format::integer(m_focus.cursor());
    paintPlate(painter, plateAt(x, text), theme.text, text);
}

/// On the line of the time labels.
QRectF TimeChart::plateAt(double x, const QString& text) const
{
    const QRectF& plot = m_geometry.plot;
    const QFontMetricsF metrics(captionFont(font()));
    const double width = metrics.horizontalAdvance(text) + 8;
    return {std::clamp(x - width / 2, plot.left(), std::max(plot.left(), this->width() - width - 1)), plot.bottom() + 3,
            width, metrics.height() + 2};
}

void TimeChart::paintPlate(QPainter& painter, const QRectF& plate, const QColor& colour, const QString& text) const
{
    painter.fillRect(plate, colour);
    painter.setPen(textOn(colour));
    painter.drawText(plate, Qt::AlignCenter, text);
}

QString TimeChart::rangeText() const
{
    return tr("%1 to %2  \u2715").arg(format::integer(m_focus.range()->from), format::integer(m_focus.range()->to));
}

QRectF TimeChart::rangePlate() const
{
    if (!m_hasTimeLabels || !m_focus.range() || !hasData())
        return {};
    const double from = std::max(double(m_focus.range()->from), m_geometry.low);
    const double to = std::min(double(m_focus.range()->to), m_geometry.high);
    return from < to ? plateAt(m_geometry.x((from + to) / 2), rangeText()) : QRectF();
}

QString TimeChart::toolTipAt(QPointF at) const
{
    if (rangePlate().contains(at))
        return tr("Marked range; a click or Escape clears it, Z shows it");
    return hasData() ? hint(at) : QString();
}

namespace {
constexpr double kPanShare = 0.15; // of what is in sight
} // namespace

void TimeChart::mousePressEvent(QMouseEvent* event)
{
    if (!hasData() || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return;
    if (rangePlate().contains(event->position()))
        return m_focus.setRange(std::nullopt);
    m_pressed = m_last = event->position();
    m_moved = false;
    if (event->button() == Qt::LeftButton && grab(m_pressed))
        m_drag = Drag::Grabbed;
    else
        m_drag = event->modifiers().testFlag(Qt::ShiftModifier) ? Drag::Range : Drag::Pan;
}

void TimeChart::markRange(QPointF to)
{
    const double a = m_geometry.cycleAt(m_pressed.x()), b = m_geometry.cycleAt(to.x());
    m_focus.setRange(TimeRange{std::int64_t(std::floor(std::min(a, b))), std::int64_t(std::ceil(std::max(a, b)))});
}

void TimeChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        const bool isOnPlate = rangePlate().contains(at);
        if (std::exchange(m_isOnPlate, isOnPlate) && !isOnPlate)
            unsetCursor();
        if (hasData())
            hover(at);
        if (isOnPlate)
            setCursor(Qt::PointingHandCursor);
        return;
    }
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlack;
    if (m_drag == Drag::Grabbed) {
        dragGrabbed(at);
    } else if (m_moved && m_drag == Drag::Range) {
        markRange(at);
    } else if (m_moved) {
        m_focus.pan((m_last.x() - at.x()) * m_geometry.perPixel());
        panDown(m_last.y() - at.y());
    }
    m_last = at;
}

void TimeChart::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    if (was == Drag::None || was == Drag::Grabbed || m_moved || event->button() != Qt::LeftButton)
        return;
    if (was == Drag::Range)
        return m_focus.setRange(std::nullopt);
    const QPointF at = event->position();
    if (!m_geometry.plot.contains(at))
        return;
    m_focus.setCursor(std::int64_t(m_geometry.cycleAt(at.x())));
    pick(at);
}

void TimeChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (hasData() && event->button() == Qt::LeftButton && m_geometry.plot.contains(event->position()))
        enter(event->position());
}

void TimeChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!hasData())
        return;
    const double notches = event->angleDelta().y() / 120.0;
    if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().y() == 0) {
        const double sideways = notches != 0 ? notches : event->angleDelta().x() / 120.0;
        return m_focus.pan(-kPanShare * sideways * (m_focus.high() - m_focus.low()));
    }
    if (event->modifiers().testFlag(Qt::ControlModifier) || event->position().x() < m_geometry.plot.left())
        return panDown(-notches * 40);
    const double x = std::clamp(event->position().x(), m_geometry.plot.left(), m_geometry.plot.right());
    m_focus.zoom(m_geometry.cycleAt(x), std::pow(kZoomStep, notches));
}

void TimeChart::leaveEvent(QEvent* event)
{
    hover({-1, -1});
    QWidget::leaveEvent(event);
}

bool TimeChart::escape()
{
    if (m_focus.range())
        m_focus.setRange(std::nullopt);
    else if (m_focus.selected())
        m_focus.select(std::nullopt);
    else
        return false;
    return true;
}

void TimeChart::keyPressEvent(QKeyEvent* event)
{
    if (!hasData() || event->modifiers().testFlag(Qt::AltModifier) || event->modifiers().testFlag(Qt::ControlModifier))
        return QWidget::keyPressEvent(event);
    if (takeKey(*event))
        return;
    const double width = m_focus.high() - m_focus.low();
    const double cursor = double(m_focus.cursor());
    const bool sees = cursor >= m_focus.low() && cursor < m_focus.high();
    const double centre = sees ? cursor : m_focus.low() + width / 2;
    const auto step = std::max<std::int64_t>(1, std::int64_t(width / 100));
    switch (event->key()) {
    case Qt::Key_Left: return m_focus.setCursor(m_focus.cursor() - step);
    case Qt::Key_Right: return m_focus.setCursor(m_focus.cursor() + step);
    case Qt::Key_F: return m_focus.fit();
    case Qt::Key_Z:
        if (m_focus.range())
            m_focus.show(*m_focus.range());
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W: return m_focus.zoom(centre, kZoomStep);
    case Qt::Key_Minus:
    case Qt::Key_S: return m_focus.zoom(centre, 1 / kZoomStep);
    case Qt::Key_A: return m_focus.pan(-kPanShare * width);
    case Qt::Key_D: return m_focus.pan(kPanShare * width);
    case Qt::Key_Escape:
        if (escape())
            return;
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace nestloom::ui
