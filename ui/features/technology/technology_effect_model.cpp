// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_effect_model.h"

#include "engine/hardware/area.h"
#include "engine/hardware/energy_table.h"
#include "ui/style/delta.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QBrush>

#include <algorithm>

namespace nestloom::ui {

using hardware::Accelerator;

namespace {

template <typename Quantity>
std::optional<double> countOf(const std::optional<Quantity>& quantity)
{
    return quantity ? std::optional(double(quantity->count)) : std::nullopt;
}

} // namespace

void TechnologyEffectModel::show(const Accelerator& accelerator, const hardware::Technology& technology)
{
    const Accelerator with = hardware::withEnergies(accelerator, technology);
    std::vector<Row> shown;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const BufferLevelId level{std::uint32_t(i)};
        const std::int64_t elements = accelerator.levels[i].accessElements;
        const QString name = QString::fromStdString(accelerator.levels[i].name);
        shown.push_back(
            {elements == 1 ? tr("%1, one element").arg(name) : tr("%1, %2 elements at once").arg(name).arg(elements),
             countOf(hardware::accessEnergy(accelerator, level)), countOf(hardware::accessEnergy(with, level))});
    }
    shown.push_back({tr("Multiply-accumulate of %1 bit").arg(accelerator.macBits.count), accelerator.macEnergy.count,
                     with.macEnergy.count});
    if (accelerator.nodes)
        shown.push_back(
            {tr("Hop of one element between nodes"), accelerator.nodes->hopEnergy.count, with.nodes->hopEnergy.count});
    shown.push_back(
        {tr("Chip area"), countOf(hardware::chipArea(accelerator)), countOf(hardware::chipArea(with)), true});
    beginResetModel();
    m_rows = std::move(shown);
    endResetModel();
}

void TechnologyEffectModel::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

int TechnologyEffectModel::changes() const
{
    return int(std::count_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.differs(); }));
}

const std::vector<TableModel::Column>& TechnologyEffectModel::columns() const
{
    static const std::vector<Column> all{
        {tr("Number of the accelerator"), Kind::Text, tr("Levels outermost first")},
        {tr("Now"), Kind::Number, tr("As the accelerator in the editor says"), tr("pJ or um2")},
        {tr("With this table"), Kind::Number, tr("By size and width of its memories and MAC units"), tr("pJ or um2")},
        {tr("Change"), Kind::Number, tr("Of the table against now")},
    };
    return all;
}

QString TechnologyEffectModel::quantity(const Row& row, std::optional<double> value, bool isExact) const
{
    if (!value)
        return tr("not known");
    if (row.isArea)
        return isExact ? tr("%1 um2").arg(format::exactNumber(*value, 2)) : format::area({*value});
    return isExact ? tr("%1 pJ").arg(format::exactNumber(*value, 6)) : format::energy({*value});
}

QString TechnologyEffectModel::text(int row, int column) const
{
    const Row& shown = m_rows[std::size_t(row)];
    switch (column) {
    case Number: return shown.name;
    case Now: return quantity(shown, shown.now);
    case WithTable: return quantity(shown, shown.with);
    default:
        if (!shown.differs())
            return shown.now ? QStringLiteral("=") : QString();
        return shown.now && shown.with && *shown.now > 0 ? format::percentChange(*shown.with, *shown.now) : tr("new");
    }
}

QVariant TechnologyEffectModel::sortValue(int row, int column) const
{
    const Row& shown = m_rows[std::size_t(row)];
    if (column == Now || column == WithTable)
        return (column == Now ? shown.now : shown.with).value_or(-1);
    return column == Change && shown.now && shown.with && *shown.now > 0 ? QVariant(*shown.with / *shown.now)
                                                                         : QVariant(text(row, column));
}

QVariant TechnologyEffectModel::exportValue(int row, int column) const
{
    const Row& shown = m_rows[std::size_t(row)];
    if (column == Now || column == WithTable) {
        const auto value = column == Now ? shown.now : shown.with;
        return value ? QVariant(*value) : QVariant();
    }
    return text(row, column);
}

QString TechnologyEffectModel::toolTip(int row, int column) const
{
    const Row& shown = m_rows[std::size_t(row)];
    return column == Now || column == WithTable ? quantity(shown, column == Now ? shown.now : shown.with, true)
                                                : QString();
}

QVariant TechnologyEffectModel::other(int row, int column, int role) const
{
    const Row& shown = m_rows[std::size_t(row)];
    if (role != Qt::ForegroundRole || column != Change)
        return {};
    const Theme& theme = themeFor(QApplication::palette());
    if (!shown.differs() || !shown.now || !shown.with)
        return QBrush(theme.mutedText);
    return QBrush(deltaColour(*shown.with < *shown.now ? Delta::Verdict::Better : Delta::Verdict::Worse, theme));
}

} // namespace nestloom::ui
