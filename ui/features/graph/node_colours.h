// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/graph/folded_graph.h"
#include "ui/style/theme.h"

#include <QString>

namespace nestloom::ui {

/// What the colour of a node says.
enum class NodeColour { Kind, Outputs, Parameters, Macs, Traffic };

/// What an operator does, as far as the picture is concerned.
enum class NodeKind { Work, Elementwise, Movement, Input, Block };
NodeKind kindOf(const workload::OperatorGraph& graph, const FoldedNode& node);
QString kindTitle(NodeKind kind);
QColor kindColour(const Theme& theme, NodeKind kind);

/// In bytes, or in MACs; sums over the operators of a block. `traffic` is by operator; without it Traffic is 0.
double nodeValue(const workload::OperatorGraph& graph, const FoldedNode& node, NodeColour colour,
                 const std::vector<Bytes>& traffic);
QString valueText(NodeColour colour, double value); // "1.5 MiB", "118 MMAC"
QString colourTitle(NodeColour colour);             // "output bytes"

} // namespace nestloom::ui
