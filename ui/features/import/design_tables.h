// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/design_import.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

struct DesignAnswer;

/// What was assumed, ignored and refused, with file and line.
std::vector<TableModel::Column> remarkColumns();
std::vector<std::vector<RowsModel::Cell>> remarkRows(const mapping::DesignImport& import);

std::vector<TableModel::Column> levelColumns();
std::vector<std::vector<RowsModel::Cell>> levelRows(const hardware::Accelerator& accelerator);

std::vector<TableModel::Column> layerColumns();
std::vector<std::vector<RowsModel::Cell>> layerRows(const workload::Network& network);

QString remarkKindName(mapping::ImportRemark::Kind kind); // "assumed"

/// "Accelerator eyeriss: 5 levels, 168 MAC units, 170 KiB on chip", a line for each part, as rich text.
QString designSummary(const DesignAnswer& answer);
/// Does the verifier refuse the mapping, or could a part not be taken over?
bool hasProblem(const DesignAnswer& answer);

} // namespace nestloom::ui
