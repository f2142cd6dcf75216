// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/import_report_model.h"

namespace nestloom::ui {

using workload::NodeOutcome;

const std::vector<TableModel::Column>& ImportReportModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Node"), Kind::Text, tr("Name of the node as a path of blocks, in the order in which nodes run")},
        {tr("Type"), Kind::Text, tr("Operator, in the words of the file")},
        {tr("Outcome"), Kind::Text, tr("What the node became")},
        {tr("Reason"), Kind::Text, tr("Why, or as what")},
    };
    return table;
}

void ImportReportModel::setNodes(std::vector<workload::ImportedNode> nodes)
{
    beginResetModel();
    m_nodes = std::move(nodes);
    endResetModel();
}

QString ImportReportModel::text(int row, int column) const
{
    const workload::ImportedNode& node = m_nodes[std::size_t(row)];
    switch (column) {
    case Node: return QString::fromStdString(node.name);
    case Type: return QString::fromStdString(node.type);
    case Outcome: return outcomeName(node.outcome);
    case Reason: return QString::fromStdString(node.reason);
    default: return {};
    }
}

QVariant ImportReportModel::sortValue(int row, int column) const
{
    return column == Node      ? QVariant(row)
           : column == Outcome ? QVariant(int(m_nodes[std::size_t(row)].outcome))
                               : QVariant(text(row, column));
}

QString ImportReportModel::toolTip(int row, int column) const
{
    return column == Outcome ? outcomeMeaning(m_nodes[std::size_t(row)].outcome) : text(row, column);
}

QVariant ImportReportModel::other(int row, int column, int role) const
{
    if (column != Outcome)
        return {};
    switch (m_nodes[std::size_t(row)].outcome) {
    case NodeOutcome::Unsupported: return warningDecoration(role);
    case NodeOutcome::Folded: return mutedDecoration(role);
    default: return {};
    }
}

QString outcomeName(NodeOutcome outcome)
{
    switch (outcome) {
    case NodeOutcome::Mapped: return ImportReportModel::tr("mapped");
    case NodeOutcome::Planned: return ImportReportModel::tr("planned");
    case NodeOutcome::DataMovement: return ImportReportModel::tr("data movement");
    case NodeOutcome::Folded: return ImportReportModel::tr("folded");
    case NodeOutcome::Unsupported: return ImportReportModel::tr("unsupported");
    }
    return {};
}

QString outcomeMeaning(NodeOutcome outcome)
{
    switch (outcome) {
    case NodeOutcome::Mapped: return ImportReportModel::tr("Has layers, which are mapped onto the accelerator.");
    case NodeOutcome::Planned:
        return ImportReportModel::tr("Has no layers: no multiply-accumulates to map. It is a step of a memory plan.");
    case NodeOutcome::DataMovement:
        return ImportReportModel::tr("Copies elements and computes nothing. It is a step of a memory plan.");
    case NodeOutcome::Folded: return ImportReportModel::tr("Nothing is left to do at run time.");
    case NodeOutcome::Unsupported: return ImportReportModel::tr("Not understood: see the reason.");
    }
    return {};
}

} // namespace nestloom::ui
