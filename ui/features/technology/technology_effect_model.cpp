// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_effect_model.h"

#include "engine/hardware/accelerator.h"
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

QString quantity(const EffectOnNumber& row, std::optional<double> value, bool isExact = false)
{
    if (!value)
        return TechnologyEffectModel::tr("not known");
    if (row.isArea)
        return isExact ? TechnologyEffectModel::tr("%1 um2").arg(format::exactNumber(*value, 2))
                       : format::area({*value});
    return isExact ? TechnologyEffectModel::tr("%1 pJ").arg(format::exactNumber(*value, 6)) : format::energy({*value});
}

} // namespace

TechnologyEffectModel::TechnologyEffectModel(QObject* parent) : ColumnTable(parent)
{
    using Row = EffectOnNumber;
    const auto value = [](const QString& title, const QString& toolTip, std::optional<double> Row::*member) {
        return Field{{title, Kind::Number, toolTip, tr("pJ or um2")},
                     [member](const Row& row) { return quantity(row, row.*member); },
                     member,
                     [member](const Row& row) { return quantity(row, row.*member, true); },
                     [member](const Row& row) { return (row.*member).value_or(-1); }};
    };
    const auto isRatio = [](const Row& row) { return row.now && row.with && *row.now > 0; };
    const auto change = [isRatio](const Row& row) {
        if (!row.differs())
            return row.now ? QStringLiteral("=") : QString();
        return isRatio(row) ? format::percentChange(*row.with, *row.now) : tr("new");
    };
    setFields({{{tr("Number of the accelerator"), Kind::Text, tr("Levels outermost first")}, &Row::name},
               value(tr("Now"), tr("As the accelerator in the editor says"), &Row::now),
               value(tr("With this table"), tr("By size and width of its memories and MAC units"), &Row::with),
               {{tr("Change"), Kind::Number, tr("Of the table against now")},
                change,
                {},
                {},
                [=](const Row& row) { return isRatio(row) ? QVariant(*row.with / *row.now) : QVariant(change(row)); },
                [](const Row& row, int role) {
                    if (role != Qt::ForegroundRole)
                        return QVariant();
                    const Theme& theme = themeFor(QApplication::palette());
                    if (!row.differs() || !row.now || !row.with)
                        return QVariant(QBrush(theme.mutedText));
                    const bool isBetter = *row.with < *row.now;
                    return QVariant(
                        QBrush(deltaColour(isBetter ? Delta::Verdict::Better : Delta::Verdict::Worse, theme)));
                }}});
}

void TechnologyEffectModel::show(const Accelerator& accelerator, const hardware::Technology& technology)
{
    const Accelerator with = hardware::withEnergies(accelerator, technology);
    std::vector<EffectOnNumber> shown;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const BufferLevelId level{std::uint32_t(i)};
        const std::int64_t elements = accelerator.levels[i].accessElements;
        const QString name = qt(accelerator.levels[i].name);
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
    setRows(std::move(shown));
}

int TechnologyEffectModel::changes() const
{
    return int(std::ranges::count_if(all(), [](const EffectOnNumber& row) { return row.differs(); }));
}

} // namespace nestloom::ui
