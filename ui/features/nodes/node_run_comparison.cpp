// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_run_comparison.h"

#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QVBoxLayout>

namespace nestloom::ui {

QString nodeRunTitle(const NodeRunSummary& run)
{
    return NodeRunComparisonModel::tr("run %1: %2, %3 on %4, batch %5, %6, for %7")
        .arg(run.id)
        .arg(engineTitle(run.options), QString::fromStdString(run.networkName),
             QString::fromStdString(run.acceleratorName))
        .arg(run.options.batch)
        .arg(workText(run.options), goalText(run.options.goal));
}

NodeRunComparisonModel::NodeRunComparisonModel(const NodeRunSummary& first, const NodeRunSummary& second,
                                               QObject* parent)
    : TableModel(parent)
{
    m_columns = {{tr("Figure"), Kind::Text, tr("Of the whole batch")},
                 {tr("Run %1").arg(first.id), Kind::Number, nodeRunTitle(first)},
                 {tr("Run %1").arg(second.id), Kind::Number, nodeRunTitle(second)},
                 {tr("Change"), Kind::Number, tr("Of the second against the first"), tr("ratio")}};
    m_rows = {{tr("Energy"), Unit::Energy, first.energy.total(), second.energy.total()}};
    for (const NodePart part : kNodeParts)
        m_rows.push_back({tr("  %1").arg(partText(part)), Unit::Energy, first.energy[part], second.energy[part]});
    m_rows.push_back({tr("Latency"), Unit::Cycles, double(first.cycles.count), double(second.cycles.count)});
    m_rows.push_back({tr("Layers"), Unit::Count, double(first.layerCount), double(second.layerCount)});
    m_rows.push_back({tr("Segments"), Unit::Count, double(first.segmentCount), double(second.segmentCount)});
    m_rows.push_back({tr("Layers of the longest segment"), Unit::Count, double(first.longestSegment),
                      double(second.longestSegment)});
    m_rows.push_back({tr("Search, CPU time"), Unit::Milliseconds, first.searchMs, second.searchMs});
    m_rows.push_back({tr("Blockings counted"), Unit::Count, double(first.evaluated), double(second.evaluated)});
}

QString NodeRunComparisonModel::valueText(Unit unit, double value)
{
    switch (unit) {
    case Unit::Energy: return format::energy(Picojoules{value});
    case Unit::Cycles: return format::cycles(value);
    case Unit::Milliseconds: return format::milliseconds(value);
    case Unit::Count: break;
    }
    return format::integer(std::int64_t(value));
}

QString NodeRunComparisonModel::exactText(Unit unit, double value)
{
    switch (unit) {
    case Unit::Energy: return format::exactEnergy(Picojoules{value});
    case Unit::Cycles: return format::exactCycles(value);
    default: return valueText(unit, value);
    }
}

QString NodeRunComparisonModel::text(int row, int column) const
{
    const Row& figure = m_rows[std::size_t(row)];
    switch (column) {
    case Figure: return figure.name;
    case First: return valueText(figure.unit, figure.first);
    case Second: return valueText(figure.unit, figure.second);
    default: return figure.first != 0 ? format::percentChange(figure.second, figure.first) : format::kNoValue;
    }
}

QVariant NodeRunComparisonModel::exportValue(int row, int column) const
{
    const Row& figure = m_rows[std::size_t(row)];
    switch (column) {
    case Figure: return figure.name.trimmed();
    case First: return figure.first;
    case Second: return figure.second;
    default: return figure.first != 0 ? QVariant(figure.second / figure.first) : QVariant();
    }
}

QString NodeRunComparisonModel::toolTip(int row, int column) const
{
    const Row& figure = m_rows[std::size_t(row)];
    if (column == First || column == Second)
        return exactText(figure.unit, column == First ? figure.first : figure.second);
    return text(row, column);
}

NodeRunComparisonDialog::NodeRunComparisonDialog(const NodeRunSummary& first, const NodeRunSummary& second,
                                                 QWidget* parent)
    : QDialog(parent), m_table(new CopyableTable(new NodeRunComparisonModel(first, second, this)))
{
    setObjectName(QStringLiteral("nodeRunComparison"));
    setWindowTitle(tr("Compare schedules on nodes"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    for (const NodeRunSummary* run : {&first, &second}) {
        QString line = nodeRunTitle(*run);
        line[0] = line[0].toUpper();
        auto* title = new QLabel(line);
        title->setTextInteractionFlags(Qt::TextSelectableByMouse);
        title->setWordWrap(true);
        layout->addWidget(title);
    }
    std::vector<NodeEnergyBars::Bar> both{{tr("Run %1").arg(first.id), first.energy, true},
                                          {tr("Run %1").arg(second.id), second.energy, true}};
    auto* bars = new NodeEnergyBars(std::move(both));
    bars->setMinimumHeight(120);
    layout->addWidget(bars, 1);
    m_table->setAccessibleName(tr("Figures of both schedules"));
    layout->addWidget(m_table, 3);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(640, 620);
}

} // namespace nestloom::ui
