// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/padding.h"

#include "engine/base/text.h"

namespace nestloom::workload {

namespace {

const std::string kMark = " (padded)";

bool endsWith(const std::string& text, const std::string& end)
{
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string percent(double fraction) { return fixedNumber(100 * fraction, 1) + " %"; }

/// The layer with this index among the layers of all operators.
Layer* layerOf(OperatorGraph& graph, std::size_t index)
{
    for (Operator& op : graph.operators) {
        if (index < op.layers.size())
            return &op.layers[index];
        index -= op.layers.size();
    }
    return nullptr;
}

} // namespace

std::string describe(const Padding& padding)
{
    std::string text;
    for (const PaddedDimension& one : padding)
        text += (text.empty() ? "" : " and ") + std::string(1, letter(one.dimension)) + " " + std::to_string(one.from)
                + " to " + std::to_string(one.to);
    return text;
}

Layer padded(const Layer& layer, const Padding& padding)
{
    Layer larger = layer;
    for (const PaddedDimension& one : padding)
        larger.bounds[one.dimension] = one.to;
    if (!padding.empty())
        larger.name += " (padded " + describe(padding) + ")";
    return larger;
}

double extraMacs(const Layer& layer, const Padding& padding)
{
    double factor = 1;
    for (const PaddedDimension& one : padding)
        factor *= double(one.to) / double(layer.bounds[one.dimension]);
    return factor - 1;
}

std::string whyNotPadding(const Layer& layer, const Padding& padding)
{
    if (padding.empty())
        return "no dimension is padded";
    for (std::size_t i = 0; i < padding.size(); ++i) {
        const PaddedDimension& one = padding[i];
        const std::string dimension(1, letter(one.dimension));
        if (i > 0 && one.dimension <= padding[i - 1].dimension)
            return "dimension " + dimension + " is out of order";
        if (one.from != layer.bounds[one.dimension])
            return "dimension " + dimension + " is " + std::to_string(layer.bounds[one.dimension]) + ", not "
                   + std::to_string(one.from);
        if (one.to <= one.from)
            return "padding makes a dimension larger, " + dimension + " " + std::to_string(one.from) + " to "
                   + std::to_string(one.to) + " does not";
    }
    return {};
}

Network withPaddedLayer(const Network& network, std::size_t index, const Padding& padding)
{
    Network changed = network;
    Layer& layer = changed.layers[index];
    const std::string before = layer.name;
    const double extra = extraMacs(layer, padding);
    layer = padded(layer, padding);
    if (hasGraph(changed))
        if (Layer* ofOperator = layerOf(changed.graph, index))
            *ofOperator = layer;
    changed.notes.push_back("layer " + before + " is padded, " + describe(padding) + ": " + percent(extra)
                            + " more MACs, which compute nothing that is used");
    if (!endsWith(changed.name, kMark))
        changed.name += kMark;
    if (hasGraph(changed))
        changed.graph.name = changed.name;
    return changed;
}

} // namespace nestloom::workload
