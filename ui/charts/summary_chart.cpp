// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/summary_chart.h"

#include "engine/base/ranges.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/hear_events.h"

#include <QBarSet>
#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QHorizontalStackedBarSeries>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kEdge = 8;     // beside names and keys
constexpr double kSample = 9;   // side of a key's square
constexpr double kNoteGap = 8;  // between value and note
constexpr double kValueGap = 6; // between a bar and its value

double total(const SummaryChart::Row& row) { return sumOf(row.parts, &SummaryChart::Part::value); }

/// As much of a text as has room.
QString fitted(const QFontMetricsF& metrics, const QString& text, double wide, double room)
{
    return wide <= room ? text : metrics.elidedText(text, Qt::ElideRight, room);
}

/// One line of text, its width known; drawing into a rectangle takes several times as long.
void drawLine(QPainter& painter, const QFontMetricsF& metrics, double x, const QRectF& line, const QString& text)
{
    painter.drawText(QPointF(x, std::round(line.center().y() + (metrics.ascent() - metrics.descent()) / 2)), text);
}

void fillBox(QPainter& painter, const QRectF& box, const SummaryChart::Fill& fill)
{
    painter.fillRect(box, fill.colour);
    if (fill.hatch.isValid())
        painter.fillRect(box, QBrush(fill.hatch, Qt::BDiagPattern));
}

/// The bars as Qt Charts counts them: a set for every part that rows have in the same place and colour.
struct Set {
    std::size_t place = 0;
    QList<qreal> values; // last row first: Qt Charts counts from below
    SummaryChart::Fill fill;
};

} // namespace

SummaryChart::SummaryChart(const QString& objectName, QWidget* parent)
    : PaintedChart(parent), m_chart(new QChart), m_along(new QValueAxis), m_across(new QValueAxis),
      m_series(new QHorizontalStackedBarSeries)
{
    setObjectName(objectName);
    m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    m_chart->legend()->hide();
    m_chart->setBackgroundVisible(false);
    m_chart->setMargins({});
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    for (QValueAxis* axis : {m_along, m_across})
        axis->setVisible(false);
    m_chart->addAxis(m_along, Qt::AlignBottom);
    m_chart->addAxis(m_across, Qt::AlignLeft);
    m_chart->addSeries(m_series);
    m_series->attachAxis(m_along);
    m_series->attachAxis(m_across);
    m_scene.addItem(m_chart);
    setFocusPolicy(Qt::NoFocus);
    hearEvents(this, QEvent::PaletteChange, [this] { refresh(); }); // another theme has other colours
}

SummaryChart::~SummaryChart() = default;

void SummaryChart::refresh()
{
    m_content = content(themeFor(palette()));
    QStringList lines;
    for (const Row& row : m_content.rows)
        if (!row.name.isEmpty())
            lines << QStringLiteral("%1: %2").arg(row.name, row.value);
    setAccessibleDescription(m_content.description.isEmpty() ? lines.join(QStringLiteral("; "))
                                                             : m_content.description);
    update();
}

SummaryChart::Layout SummaryChart::layOut() const
{
    const QFontMetricsF metrics(captionFont(font()));
    double names = 0, values = 0;
    Layout layout;
    layout.whole = m_content.whole;
    for (const Row& row : m_content.rows) {
        layout.names.push_back(row.name.isEmpty() ? 0 : metrics.horizontalAdvance(row.name));
        layout.values.push_back(row.value.isEmpty() ? 0 : metrics.horizontalAdvance(row.value));
        names = std::max(names, layout.names.back());
        const double note = row.note.isEmpty() ? 0 : kNoteGap + metrics.horizontalAdvance(row.note);
        values = std::max(values, layout.values.back() + note);
        if (m_content.whole <= 0)
            layout.whole = std::max(layout.whole, total(row));
    }
    if (!(layout.whole > 0))
        layout.whole = 1;
    const double edge = m_content.hasCard ? kEdge : 0;
    layout.left = edge;
    const double left = names > 0 ? edge + std::min(names, width() * m_content.nameShare) + kEdge : edge;
    const double right = values > 0 ? kValueGap + values + edge : edge;
    const double keys = layOutKeys(layout, metrics);
    const double top = m_content.title.isEmpty() ? 2 : metrics.height() + 6;
    const double above = m_content.areKeysBelow ? top : top + keys, below = m_content.areKeysBelow ? keys : 2;
    const double rows = double(std::max<std::size_t>(1, m_content.rows.size()));
    layout.row = std::max(1.0, std::min(m_content.rowHeight, (height() - above - below) / rows));
    layout.plot = {left, above, std::max(20.0, width() - left - right), layout.row * rows};
    const double keysTop = m_content.areKeysBelow ? layout.plot.bottom() + 4 : top + 1;
    for (QRectF& key : layout.keys)
        key.translate(0, keysTop);
    layout.keysEnd.ry() += keysTop;
    return layout;
}

/// Keys go on in another line where one is full; below the bars there is one. Returns their height.
double SummaryChart::layOutKeys(Layout& layout, const QFontMetricsF& metrics) const
{
    double x = layout.left, y = 0;
    for (const Key& key : m_content.keys) {
        const double wide = kSample + 4 + metrics.horizontalAdvance(key.text) + 12;
        if (x + wide > width() && x > layout.left) {
            if (m_content.areKeysBelow)
                break;
            x = layout.left;
            y += metrics.height() + 3;
        }
        layout.keys.push_back({x, y, wide, metrics.height()});
        x += wide;
    }
    layout.keysEnd = {x, y + metrics.ascent()};
    return m_content.keys.empty() ? 0 : y + metrics.height() + 7;
}

QRectF SummaryChart::slot(const Layout& layout, std::size_t row) const
{
    return {layout.plot.left(), layout.plot.top() + double(row) * layout.row, layout.plot.width(), layout.row};
}

double SummaryChart::shownValue(const Layout& layout, const Part& part) const
{
    const double least = m_content.leastWidth / layout.plot.width() * layout.whole;
    return part.value > 0 ? std::max(part.value, least) : 0;
}

/// visit(row, part, box of the part)
template <typename Visit>
void SummaryChart::visitParts(const Layout& layout, Visit visit) const
{
    for (std::size_t i = 0; i < m_content.rows.size(); ++i) {
        const QRectF place = slot(layout, i);
        const double high = place.height() * m_content.thickness;
        double x = place.left();
        for (const Part& part : m_content.rows[i].parts) {
            const double wide = shownValue(layout, part) / layout.whole * place.width();
            visit(m_content.rows[i], part, QRectF(x, place.center().y() - high / 2, wide, high));
            x += wide;
        }
    }
}

void SummaryChart::fillSeries(const Layout& layout)
{
    std::vector<Set> sets;
    const auto rows = qsizetype(m_content.rows.size());
    for (qsizetype i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < m_content.rows[std::size_t(i)].parts.size(); ++k) {
            const Part& part = m_content.rows[std::size_t(i)].parts[k];
            auto set = std::ranges::find_if(sets, [&](const Set& each) {
                return each.place == k && each.fill.colour == part.fill.colour && each.fill.hatch == part.fill.hatch;
            });
            if (set == sets.end()) {
                const auto after = std::ranges::find_if(sets, [&](const Set& each) { return each.place > k; });
                set = sets.insert(after, {k, QList<qreal>(rows, 0.0), part.fill});
            }
            set->values[rows - 1 - i] = shownValue(layout, part);
        }
    // Places first: every change of them lays out all bars that there are.
    m_chart->resize(size());
    m_chart->setPlotArea(layout.plot);
    m_along->setRange(0, layout.whole);
    m_across->setRange(-0.5, double(rows) - 0.5);
    m_series->setBarWidth(m_content.thickness);
    QList<QBarSet*> shown = m_series->barSets();
    const bool isAnew = shown.size() != qsizetype(sets.size()) || (!shown.empty() && shown[0]->count() != rows);
    if (isAnew) {
        m_series->clear();
        shown.clear();
        for (const Set& set : sets) {
            shown << new QBarSet(QString());
            shown.back()->append(set.values);
        }
    }
    const QPen pen = m_content.areSeparated ? QPen(themeFor(palette()).card, 1) : QPen(Qt::NoPen);
    for (qsizetype k = 0; k < shown.size(); ++k) {
        const Set& set = sets[std::size_t(k)];
        for (qsizetype i = 0; i < rows; ++i)
            if (shown[k]->at(int(i)) != set.values[i])
                shown[k]->replace(int(i), set.values[i]);
        shown[k]->setPen(pen); // what is under the lines of a hatched bar is painted before
        shown[k]->setBrush(set.fill.hatch.isValid() ? QBrush(set.fill.hatch, Qt::BDiagPattern)
                                                    : QBrush(set.fill.colour));
    }
    if (isAnew)
        m_series->append(shown);
}

void SummaryChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    if (m_content.hasCard)
        painter.fillRect(rect(), theme.card);
    if (m_content.rows.empty()) {
        painter.setFont(font());
        if (!m_content.emptyTitle.isEmpty())
            paint::message(painter, rect(), m_content.emptyTitle, m_content.emptyText, theme);
        return;
    }
    const Layout layout = layOut();
    fillSeries(layout);
    visitParts(layout, [&](const Row&, const Part& part, const QRectF& box) {
        if (part.fill.hatch.isValid())
            painter.fillRect(box, part.fill.colour);
    });
    m_scene.render(&painter, rect(), rect());
    painter.setFont(captionFont(font()));
    paintKeys(painter, theme, layout);
    paintRowTexts(painter, theme, layout);
    paintPartTexts(painter, layout);
    if (m_content.mark)
        paintMark(painter, theme, layout);
}

void SummaryChart::paintKeys(QPainter& painter, const Theme& theme, const Layout& layout) const
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.mutedText);
    if (!m_content.title.isEmpty())
        painter.drawText(
            QPointF(kEdge, 3 + metrics.ascent()),
            fitted(metrics, m_content.title, metrics.horizontalAdvance(m_content.title), width() - 2 * kEdge));
    for (std::size_t i = 0; i < layout.keys.size(); ++i) {
        const QRectF& place = layout.keys[i];
        fillBox(painter, {place.left(), place.top() + (place.height() - kSample) / 2, kSample, kSample},
                m_content.keys[i].fill);
        painter.drawText(QPointF(place.left() + kSample + 4, place.top() + metrics.ascent()), m_content.keys[i].text);
    }
    if (!m_content.keyNote.isEmpty() && layout.keysEnd.x() + metrics.horizontalAdvance(m_content.keyNote) < width() - 4)
        painter.drawText(layout.keysEnd + QPointF(4, 0), m_content.keyNote);
}

void SummaryChart::paintRowTexts(QPainter& painter, const Theme& theme, const Layout& layout) const
{
    const QFontMetricsF metrics(painter.font());
    for (std::size_t i = 0; i < m_content.rows.size(); ++i) {
        const Row& row = m_content.rows[i];
        const QRectF place = slot(layout, i);
        painter.setPen(row.isStrong ? theme.text : theme.mutedText);
        const double room = place.left() - layout.left - kEdge;
        if (!row.name.isEmpty())
            drawLine(painter, metrics, layout.left + std::max(0.0, room - layout.names[i]), place,
                     fitted(metrics, row.name, layout.names[i], room));
        double end = place.right();
        if (m_content.areValuesAtBars) {
            end = place.left();
            for (const Part& part : row.parts)
                end += shownValue(layout, part) / layout.whole * place.width();
            painter.setPen(theme.text);
        }
        if (!row.value.isEmpty())
            drawLine(painter, metrics, end + kValueGap, place, row.value);
        if (row.note.isEmpty())
            continue;
        painter.setPen(theme.mutedText);
        drawLine(painter, metrics, end + kValueGap + layout.values[i] + kNoteGap, place, row.note);
    }
}

void SummaryChart::paintPartTexts(QPainter& painter, const Layout& layout) const
{
    const QFontMetricsF metrics(painter.font());
    visitParts(layout, [&](const Row&, const Part& part, const QRectF& box) {
        const double wide = part.text.isEmpty() ? 0 : metrics.horizontalAdvance(part.text);
        if (wide == 0 || wide + 8 > box.width() || metrics.height() > box.height() + 4)
            return;
        const double high = std::min(metrics.height(), box.height()), left = box.center().x() - wide / 2;
        if (part.fill.hatch.isValid()) // keeps it readable
            painter.fillRect(QRectF(left - 2, box.center().y() - high / 2, wide + 4, high), part.fill.colour);
        painter.setPen(textOn(part.fill.colour));
        drawLine(painter, metrics, left, box, part.text);
    });
}

void SummaryChart::paintMark(QPainter& painter, const Theme& theme, const Layout& layout) const
{
    const QFontMetricsF metrics(painter.font());
    const double at =
        std::min(layout.plot.left() + m_content.mark->value / layout.whole * layout.plot.width(), width() - 1.0);
    painter.setPen(QPen(theme.text, 2));
    painter.drawLine(QPointF(at, 0), QPointF(at, layout.plot.bottom() + 3));
    const double x = std::min(at + 4, width() - metrics.horizontalAdvance(m_content.mark->text) - 1);
    if (x > layout.keysEnd.x())
        painter.drawText(QPointF(x, layout.keysEnd.y()), m_content.mark->text);
}

QString SummaryChart::toolTipAt(QPointF at) const
{
    const Layout layout = layOut();
    QString text = m_content.toolTip;
    for (std::size_t i = 0; i < m_content.rows.size(); ++i)
        if (const QRectF place = slot(layout, i); at.y() >= place.top() && at.y() < place.bottom())
            text = m_content.rows[i].toolTip.isEmpty() ? text : m_content.rows[i].toolTip;
    visitParts(layout, [&](const Row&, const Part& part, const QRectF& box) {
        const bool isLevel = m_content.rows.size() == 1 || (at.y() >= box.top() && at.y() <= box.bottom());
        if (isLevel && at.x() >= box.left() && at.x() < box.right() && !part.toolTip.isEmpty())
            text = part.toolTip;
    });
    return text;
}

} // namespace nestloom::ui
