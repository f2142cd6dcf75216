// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

/// One branch of a cell that an architecture search found.
struct Branch {
    enum class Kind {
        Identity,
        Separable,
        Dilated,
        ReluConv,
        MaxPool,
        MatchedMaxPool,
        AveragePool,
        FactorizedReduction
    };
    Kind kind = Kind::Identity;
    TensorId from{};
    std::int64_t kernel = 3, stride = 1;
};

/// ReLU, convolution, batch normalisation.
TensorId reluConvBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv);

/// Halves height and width: pixels at even and at odd places are projected to half of the channels each. `roundUp`: an
/// even height becomes one more than its half, which no framework does, but recorded graphs of AmoebaNet-D have.
TensorId factorizedReduction(GraphBuilder& g, std::string_view name, TensorId x, std::int64_t channels,
                             bool roundUp = false);

/// The branch's operators below `name`, with `channels` outputs where it has a choice. A matched pooling projects to
/// them if need be. An identity is its tensor itself.
TensorId apply(GraphBuilder& g, std::string_view name, const Branch& branch, std::int64_t channels);

/// The sum of two branches: "NAME.left", "NAME.right", "NAME.add".
TensorId combine(GraphBuilder& g, std::string_view name, const Branch& left, const Branch& right,
                 std::int64_t channels);

} // namespace nestloom::zoo
