// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/movement_bars.h"

#include "ui/features/tiles/tiles_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/chart_dialog.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {

constexpr double kLegend = 20, kValues = 74;

/// The more often a tile moves, the stronger.
QColor shadeOf(const Theme& theme, const flexer::Movement& part)
{
    const QColor full = typeColour(theme, part.type);
    const double strength = part.time <= 1 ? 0.45 : part.time == 2 ? 0.7 : part.time == 3 ? 0.85 : 1.0;
    const auto mix = [&](int a, int b) { return int(a * strength + b * (1 - strength)); };
    return {mix(full.red(), theme.card.red()), mix(full.green(), theme.card.green()),
            mix(full.blue(), theme.card.blue())};
}

QString partText(const flexer::Movement& part)
{
    const QString what =
        part.direction == flexer::Direction::Load ? MovementBars::tr("%1 loaded") : MovementBars::tr("%1 stored");
    return MovementBars::tr("%1 for the %2. time").arg(what.arg(typeText(part.type))).arg(part.time);
}

} // namespace

double MovementBars::Bar::bytes() const
{
    double sum = 0;
    for (const flexer::Movement& part : parts)
        sum += double(part.bytes.count);
    return sum;
}

MovementBars::MovementBars(ShownTiles& tiles, QWidget* parent) : QWidget(parent), m_tiles(tiles)
{
    setObjectName(QStringLiteral("movementBars"));
    setAccessibleName(tr("Data movement by type and count"));
    setFocusPolicy(Qt::StrongFocus);
    enableChartExport(*this);
    connect(&m_tiles, &ShownTiles::detailChanged, this, [this] {
        QStringList lines;
        for (const Bar& bar : bars())
            lines << QStringLiteral("%1: %2").arg(bar.name, format::bytes(bar.bytes()));
        setAccessibleDescription(lines.join(QStringLiteral("; ")));
        update();
    });
}

std::vector<MovementBars::Bar> MovementBars::bars() const
{
    const auto& detail = m_tiles.detail();
    if (!detail)
        return {};
    const auto* answer = m_tiles.answer(m_tiles.layer());
    const auto* point =
        answer != nullptr && answer->summary ? flexer::pointOf(*answer->summary, m_tiles.question().shown) : nullptr;
    const bool isStatic = point != nullptr && point->recipe.isStatic;
    std::vector<Bar> bars{{tr("unlimited scratchpad"), detail->compulsory},
                          {isStatic ? tr("shown (static)") : tr("out of order"), detail->movements}};
    if (!detail->staticMovements.empty())
        bars.push_back({tr("best static"), detail->staticMovements});
    return bars;
}

QRectF MovementBars::row(int bar, int bars) const
{
    const double names = QFontMetricsF(captionFont(font())).horizontalAdvance(tr("unlimited scratchpad")) + 18;
    const double height = std::min(38.0, (this->height() - kLegend - 4) / bars);
    return {names, kLegend + 2 + bar * height + height * 0.14, std::max(20.0, width() - names - kValues),
            height * 0.72};
}

std::vector<MovementBars::Placed> MovementBars::place(const std::vector<Bar>& bars) const
{
    std::vector<Placed> placed;
    double most = 1;
    for (const Bar& bar : bars)
        most = std::max(most, bar.bytes());
    for (int i = 0; i < int(bars.size()); ++i) {
        QRectF rect = row(i, int(bars.size()));
        const double perByte = rect.width() / most;
        for (const flexer::Movement& part : bars[std::size_t(i)].parts) {
            rect.setWidth(double(part.bytes.count) * perByte);
            placed.push_back({rect, i, part});
            rect.moveLeft(rect.right());
        }
    }
    return placed;
}

void MovementBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
}

void MovementBars::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    const std::vector<Bar> all = bars();
    if (all.empty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), tr("No schedule yet"), tr("The bars appear with the first schedule."),
                              theme);
    }
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    double x = 8;
    for (const flexer::DataType type : {flexer::DataType::Inputs, flexer::DataType::Weights,
                                        flexer::DataType::PartialSums, flexer::DataType::Outputs}) {
        painter.fillRect(QRectF(x, 6, 9, 9), typeColour(theme, type));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 13, 4 + metrics.ascent()), typeText(type));
        x += 13 + metrics.horizontalAdvance(typeText(type)) + 12;
    }
    const QString note = tr("pale: first time, strong: again; hatched: stored");
    if (x + metrics.horizontalAdvance(note) < width() - 4)
        painter.drawText(QPointF(x + 4, 4 + metrics.ascent()), note);
    for (const Placed& part : place(all)) {
        const QColor fill = shadeOf(theme, part.part);
        painter.fillRect(part.rect, fill);
        if (part.part.direction == flexer::Direction::Store)
            paint::hatch(painter, part.rect, typeColour(theme, part.part.type).darker(140));
        painter.setPen(QPen(theme.card, 1));
        painter.drawLine(part.rect.topRight(), part.rect.bottomRight());
        const QString text = part.part.time > 1
                                 ? QStringLiteral("%1 %2x").arg(typeLetter(part.part.type)).arg(part.part.time)
                                 : typeLetter(part.part.type);
        if (metrics.horizontalAdvance(text) + 6 > part.rect.width())
            continue;
        if (part.part.direction == flexer::Direction::Store)
            painter.fillRect(QRectF(part.rect.center().x() - metrics.horizontalAdvance(text) / 2 - 2,
                                    part.rect.center().y() - metrics.height() / 2, metrics.horizontalAdvance(text) + 4,
                                    metrics.height()),
                             fill);
        painter.setPen(textOn(fill));
        painter.drawText(part.rect, Qt::AlignCenter, text);
    }
    for (int i = 0; i < int(all.size()); ++i) {
        const QRectF place = row(i, int(all.size()));
        painter.setPen(i == 1 ? theme.text : theme.mutedText);
        painter.drawText(QRectF(8, place.top(), place.left() - 16, place.height()), Qt::AlignRight | Qt::AlignVCenter,
                         all[std::size_t(i)].name);
        painter.drawText(QRectF(place.right() + 6, place.top(), kValues - 8, place.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, format::bytes(all[std::size_t(i)].bytes()));
    }
}

QString MovementBars::toolTipAt(QPointF at) const
{
    const std::vector<Bar> all = bars();
    for (const Placed& part : place(all))
        if (part.rect.contains(at)) {
            QString text =
                tr("%1\n%2: %3")
                    .arg(all[std::size_t(part.bar)].name, partText(part.part), format::exactBytes(part.part.bytes));
            if (part.part.transfers > 0)
                text += tr(" in %1 transfers").arg(part.part.transfers);
            return text;
        }
    return {};
}

bool MovementBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

TableValues MovementBars::chartValues() const
{
    TableValues values;
    values.columns = {tr("schedule"), tr("data type"), tr("direction"), tr("time"), tr("bytes [B]"), tr("transfers")};
    for (const Bar& bar : bars())
        for (const flexer::Movement& part : bar.parts)
            values.rows.push_back({bar.name, typeText(part.type),
                                   part.direction == flexer::Direction::Load ? tr("load") : tr("store"), part.time,
                                   qlonglong(part.bytes.count), qlonglong(part.transfers)});
    return values;
}

std::optional<Provenance> MovementBars::chartProvenance() const { return tilesProvenance(m_tiles); }

} // namespace nestloom::ui
