// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_run_model.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

double figure(const ShownNodes::Kept& kept) { return goalFigure(kept.options.goal, *kept.run->schedule); }

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
        {tr("Over B"), Kind::Number,
         tr("How far the objective is above that of the exhaustive search (B); negative: below, in a space that B does "
            "not search"),
         tr("ratio")},
        {tr("Faster"), Kind::Number, tr("Processor time of the exhaustive search (B) divided by that of the engine"),
         tr("ratio")},
        {tr("Counted"), Kind::Number, tr("Blockings of layers that the detailed model counted")},
    };
    return table;
}

std::optional<double> NodeRunModel::number(int row, int column) const
{
    const kapla::NodeRun& run = *m_runs[std::size_t(row)].run;
    switch (column) {
    case Energy: return run.schedule->cost;
    case Latency: return double(run.schedule->cycles);
    case Over: {
        const auto best = std::min_element(m_runs.begin(), m_runs.end(),
                                           [](const auto& a, const auto& b) { return figure(a) < figure(b); });
        return figure(m_runs[std::size_t(row)]) / figure(*best) - 1;
    }
    case Time: return run.cpuMs;
    case Counted: return double(run.evaluated);
    case OverB:
        return exhaustive() ? std::optional(figure(m_runs[std::size_t(row)]) / figure(*exhaustive()) - 1)
                            : std::nullopt;
    case Faster:
        return exhaustive() && run.cpuMs > 0 ? std::optional(exhaustive()->run->cpuMs / run.cpuMs) : std::nullopt;
    default: return std::nullopt;
    }
}

const ShownNodes::Kept* NodeRunModel::exhaustive() const
{
    const auto found = std::find_if(m_runs.begin(), m_runs.end(),
                                    [](const auto& one) { return one.options.engine == "kapla-exhaustive"; });
    return found == m_runs.end() ? nullptr : &*found;
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
    case Over:
    case OverB: return format::signedPercent(*value);
    case Faster: return format::times(*value);
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
    if ((column == OverB || column == Faster) && !value)
        return tr("Schedule with the exhaustive engine as well to compare with it");
    return {};
}

} // namespace nestloom::ui
