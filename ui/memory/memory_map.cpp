// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_map.h"

#include "ui/export/chart_actions.h"
#include "ui/format.h"
#include "ui/memory/memory_words.h"
#include "ui/memory/plan_range.h"

#include <QAccessible>
#include <QPushButton>

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
    : QWidget(parent), m_plan(plan), m_focus(focus), m_wayOut(makeWayOut(this))
{
    setObjectName(QStringLiteral("memoryMap"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Memory map"));
    enableChartExport(*this);
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

void MemoryMap::moveCapacity(std::int64_t size) { Q_EMIT capacityMoved({std::max<std::int64_t>(1, size)}); }

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
    const auto at = std::find(here.begin(), here.end(), selectedBox());
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
                               qlonglong(box.offset), qlonglong(box.size),
                               QString::fromStdString(m_plan.graph().operators[box.op].name), box.retrieved ? 1 : 0,
                               box.spilled ? 1 : 0});
    return values;
}

} // namespace nestloom::ui
