// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/cycles_chart_data.h"

#include "engine/base/ranges.h"
#include "engine/schedule/standing.h"
#include "ui/style/delta.h"
#include "ui/style/format.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace nestloom::ui {

using schedule::LayerResult;
using schedule::LayerStatus;

namespace {

constexpr std::size_t kMacsKey = 0;

ChartBar::Kind kindOf(const LayerResult& result)
{
    if (result.cost)
        return ChartBar::Kind::Solved;
    if (isAwaited(result))
        return ChartBar::Kind::Pending;
    return result.status == LayerStatus::Cancelled || result.status == LayerStatus::Pending ? ChartBar::Kind::Cancelled
                                                                                            : ChartBar::Kind::Failed;
}

QStringList baselineSentences(const cost::LayerCost& cost, const BaselineLayer* baseline, const QString& run)
{
    if (baseline == nullptr)
        return run.isEmpty() ? QStringList()
                             : QStringList(Words::tr("%1 has no result for a layer of this shape").arg(run));
    QStringList lines;
    const auto change = [baseline](double value, double before) {
        return unlike(delta(value, before, Better::Smaller), baseline->otherModel);
    };
    lines << deltaSentence(change(double(cost.cycles.count), baseline->cycles), format::exactCycles(baseline->cycles),
                           run)
          << deltaSentence(change(cost.energy.count, baseline->picojoules),
                           format::energy(Picojoules{baseline->picojoules}), run);
    const QString boundBy = qt(cost.bottleneck.text);
    if (baseline->boundBy != boundBy)
        lines << Words::tr("was bound by %1, now by %2").arg(baseline->boundBy, boundBy);
    return lines;
}

} // namespace

double ChartBar::total() const { return sumOf(parts, &Part::value); }

ChartBar chartBar(const LayerResult& result, ChartQuantity quantity, std::int64_t inputs)
{
    const double share = 1 / double(inputs);
    ChartBar bar;
    bar.kind = kindOf(result);
    if (!result.cost)
        return bar;
    if (quantity == ChartQuantity::Cycles) {
        bar.parts = {{double(result.cost->cycles.count) * share, std::size_t(boundBy(result.cost->bottleneck))}};
        if (result.lowerBoundCycles)
            bar.bound = *result.lowerBoundCycles * share;
        if (result.simulated)
            bar.simulated = double(result.simulated->count) * share;
        return bar;
    }
    const double joulesPerPicojoule = 1e-12 * share;
    bar.parts.push_back({result.cost->macEnergy.count * joulesPerPicojoule, kMacsKey});
    for (std::size_t level = 0; level < result.cost->levels.size(); ++level)
        bar.parts.push_back({result.cost->levels[level].energy.count * joulesPerPicojoule, 1 + level});
    return bar;
}

QColor partColour(const Theme& theme, ChartQuantity quantity, std::size_t key)
{
    if (quantity == ChartQuantity::Cycles)
        return theme.colour(BoundBy(key));
    return key == kMacsKey ? theme.colour(BoundBy::Compute) : theme.levelColour(key - 1);
}

QString boundLetter(BoundBy bound) { return QStringLiteral("CDNB").mid(int(bound), 1); }

std::vector<LegendEntry> legend(const std::vector<ChartBar>& bars, ChartQuantity quantity,
                                const std::vector<LayerResult>& results)
{
    std::set<std::size_t> keys;
    for (const ChartBar& bar : bars)
        for (const ChartBar::Part& part : bar.parts)
            if (part.value > 0)
                keys.insert(part.key);
    std::vector<LegendEntry> entries;
    const auto solved = std::ranges::find_if(results, [](const LayerResult& r) { return r.cost.has_value(); });
    for (const std::size_t key : keys) {
        if (quantity == ChartQuantity::Cycles)
            entries.push_back({QStringLiteral("%1 %2").arg(boundLetter(BoundBy(key)), boundByName(BoundBy(key))), key});
        else if (key == kMacsKey)
            entries.push_back({Words::tr("MACs"), key});
        else if (solved != results.end() && key - 1 < solved->cost->levels.size())
            entries.push_back({qt(solved->cost->levels[key - 1].level), key});
    }
    return entries;
}

QString barToolTip(const workload::Layer& layer, const LayerResult& result, const BaselineLayers& baseline)
{
    QStringList lines{qt(layer.name), qt(mapping::describeShape(layer, result.mapping))};
    if (!result.cost) {
        lines << statusText(result);
        if (!result.reason.empty())
            lines << qt(result.reason);
        return lines.join(QLatin1Char('\n'));
    }
    lines << Words::tr("%1, bound by %2").arg(format::exactCycles(result.cost->cycles), bottleneckText(result))
          << Words::tr("= %1").arg(latencyFormula(*result.cost));
    if (result.lowerBoundCycles)
        lines << Words::tr("no mapping needs fewer than %1").arg(format::exactCycles(*result.lowerBoundCycles));
    lines << Words::tr("what the run minimises: %1").arg(qt(schedule::standingText(result)));
    lines << spaceText(result);
    if (result.simulated)
        lines << simulatedText(result);
    lines << Words::tr("%1 = %2").arg(format::energy(result.cost->energy), energyFormula(*result.cost))
          << Words::tr("utilisation %1").arg(format::percent(result.cost->utilization)) << modelText(result.cost->model)
          << baselineSentences(*result.cost, baseline.layer(result.index), baseline.run);
    return lines.join(QLatin1Char('\n'));
}

TableValues barValues(const std::vector<ChartBar>& bars, ChartQuantity quantity,
                      const std::vector<schedule::LayerResult>& results, std::int64_t inputs)
{
    const bool cycles = quantity == ChartQuantity::Cycles;
    const QString cycleUnit = inputs == 1 ? QStringLiteral("cycle") : Words::tr("cycle / input");
    const QString energyUnit = inputs == 1 ? QStringLiteral("pJ") : Words::tr("pJ / input");
    TableValues table;
    table.columns = {Words::tr("layer"), Words::tr("status")};
    if (cycles)
        table.columns << Words::tr("cycles [%1]").arg(cycleUnit) << Words::tr("bound by")
                      << Words::tr("proven lower bound [%1]").arg(cycleUnit)
                      << Words::tr("simulated [%1]").arg(cycleUnit);
    std::vector<LegendEntry> stack; // what the energy is spent in
    if (!cycles) {
        stack = legend(bars, quantity, results);
        table.columns << Words::tr("energy [%1]").arg(energyUnit);
        for (const LegendEntry& entry : stack)
            table.columns << Words::tr("%1 [%2]").arg(entry.text, energyUnit);
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        const schedule::LayerResult& result = results[i];
        const ChartBar& bar = bars[i];
        const bool solved = bar.kind == ChartBar::Kind::Solved;
        QVariantList row{qt(result.name), statusText(result)};
        const double energy = result.cost ? result.cost->energy.count / double(inputs) : 0;
        row << (solved && result.cost ? QVariant(cycles ? bar.total() : energy) : QVariant());
        if (cycles)
            row << (solved ? QVariant(bottleneckText(result)) : QVariant())
                << (bar.bound ? QVariant(*bar.bound) : QVariant())
                << (bar.simulated ? QVariant(*bar.simulated) : QVariant());
        for (const LegendEntry& entry : stack) {
            const double part = sumOf(bar.parts, [&](const ChartBar::Part& p) {
                return p.key == entry.key ? energy / bar.total() * p.value : 0;
            });
            row << (solved ? QVariant(part) : QVariant());
        }
        table.rows.push_back(row);
    }
    return table;
}

} // namespace nestloom::ui
