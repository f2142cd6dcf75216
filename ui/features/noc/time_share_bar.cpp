// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/time_share_bar.h"

#include "ui/style/format.h"

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kBarHeight = 14;
}

TimeShareBar::TimeShareBar(ShownSimulation& shown, QWidget* parent)
    : SummaryChart(QStringLiteral("timeShareBar"), parent), m_shown(shown)
{
    setAccessibleName(tr("Where the simulated time goes"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&m_shown, &ShownSimulation::stateChanged, this, &TimeShareBar::refresh);
    refresh();
}

QSize TimeShareBar::minimumSizeHint() const
{
    return {240, int(kBarHeight + QFontMetricsF(captionFont(font())).height() + 8)};
}

std::vector<TimePart> TimeShareBar::parts() const
{
    if (m_shown.state() != ShownSimulation::State::Finished)
        return {};
    std::vector<TimePart> all = timeParts(m_shown.ended()->layer, themeFor(palette()));
    std::erase_if(all, [](const TimePart& part) { return part.cycles <= 0; });
    return all;
}

SummaryChart::Content TimeShareBar::content(const Theme& theme) const
{
    Content content;
    content.hasCard = content.areSeparated = false;
    content.areKeysBelow = true;
    content.rowHeight = kBarHeight;
    content.thickness = content.leastWidth = 1;
    if (const std::vector<QString> reasons = differenceReasons(m_shown); !reasons.empty())
        content.description = content.toolTip = reasons.front();
    Row row;
    for (const TimePart& part : parts()) {
        const double share = double(part.cycles) / double(m_shown.end());
        const Fill fill{part.colour, part.isHatched ? theme.card : QColor()};
        row.parts.push_back({double(part.cycles), fill, format::percent(share, 1),
                             tr("%1: %2, %3 of the run")
                                 .arg(part.name, format::exactCycles(Cycles{part.cycles}), format::percent(share))});
        content.keys.push_back({part.name, fill});
    }
    if (row.parts.empty())
        return content;
    content.rows.push_back(std::move(row));
    const simulation::LayerSimulation& layer = m_shown.ended()->layer;
    const Cycles ofModel = m_shown.ofModel();
    content.whole = double(std::max(layer.run.cycles, ofModel.count));
    content.mark = {
        double(ofModel.count),
        (m_shown.isOfMeshModel() ? tr("mesh model: %1") : tr("cost model: %1")).arg(format::cycles(ofModel))};
    return content;
}

TableValues TimeShareBar::chartValues() const
{
    TableValues values;
    values.columns = {tr("part"), tr("cycles")};
    for (const TimePart& part : parts())
        values.rows.push_back({part.name, qlonglong(part.cycles)});
    return values;
}

} // namespace nestloom::ui
