// SPDX-License-Identifier: Apache-2.0
// Liu et al., "Progressive Neural Architecture Search", ECCV 2018: PNASNet-5 (large).
#include "engine/zoo/families.h"
#include "engine/zoo/nas_blocks.h"

namespace nestloom::zoo {

namespace {

using enum Branch::Kind;

TensorId searchedCell(GraphBuilder& g, TensorId left, TensorId right, std::int64_t filters, std::int64_t stride)
{
    const TensorId c0 = combine(g, "comb0", {Separable, left, 5, stride}, {MatchedMaxPool, left, 3, stride}, filters);
    const TensorId c1 = combine(g, "comb1", {Separable, right, 7, stride}, {MatchedMaxPool, right, 3, stride}, filters);
    const TensorId c2 = combine(g, "comb2", {Separable, right, 5, stride}, {Separable, right, 3, stride}, filters);
    const TensorId c3 = combine(g, "comb3", {Separable, c2}, {MatchedMaxPool, right, 3, stride}, filters);
    const Branch shortcut = stride > 1 ? Branch{ReluConv, right, 1, stride} : Branch{Identity, right};
    const TensorId c4 = combine(g, "comb4", {Separable, left, 3, stride}, shortcut, filters);
    return g.concat("concat", {c0, c1, c2, c3, c4});
}

} // namespace

workload::Network pnasnet5Large(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("pnasnet5_large", settings.elementBits);
    const TensorId start = g.batchNorm("conv_0.bn", g.conv("conv_0.conv", g.input("input", {3, image, image}),
                                                           {.channels = 96, .kernel = 3, .stride = 2, .padding = 0}));
    TensorId before{}, last{};
    {
        const auto scope = g.scope("cell_stem_0");
        const TensorId right = reluConvBn(g, "conv_1x1", start, {.channels = 54});
        before = searchedCell(g, start, right, 54, 2);
    }
    {
        const auto scope = g.scope("cell_stem_1");
        const TensorId left = factorizedReduction(g, "conv_prev_1x1", start, 108);
        const TensorId right = reluConvBn(g, "conv_1x1", before, {.channels = 108});
        last = searchedCell(g, left, right, 108, 2);
    }
    std::int64_t filters = 216;
    for (int i = 0; i < 12; ++i) {
        const auto scope = g.scope("cell_" + std::to_string(i));
        const bool reduces = i == 4 || i == 8;
        if (reduces)
            filters *= 2;
        const TensorId left = g.height(before) != g.height(last)
                                  ? factorizedReduction(g, "conv_prev_1x1", before, filters)
                                  : reluConvBn(g, "conv_prev_1x1", before, {.channels = filters});
        const TensorId right = reluConvBn(g, "conv_1x1", last, {.channels = filters});
        before = last;
        last = searchedCell(g, left, right, filters, reduces ? 2 : 1);
    }
    g.fullyConnected("last_linear", g.globalAveragePool("avgpool", g.relu("relu", last)), 1000);
    return g.network("PNASNet-5 large, " + imageWords(image),
                     {"Source: Liu et al., ECCV 2018; 86.1 M parameters, and 25.0 G multiply-accumulates at 331 x 331 "
                      "are published for it.",
                      "Left out: dropout and the auxiliary head, which is used in training only."});
}

} // namespace nestloom::zoo
