// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/blocks.h"

namespace nestloom::zoo {

TensorId convBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv)
{
    const auto scope = g.scope(name);
    return g.batchNorm("bn", g.conv("conv", x, conv));
}

TensorId convBnAct(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv, std::string_view activation)
{
    const TensorId y = convBn(g, name, x, conv);
    const auto scope = g.scope(name);
    return g.map(activation, activation, y);
}

} // namespace nestloom::zoo
