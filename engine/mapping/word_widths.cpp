// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/word_widths.h"

#include "engine/base/integers.h"

#include <algorithm>

namespace nestloom::mapping {

namespace {

using workload::Operator;
using workload::OperatorGraph;
using workload::Tensor;

std::string bitsText(Bits bits) { return std::to_string(bits.count) + " bit"; }

/// Bits of all elements; nothing beyond 63 bits.
std::optional<std::int64_t> bitsOf(const std::vector<std::int64_t>& shape, std::int64_t elementBits)
{
    std::optional<std::int64_t> bits = elementBits;
    for (const std::int64_t extent : shape)
        bits = bits ? checkedProduct(*bits, extent) : std::nullopt;
    return bits;
}

/// Bits of an element of the operator's first output with a shape; 0 when there is none.
int outputBits(const OperatorGraph& graph, const Operator& op)
{
    for (const TensorId id : op.outputs)
        if (!graph.tensors[id.value].shape.empty())
            return graph.tensors[id.value].elementBits;
    return 0;
}

} // namespace

WordWidths wordWidths(const hardware::Accelerator& accelerator)
{
    const auto& bits = accelerator.levels.front().elementBits;
    return {bits[TensorRole::Inputs], bits[TensorRole::Weights]};
}

std::string describe(const WordWidths& words)
{
    if (words.activations == words.parameters)
        return bitsText(words.activations);
    return bitsText(words.activations) + " for activations and " + bitsText(words.parameters) + " for parameters";
}

OperatorGraph withWords(OperatorGraph graph, const WordWidths& words)
{
    for (Operator& op : graph.operators)
        if (const int before = outputBits(graph, op); before > 0)
            for (Bytes& parameter : op.parameters)
                if (const auto bits = checkedProduct(parameter.count, 8 * words.parameters.count))
                    parameter = bytesFor(Bits{*bits / before});
    for (Tensor& tensor : graph.tensors) {
        if (tensor.shape.empty())
            continue;
        const auto bits = bitsOf(tensor.shape, words.activations.count),
                   before = bitsOf(tensor.shape, tensor.elementBits);
        if (!bits || !before || bytesFor(Bits{*before}) != tensor.size)
            continue;
        tensor.elementBits = int(words.activations.count);
        tensor.size = bytesFor(Bits{*bits});
    }
    return graph;
}

std::string widerThanWords(const hardware::Accelerator& accelerator, const workload::Network& network)
{
    int widest = 0;
    for (const Operator& op : network.graph.operators)
        for (const TensorId id : op.layers.empty() ? std::vector<TensorId>() : op.inputs)
            if (const Tensor& tensor = network.graph.tensors[id.value]; !tensor.shape.empty())
                widest = std::max(widest, tensor.elementBits);
    const WordWidths words = wordWidths(accelerator);
    if (widest <= words.activations.count)
        return {};
    return "operands of " + network.name + " have elements of up to " + bitsText(Bits{widest}) + ", words of "
           + accelerator.name + " have " + describe(words)
           + ": layers are counted with these, as if the network were quantised";
}

void useWords(workload::Network& network, const hardware::Accelerator& accelerator)
{
    const WordWidths words = wordWidths(accelerator);
    network.graph = withWords(std::move(network.graph), words);
    std::string note = "elements of " + describe(words) + " as the words of " + accelerator.name;
    if (std::ranges::find(network.notes, note) == network.notes.end())
        network.notes.push_back(std::move(note));
}

} // namespace nestloom::mapping
