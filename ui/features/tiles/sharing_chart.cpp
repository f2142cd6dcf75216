// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/sharing_chart.h"

#include "ui/features/tiles/tiles_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {
constexpr std::array kShared{TensorRole::Inputs, TensorRole::Weights};
} // namespace

QString sharingText(const flexer::SetSharing& set)
{
    QStringList parts;
    for (const TensorRole role : kShared) {
        QStringList counts;
        for (const std::int32_t uses : set.uses[role])
            if (uses > 1)
                counts << QString::number(uses);
        if (!counts.isEmpty())
            parts << SharingChart::tr("%1 %2").arg(tensorName(role), counts.join(QStringLiteral(" + ")));
    }
    return parts.isEmpty() ? SharingChart::tr("nothing") : parts.join(QStringLiteral(", "));
}

SharingChart::SharingChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
    : TimeChart(focus.time(), parent), m_tiles(tiles), m_focus(focus)
{
    named(this, "sharingChart", tr("Data that NPUs share"));
    connect(&m_tiles, &ShownTiles::detailChanged, this, &SharingChart::refresh);
    connect(&m_focus, &TilesFocus::changed, this, [this] { update(); });
    refresh();
}

void SharingChart::refresh()
{
    m_patterns.clear();
    if (m_tiles.detail()) {
        std::map<QString, Pattern> found;
        for (const flexer::SetSharing& set : m_tiles.detail()->sharing)
            ++found[sharingText(set)].sets;
        for (const flexer::SetSharing& set : m_tiles.detail()->staticSharing)
            ++found[sharingText(set)].staticSets;
        for (auto& [text, pattern] : found) {
            pattern.text = text;
            m_patterns.push_back(pattern);
        }
        std::ranges::stable_sort(m_patterns, [](const Pattern& a, const Pattern& b) {
            return std::pair(a.sets, a.staticSets) > std::pair(b.sets, b.staticSets);
        });
    }
    layOut();
}

/// The patterns stand above the plot; as many as fit in half of the height.
double SharingChart::headRoom() const
{
    const QFontMetricsF metrics(captionFont(font()));
    const double lines =
        std::min<double>(double(m_patterns.size()) + 1, std::floor(0.55 * height() / metrics.height()));
    return patternsTop() + std::max(1.0, lines) * metrics.height() + 6;
}

int SharingChart::setAt(double cycle) const
{
    const auto& sets = m_tiles.detail()->sharing;
    for (std::size_t i = 0; i < sets.size(); ++i)
        if (double(sets[i].start.count) <= cycle && cycle < double(sets[i].end.count))
            return int(i);
    return -1;
}

void SharingChart::pick(QPointF at)
{
    if (const int set = setAt(geometryOf().cycleAt(at.x())); set >= 0)
        m_focus.selectDecision(set);
}

void SharingChart::paintEmpty(QPainter& painter, const Theme& theme)
{
    paint::message(painter, rect(), tr("No schedule yet"), tr("It shows which tiles several NPUs use at once."), theme);
}

void SharingChart::paintSet(QPainter& painter, const Theme& theme, std::size_t index) const
{
    const auto& sets = m_tiles.detail()->sharing;
    const flexer::SetSharing& set = sets[index];
    const QRectF& plot = geometryOf().plot;
    // Sets may overlap in time: each is drawn until the next one begins.
    const std::int64_t end = index + 1 < sets.size()
                                 ? std::clamp(sets[index + 1].start.count, set.start.count, set.end.count)
                                 : set.end.count;
    const double left = std::max(plot.left(), geometryOf().x(double(set.start.count)));
    const double right = std::min(plot.right(), std::max(left + 1, geometryOf().x(double(end))));
    if (right <= plot.left() || left >= plot.right())
        return;
    const double npus = std::max(1, m_tiles.detail()->schedule.machine.npus);
    double top = plot.top();
    for (const TensorRole role : kShared) {
        const double row = plot.height() / 2 - 3;
        double y = top + row;
        for (const std::int32_t uses : set.uses[role]) {
            if (uses < 2)
                continue;
            const double part = double(uses) / npus * row;
            const QRectF box(left, y - part, right - left, part);
            painter.fillRect(box, theme.tensor[role]);
            if (box.width() >= 3) {
                painter.setPen(QPen(theme.card, 1));
                painter.drawRect(box);
            }
            if (box.width() > 16 && box.height() > 11) {
                painter.setPen(textOn(theme.tensor[role]));
                painter.drawText(box, Qt::AlignCenter, QString::number(uses));
            }
            y -= part;
        }
        top += plot.height() / 2;
    }
}

void SharingChart::paintPatterns(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const auto line = [&](int row, const QString& left, const QString& ours, const QString& theirs,
                          const QColor& colour) {
        const double y = patternsTop() + row * metrics.height();
        painter.setPen(colour);
        painter.drawText(QRectF(8, y, width() - 190, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(left, Qt::ElideRight, width() - 195));
        painter.drawText(QRectF(width() - 185, y, 80, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, ours);
        painter.drawText(QRectF(width() - 100, y, 90, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, theirs);
    };
    line(0, tr("NPUs of a set that use the same tile"), tr("sets"), tr("best static"), theme.mutedText);
    const int rows = int((headRoom() - patternsTop() - 6) / metrics.height()) - 1;
    for (int i = 0; i < std::min(rows, int(m_patterns.size())); ++i) {
        const Pattern& pattern = m_patterns[std::size_t(i)];
        const bool isCut = i == rows - 1 && rows < int(m_patterns.size());
        line(i + 1, isCut ? tr("and %1 other patterns").arg(int(m_patterns.size()) - i) : pattern.text,
             isCut ? QString() : format::integer(pattern.sets), isCut ? QString() : format::integer(pattern.staticSets),
             theme.text);
    }
}

void SharingChart::paintMarks(QPainter& painter, const Theme& theme, bool)
{
    paintPatterns(painter, theme);
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    double top = plot.top();
    for (const TensorRole role : kShared) {
        painter.fillRect(QRectF(plot.left(), top, plot.width(), plot.height() / 2 - 3), theme.alternate);
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, top, plot.left() - 6, plot.height() / 2 - 3), Qt::AlignRight | Qt::AlignVCenter,
                         tensorName(role));
        top += plot.height() / 2;
    }
    painter.save();
    painter.setClipRect(plot);
    for (std::size_t i = 0; i < m_tiles.detail()->sharing.size(); ++i)
        paintSet(painter, theme, i);
    painter.restore();
}

void SharingChart::paintOver(QPainter& painter, const Theme& theme)
{
    const auto& sets = m_tiles.detail()->sharing;
    if (m_focus.decision() < 0 || m_focus.decision() >= int(sets.size()))
        return;
    const flexer::SetSharing& set = sets[std::size_t(m_focus.decision())];
    const QRectF& plot = geometryOf().plot;
    painter.save();
    painter.setClipRect(plot.adjusted(-1, -1, 1, 1));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 2));
    const double left = geometryOf().x(double(set.start.count)), right = geometryOf().x(double(set.end.count));
    painter.drawRect(QRectF(left, plot.top(), std::max(2.0, right - left), plot.height() - 3));
    painter.restore();
}

QString SharingChart::hint(QPointF at) const
{
    if (!geometryOf().plot.contains(at))
        return tr(
            "A set is what is issued together. \"inputs 2 + 2\" means: two NPUs use one input tile, two another.");
    const int index = setAt(geometryOf().cycleAt(at.x()));
    if (index < 0)
        return {};
    const flexer::SetSharing& set = m_tiles.detail()->sharing[std::size_t(index)];
    return tr("set %1, %2 operations, cycles %3 to %4\nshared: %5")
        .arg(set.set)
        .arg(set.operations)
        .arg(format::integer(set.start.count), format::integer(set.end.count), sharingText(set));
}

TableValues SharingChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("shared"), tr("sets"), tr("sets of the best static schedule")};
    for (const Pattern& pattern : m_patterns)
        values.rows.push_back({pattern.text, qlonglong(pattern.sets), qlonglong(pattern.staticSets)});
    return values;
}

} // namespace nestloom::ui
