// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network_import.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// What became of each node of an imported file.
class ImportReportModel : public ColumnTable<workload::ImportedNode> {
    Q_OBJECT
public:
    enum ColumnId { Node, Type, Outcome, Reason, ColumnCount };

    explicit ImportReportModel(QObject* parent = nullptr);
};

QString outcomeName(workload::NodeOutcome outcome);    // "mapped"
QString outcomeMeaning(workload::NodeOutcome outcome); // a sentence

} // namespace nestloom::ui
