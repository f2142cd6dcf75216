// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/node_colours.h"

#include "ui/style/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace nestloom::ui {

namespace {

QString say(const char* text) { return QCoreApplication::translate("NodeColours", text); }

bool movesDataOnly(std::string_view type)
{
    constexpr std::array<std::string_view, 12> kMoves{"concat",  "cat",   "split", "slice",    "pad",    "transpose",
                                                      "reshape", "stack", "roll",  "upsample", "gather", "expand"};
    return std::ranges::find(kMoves, type) != kMoves.end();
}

} // namespace

NodeKind kindOf(const workload::OperatorGraph& graph, const FoldedNode& node)
{
    if (node.isBlock)
        return NodeKind::Block;
    const workload::Operator& op = graph.operators[node.operators.front().value];
    if (!op.layers.empty() || !op.parameters.empty())
        return op.layers.empty() ? NodeKind::Elementwise : NodeKind::Work;
    if (op.inputs.empty())
        return NodeKind::Input;
    return movesDataOnly(op.type) ? NodeKind::Movement : NodeKind::Elementwise;
}

QString kindTitle(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Work: return say("multiplies (has layers)");
    case NodeKind::Elementwise: return say("normalises, activates, adds, pools");
    case NodeKind::Movement: return say("only moves data");
    case NodeKind::Input: return say("input");
    case NodeKind::Block: return say("block of operators");
    }
    return {};
}

QColor kindColour(const Theme& theme, NodeKind kind)
{
    switch (kind) {
    case NodeKind::Work: return theme.colour(BoundBy::Compute);
    case NodeKind::Elementwise: return theme.tensor[TensorRole::Outputs];
    case NodeKind::Movement: return theme.colour(BoundBy::Dram);
    case NodeKind::Input: return theme.tensor[TensorRole::Inputs];
    case NodeKind::Block: return theme.accent;
    }
    return theme.mutedText;
}

double nodeValue(const workload::OperatorGraph& graph, const FoldedNode& node, NodeColour colour,
                 const OperatorFigures& known)
{
    double sum = 0;
    const auto of = [](const std::vector<double>& figures, OperatorId id) {
        return id.value < figures.size() ? figures[id.value] : 0;
    };
    for (const OperatorId id : node.operators) {
        const workload::Operator& op = graph.operators[id.value];
        switch (colour) {
        case NodeColour::Kind: break;
        case NodeColour::Outputs:
            for (const TensorId tensor : op.outputs)
                sum += double(graph.tensors[tensor.value].size.count);
            break;
        case NodeColour::Parameters:
            for (const Bytes parameter : op.parameters)
                sum += double(parameter.count);
            break;
        case NodeColour::Macs:
            for (const workload::Layer& layer : op.layers)
                sum += double(workload::macs(layer));
            break;
        case NodeColour::Traffic: sum += of(known.traffic, id); break;
        case NodeColour::Cycles: sum += of(known.cycles, id); break;
        case NodeColour::Energy: sum += of(known.energy, id); break;
        }
    }
    return sum;
}

QString unitOf(NodeColour colour)
{
    switch (colour) {
    case NodeColour::Macs: return QStringLiteral("MAC");
    case NodeColour::Cycles: return say("cycles");
    case NodeColour::Energy: return QStringLiteral("pJ");
    default: return QStringLiteral("B");
    }
}

QString valueText(NodeColour colour, double value)
{
    switch (colour) {
    case NodeColour::Macs: return format::si(value, QStringLiteral("MAC"));
    case NodeColour::Cycles: return format::cycles(value);
    case NodeColour::Energy: return format::energy(Picojoules{value});
    default: return format::bytes(value);
    }
}

QString colourTitle(NodeColour colour)
{
    switch (colour) {
    case NodeColour::Kind: return say("kind");
    case NodeColour::Outputs: return say("output bytes");
    case NodeColour::Parameters: return say("parameter bytes");
    case NodeColour::Macs: return say("multiply-accumulates");
    case NodeColour::Traffic: return say("off-chip traffic");
    case NodeColour::Cycles: return say("cycles");
    case NodeColour::Energy: return say("energy");
    }
    return {};
}

} // namespace nestloom::ui
