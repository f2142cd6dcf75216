// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/layer.h"

#include "engine/base/fingerprint.h"
#include "engine/workload/matrix_product.h"

namespace nestloom::workload {

using enum LoopDimension;

std::int64_t macs(const Layer& layer)
{
    std::int64_t product = 1;
    for (const std::int64_t bound : layer.bounds.values)
        product *= bound;
    return product;
}

std::int64_t footprint(const Layer& layer, TensorRole role, const Extents& tile)
{
    switch (role) {
    case TensorRole::Weights: return tile[G] * tile[K] * tile[C] * tile[R] * tile[S];
    case TensorRole::Outputs: return tile[N] * tile[G] * tile[K] * tile[P] * tile[Q];
    case TensorRole::Inputs: break;
    }
    const std::int64_t height = (tile[P] - 1) * layer.strideP + (tile[R] - 1) * layer.dilationR + 1;
    const std::int64_t width = (tile[Q] - 1) * layer.strideQ + (tile[S] - 1) * layer.dilationS + 1;
    return tile[N] * tile[G] * tile[C] * height * width;
}

std::int64_t elements(const Layer& layer, TensorRole role) { return footprint(layer, role, layer.bounds); }

std::uint64_t shapeFingerprint(const Layer& layer)
{
    Fingerprint print;
    for (const std::int64_t bound : layer.bounds.values)
        print.add(bound);
    return print.add(layer.strideP).add(layer.strideQ).add(layer.dilationR).add(layer.dilationS).value();
}

std::string describeShape(const Layer& layer)
{
    const auto number = [](std::int64_t n) { return std::to_string(n); };
    const Extents& b = layer.bounds;
    if (isMatrixProduct(layer)) // m x k times k x n
        return (b[G] > 1 ? number(b[G]) + "\u00d7 " : std::string()) + "matmul " + number(b[P]) + "\u00d7"
               + number(b[C]) + "\u00b7" + number(b[C]) + "\u00d7" + number(b[K]);
    std::string text;
    if (layer.kind == LayerKind::FullyConnected) {
        text = "fc " + number(b[C]) + "\u2192" + number(b[K]);
    } else {
        text = number(b[R]) + "\u00d7" + number(b[S]) + " " + number(b[C] * b[G]) + "\u2192" + number(b[K] * b[G]);
        if (b[G] > 1)
            text += " in " + number(b[G]) + " groups";
        if (layer.strideP != 1 || layer.strideQ != 1)
            text += layer.strideP == layer.strideQ ? " /" + number(layer.strideP)
                                                   : " /" + number(layer.strideP) + "\u00d7" + number(layer.strideQ);
        text += ", " + number(b[P]) + "\u00d7" + number(b[Q]);
    }
    if (b[N] > 1)
        text += ", batch " + number(b[N]);
    return text;
}

std::string_view name(LayerKind kind)
{
    constexpr std::array<std::string_view, 2> names{"convolution", "fully-connected"};
    return names[std::size_t(kind)];
}

std::string_view kindName(const Layer& layer) { return isMatrixProduct(layer) ? "matmul" : name(layer.kind); }

} // namespace nestloom::workload
