// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/gantt_chart.h"
#include "ui/features/tiles/shown_tiles.h"

namespace nestloom::ui {

/// Which static schedule ours is compared with.
enum class StaticBaseline { Best, Plain };

QString typeText(schedule::flexer::DataType type); // "partial sums"
QColor typeColour(const Theme& theme, schedule::flexer::DataType type);
QString typeLetter(schedule::flexer::DataType type); // "P"
std::vector<GanttStyle> tileStyles();                // by schedule::flexer::EventKind

QString baselineText(StaticBaseline baseline); // "best static"
const std::optional<schedule::flexer::SchedulePoint>& baselineOf(const schedule::flexer::TiledSummary& summary,
                                                                 StaticBaseline baseline);
/// Baseline / chosen; above 1 is better. Nothing without a baseline.
std::optional<double> speedUp(const schedule::flexer::TiledSummary& summary, StaticBaseline baseline);
std::optional<double> transferReduction(const schedule::flexer::TiledSummary& summary, StaticBaseline baseline);

/// "4 NPUs of 32x32, 256 KiB scratchpad, 32 B/cycle"
QString machineText(const schedule::flexer::Machine& machine);
/// "chosen", "out of order", "best static", "plain static".
QString shownText(schedule::flexer::Shown shown);
/// "412 kcycle, 3.1 MiB off chip; best static 1.02x cycles, 1.00x bytes": multiples of ours.
QString layerSentence(const ShownTiles& tiles);
/// The same of the whole network, with how many layers have a static schedule.
QString totalsSentence(const ShownTiles& tiles);
/// What to say in an empty chart: title and text.
std::pair<QString, QString> emptyText(const ShownTiles& tiles);
/// Who made the numbers, for exports.
Provenance tilesProvenance(const ShownTiles& tiles);

/// Order of the candidate sets: the winner, then the others as the priority ranks them, those without room last.
std::vector<int> ranking(const schedule::flexer::Decision& decision, schedule::flexer::Priority priority);
/// "Its memory benefit of 12 KiB is the highest; the next one has 8 KiB."
QString whyItWon(const schedule::flexer::Decision& decision, schedule::flexer::Priority priority);
/// "p0 o1 r2, p0 o2 r2"
QString operationsText(const schedule::flexer::Decision& decision, const std::vector<std::int32_t>& operations);

} // namespace nestloom::ui
