// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/buffer_bars.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kBarsMargin = 12;
constexpr double kBarHeight = 18;
constexpr double kGapBelow = 12;

} // namespace

BufferBars::BufferBars(QWidget* parent) : PaintedChart(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Buffer use per level"));
    setContextMenuPolicy(Qt::DefaultContextMenu); // the actions stand at the end of a menu about what is pointed at
    hearEvents(this, QEvent::FontChange, [this] { updateGeometry(); });
}

void BufferBars::setUses(std::vector<LevelUse> uses)
{
    m_uses = std::move(uses);
    QStringList spoken;
    for (const LevelUse& use : m_uses)
        spoken << tr("%1: %2").arg(qt(use.level), useText(use));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

TableValues BufferBars::chartValues() const
{
    TableValues table;
    table.columns = {tr("level"),        tr("tensor"),       tr("tile"),           tr("elements"),
                     tr("needed [bit]"), tr("capacity [B]"), tr("instances used"), tr("instances")};
    for (const LevelUse& use : m_uses)
        for (const TensorUse& tensor : use.tensors)
            table.rows.push_back({qt(use.level), tensorName(tensor.role), tensor.shape, qlonglong(tensor.elements),
                                  qlonglong(tensor.bits.count),
                                  use.capacity ? QVariant(qlonglong(use.capacity->count)) : QVariant(),
                                  qlonglong(use.usedInstances), qlonglong(use.instances)});
    return table;
}

double BufferBars::rowHeight() const { return std::ceil(fontMetrics().height() + 5 + kBarHeight + kGapBelow); }

QSize BufferBars::sizeHint() const
{
    return {720, int(2 * kBarsMargin - kGapBelow + double(m_uses.size()) * rowHeight())};
}

QRectF BufferBars::barRect(std::size_t level) const
{
    const double top = kBarsMargin + double(level) * rowHeight() + fontMetrics().height() + 5;
    return {kBarsMargin, top, width() - 2 * kBarsMargin, kBarHeight};
}

/// The bar ends at the capacity, or at what is needed when that is more; without a capacity it ends at what is needed.
double BufferBars::bitsToWidth(std::size_t level) const
{
    const LevelUse& use = m_uses[level];
    const double capacity = use.capacity ? 8.0 * double(use.capacity->count) : 0;
    const double end = std::max(capacity, double(use.total.count));
    return end > 0 ? barRect(level).width() / end : 0;
}

QRectF BufferBars::partRect(std::size_t level, TensorRole role) const
{
    const double scale = bitsToWidth(level);
    QRectF rect = barRect(level);
    double left = rect.left();
    for (const TensorUse& tensor : m_uses[level].tensors) {
        const double width = double(tensor.bits.count) * scale;
        if (tensor.role == role)
            return {left, rect.top(), width, rect.height()};
        left += width;
    }
    return {};
}

std::optional<std::size_t> BufferBars::levelAt(QPointF point) const
{
    for (std::size_t level = 0; level < m_uses.size(); ++level)
        if (barRect(level).adjusted(0, -fontMetrics().height() - 5, 0, 4).contains(point))
            return level;
    return std::nullopt;
}

QString BufferBars::toolTipAt(QPointF point) const
{
    const auto level = levelAt(point);
    if (!level)
        return {};
    const LevelUse& use = m_uses[*level];
    QStringList lines{tr("%1: %2").arg(qt(use.level), exactUseText(use))};
    for (const TensorUse& tensor : use.tensors)
        lines << tr("%1: %2, %3 elements").arg(tensorName(tensor.role), tensor.shape, format::integer(tensor.elements));
    if (use.instances > 1)
        lines << tr("in each of %1 instances, %2 are used")
                     .arg(format::integer(use.instances), format::integer(use.usedInstances));
    return lines.join(QLatin1Char('\n'));
}

void BufferBars::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    if (const auto level = levelAt(event->pos())) {
        menu.addAction(tr("Explain %1").arg(qt(m_uses[*level].level)), this,
                       [this, level = *level] { Q_EMIT explainRequested(level); });
        menu.addSeparator();
    }
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

void BufferBars::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto level = levelAt(event->position()))
        Q_EMIT explainRequested(*level);
}

void BufferBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    for (std::size_t level = 0; level < m_uses.size(); ++level)
        paintLevel(painter, theme, level);
}

void BufferBars::paintLevel(QPainter& painter, const Theme& theme, std::size_t level) const
{
    const LevelUse& use = m_uses[level];
    const QRectF bar = barRect(level);
    const QRectF line(bar.left(), bar.top() - fontMetrics().height() - 4, bar.width(), fontMetrics().height() + 2);
    const bool overflows = use.share() > 1;
    painter.setFont(font());
    painter.setPen(overflows ? theme.warning : theme.text);
    constexpr double kLeastName = 50, kApart = 16;
    const QString text = fontMetrics().elidedText(overflows ? tr("does not fit: %1").arg(useText(use)) : useText(use),
                                                  Qt::ElideRight, int(line.width() - kLeastName - kApart));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
    // The name gives way to the numbers when both do not fit.
    const QFont strong = strongFont(font());
    const double room = line.width() - QFontMetricsF(font()).horizontalAdvance(text) - kApart;
    painter.setFont(strong);
    painter.setPen(theme.text);
    const QString name = QFontMetricsF(strong).elidedText(qt(use.level), Qt::ElideMiddle, std::max(kLeastName, room));
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
    const double nameWidth = QFontMetricsF(strong).horizontalAdvance(name) + 10;
    const QString instances = use.instances > 1 ? tr("each of %1").arg(format::integer(use.instances)) : QString();
    painter.setFont(captionFont(font()));
    painter.setPen(theme.mutedText);
    if (nameWidth + QFontMetricsF(painter.font()).horizontalAdvance(instances) < room)
        painter.drawText(line.adjusted(nameWidth, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, instances);
    paintParts(painter, theme, level);
}

void BufferBars::paintParts(QPainter& painter, const Theme& theme, std::size_t level) const
{
    const LevelUse& use = m_uses[level];
    const QRectF bar = barRect(level);
    painter.fillRect(bar, theme.grid);
    for (const TensorUse& tensor : use.tensors) {
        QRectF part = partRect(level, tensor.role);
        if (tensor.bits.count > 0)
            part.setWidth(std::max(part.width(), 2.0)); // something is never nothing
        painter.fillRect(part, theme.tensor[tensor.role]);
        if (part.width() > 2)
            painter.fillRect(QRectF(part.right() - 1, part.top(), 1, part.height()),
                             theme.card); // seam between tensors
        if (part.width() < 14)
            continue;
        painter.setFont(strongFont(captionFont(font())));
        painter.setPen(textOn(theme.tensor[tensor.role]));
        painter.drawText(part, Qt::AlignCenter, tensorLetter(tensor.role));
    }
    if (!use.capacity) { // an open end
        painter.setPen(QPen(theme.mutedText, 1, Qt::DotLine));
        painter.drawLine(bar.topRight(), bar.bottomRight());
        return;
    }
    const double at = bar.left() + 8.0 * double(use.capacity->count) * bitsToWidth(level);
    painter.fillRect(QRectF(std::min(at, bar.right()) - 2, bar.top() - 3, 2, bar.height() + 6),
                     use.share() > 1 ? theme.warning : theme.text);
}

} // namespace nestloom::ui
