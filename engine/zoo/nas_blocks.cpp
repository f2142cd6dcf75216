// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/nas_blocks.h"

namespace nestloom::zoo {

namespace {

/// Depthwise and pointwise convolution, twice; the first one strides.
TensorId separable(GraphBuilder& g, std::string_view name, const Branch& branch, std::int64_t channels)
{
    const auto scope = g.scope(name);
    TensorId x = g.relu("relu1", branch.from);
    x = g.depthwise("depthwise1", x, {.kernel = branch.kernel, .stride = branch.stride});
    x = g.batchNorm("bn1", g.conv("pointwise1", x, {.channels = channels}));
    x = g.depthwise("depthwise2", g.relu("relu2", x), {.kernel = branch.kernel});
    return g.batchNorm("bn2", g.conv("pointwise2", x, {.channels = channels}));
}

TensorId dilated(GraphBuilder& g, std::string_view name, const Branch& branch, std::int64_t channels)
{
    const auto scope = g.scope(name);
    const TensorId x = g.depthwise("depthwise", g.relu("relu", branch.from),
                                   {.kernel = branch.kernel, .stride = branch.stride, .dilation = 2});
    return g.batchNorm("bn", g.conv("pointwise", x, {.channels = channels}));
}

TensorId matchedMaxPool(GraphBuilder& g, std::string_view name, const Branch& branch, std::int64_t channels)
{
    const auto scope = g.scope(name);
    const TensorId x =
        g.maxPool("maxpool", branch.from, {.kernel = branch.kernel, .stride = branch.stride, .padding = 1});
    return g.channels(x) == channels ? x : g.batchNorm("bn", g.conv("conv", x, {.channels = channels}));
}

} // namespace

TensorId reluConvBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv)
{
    const auto scope = g.scope(name);
    return g.batchNorm("bn", g.conv("conv", g.relu("relu", x), conv));
}

TensorId factorizedReduction(GraphBuilder& g, std::string_view name, TensorId x, std::int64_t channels, bool roundUp)
{
    const auto scope = g.scope(name);
    const Pool everyOther{.kernel = 1, .stride = 2, .roundUp = roundUp};
    x = g.relu("relu", x);
    const TensorId even = g.conv("even.conv", g.averagePool("even.avgpool", x, everyOther), {.channels = channels / 2});
    const TensorId shifted = g.map("odd.pad", "pad", x); // one pixel to the left and up: padded and cropped
    const TensorId odd =
        g.conv("odd.conv", g.averagePool("odd.avgpool", shifted, everyOther), {.channels = channels - channels / 2});
    return g.batchNorm("bn", g.concat("concat", {even, odd}));
}

TensorId apply(GraphBuilder& g, std::string_view name, const Branch& branch, std::int64_t channels)
{
    const Pool pool{.kernel = branch.kernel, .stride = branch.stride, .padding = 1};
    switch (branch.kind) {
    case Branch::Kind::Identity: break;
    case Branch::Kind::Separable: return separable(g, name, branch, channels);
    case Branch::Kind::Dilated: return dilated(g, name, branch, channels);
    case Branch::Kind::ReluConv:
        return reluConvBn(g, name, branch.from,
                          {.channels = channels, .kernel = branch.kernel, .stride = branch.stride});
    case Branch::Kind::MaxPool: return g.maxPool(name, branch.from, pool);
    case Branch::Kind::MatchedMaxPool: return matchedMaxPool(g, name, branch, channels);
    case Branch::Kind::AveragePool: return g.averagePool(name, branch.from, pool);
    case Branch::Kind::FactorizedReduction: return factorizedReduction(g, name, branch.from, channels);
    }
    return branch.from;
}

TensorId combine(GraphBuilder& g, std::string_view name, const Branch& left, const Branch& right, std::int64_t channels)
{
    const auto scope = g.scope(name);
    const TensorId a = apply(g, "left", left, channels);
    const TensorId b = apply(g, "right", right, channels);
    return g.add("add", a, b);
}

} // namespace nestloom::zoo
