// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_legend.h"

#include "ui/style/wording.h"
#include "ui/style/words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace nestloom::ui {

namespace {

constexpr double kLineGap = 4;
constexpr int kMostColourLines = 8; // of more colours, samples are told

/// Where the next line stands.
class LegendLines {
public:
    LegendLines(QPainter& painter, const QRectF& area) : m_painter(painter), m_area(area), m_y(area.top())
    {
        painter.setFont(captionFont(painter.font()));
    }
    double height() const { return QFontMetricsF(m_painter.font()).height() + kLineGap; }
    /// Out of sight where the area has no room for another line.
    QPointF mark() const { return {m_area.left() + (hasRoom() ? 6 : -1e6), m_y + (height() - kLineGap) / 2}; }
    void skip() { m_y += kLineGap; }
    void line(const QString& text, const QColor& colour, double indent = 18)
    {
        const QFontMetricsF metrics(m_painter.font());
        const double width = m_area.width() - indent;
        m_painter.setPen(colour);
        if (hasRoom())
            m_painter.drawText(QRectF(m_area.left() + indent, m_y, width, metrics.height()),
                               Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, width));
        m_y += height();
    }

private:
    bool hasRoom() const { return m_y + height() - kLineGap <= m_area.bottom(); }

    QPainter& m_painter;
    const QRectF m_area;
    double m_y;
};

/// How much is told of the groups: all lines, the first, or none of its own.
enum class GroupText { Whole, First, Beside };

int seriesLines(const ParetoLegend& legend, GroupText text)
{
    int count = int(legend.series.size());
    for (int i = 0; i < legend.groups.size() && text != GroupText::Beside; ++i)
        if (i == 0 || legend.groups[i - 1] != legend.groups[i])
            count += text == GroupText::First ? 1 : int(legend.groups[i].count(QLatin1Char('\n'))) + 1;
    return count;
}

void paintSeries(LegendLines& lines, QPainter& painter, const Theme& theme, const ParetoLegend& legend,
                 ParetoMarks& marks, GroupText text)
{
    const bool areMarked = legend.series.size() > 1;
    for (int i = 0; i < legend.series.size(); ++i) {
        const QString group = legend.groups.value(i);
        const QStringList told = group.split(QLatin1Char('\n'));
        const bool isNew = !group.isEmpty() && (i == 0 || legend.groups[i - 1] != group);
        for (int k = 0; k < told.size() && isNew && text != GroupText::Beside; ++k)
            if (k == 0 || text == GroupText::Whole)
                lines.line(told[k], k == 0 ? theme.text : theme.mutedText, 0);
        if (areMarked && legend.byFront) {
            painter.setPen(frontPen(legend, theme, i));
            painter.drawLine(lines.mark() - QPointF(6, 0), lines.mark() + QPointF(8, 0));
        }
        if (areMarked)
            marks.draw(painter, lines.mark(), i, legend.byFront ? ParetoMarks::kByFront : 0, 1, ParetoWeight::Full);
        if (areMarked || !group.isEmpty())
            lines.line(text == GroupText::Beside ? legend.nameOf(i) : legend.series[i], theme.text, areMarked ? 18 : 0);
    }
}

} // namespace

QString ParetoLegend::nameOf(int number) const
{
    const bool several = std::ranges::any_of(groups, [this](const QString& group) { return group != groups.front(); });
    const QString name = series.value(number);
    return several ? QStringLiteral("%1, %2").arg(name, groups.value(number).section(QLatin1Char('\n'), 0, 0)) : name;
}

QPen frontPen(const ParetoLegend& legend, const Theme& theme, int series)
{
    static constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    return legend.byFront ? QPen(frontColour(theme, series), 1.6, kDashes[std::size_t(series) % kDashes.size()])
                          : QPen(theme.text, 1.2);
}

void paintParetoLegend(QPainter& painter, const Theme& theme, const QRectF& area, const ParetoLegend& legend,
                       const ParetoCloud::Counts& counts, bool hasLimits, ParetoMarks& marks)
{
    painter.save();
    LegendLines lines(painter, area);
    const auto full = ParetoWeight::Full;
    const int colours = int(legend.colours.size());
    const auto others = 3 + int(legend.notes.size()) + std::min(colours, kMostColourLines) + (colours > 0 ? 1 : 0)
                        + (counts.undecided > 0 ? 1 : 0) + (counts.runs > 0 ? 1 : 0) + (hasLimits ? 1 : 0);
    GroupText text = GroupText::Whole;
    for (const GroupText less : {GroupText::First, GroupText::Beside})
        if ((seriesLines(legend, text) + others) * lines.height() > area.height())
            text = less;
    paintSeries(lines, painter, theme, legend, marks, text);
    if (colours > 0) {
        lines.skip();
        lines.line(legend.colourTitle, theme.mutedText, 0);
        const int count = std::min(colours, kMostColourLines);
        for (int i = 0; i < count; ++i) {
            const int colour = count > 1 ? i * (colours - 1) / (count - 1) : 0;
            marks.draw(painter, lines.mark(), 0, colour, colours, full);
            lines.line(legend.colours[colour], theme.text);
        }
    }
    lines.skip();
    painter.setPen(QPen(theme.text, 1.2));
    painter.drawLine(lines.mark() - QPointF(6, 0), lines.mark() + QPointF(6, 0));
    lines.line(counted(counts.onFronts, Words::tr("Pareto front, 1 point"),
                       legend.series.size() > 1 ? Words::tr("Pareto fronts, %1 points")
                                                : Words::tr("Pareto front, %1 points")),
               theme.text);
    marks.draw(painter, lines.mark(), 0, 0, 1, ParetoWeight::Dominated);
    lines.line(Words::tr("dominated"), theme.text);
    if (counts.undecided > 0) {
        marks.draw(painter, lines.mark(), 0, 0, 1, full, true);
        lines.line(Words::tr("undecided: %1").arg(counts.undecided), theme.text);
    }
    if (counts.runs > 0) {
        marks.drawRun(painter, lines.mark(), full);
        lines.line(Words::tr("stored run"), theme.text);
    }
    if (hasLimits)
        lines.line(Words::tr("%1 within the limits").arg(counts.within), theme.warning);
    for (const QString& note : legend.notes)
        lines.line(note, theme.mutedText);
    painter.restore();
}

} // namespace nestloom::ui
