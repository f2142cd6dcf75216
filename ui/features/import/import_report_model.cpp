// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/import/import_report_model.h"

namespace nestloom::ui {

using workload::NodeOutcome;

ImportReportModel::ImportReportModel(QObject* parent) : ColumnTable(parent)
{
    using Row = workload::ImportedNode;
    const auto words = [](const QString& title, const QString& toolTip, std::string Row::*text) {
        return Field{{title, Kind::Text, toolTip}, text, {}, text};
    };
    Field name =
        words(tr("Node"), tr("Name of the node as a path of blocks, in the order in which nodes run"), &Row::name);
    name.sortKey = inOrder;
    setFields({name,
               words(tr("Type"), tr("Operator, in the words of the file"), &Row::type),
               {{tr("Outcome"), Kind::Text, tr("What the node became")},
                [](const Row& node) { return outcomeName(node.outcome); },
                {},
                [](const Row& node) { return outcomeMeaning(node.outcome); },
                [](const Row& node) { return int(node.outcome); },
                [](const Row& node, int role) {
                    return node.outcome == NodeOutcome::Unsupported ? warningDecoration(role)
                           : node.outcome == NodeOutcome::Folded    ? mutedDecoration(role)
                                                                    : QVariant();
                }},
               words(tr("Reason"), tr("Why, or as what"), &Row::reason)});
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
