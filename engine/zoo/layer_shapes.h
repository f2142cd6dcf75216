// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

/// The layer of a convolution from one shape to another. Frames of a video that the filter does not mix are a batch;
/// a filter over the frames alone is a column filter over them with the pixels side by side.
workload::Layer convolutionLayer(std::string name, const Conv& conv, const Shape& input, const Shape& output);

/// `rows` products of `features` inputs each with a matrix.
workload::Layer linearLayer(std::string name, std::int64_t rows, std::int64_t features, std::int64_t outputs);

/// Projections of query, key and value, scores, context and output projection, in this order.
std::vector<workload::Layer> attentionLayers(const std::string& name, std::int64_t queryTokens,
                                             std::int64_t sourceTokens, std::int64_t batch, std::int64_t features,
                                             std::int64_t heads);

} // namespace nestloom::zoo
