// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/movement_bars.h"

#include "engine/base/ranges.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {

/// The more often a tile moves, the stronger; what is stored is hatched.
SummaryChart::Fill fillOf(const Theme& theme, const flexer::Movement& part)
{
    const QColor full = typeColour(theme, part.type);
    const double strength = part.time <= 1 ? 0.45 : part.time == 2 ? 0.7 : part.time == 3 ? 0.85 : 1.0;
    return {mixed(theme.card, full, strength),
            part.direction == flexer::Direction::Store ? full.darker(140) : QColor()};
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
    return sumOf(parts, [&](const flexer::Movement& part) { return double(part.bytes.count); });
}

MovementBars::MovementBars(ShownTiles& tiles, QWidget* parent)
    : SummaryChart(QStringLiteral("movementBars"), parent), m_tiles(tiles)
{
    setAccessibleName(tr("Data movement by type and count"));
    setFocusPolicy(Qt::StrongFocus);
    connect(&m_tiles, &ShownTiles::detailChanged, this, &MovementBars::refresh);
    refresh();
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

SummaryChart::Content MovementBars::content(const Theme& theme) const
{
    Content content;
    content.emptyTitle = tr("No schedule yet");
    content.emptyText = tr("The bars appear with the first schedule.");
    content.thickness = 0.72;
    for (const flexer::DataType type : {flexer::DataType::Inputs, flexer::DataType::Weights,
                                        flexer::DataType::PartialSums, flexer::DataType::Outputs})
        content.keys.push_back({typeText(type), {typeColour(theme, type), {}}});
    content.keyNote = tr("pale: first time, strong: again; hatched: stored");
    for (const Bar& bar : bars()) {
        Row row{bar.name, {}, format::bytes(bar.bytes()), {}, content.rows.size() == 1, {}};
        for (const flexer::Movement& part : bar.parts)
            row.parts.push_back({double(part.bytes.count), fillOf(theme, part),
                                 part.time > 1 ? QStringLiteral("%1 %2x").arg(typeLetter(part.type)).arg(part.time)
                                               : typeLetter(part.type),
                                 tr("%1\n%2: %3").arg(bar.name, partText(part), format::exactBytes(part.bytes))
                                     + (part.transfers > 0 ? tr(" in %1 transfers").arg(part.transfers) : QString())});
        content.rows.push_back(std::move(row));
    }
    return content;
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
