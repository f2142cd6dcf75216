// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_run_model.h"

#include "ui/format.h"
#include "ui/nodes/nodes_words.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

/// What the engines were asked to make small.
double figure(const ShownNodes::Kept& kept)
{
    const kapla::NetworkSchedule& schedule = *kept.run->schedule;
    switch (kept.options.goal) {
    case kapla::Goal::Energy: return schedule.cost;
    case kapla::Goal::Delay: return double(schedule.cycles);
    case kapla::Goal::EnergyDelay: return schedule.cost * double(schedule.cycles);
    }
    return 0;
}

} // namespace

NodeRunModel::NodeRunModel(ShownNodes& nodes, QObject* parent) : TableModel(parent), m_nodes(nodes)
{
    const auto take = [this] {
        beginResetModel();
        m_runs = m_nodes.compared();
        endResetModel();
    };
    connect(&m_nodes, &ShownNodes::runChanged, this, take);
    take();
}

const std::vector<TableModel::Column>& NodeRunModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Engine"), Kind::Text, tr("Engines that scheduled this network for this accelerator, batch and objective")},
        {tr("Energy"), Kind::Number, tr("Of the whole batch"), tr("pJ")},
        {tr("Latency"), Kind::Number, tr("Of the whole batch"), tr("cycles")},
        {tr("Over best"), Kind::Number, tr("How far the objective is above the best of these engines"), tr("ratio")},
        {tr("Search"), Kind::Number, tr("Processor time of the thread that searched"), tr("ms")},
        {tr("Counted"), Kind::Number, tr("Blockings of layers that the detailed model counted")},
        {tr("Segments"), Kind::Number, tr("Runs of layers that may be one segment, single layers included")},
        {tr("Schemes"), Kind::Number, tr("Ways in which the layers of segments can agree on how they pass data on")},
        {tr("Valid"), Kind::Number, tr("Of the schemes, what the buffers may hold")},
        {tr("Pareto"), Kind::Number, tr("Of the valid ones, those that no other is better than in every access")},
        {tr("Solved"), Kind::Number, tr("Segments whose layers were solved")},
    };
    return table;
}

std::optional<double> NodeRunModel::number(int row, int column) const
{
    const kapla::NodeRun& run = *m_runs[std::size_t(row)].run;
    const bool hasEffort = m_runs[std::size_t(row)].options.engine == "kapla";
    const auto effort = [&](std::int64_t count) { return hasEffort ? std::optional(double(count)) : std::nullopt; };
    switch (column) {
    case Energy: return run.schedule->cost;
    case Latency: return double(run.schedule->cycles);
    case Over: {
        const auto best = std::min_element(m_runs.begin(), m_runs.end(), [](const auto& a, const auto& b) { return figure(a) < figure(b); });
        return figure(m_runs[std::size_t(row)]) / figure(*best) - 1;
    }
    case Time: return run.cpuMs;
    case Counted: return double(run.evaluated);
    case Segments: return effort(run.effort.segments);
    case Schemes: return effort(run.effort.schemes);
    case Valid: return effort(run.effort.valid);
    case Pareto: return effort(run.effort.pareto);
    case Solved: return effort(run.effort.solved);
    default: return std::nullopt;
    }
}

QString NodeRunModel::text(int row, int column) const
{
    if (column == Engine)
        return engineTitle(m_runs[std::size_t(row)].options);
    const auto value = number(row, column);
    if (!value)
        return format::kNoValue;
    switch (column) {
    case Energy: return format::energy(Picojoules{*value});
    case Latency: return format::cycles(*value);
    case Over: return format::signedPercent(*value);
    case Time: return format::milliseconds(*value);
    default: return format::integer(std::int64_t(*value));
    }
}

QVariant NodeRunModel::sortValue(int row, int column) const
{
    return column == Engine ? QVariant(row) : QVariant(number(row, column).value_or(-1));
}

QVariant NodeRunModel::exportValue(int row, int column) const
{
    if (column == Engine)
        return text(row, column);
    const auto value = number(row, column);
    return value ? QVariant(*value) : QVariant();
}

QString NodeRunModel::toolTip(int row, int column) const
{
    const auto value = number(row, column);
    if (column == Energy)
        return format::exactEnergy(Picojoules{*value});
    if (column == Latency)
        return format::exactCycles(*value);
    if (column >= Segments && !value)
        return tr("Only KAPLA says so");
    return {};
}

} // namespace nestloom::ui
