// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/matrix_product.h"

namespace nestloom::workload {

using enum LoopDimension;

Layer matrixProduct(std::string name, const MatrixProduct& product)
{
    Layer layer;
    layer.name = std::move(name);
    layer.kind = product.batch == 1 && product.m == 1 ? LayerKind::FullyConnected : LayerKind::Convolution;
    layer.bounds[C] = product.k;
    layer.bounds[K] = product.n;
    layer.bounds[P] = product.m;
    layer.bounds[G] = product.batch;
    return layer;
}

bool isMatrixProduct(const Layer& layer)
{
    const Extents& b = layer.bounds;
    const bool isDepthwise = b[C] == 1 && b[K] == 1;
    return layer.kind == LayerKind::Convolution && (b[G] > 1 || b[P] > 1) && !isDepthwise && b[R] == 1 && b[S] == 1
           && b[Q] == 1 && b[N] == 1 && layer.strideP == 1;
}

std::vector<Layer> attentionLayers(const std::string& name, const Attention& attention)
{
    const std::int64_t groups = attention.batch * attention.keyHeads;
    const std::int64_t rows = attention.queries * (attention.heads / attention.keyHeads);
    return {matrixProduct(name + ".scores", {rows, attention.keys, attention.headSize, groups}),
            matrixProduct(name + ".values", {rows, attention.valueSize, attention.keys, groups})};
}

} // namespace nestloom::workload
