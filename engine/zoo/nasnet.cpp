// SPDX-License-Identifier: Apache-2.0
// Zoph et al., "Learning Transferable Architectures for Scalable Image Recognition", CVPR 2018: NASNet-A.
#include "engine/zoo/families.h"
#include "engine/zoo/nas_blocks.h"

namespace nestloom::zoo {

namespace {

using enum Branch::Kind;

/// Halves height and width. `left` and `right` are the outputs of the two cells before, brought to `filters` channels.
TensorId reductionCell(GraphBuilder& g, TensorId left, TensorId right, std::int64_t filters)
{
    const TensorId c0 = combine(g, "comb0", {Separable, right, 5, 2}, {Separable, left, 7, 2}, filters);
    const TensorId c1 = combine(g, "comb1", {MaxPool, right, 3, 2}, {Separable, left, 7, 2}, filters);
    const TensorId c2 = combine(g, "comb2", {AveragePool, right, 3, 2}, {Separable, left, 5, 2}, filters);
    const TensorId c3 = combine(g, "comb3", {AveragePool, c0}, {Identity, c1}, filters);
    const TensorId c4 = combine(g, "comb4", {Separable, c0}, {MaxPool, right, 3, 2}, filters);
    return g.concat("concat", {c1, c2, c3, c4});
}

TensorId normalCell(GraphBuilder& g, TensorId left, TensorId right, std::int64_t filters)
{
    const TensorId c0 = combine(g, "comb0", {Separable, right, 5}, {Separable, left, 3}, filters);
    const TensorId c1 = combine(g, "comb1", {Separable, left, 5}, {Separable, left, 3}, filters);
    const TensorId c2 = combine(g, "comb2", {AveragePool, right}, {Identity, left}, filters);
    const TensorId c3 = combine(g, "comb3", {AveragePool, left}, {AveragePool, left}, filters);
    const TensorId c4 = combine(g, "comb4", {Separable, right, 3}, {Identity, right}, filters);
    return g.concat("concat", {left, c0, c1, c2, c3, c4});
}

/// The outputs of the last two cells.
struct Outputs {
    TensorId before, last;
};

Outputs stem(GraphBuilder& g, TensorId image, std::int64_t stemFilters, std::int64_t filters)
{
    TensorId x = g.conv("conv0.conv", image, {.channels = stemFilters, .kernel = 3, .stride = 2, .padding = 0});
    x = g.batchNorm("conv0.bn", x);
    TensorId first{}, second{};
    {
        const auto scope = g.scope("cell_stem_0");
        const TensorId right = reluConvBn(g, "conv_1x1", x, {.channels = filters / 4});
        first = reductionCell(g, x, right, filters / 4);
    }
    const auto scope = g.scope("cell_stem_1");
    const TensorId right = reluConvBn(g, "conv_1x1", first, {.channels = filters / 2});
    const TensorId left = factorizedReduction(g, "path", x, filters / 2);
    second = reductionCell(g, left, right, filters / 2);
    return {first, second};
}

/// `halves`: the cell before the last one has twice the height and width.
TensorId cell(GraphBuilder& g, const Outputs& outputs, std::int64_t filters, bool reduces, bool halves)
{
    const TensorId left = halves ? factorizedReduction(g, "path", outputs.before, filters)
                                 : reluConvBn(g, "conv_prev_1x1", outputs.before, {.channels = filters});
    const TensorId right = reluConvBn(g, "conv_1x1", outputs.last, {.channels = filters});
    return reduces ? reductionCell(g, left, right, filters) : normalCell(g, left, right, filters);
}

struct Variant {
    const char* name;
    const char* title;
    const char* published;
    std::int64_t filters, stemFilters;
    int cells; // normal ones in a row
};

workload::Network nasnet(const Settings& settings, const Variant& variant)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g(variant.name, settings.elementBits);
    std::int64_t filters = variant.filters;
    Outputs outputs = stem(g, g.input("input", {3, image, image}), variant.stemFilters, filters);
    int number = 0;
    for (int stage = 0; stage < 3; ++stage) {
        for (int i = 0; i < variant.cells; ++i) {
            const auto scope = g.scope("cell_" + std::to_string(number++));
            outputs = {outputs.last, cell(g, outputs, filters, false, i == 0)};
        }
        if (stage == 2)
            break;
        filters *= 2;
        const auto scope = g.scope("reduction_cell_" + std::to_string(stage));
        outputs = {outputs.last, cell(g, outputs, filters, true, false)};
    }
    const TensorId x = g.globalAveragePool("avgpool", g.relu("relu", outputs.last));
    g.fullyConnected("last_linear", x, 1000);
    return g.network(std::string(variant.title) + ", " + imageWords(image),
                     {std::string("Source: Zoph et al., CVPR 2018; ") + variant.published + " are published for it.",
                      "Left out: dropout and the auxiliary head, which is used in training only."});
}

} // namespace

workload::Network nasnetMobile(const Settings& settings)
{
    return nasnet(settings, {"nasnet_a_mobile", "NASNet-A mobile (4 @ 1056)",
                             "5.3 M parameters and 0.56 G multiply-accumulates", 44, 32, 4});
}

workload::Network nasnetLarge(const Settings& settings)
{
    return nasnet(settings, {"nasnet_a_large", "NASNet-A large (6 @ 4032)",
                             "88.9 M parameters, and 23.8 G multiply-accumulates at 331 x 331", 168, 96, 6});
}

} // namespace nestloom::zoo
