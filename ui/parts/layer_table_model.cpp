// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/layer_table_model.h"

#include "engine/schedule/standing.h"
#include "engine/schedule/take_outcome.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QBrush>

namespace nestloom::ui {

using schedule::LayerResult;
using schedule::LayerStatus;

namespace {

constexpr double kPicojoulesPerMicrojoule = 1e6;

using schedule::Objective;

double overModel(const LayerResult& result)
{
    return double(result.simulated->count) / double(result.cost->cycles.count);
}

bool isEnergy(Objective objective) { return objective == Objective::Energy || objective == Objective::Weighted; }

} // namespace

const std::vector<TableModel::Column>& LayerTableModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Layer"), Kind::Text, tr("Layer, in network order")},
        {tr("Shape"), Kind::Text, tr("Filter, channels, stride and output size")},
        {tr("Cycles"), Kind::Number, tr("Latency of the layer in cycles")},
        {tr("Simulated"), Kind::Number,
         tr("What the layer takes when it is simulated cycle by cycle, and how many times the model's cycles"),
         tr("cycles")},
        {tr("\u0394 cycles"), Kind::Number,
         tr("Change of the cycles against the baseline, whose layer has the same shape")},
        {tr("Energy"), Kind::Number, tr("Energy of the layer"), tr("\u00b5J")},
        {tr("\u0394 energy"), Kind::Number,
         tr("Change of the energy against the baseline, whose layer has the same shape")},
        {tr("Bound by"), Kind::Text, tr("What sets the latency")},
        {tr("Util"), Kind::Number, tr("MACs / (all MAC units x cycles)"), tr("share")},
        {tr("Gap"), Kind::Number, tr("What the run minimises above its proven lower bound"), tr("share")},
        {tr("Status"), Kind::Text,
         tr("proven: no mapping is better in what the run minimises; within x %: none is better by more than that; "
            "best found: nothing was proven")},
        {tr("Bound"), Kind::Number,
         tr("Proven lower bound: no mapping of this layer is better in what the run minimises")},
    };
    return table;
}

QString LayerTableModel::exportUnit(int column) const
{
    if (column != LowerBound)
        return TableModel::exportUnit(column);
    if (m_options.engine != "flexer")
        return qt(schedule::unitOf(m_options.cosa.objective));
    return qt(schedule::flexer::unitOf(m_options.flexer));
}

void LayerTableModel::setNetwork(const hardware::Accelerator& accelerator, const workload::Network& network,
                                 const schedule::ScheduleOptions& options)
{
    beginResetModel();
    m_network = network;
    m_options = options;
    setAccelerator(accelerator);
    m_results = schedule::pendingResults(network);
    m_stale.assign(m_results.size(), false);
    endResetModel();
}

void LayerTableModel::setLayer(const LayerResult& result)
{
    if (result.index >= m_results.size())
        return;
    m_results[result.index] = result;
    rowChanged(int(result.index));
}

void LayerTableModel::setLayers(const std::vector<LayerResult>& results)
{
    for (const LayerResult& result : results)
        setLayer(result);
}

void LayerTableModel::clear()
{
    beginResetModel();
    m_network = {};
    m_macUnits = 0;
    m_results.clear();
    m_stale.clear();
    endResetModel();
}

void LayerTableModel::setStale(const std::vector<bool>& stale)
{
    if (stale.size() != m_results.size() || stale == m_stale)
        return;
    m_stale = stale;
    Q_EMIT dataChanged(index(0, 0), index(rows() - 1, ColumnCount - 1));
}

void LayerTableModel::setBaseline(const BaselineLayers& baseline)
{
    m_baseline = baseline;
    if (rows() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rows() - 1, ColumnCount - 1));
}

/// What the shown run and the baseline say.
std::optional<std::pair<double, double>> LayerTableModel::compared(int row, int column) const
{
    const LayerResult& result = m_results[std::size_t(row)];
    const BaselineLayer* baseline = m_baseline.layer(std::size_t(row));
    if (!result.cost || baseline == nullptr || m_stale[std::size_t(row)])
        return std::nullopt;
    return column == CyclesDelta ? std::pair(double(result.cost->cycles.count), baseline->cycles)
                                 : std::pair(result.cost->energy.count, baseline->picojoules);
}

Delta LayerTableModel::deltaOf(int row, int column) const
{
    const auto pair = compared(row, column);
    return pair ? unlike(delta(pair->first, pair->second, Better::Smaller),
                         m_baseline.layer(std::size_t(row))->otherModel)
                : Delta{};
}

QVariant LayerTableModel::deltaRatio(int row, int column) const
{
    const auto pair = compared(row, column);
    return pair && pair->second > 0 ? QVariant(pair->first / pair->second - 1) : QVariant();
}

QString LayerTableModel::deltaToolTip(int row, int column) const
{
    const BaselineLayer* baseline = m_baseline.layer(std::size_t(row));
    if (m_baseline.isEmpty() || baseline == nullptr)
        return m_baseline.isEmpty() ? QString() : tr("%1 has no result for a layer of this shape").arg(m_baseline.run);
    const QString exact = column == CyclesDelta ? format::exactCycles(baseline->cycles)
                                                : format::exactEnergy(Picojoules{baseline->picojoules});
    QString tip = deltaSentence(deltaOf(row, column), exact, m_baseline.run);
    const LayerResult& result = m_results[std::size_t(row)];
    if (baseline->boundBy != bottleneckText(result))
        tip += tr("\nwas bound by %1, now by %2").arg(baseline->boundBy, bottleneckText(result));
    if (baseline->name != qt(result.name))
        tip += tr("\ncompared with its layer %1, which has the same shape").arg(baseline->name);
    return tip;
}

QString LayerTableModel::text(int row, int column) const
{
    const LayerResult& result = m_results[std::size_t(row)];
    switch (column) {
    case Name: return qt(result.name);
    case Shape: return qt(mapping::describeShape(m_network.layers[std::size_t(row)], result.mapping));
    case LowerBound: return boundText(result);
    case Gap: return result.gap ? format::percent(schedule::shownGap(*result.gap), 2) : format::kNoValue;
    case BoundByWhat: return bottleneckText(result);
    case Status: return statusText(result);
    default: break;
    }
    if (!result.cost)
        return format::kNoValue;
    switch (column) {
    case CycleCount: return format::integer(result.cost->cycles.count);
    case Simulated:
        return result.simulated
                   ? tr("%1  \u00d7%2")
                         .arg(format::integer(result.simulated->count), format::exactNumber(overModel(result), 2))
                   : format::kNoValue;
    case CyclesDelta:
    case EnergyDelta: {
        const Delta change = deltaOf(row, column);
        return change.verdict == Delta::Verdict::Same ? QStringLiteral("=")
               : change.isShown()                     ? change.text
                                                      : format::kNoValue;
    }
    case Energy: {
        const double energy = result.cost->energy.count / kPicojoulesPerMicrojoule;
        return tr("%1 \u00b5J").arg(format::exactNumber(energy, energy < 1 ? 3 : 1)); // small layers too
    }
    case Utilization: return format::percent(result.cost->utilization, 1);
    default: return {};
    }
}

QVariant LayerTableModel::sortValue(int row, int column) const
{
    const LayerResult& result = m_results[std::size_t(row)];
    switch (column) {
    case Name: return row; // network order is what a reader expects of this column
    case LowerBound: return result.objectiveBound.value_or(-1);
    case Gap: return result.gap.value_or(-1);
    case CycleCount: return result.cost ? qlonglong(result.cost->cycles.count) : -1;
    case Simulated: return result.simulated ? qlonglong(result.simulated->count) : -1;
    case Energy: return result.cost ? result.cost->energy.count : -1;
    case Utilization: return result.cost ? result.cost->utilization : -1;
    case CyclesDelta:
    case EnergyDelta: return compared(row, column) ? deltaRatio(row, column) : QVariant(-2.0); // below -100 %
    default: return text(row, column);
    }
}

QVariant LayerTableModel::exportValue(int row, int column) const
{
    const LayerResult& result = m_results[std::size_t(row)];
    switch (column) {
    case CycleCount: return result.cost ? QVariant(qlonglong(result.cost->cycles.count)) : QVariant();
    case Simulated: return result.simulated ? QVariant(qlonglong(result.simulated->count)) : QVariant();
    case LowerBound: return result.objectiveBound ? QVariant(*result.objectiveBound) : QVariant();
    case Gap: return result.gap ? QVariant(*result.gap) : QVariant();
    case Energy: return result.cost ? QVariant(result.cost->energy.count / kPicojoulesPerMicrojoule) : QVariant();
    case Utilization: return result.cost ? QVariant(result.cost->utilization) : QVariant();
    case CyclesDelta:
    case EnergyDelta: return deltaRatio(row, column);
    default: return text(row, column);
    }
}

QString LayerTableModel::toolTip(int row, int column) const
{
    const LayerResult& result = m_results[std::size_t(row)];
    const QString reason = qt(result.reason);
    if (m_stale[std::size_t(row)])
        return staleText();
    if (column == CyclesDelta || column == EnergyDelta)
        return deltaToolTip(row, column);
    if (!result.cost)
        return reason.isEmpty() ? statusText(result) : tr("%1: %2").arg(statusText(result), reason);
    if (column == Status && result.sameShapeAs && *result.sameShapeAs < m_results.size())
        return tr("%1; same shape as %2, solved once\n%3")
            .arg(statusText(result), qt(m_results[*result.sameShapeAs].name), spaceText(result));
    if (column == Status)
        return tr("%1; %2, solved in %3 of CPU time\n%4")
            .arg(statusText(result), result.verified ? tr("verified") : tr("not verified"),
                 format::milliseconds(result.solveCpuMs), spaceText(result));
    if (column == Simulated)
        return simulatedText(result);
    if (column == Name || column == Shape)
        return text(row, column) + (reason.isEmpty() ? QString() : QLatin1Char('\n') + reason);
    return numberToolTip(result, column);
}

QString LayerTableModel::boundText(const LayerResult& result) const
{
    if (!result.objectiveBound)
        return format::kNoValue;
    if (result.tiled && m_options.flexer.metric != schedule::flexer::Metric::Latency)
        return format::si(*result.objectiveBound, qt(schedule::flexer::unitOf(m_options.flexer)));
    const Objective objective = result.tiled ? Objective::Latency : m_options.cosa.objective;
    if (objective == Objective::Edp)
        return format::energyDelayProduct(*result.objectiveBound, m_clock);
    return isEnergy(objective) ? format::energy({*result.objectiveBound})
                               : format::exactNumber(*result.objectiveBound, 0);
}

QString LayerTableModel::exactFigure(const LayerResult& result, const std::optional<double>& figure) const
{
    if (!figure)
        return format::kNoValue;
    if (result.tiled)
        return tr("%1 %2").arg(format::exactNumber(*figure, 0), qt(schedule::flexer::unitOf(m_options.flexer)));
    const Objective objective = m_options.cosa.objective;
    if (objective == Objective::Edp)
        return tr("%1 pJ\u00b7cycles").arg(format::exactNumber(*figure, 0));
    return isEnergy(objective) ? format::exactEnergy({*figure}) : format::exactCycles(*figure);
}

QString LayerTableModel::numberToolTip(const LayerResult& result, int column) const
{
    const cost::LayerCost& cost = *result.cost;
    QString tip;
    switch (column) {
    case CycleCount:
    case BoundByWhat:
        tip = tr("%1, bound by %2\n= %3")
                  .arg(format::exactCycles(cost.cycles), bottleneckText(result), latencyFormula(cost));
        break;
    case LowerBound: return tr("%1: %2").arg(exactFigure(result, result.objectiveBound), qt(schedule::claimOf(result)));
    case Gap:
        tip = tr("%1 above the proven bound\n= %2 / %3 - 1")
                  .arg(format::percent(result.gap, 4), exactFigure(result, schedule::figureOf(result, m_options)),
                       exactFigure(result, result.objectiveBound));
        break;
    case Energy: tip = tr("%1\n= %2").arg(format::exactEnergy(cost.energy), energyFormula(cost)); break;
    case Utilization:
        tip = tr("%1\n= %2 MACs / (%3 MAC units x %4); %5 MAC units are used")
                  .arg(format::percent(cost.utilization, 3), format::integer(cost.macs), format::integer(m_macUnits),
                       format::exactCycles(cost.cycles), format::integer(cost.macUnitsUsed));
        break;
    default: break;
    }
    return tip + QLatin1Char('\n') + modelText(cost.model);
}

QVariant LayerTableModel::other(int row, int column, int role) const
{
    const LayerResult& result = m_results[std::size_t(row)];
    if (m_stale[std::size_t(row)])
        return mutedDecoration(role);
    if ((column == CyclesDelta || column == EnergyDelta) && role == Qt::ForegroundRole)
        return QBrush(deltaColour(deltaOf(row, column).verdict, themeFor(QApplication::palette())));
    if (needsAttention(result) && (column == Status || role == Qt::ForegroundRole))
        return warningDecoration(role);
    if (result.status == LayerStatus::Pending || result.status == LayerStatus::Cancelled)
        return mutedDecoration(role);
    return {};
}

} // namespace nestloom::ui
