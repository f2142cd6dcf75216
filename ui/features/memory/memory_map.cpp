// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/memory_map.h"

#include "ui/charts/axis_scale.h"

#include "ui/style/format.h"
#include "ui/widgets/hear_events.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPushButton>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kGrip = 6;       // reach of the capacity line, in pixels
constexpr double kCatchReach = 5; // pixels within which a drag catches a size

QPushButton* makeWayOut(QWidget* map)
{
    auto* button = new QPushButton(map);
    button->setObjectName(QStringLiteral("planLeast"));
    button->setCursor(Qt::ArrowCursor); // not that of the map
    button->setAutoDefault(true);       // Return presses it, too
    button->hide();
    return button;
}
} // namespace

MemoryMap::MemoryMap(ShownPlan& plan, PlanFocus& focus, QWidget* parent)
    : PaintedChart(parent), m_plan(plan), m_focus(focus), m_wayOut(makeWayOut(this))
{
    setObjectName(QStringLiteral("memoryMap"));
    setMouseTracking(true);
    setAccessibleName(tr("Memory map"));
    connect(&m_plan, &ShownPlan::planChanged, this, &MemoryMap::takePlan);
    connect(&m_plan, &ShownPlan::networkChanged, this, [this] { m_isFitted = true; });
    connect(&m_plan, &ShownPlan::questionChanged, this, [this] { update(); });
    connect(&m_focus, &PlanFocus::windowChanged, this, &MemoryMap::invalidate);
    connect(&m_focus, &PlanFocus::stepChanged, this, [this] {
        describe();
        update();
    });
    connect(&m_focus, &PlanFocus::rangeChanged, this, [this] {
        describe();
        update();
    });
    connect(&m_focus, &PlanFocus::selectionChanged, this, [this] {
        describe();
        update();
    });
    connect(m_wayOut, &QPushButton::clicked, this, [this] {
        setFocus(); // the button goes
        Q_EMIT sizeChosen(m_plan.budgets()->least);
    });
    layOut();
    for (const auto type : {QEvent::FontChange, QEvent::PaletteChange})
        hearEvents(this, type, [this] { layOut(); });
}

void MemoryMap::takePlan()
{
    layOutWayOut();
    m_hovered = -1;
    if (m_isFitted && m_drag != Drag::Capacity && !m_isKeyMoving)
        fitBytes();
    describe();
    invalidate();
}

void MemoryMap::invalidate()
{
    m_geometry.lowStep = m_focus.low();
    m_geometry.highStep = std::max(m_focus.high(), m_focus.low() + 1);
    m_isLayerOld = true;
    update();
}

void MemoryMap::layOut()
{
    const QFontMetricsF metrics(captionFont(font()));
    const double railTop = metrics.height() + 8; // legend
    m_rail = QRectF(planMargin(captionFont(font())), railTop, 0, 16);
    m_rail.setRight(width() - 12);
    const double bottom = height() - metrics.height() - 9; // labels of the steps
    m_geometry.plot = QRectF(QPointF(m_rail.left(), m_rail.bottom() + 4),
                             QPointF(m_rail.right(), std::max(bottom, m_rail.bottom() + 24)));
    layOutWayOut();
    invalidate();
}

/// The end of the highest address, with the capacity and M_P as long as they do not make the boxes tiny.
double MemoryMap::fittedTop() const
{
    double top = 1;
    if (m_plan.hasPlan()) {
        for (const memory::PlanStep& step : m_plan.steps())
            top = std::max(top, double(step.top.count));
    } else if (m_plan.budgets()) {
        top = double(m_plan.budgets()->peak.count);
    }
    const double capacity = double(m_plan.scratchpad().count);
    const double peak = m_plan.budgets() ? double(m_plan.budgets()->peak.count) : 0;
    top = std::max({top, std::min(capacity, 1.6 * top), std::min(peak, 1.6 * top)});
    return top * 1.14; // room for the capacity's label above the line
}

void MemoryMap::fitBytes()
{
    m_geometry.lowBytes = 0;
    m_geometry.highBytes = fittedTop();
    m_isFitted = true;
}

void MemoryMap::fit()
{
    fitBytes();
    m_focus.fit();
    invalidate();
}

int MemoryMap::boxAt(QPointF at) const
{
    if (!m_plan.hasPlan() || !m_geometry.plot.contains(at))
        return -1;
    return m_plan.boxes().boxAt(int(m_geometry.stepAt(at.x())), std::int64_t(m_geometry.bytesAt(at.y())));
}

double MemoryMap::capacityY() const
{
    const double y = m_geometry.y(double(m_plan.scratchpad().count));
    return std::clamp(y, m_geometry.plot.top(), m_geometry.plot.bottom());
}

bool MemoryMap::isOnCapacity(QPointF at) const
{
    const bool canBe = m_plan.question().graph != nullptr;
    return canBe && at.x() >= m_geometry.plot.left() && at.x() <= m_geometry.plot.right()
           && std::abs(at.y() - capacityY()) <= kGrip;
}

std::int64_t MemoryMap::caught(double bytes) const
{
    const double perPixel = (m_geometry.highBytes - m_geometry.lowBytes) / std::max(1.0, m_geometry.plot.height());
    std::int64_t best = -1;
    for (const std::int64_t size : m_catches)
        if (std::abs(double(size) - bytes) <= kCatchReach * perPixel
            && (best < 0 || std::abs(double(size) - bytes) < std::abs(double(best) - bytes)))
            best = size;
    if (best >= 0)
        return best;
    const double round = std::exp2(std::floor(std::log2(std::max(1.0, perPixel))));
    return std::max<std::int64_t>(1, std::int64_t(std::round(bytes / round) * round));
}

/// To the next size that is told apart: a step of the curve or a budget, or else 1/64 of the range.
void MemoryMap::stepCapacity(int direction)
{
    const std::int64_t now = m_plan.scratchpad().count;
    const auto stride = std::int64_t(std::exp2(std::floor(std::log2(std::max(64.0, m_geometry.highBytes) / 64))));
    std::int64_t next = direction > 0 ? (now / stride + 1) * stride : ((now - 1) / stride) * stride;
    for (const std::int64_t size : m_catches)
        if (direction > 0 ? size > now && size < next : size < now && size > next)
            next = size;
    moveCapacity(next);
}

void MemoryMap::zoomBytes(double at, double factor)
{
    const double range = std::max(16.0, (m_geometry.highBytes - m_geometry.lowBytes) / factor);
    const double place = (at - m_geometry.lowBytes) / (m_geometry.highBytes - m_geometry.lowBytes);
    m_geometry.lowBytes = std::max(0.0, at - place * range);
    m_geometry.highBytes = m_geometry.lowBytes + range;
    m_isFitted = false;
    invalidate();
}

void MemoryMap::panBy(QPointF pixels)
{
    m_focus.pan(-pixels.x() / m_geometry.stepWidth());
    const double range = m_geometry.highBytes - m_geometry.lowBytes;
    const double low = std::max(0.0, m_geometry.lowBytes + pixels.y() / m_geometry.plot.height() * range);
    if (low == m_geometry.lowBytes)
        return;
    m_geometry.lowBytes = low;
    m_geometry.highBytes = low + range;
    m_isFitted = false;
    invalidate();
}

void MemoryMap::selectBox(int box)
{
    if (box < 0)
        return m_focus.select({});
    const PlanBox& chosen = m_plan.boxes().all()[std::size_t(box)];
    PlanSelection selection{OperatorId{chosen.op}, std::nullopt};
    if (chosen.tensor >= 0)
        selection.tensor = TensorId{std::uint32_t(chosen.tensor)};
    m_focus.select(selection);
}

int MemoryMap::selectedBox() const
{
    const PlanSelection& selection = m_focus.selection();
    if (!selection.tensor || !m_plan.hasPlan())
        return -1;
    return m_plan.boxes().boxOf(*selection.tensor, m_focus.step());
}

/// Along the cursor's step, by address.
void MemoryMap::stepBox(int direction)
{
    if (!m_plan.hasPlan())
        return;
    const std::vector<int> here = m_plan.boxes().boxesAt(m_focus.step());
    if (here.empty())
        return;
    const auto at = std::ranges::find(here, selectedBox());
    int next = direction > 0 ? 0 : int(here.size()) - 1;
    if (at != here.end())
        next = std::clamp(int(at - here.begin()) + direction, 0, int(here.size()) - 1);
    selectBox(here[std::size_t(next)]);
}

void MemoryMap::describe()
{
    QString text = tr("No plan is shown.");
    if (m_plan.hasPlan()) {
        text = stepSentence(m_plan, m_focus.step());
        if (m_focus.range())
            text += QLatin1Char('\n') + rangeSentence(m_plan, *m_focus.range());
        if (const int box = selectedBox(); box >= 0)
            text +=
                QLatin1Char('\n') + boxDetails(m_plan.graph(), m_plan.plan(), m_plan.boxes().all()[std::size_t(box)]);
    }
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

TableValues MemoryMap::chartValues() const
{
    TableValues values;
    values.columns = {tr("name"),       tr("kind"),     tr("first step"),      tr("last step"),
                      tr("offset [B]"), tr("size [B]"), tr("made or used by"), tr("retrieved"),
                      tr("spilled")};
    for (const PlanBox& box : m_plan.boxes().all())
        values.rows.push_back({boxName(m_plan.graph(), box), kindText(box.kind), box.first, box.last,
                               qlonglong(box.offset), qlonglong(box.size), qt(m_plan.graph().operators[box.op].name),
                               box.retrieved ? 1 : 0, box.spilled ? 1 : 0});
    return values;
}

namespace {
constexpr double kPanShare = 0.15; // of what is in sight
} // namespace

void MemoryMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = m_last = event->position();
    m_moved = false;
    const bool marks =
        event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier) && m_plan.hasPlan();
    m_drag = marks                                                          ? Drag::Range
             : event->button() == Qt::LeftButton && isOnCapacity(m_pressed) ? Drag::Capacity
                                                                            : Drag::Pan;
}

void MemoryMap::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::None) {
        const bool onCapacity = isOnCapacity(at);
        const int hovered = onCapacity ? -1 : boxAt(at);
        setCursor(onCapacity ? Qt::SplitVCursor : hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (hovered != m_hovered) {
            m_hovered = hovered;
            update();
        }
        return;
    }
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlack;
    if (!m_moved)
        return;
    if (m_drag == Drag::Capacity)
        moveCapacity(caught(m_geometry.bytesAt(at.y())));
    else if (m_drag == Drag::Range)
        m_focus.setRange(StepRange{int(m_geometry.stepAt(m_pressed.x())), int(m_geometry.stepAt(at.x()))});
    else
        panBy(at - m_last);
    m_last = at;
}

void MemoryMap::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = std::exchange(m_drag, Drag::None);
    if (was == Drag::Capacity) {
        Q_EMIT capacityDropped();
        if (m_isFitted)
            fitBytes();
        invalidate();
    } else if (was == Drag::Pan && !m_moved && event->button() == Qt::LeftButton && m_plan.hasPlan()) {
        if (m_geometry.plot.contains(event->position()))
            m_focus.setStep(int(m_geometry.stepAt(event->position().x())));
        selectBox(boxAt(event->position()));
    }
}

void MemoryMap::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_plan.hasPlan())
        return;
    const double factor = std::pow(kZoomStep, event->angleDelta().y() / 120.0);
    const QPointF at = event->position();
    if (event->modifiers().testFlag(Qt::ControlModifier) || at.x() < m_geometry.plot.left())
        zoomBytes(m_geometry.bytesAt(at.y()), factor);
    else
        m_focus.zoom(m_geometry.stepAt(at.x()), factor);
}

void MemoryMap::leaveEvent(QEvent* event)
{
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

void MemoryMap::goTo(int step, bool marks)
{
    if (marks)
        m_focus.extendRange(step);
    m_focus.setStep(step);
}

void MemoryMap::keyPressEvent(QKeyEvent* event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    const bool marks = event->modifiers().testFlag(Qt::ShiftModifier);
    const int page = std::max(1, m_focus.stepCount() / 10);
    const double centre = (m_focus.low() + m_focus.high()) / 2;
    switch (event->key()) {
    case Qt::Key_Left: return goTo(m_focus.step() - 1, marks);
    case Qt::Key_Right: return goTo(m_focus.step() + 1, marks);
    case Qt::Key_PageUp: return goTo(m_focus.step() - page, marks);
    case Qt::Key_PageDown: return goTo(m_focus.step() + page, marks);
    case Qt::Key_Home: return goTo(0, marks);
    case Qt::Key_End: return goTo(m_focus.stepCount() - 1, marks);
    case Qt::Key_Z: return m_focus.showRange();
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int direction = event->key() == Qt::Key_Up ? 1 : -1;
        if (!control)
            return stepBox(direction);
        m_isKeyMoving = true;
        return stepCapacity(direction);
    }
    case Qt::Key_F: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_W: return m_focus.zoom(centre, kZoomStep);
    case Qt::Key_Minus:
    case Qt::Key_S: return m_focus.zoom(centre, 1 / kZoomStep);
    case Qt::Key_A: return m_focus.pan(-kPanShare * (m_focus.high() - m_focus.low()));
    case Qt::Key_D: return m_focus.pan(kPanShare * (m_focus.high() - m_focus.low()));
    case Qt::Key_Escape:
        if (m_focus.range())
            return m_focus.setRange(std::nullopt);
        if (!m_focus.selection().isEmpty())
            return m_focus.select({});
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void MemoryMap::keyReleaseEvent(QKeyEvent* event)
{
    if (m_isKeyMoving && !event->isAutoRepeat()) {
        m_isKeyMoving = false;
        Q_EMIT capacityDropped();
        if (m_isFitted)
            fitBytes();
        invalidate();
    }
    QWidget::keyReleaseEvent(event);
}

QString MemoryMap::toolTipAt(QPointF at) const
{
    if (isOnCapacity(at))
        return tr("Scratchpad of %1: drag, or press Ctrl+Up and Ctrl+Down, to plan for another size")
            .arg(format::exactBytes(m_plan.scratchpad()));
    if (!m_plan.hasPlan() || !m_geometry.plot.contains(at))
        return {};
    if (const int box = boxAt(at); box >= 0)
        return boxDetails(m_plan.graph(), m_plan.plan(), m_plan.boxes().all()[std::size_t(box)]);
    return stepSentence(m_plan, int(m_geometry.stepAt(at.x())));
}

} // namespace nestloom::ui
