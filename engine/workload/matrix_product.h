// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/layer.h"

#include <string>
#include <vector>

namespace nestloom::workload {

/// Products of matrices, m x k times k x n, `batch` times with a second factor of their own (batched GEMM).
struct MatrixProduct {
    std::int64_t m = 1, n = 1, k = 1;
    std::int64_t batch = 1;
};

/// The layer of matrix products: the second factor takes the place of the weights. They are a 1x1 convolution over a
/// column of m pixels, in `batch` groups; a single row times a matrix is fully connected. MACs are m n k batch; inputs
/// hold m k batch elements, weights k n batch, outputs m n batch.
Layer matrixProduct(std::string name, const MatrixProduct& product);

/// Is it a matrix product, or several side by side, as matrixProduct() makes them? A 1x1 convolution over a column of
/// pixels is one.
bool isMatrixProduct(const Layer& layer);

/// One attention over `batch` sequences. Queries of heads that share keys and values are rows of the same product.
struct Attention {
    std::int64_t batch = 1;
    std::int64_t heads = 1;
    std::int64_t keyHeads = 1;  // heads of keys and values; divides `heads`
    std::int64_t queries = 1;   // length of the sequence that asks
    std::int64_t keys = 1;      // length of the sequence that is asked
    std::int64_t headSize = 1;  // elements of a query and a key of one head
    std::int64_t valueSize = 1; // elements of a value of one head
};

/// The two products of an attention: NAME.scores = Q K^T and NAME.values = scores V, one group for each head and
/// sequence. Requires   heads % keyHeads == 0
std::vector<Layer> attentionLayers(const std::string& name, const Attention& attention);

} // namespace nestloom::workload
