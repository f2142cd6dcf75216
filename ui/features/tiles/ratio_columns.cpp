// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/ratio_columns.h"

#include "ui/charts/axis_scale.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

/// The beginnings of all parts, as long as has room: "ed-sy" of "edge-systolic"; else empty.
QString beginningsThatFit(const QString& name, const QFontMetricsF& metrics, double room)
{
    for (qsizetype letters = name.size(); letters > 0; --letters) {
        QString text;
        qsizetype inPart = 0;
        for (const QChar letter : name) {
            inPart = letter.isLetterOrNumber() ? inPart + 1 : 0;
            if (inPart <= letters)
                text += letter;
        }
        if (metrics.horizontalAdvance(text) <= room)
            return text;
    }
    return {};
}

/// As much of "flexer-arch1" or "layer1.0.conv2" as has room, in whole parts and its end first.
QString endThatFits(const QString& name, const QFontMetricsF& metrics, double room)
{
    for (qsizetype from = 0; from >= 0 && from < name.size();) {
        if (metrics.horizontalAdvance(name.mid(from)) <= room)
            return name.mid(from);
        while (from < name.size() && name[from].isLetterOrNumber())
            ++from;
        ++from;
    }
    return beginningsThatFit(name, metrics, room);
}

} // namespace

RatioColumns::RatioColumns(const QString& name, QWidget* parent) : PaintedChart(parent), m_name(name)
{
    setAccessibleName(name);
}

void RatioColumns::setGroups(std::vector<Group> groups)
{
    m_groups = std::move(groups);
    if (m_current >= int(m_groups.size()))
        m_current = -1;
    update();
}

void RatioColumns::setCurrent(int group)
{
    m_current = group;
    update();
}

void RatioColumns::setEmptyText(const QString& title, const QString& text)
{
    m_emptyTitle = title;
    m_emptyText = text;
    update();
}

RatioColumns::Scale RatioColumns::scale() const
{
    Scale scale{0.98, 1.02};
    for (const Group& group : m_groups)
        for (const auto& ratio : {group.speedUp, group.reduction})
            if (ratio) {
                scale.low = std::min(scale.low, *ratio);
                scale.high = std::max(scale.high, *ratio);
            }
    const double room = 0.08 * (scale.high - scale.low);
    return {scale.low - room, scale.high + room};
}

QRectF RatioColumns::plot() const
{
    const QFontMetricsF metrics(captionFont(font()));
    const double left = metrics.horizontalAdvance(QStringLiteral("0.000x")) + 10;
    return {QPointF(left, metrics.height() + 8),
            QPointF(std::max(left + 20, width() - 8.0), height() - metrics.height() - 8)};
}

double RatioColumns::y(double ratio) const
{
    const Scale s = scale();
    return plot().bottom() - (ratio - s.low) / (s.high - s.low) * plot().height();
}

int RatioColumns::groupAt(QPointF at) const
{
    const QRectF area = plot();
    if (m_groups.empty() || at.x() < area.left() || at.x() >= area.right())
        return -1;
    return std::min(int((at.x() - area.left()) / area.width() * double(m_groups.size())), int(m_groups.size()) - 1);
}

void RatioColumns::paintAxis(QPainter& painter) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    const QRectF area = plot();
    const Scale s = scale();
    const double step = roundStep((s.high - s.low) / std::max(1.0, area.height() / (2 * metrics.height())));
    const int decimals = step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
    for (double ratio = std::ceil(s.low / step) * step; ratio <= s.high; ratio += step)
        paint::gridLine(painter, theme, area, y(ratio), format::exactNumber(ratio, decimals) + QLatin1Char('x'));
    painter.fillRect(QRectF(area.left() + 2, 5, 9, 9), theme.accent);
    painter.setPen(theme.mutedText);
    painter.drawText(QPointF(area.left() + 16, 3 + metrics.ascent()), tr("speed-up"));
    const double second = area.left() + 34 + metrics.horizontalAdvance(tr("speed-up"));
    painter.fillRect(QRectF(second, 5, 9, 9), theme.otherTensor);
    paint::hatch(painter, QRectF(second, 5, 9, 9), theme.card);
    painter.drawText(QPointF(second + 14, 3 + metrics.ascent()), tr("reduction of transfers"));
}

void RatioColumns::paintGroup(QPainter& painter, int index) const
{
    const Theme& theme = themeFor(palette());
    const QFontMetricsF metrics(painter.font());
    const QRectF area = plot();
    const Group& group = m_groups[std::size_t(index)];
    const double room = area.width() / double(m_groups.size());
    const double left = area.left() + index * room;
    if (index == m_current)
        painter.fillRect(QRectF(left, area.top(), room, area.height()), theme.accentSoft);
    const double width = std::clamp(room * 0.36, 1.5, 26.0), middle = left + room / 2;
    const auto column = [&](const std::optional<double>& ratio, double x, bool isSecond) {
        if (!ratio)
            return;
        const double from = y(1), to = y(*ratio);
        QRectF rect(QPointF(x, std::min(from, to)), QPointF(x + width, std::max(from, to)));
        if (rect.height() < 1)
            rect.setHeight(1);
        painter.fillRect(rect, isSecond ? theme.otherTensor : theme.accent);
        if (isSecond && width > 4)
            paint::hatch(painter, rect, theme.card);
    };
    column(group.speedUp, middle - width, false);
    column(group.reduction, middle, true);
    const QString name = index == m_current ? group.name : endThatFits(group.name, metrics, room - 2);
    if (!name.isEmpty()) {
        const double text = metrics.horizontalAdvance(name) + 4;
        const double x = std::clamp(middle - text / 2, area.left(), std::max(area.left(), this->width() - text - 2));
        const QRectF place(x, area.bottom() + 3, text, metrics.height() + 2);
        if (index == m_current)
            painter.fillRect(place.adjusted(-6, 0, 6, 0), theme.card);
        painter.setPen(index == m_current ? theme.text : theme.mutedText);
        painter.drawText(place, Qt::AlignCenter, name);
    }
}

void RatioColumns::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_groups.empty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme);
    }
    painter.setFont(captionFont(font()));
    paintAxis(painter);
    for (int i = 0; i < int(m_groups.size()); ++i)
        if (i != m_current)
            paintGroup(painter, i);
    if (m_current >= 0)
        paintGroup(painter, m_current); // its name lies above its neighbours'
    painter.setPen(QPen(theme.text, 1));
    const double one = std::round(y(1)) + 0.5;
    painter.drawLine(QPointF(plot().left(), one), QPointF(plot().right(), one));
}

void RatioColumns::mousePressEvent(QMouseEvent* event)
{
    const int group = groupAt(event->position());
    if (event->button() != Qt::LeftButton || group < 0)
        return QWidget::mousePressEvent(event);
    setCurrent(group);
    Q_EMIT chosen(group);
}

void RatioColumns::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || m_groups.empty())
        return QWidget::keyPressEvent(event);
    setCurrent(std::clamp(m_current + step, 0, int(m_groups.size()) - 1));
    Q_EMIT chosen(m_current);
}

QString RatioColumns::toolTipAt(QPointF at) const
{
    const int index = groupAt(at);
    if (index < 0)
        return {};
    const Group& group = m_groups[std::size_t(index)];
    QStringList lines{group.name};
    if (group.speedUp)
        lines << tr("speed-up %1x").arg(format::exactNumber(*group.speedUp, 4));
    if (group.reduction)
        lines << tr("reduction of transfers %1x").arg(format::exactNumber(*group.reduction, 4));
    if (!group.detail.isEmpty())
        lines << group.detail;
    return lines.join(QLatin1Char('\n'));
}

TableValues RatioColumns::chartValues() const
{
    TableValues values;
    values.columns = {tr("name"), tr("speed-up"), tr("reduction of transfers")};
    for (const Group& group : m_groups)
        values.rows.push_back({group.name, group.speedUp ? QVariant(*group.speedUp) : QVariant(),
                               group.reduction ? QVariant(*group.reduction) : QVariant()});
    return values;
}

} // namespace nestloom::ui
