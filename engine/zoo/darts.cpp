// SPDX-License-Identifier: Apache-2.0
// Liu et al., "DARTS: Differentiable Architecture Search", ICLR 2019: the second-order cells at ImageNet size.
#include "engine/zoo/families.h"
#include "engine/zoo/nas_blocks.h"

#include <array>

namespace nestloom::zoo {

namespace {

using enum Branch::Kind;

/// An edge of a cell: an operation on one of its states. States 0 and 1 are the cell's inputs.
struct Edge {
    Branch::Kind kind;
    std::size_t state;
};

using Genotype = std::array<Edge, 8>; // two edges for each of the four states that a cell makes

constexpr Genotype kNormal{{{Separable, 0},
                            {Separable, 1},
                            {Separable, 0},
                            {Separable, 1},
                            {Separable, 1},
                            {Identity, 0},
                            {Identity, 0},
                            {Dilated, 2}}};
constexpr Genotype kReduction{{{MaxPool, 0},
                               {MaxPool, 1},
                               {Identity, 2},
                               {MaxPool, 1},
                               {MaxPool, 0},
                               {Identity, 2},
                               {Identity, 2},
                               {MaxPool, 1}}};

TensorId searchedCell(GraphBuilder& g, TensorId left, TensorId right, std::int64_t channels, bool reduces)
{
    const Genotype& genotype = reduces ? kReduction : kNormal;
    std::vector<TensorId> states{left, right};
    for (std::size_t i = 0; i < genotype.size(); i += 2) {
        const auto branch = [&](const Edge& edge) {
            const bool strides = reduces && edge.state < 2;
            const auto kind = strides && edge.kind == Identity ? FactorizedReduction : edge.kind;
            return Branch{kind, states[edge.state], 3, strides ? 2 : 1};
        };
        states.push_back(
            combine(g, "state" + std::to_string(2 + i / 2), branch(genotype[i]), branch(genotype[i + 1]), channels));
    }
    return g.concat("concat", {states.begin() + 2, states.end()});
}

} // namespace

workload::Network darts(const Settings& settings)
{
    constexpr int cells = 14;
    constexpr std::int64_t first = 48;
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("darts", settings.elementBits);
    TensorId x =
        g.conv("stem0.conv1", g.input("input", {3, image, image}), {.channels = first / 2, .kernel = 3, .stride = 2});
    x = g.relu("stem0.relu", g.batchNorm("stem0.bn1", x));
    TensorId before = g.batchNorm("stem0.bn2", g.conv("stem0.conv2", x, {.channels = first, .kernel = 3, .stride = 2}));
    TensorId last = reluConvBn(g, "stem1", before, {.channels = first, .kernel = 3, .stride = 2});
    std::int64_t channels = first;
    for (int i = 0; i < cells; ++i) {
        const auto scope = g.scope("cells." + std::to_string(i));
        const bool reduces = i == cells / 3 || i == 2 * cells / 3;
        if (reduces)
            channels *= 2;
        const TensorId left = g.height(before) != g.height(last)
                                  ? factorizedReduction(g, "preprocess0", before, channels)
                                  : reluConvBn(g, "preprocess0", before, {.channels = channels});
        const TensorId right = reluConvBn(g, "preprocess1", last, {.channels = channels});
        before = last;
        last = searchedCell(g, left, right, channels, reduces);
    }
    g.fullyConnected("classifier", g.globalAveragePool("avgpool", last), 1000);
    return g.network(
        "DARTS (second order, ImageNet), " + imageWords(image),
        {"Source: Liu et al., ICLR 2019, genotype DARTS_V2; 4.7 M parameters are published for it.",
         "It has 529.9 M multiply-accumulates: 56.9 M in the stem, 207.7 M in the 1x1 convolutions at the inputs of "
         "the cells, 238.4 M in the pointwise and 26.1 M in the depthwise convolutions of the cells, 0.8 M in the "
         "classifier. With two operations for each element that is normalised (8.3 M) and one for each that passes a "
         "ReLU (5.8 M) or is pooled (0.6 M) it is 544.6 M, which is what users of the published code counted (544.59 "
         "M, "
         "issue 46 of quark0/darts).",
         "The paper says 574 M by a rule that was never published; neither additions (1.2 M) nor the auxiliary head "
         "(1.6 M), which is used in training only and left out here, make up for the other 29 M."});
}

} // namespace nestloom::zoo
