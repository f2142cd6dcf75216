// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/memory_map.h"

#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/plan_boxes.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"

#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kLabelledWidth = 26, kLabelledHeight = 11;
constexpr double kLabelMargin = 2;
constexpr double kHatchedSide = 5;  // parameters of this many pixels are hatched
constexpr double kMarkedWidth = 4;  // boxes of this many pixels show that they come back
constexpr int kMostMarked = 2000;   // boxes in sight beyond which only large ones are marked
constexpr double kMarkedArea = 600; // square pixels of a large one
constexpr int kMostArrows = 160;    // moves in sight beyond which the rail alone shows them
constexpr double kHead = 4;         // half width of an arrow's head

void arrow(QPainter& painter, QPointF from, QPointF to, const QColor& colour)
{
    painter.setPen(QPen(colour, 1.4));
    painter.setBrush(colour);
    painter.drawLine(from, to);
    const double up = to.y() < from.y() ? 1 : -1;
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF{to, to + QPointF(-kHead, up * kHead * 1.6), to + QPointF(kHead, up * kHead * 1.6)});
}

QColor spillColour(const Theme& theme) { return theme.colour(BoundBy::Dram); }
QColor retrieveColour(const Theme& theme) { return theme.accent; }

} // namespace

void MemoryMap::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const double ratio = devicePixelRatioF();
    if (m_isLayerOld || m_layer.size() != size() * ratio) {
        m_layer = QPixmap(size() * ratio);
        m_layer.setDevicePixelRatio(ratio);
        QPainter painter(&m_layer);
        painter.setFont(captionFont(font()));
        paintStatic(painter, theme, true);
        m_isLayerOld = false;
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_layer);
    painter.setFont(captionFont(font()));
    paintOverlay(painter, theme);
    paint::focusFrame(painter, *this);
}

void MemoryMap::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.setFont(captionFont(font()));
    paintStatic(painter, theme, false);
    paintOverlay(painter, theme);
}

void MemoryMap::paintStatic(QPainter& painter, const Theme& theme, bool asPixels)
{
    painter.fillRect(rect(), theme.card);
    if (!m_plan.question().graph)
        return;
    paintGrid(painter, theme);
    if (m_plan.hasPlan()) {
        paintBoxes(painter, theme, asPixels);
        paintMoves(painter, theme);
    }
    paintLegend(painter, theme);
}

void MemoryMap::paintGrid(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = m_geometry.plot;
    const QFontMetricsF metrics(painter.font());
    paintByteAxis(painter, theme, m_geometry, 2.4, tr("address"));
    if (!m_plan.hasPlan())
        return;
    double taken = plot.left() - 30;
    bool isFirst = true;
    for (const auto& tick : stepTicks(m_geometry, 64)) {
        const double x = m_geometry.x(tick.value + 0.5);
        const QString text = isFirst ? tr("step %1").arg(tick.text) : tick.text;
        const double width = metrics.horizontalAdvance(text);
        if (x - width / 2 < taken + 6 || x + width / 2 > this->width() - 2)
            continue;
        isFirst = false;
        painter.setPen(theme.mutedText);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3));
        painter.drawText(QRectF(x - width / 2 - 2, plot.bottom() + 4, width + 4, metrics.height()), Qt::AlignCenter,
                         text);
        taken = x + width / 2;
    }
}

void MemoryMap::paintBoxes(QPainter& painter, const Theme& theme, bool asPixels) const
{
    const PlanBoxes& boxes = m_plan.boxes();
    painter.save();
    painter.setClipRect(m_geometry.plot);
    if (asPixels)
        painter.drawImage(m_geometry.plot.topLeft(),
                          rasterBoxes(boxes, m_geometry, theme, painter.device()->devicePixelRatioF()));
    const int first = m_geometry.firstStep(), last = m_geometry.lastStep();
    int count = 0;
    boxes.visit(first, last, [&count](int) { ++count; });
    const double leastArea = count <= kMostMarked ? 0 : kMarkedArea;
    const double perByte = m_geometry.plot.height() / (m_geometry.highBytes - m_geometry.lowBytes);
    boxes.visit(first, last, [&](int index) {
        const PlanBox& box = boxes.all()[std::size_t(index)];
        const double width = (box.last - box.first + 1) * m_geometry.stepWidth();
        const double height = double(box.size) * perByte;
        const bool hasRoom = width >= kMarkedWidth && height >= 2 && width * height >= leastArea;
        if (asPixels && !hasRoom)
            return;
        const QRectF rect = m_geometry.rectOf(box);
        if (!asPixels) {
            painter.setPen(QPen(boxColour(theme, box.kind).darker(150), 0.5));
            painter.setBrush(boxColour(theme, box.kind));
            painter.drawRect(rect);
        }
        if (hasRoom)
            paintBoxMarks(painter, theme, box, rect.intersected(m_geometry.plot));
    });
    painter.restore();
}

/// What says more than the colour: hatching of parameters, an edge where a tensor leaves to come back, the name.
void MemoryMap::paintBoxMarks(QPainter& painter, const Theme& theme, const PlanBox& box, const QRectF& rect) const
{
    const QColor fill = boxColour(theme, box.kind);
    if (box.kind == BoxKind::Parameter && rect.width() >= kHatchedSide && rect.height() >= kHatchedSide)
        paint::hatch(painter, rect.adjusted(1, 1, -1, -1), textOn(fill));
    if (box.comesBack && rect.width() >= 4)
        painter.fillRect(QRectF(rect.right() - 2, rect.top(), 2, rect.height()), spillColour(theme));
    if (box.retrieved && rect.width() >= 4)
        painter.fillRect(QRectF(rect.left(), rect.top(), 2, rect.height()), retrieveColour(theme));
    if (rect.width() < kLabelledWidth || rect.height() < kLabelledHeight || box.kind == BoxKind::Parameter)
        return;
    const QFontMetricsF metrics(painter.font());
    const QString name = fittingName(boxName(m_plan.graph(), box), metrics, rect.width() - 2 * kLabelMargin);
    if (name.isEmpty())
        return;
    painter.setPen(textOn(fill));
    painter.drawText(rect.adjusted(kLabelMargin, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, name);
}

void MemoryMap::paintMove(QPainter& painter, const Theme& theme, const PlanBox& box, bool spill, bool withArrow) const
{
    const QRectF rect = m_geometry.rectOf(box);
    const double x = spill ? rect.right() : rect.left();
    if (x < m_geometry.plot.left() - 1 || x > m_geometry.plot.right() + 1)
        return;
    const QColor colour = spill ? spillColour(theme) : retrieveColour(theme);
    const double rail = m_rail.center().y();
    const double end = std::clamp(rect.top(), m_geometry.plot.top(), m_geometry.plot.bottom());
    if (withArrow) {
        painter.setRenderHint(QPainter::Antialiasing);
        arrow(painter, spill ? QPointF(x, end) : QPointF(x, rail), spill ? QPointF(x, rail) : QPointF(x, end), colour);
        return;
    }
    // Where there are many: spills above, retrievals below.
    painter.fillRect(QRectF(x - 0.5, spill ? m_rail.top() : rail, 1, m_rail.height() / 2), colour);
}

void MemoryMap::paintMoves(QPainter& painter, const Theme& theme) const
{
    painter.save();
    painter.fillRect(m_rail, theme.level[0]);
    painter.setPen(theme.border);
    painter.drawLine(m_rail.bottomLeft(), m_rail.bottomRight());
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(0, m_rail.top(), m_rail.left() - 6, m_rail.height()), Qt::AlignRight | Qt::AlignVCenter,
                     tr("off chip"));
    std::vector<std::pair<int, bool>> moves;
    m_plan.boxes().visit(m_geometry.firstStep(), m_geometry.lastStep(), [&](int index) {
        const PlanBox& box = m_plan.boxes().all()[std::size_t(index)];
        if (box.spilled)
            moves.emplace_back(index, true);
        if (box.retrieved)
            moves.emplace_back(index, false);
    });
    if (moves.empty())
        painter.drawText(m_rail.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         tr("nothing is spilled or retrieved here"));
    const bool withArrows = moves.size() <= kMostArrows;
    std::vector<int> marks(std::size_t(width()) * 2, 0); // one for each pixel and direction
    for (const auto& [index, spill] : moves) {
        const PlanBox& box = m_plan.boxes().all()[std::size_t(index)];
        if (!withArrows) {
            const double x = spill ? m_geometry.x(box.last + 1.0) : m_geometry.x(box.first);
            const int place = std::clamp(int(x), 0, width() - 1) * 2 + (spill ? 1 : 0);
            if (marks[std::size_t(place)]++ > 0)
                continue;
        }
        paintMove(painter, theme, box, spill, withArrows);
    }
    painter.restore();
}

void MemoryMap::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double x = m_rail.left();
    const double height = metrics.height();
    const auto entry = [&](const QString& text, auto paintSample) {
        const double width = 14 + metrics.horizontalAdvance(text) + 14;
        if (x + width > this->width())
            return;
        paintSample(QRectF(x, 3 + (height - 9) / 2, 9, 9));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x + 14, 3, width, height), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width;
    };
    for (const BoxKind kind : {BoxKind::Activation, BoxKind::Parameter, BoxKind::GraphInput, BoxKind::GraphOutput})
        entry(kindText(kind), [&](const QRectF& sample) {
            painter.fillRect(sample, boxColour(theme, kind));
            if (kind == BoxKind::Parameter)
                paint::hatch(painter, sample, textOn(boxColour(theme, kind)));
        });
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    entry(tr("spill"), [&](const QRectF& s) {
        arrow(painter, {s.center().x(), s.bottom()}, {s.center().x(), s.top()}, spillColour(theme));
    });
    entry(tr("retrieve"), [&](const QRectF& s) {
        arrow(painter, {s.center().x(), s.top()}, {s.center().x(), s.bottom()}, retrieveColour(theme));
    });
    painter.restore();
}

namespace {

constexpr double kWayOutGap = 14; // between a message and the button below it

QString tooSmallTitle() { return MemoryMap::tr("Whole tensors do not fit in this scratchpad"); }

/// Text over anything, on a plate.
void plate(QPainter& painter, QPointF at, const QString& text, const QColor& colour, const Theme& theme,
           Qt::Alignment align)
{
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 8, height = metrics.height() + 2;
    QRectF rect(at.x(), at.y() - height, width, height);
    if (align & Qt::AlignRight)
        rect.moveRight(at.x());
    if (align & Qt::AlignHCenter)
        rect.moveLeft(at.x() - width / 2);
    if (align & Qt::AlignTop)
        rect.moveTop(at.y());
    QColor back = theme.card;
    back.setAlpha(225);
    painter.fillRect(rect, back);
    painter.setPen(colour);
    painter.drawText(rect, Qt::AlignCenter, text);
}

} // namespace

void MemoryMap::paintOverlay(QPainter& painter, const Theme& theme) const
{
    if (m_focus.range() && m_plan.hasPlan())
        paintRange(painter, theme, m_geometry, *m_focus.range());
    if (m_plan.question().graph)
        paintCapacity(painter, theme);
    if (!m_plan.hasPlan())
        return paintMessage(painter, theme);
    paintLevels(painter, theme);
    paintCursor(painter, theme);
    paintSelection(painter, theme);
}

void MemoryMap::paintSelection(QPainter& painter, const Theme& theme) const
{
    const PlanSelection& selection = m_focus.selection();
    painter.save();
    for (const PlanBox& box : m_plan.boxes().all()) {
        const bool ofTensor = selection.tensor && box.tensor == int(selection.tensor->value);
        const bool ofOperator = !selection.tensor && selection.op && box.op == selection.op->value;
        const bool hovered = m_hovered >= 0 && &box == &m_plan.boxes().all()[std::size_t(m_hovered)];
        if (!ofTensor && !ofOperator && !hovered)
            continue;
        painter.setClipRect(m_geometry.plot.adjusted(-1, -1, 1, 1));
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, ofTensor || ofOperator ? 2 : 1));
        painter.drawRect(m_geometry.rectOf(box));
        painter.setClipping(false);
        if (box.spilled)
            paintMove(painter, theme, box, true, true);
        if (box.retrieved)
            paintMove(painter, theme, box, false, true);
    }
    painter.restore();
}

/// The step under the cursor, with its holes hatched.
void MemoryMap::paintCursor(QPainter& painter, const Theme& theme) const
{
    const int step = m_focus.step();
    if (step >= int(m_plan.steps().size()))
        return;
    painter.save();
    painter.setClipRect(m_geometry.plot);
    const double left = m_geometry.x(step), width = m_geometry.stepWidth();
    const double shown = std::max(width, 5.0), from = left + (width - shown) / 2;
    for (const auto& [begin, end] : memory::holes(m_plan.graph(), m_plan.plan(), std::size_t(step))) {
        const QRectF hole(QPointF(from, m_geometry.y(double(end.count))),
                          QPointF(from + shown, m_geometry.y(double(begin.count))));
        paint::hatch(painter, hole.intersected(m_geometry.plot), theme.mutedText);
    }
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    const double centre = std::round(left + width / 2) + 0.5;
    painter.drawLine(QPointF(centre, m_geometry.plot.top()), QPointF(centre, m_geometry.plot.bottom()));
    painter.restore();
}

/// The peak of what is in use.
void MemoryMap::paintLevels(QPainter& painter, const Theme& theme) const
{
    const int step = m_plan.peakStep();
    const double x = m_geometry.x(step + 0.5);
    const memory::PlanStep& peak = m_plan.steps()[std::size_t(step)];
    const double y = m_geometry.y(double(peak.top.count));
    if (!m_geometry.plot.contains(QPointF(x, y)))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.card, 1));
    painter.setBrush(theme.text);
    painter.drawPolygon(QPolygonF{QPointF(x, y), QPointF(x - 5, y - 8), QPointF(x + 5, y - 8)});
    painter.restore();
    const QString text = tr("peak %1").arg(sizeText(peak.used));
    const bool leftward = x + QFontMetricsF(painter.font()).horizontalAdvance(text) + 20 > m_geometry.plot.right();
    double right = x + 7;
    if (std::abs(y - capacityY()) < 2 * QFontMetricsF(painter.font()).height()) // beside what names the capacity
        right = std::max(right, capacityLeft(QFontMetricsF(painter.font())) + 16
                                    + QFontMetricsF(painter.font()).horizontalAdvance(capacityText()));
    plate(painter, {leftward ? x - 7 : right, y - 1}, text, theme.text, theme,
          leftward ? Qt::AlignRight : Qt::AlignLeft);
}

bool MemoryMap::isCapacityInSight() const
{
    const double exact = m_geometry.y(double(m_plan.scratchpad().count));
    return exact >= m_geometry.plot.top() - 1 && exact <= m_geometry.plot.bottom() + 1;
}

QString MemoryMap::capacityText() const
{
    const QString size = sizeText(m_plan.scratchpad());
    if (isCapacityInSight())
        return tr("capacity %1 (drag)").arg(size);
    return m_geometry.y(double(m_plan.scratchpad().count)) < m_geometry.plot.top()
               ? tr("capacity %1, above (drag)").arg(size)
               : tr("capacity %1, below (drag)").arg(size);
}

/// Where what names the capacity begins: behind the mark of the peak, when that would lie over it.
double MemoryMap::capacityLeft(const QFontMetricsF& metrics) const
{
    const double left = m_geometry.plot.left() + 4;
    if (!m_plan.hasPlan())
        return left;
    const double x = m_geometry.x(m_plan.peakStep() + 0.5);
    const double y = m_geometry.y(double(m_plan.steps()[std::size_t(m_plan.peakStep())].top.count));
    const bool isOver = std::abs(y - capacityY()) < 2 * metrics.height() && x + 5 > left
                        && x - 5 < left + 8 + metrics.horizontalAdvance(capacityText());
    return isOver ? x + 7 : left;
}

void MemoryMap::paintCapacity(QPainter& painter, const Theme& theme) const
{
    const double y = std::round(capacityY()) + 0.5;
    painter.setPen(
        QPen(theme.warning, m_drag == Drag::Capacity ? 3 : 2, isCapacityInSight() ? Qt::SolidLine : Qt::DotLine));
    painter.drawLine(QPointF(m_geometry.plot.left(), y), QPointF(m_geometry.plot.right(), y));
    const QString text = capacityText();
    const bool hasRoomAbove = y - m_geometry.plot.top() > QFontMetricsF(painter.font()).height() + 4;
    plate(painter, {capacityLeft(QFontMetricsF(painter.font())), hasRoomAbove ? y - 2 : y + 2}, text, theme.warning,
          theme, Qt::AlignLeft | (hasRoomAbove ? Qt::AlignBottom : Qt::AlignTop));
}

bool MemoryMap::hasWayOut() const
{
    return m_plan.state() == ShownPlan::State::Infeasible && m_plan.budgets()
           && m_plan.budgets()->least > m_plan.scratchpad();
}

QRectF MemoryMap::messageArea() const
{
    const double room = hasWayOut() ? m_wayOut->sizeHint().height() + kWayOutGap : 0;
    return planMessageArea(m_geometry.plot, captionFont(font())).adjusted(0, 0, 0, -room);
}

/// Why nothing runs, where there is room for it above the way out, whose tool tip says it as well.
QString MemoryMap::refusalText() const
{
    const QString text = infeasibleSentence(m_plan.answer());
    const QRectF area = messageArea();
    const bool fits = paint::messagePlaces(area, tooSmallTitle(), text, font()).text.bottom() <= area.bottom();
    return fits || !hasWayOut() ? text : QString();
}

/// Below what says that the network does not run: the size in which it does.
void MemoryMap::layOutWayOut()
{
    m_wayOut->setVisible(hasWayOut());
    if (!hasWayOut())
        return;
    const Bytes least = m_plan.budgets()->least;
    const bool isNear = (least - m_plan.scratchpad()) * 100 < least; // rounded, both would be the same
    m_wayOut->setText(
        tr("Plan with %1 (M_R, the least that runs)").arg(isNear ? format::exactBytes(least) : sizeText(least)));
    m_wayOut->setToolTip(infeasibleSentence(m_plan.answer()));
    const paint::MessagePlaces places = paint::messagePlaces(messageArea(), tooSmallTitle(), refusalText(), font());
    const QRectF message = places.plate();
    const double lowest = m_geometry.plot.bottom() - m_wayOut->sizeHint().height();
    if (lowest < places.title.bottom()) // there is room for neither title nor text: it says both
        m_wayOut->setText(tr("%1. %2").arg(tooSmallTitle(), m_wayOut->text()));
    const QSize size = m_wayOut->sizeHint();
    m_wayOut->setGeometry(
        QRect(QPoint(int(message.center().x()) - size.width() / 2, int(std::min(message.bottom() + 4, lowest))), size));
}

void MemoryMap::paintMessage(QPainter& painter, const Theme& theme) const
{
    using State = ShownPlan::State;
    painter.save();
    painter.setFont(font());
    const auto say = [&](const QString& title, const QString& text, bool warns) {
        const QRectF area = messageArea();
        const paint::MessagePlaces places = paint::messagePlaces(area, title, text, font());
        if (hasWayOut() && m_wayOut->geometry().top() < places.title.bottom())
            return;                                   // no room: the way out says it
        painter.fillRect(places.plate(), theme.card); // the capacity may cross it
        paint::message(painter, area, title, text, theme, warns);
    };
    switch (m_plan.state()) {
    case State::NoNetwork:
        say(tr("No network is chosen"), tr("Choose a network with an operator graph in the project panel."), false);
        break;
    case State::NoGraph:
        say(tr("%1 has no operator graph").arg(m_plan.networkName()),
            tr("It lists layers only, and what lies between them is not known. Choose a network with an operator "
               "graph, or import one from ONNX."),
            false);
        break;
    case State::Infeasible: say(tooSmallTitle(), refusalText(), true); break;
    case State::NoPlan: say(tr("No plan was found"), m_plan.reason(), true); break;
    case State::Failed: say(tr("The network cannot be planned"), m_plan.reason(), true); break;
    case State::Planning:
    case State::Planned: say(tr("Planning ..."), {}, false); break;
    }
    painter.restore();
}

} // namespace nestloom::ui
