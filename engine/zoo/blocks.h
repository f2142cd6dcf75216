// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

/// Convolution and batch normalisation: "NAME.conv", "NAME.bn".
TensorId convBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv);

/// The same and an activation, which its type names: "NAME.conv", "NAME.bn", "NAME.relu".
TensorId convBnAct(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv,
                   std::string_view activation = "relu");

} // namespace nestloom::zoo
