// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/graph/folded_graph.h"
#include "ui/style/theme.h"

#include <QString>

namespace nestloom::ui {

/// What the colour of a node says.
enum class NodeColour { Kind, Outputs, Parameters, Macs, Traffic, Cycles, Energy };

/// What a memory plan says (bytes) and what a run says (cycles, pJ), by operator; empty where nothing is known.
struct OperatorFigures {
    std::vector<double> traffic, cycles, energy;
};

/// What an operator does, as far as the picture is concerned.
enum class NodeKind { Work, Elementwise, Movement, Input, Block };
NodeKind kindOf(const workload::OperatorGraph& graph, const FoldedNode& node);
QString kindTitle(NodeKind kind);
QColor kindColour(const Theme& theme, NodeKind kind);

/// In the unit of the figure; sums over the operators of a block. What is not known is 0.
double nodeValue(const workload::OperatorGraph& graph, const FoldedNode& node, NodeColour colour,
                 const OperatorFigures& known);
QString unitOf(NodeColour colour);                  // "B", "MAC", "cycles", "pJ"
QString valueText(NodeColour colour, double value); // "1.5 MiB", "118 MMAC"
QString colourTitle(NodeColour colour);             // "output bytes"

} // namespace nestloom::ui
