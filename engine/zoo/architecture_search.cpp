// SPDX-License-Identifier: Apache-2.0
// Networks whose cells an architecture search found: NASNet-A, PNASNet-5, DARTS and AmoebaNet-D.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

#include <array>

namespace nestloom::zoo {

namespace {

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

using enum Branch::Kind;

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

/// ReLU, convolution, batch normalisation.
TensorId reluConvBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv)
{
    const auto scope = g.scope(name);
    return g.batchNorm("bn", g.conv("conv", g.relu("relu", x), conv));
}

/// Halves height and width: pixels at even and at odd places are projected to half of the channels each. `roundUp`: an
/// even height becomes one more than its half, which no framework does, but recorded graphs of AmoebaNet-D have.
TensorId factorizedReduction(GraphBuilder& g, std::string_view name, TensorId x, std::int64_t channels,
                             bool roundUp = false)
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

/// The branch's operators below `name`, with `channels` outputs where it has a choice. A matched pooling projects to
/// them if need be. An identity is its tensor itself.
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

/// The sum of two branches: "NAME.left", "NAME.right", "NAME.add".
TensorId combine(GraphBuilder& g, std::string_view name, const Branch& left, const Branch& right, std::int64_t channels)
{
    const auto scope = g.scope(name);
    const TensorId a = apply(g, "left", left, channels);
    const TensorId b = apply(g, "right", right, channels);
    return g.add("add", a, b);
}

// Zoph et al., "Learning Transferable Architectures for Scalable Image Recognition", CVPR 2018: NASNet-A.

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

// Liu et al., "Progressive Neural Architecture Search", ECCV 2018: PNASNet-5 (large).

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

// Liu et al., "DARTS: Differentiable Architecture Search", ICLR 2019: the second-order cells at ImageNet size.

namespace second_order {

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

} // namespace second_order

// Real et al., "Regularized Evolution for Image Classifier Architecture Search", AAAI 2019: AmoebaNet-D with 18 cells
// and 256 filters, as a graph for memory planning; its channel widths are approximate.

namespace evolved {

enum class Step { Identity, Conv1x1, Conv3x3, Conv1x7And7x1, MaxPool2, MaxPool3, AveragePool3 };
using enum Step;

/// An operation on one of the states of a cell. State 0 is the last cell's output, state 1 the one before.
struct Edge {
    std::size_t state;
    Step step;
};

struct Genotype {
    std::array<Edge, 10> edges;      // two for each of the five states that a cell makes
    std::array<std::size_t, 4> kept; // states that are joined; a reduction keeps three
    std::size_t keptCount;
};

constexpr Genotype kNormal{{{{1, Conv1x1},
                             {1, MaxPool3},
                             {1, Identity},
                             {0, Conv1x7And7x1},
                             {0, Conv1x1},
                             {0, Conv1x7And7x1},
                             {2, MaxPool3},
                             {2, Identity},
                             {1, AveragePool3},
                             {5, Conv1x1}}},
                           {0, 3, 4, 6},
                           4};
constexpr Genotype kReduction{{{{0, MaxPool2},
                                {0, MaxPool3},
                                {2, Identity},
                                {1, Conv3x3},
                                {2, Conv1x7And7x1},
                                {2, MaxPool3},
                                {3, Identity},
                                {1, MaxPool2},
                                {2, AveragePool3},
                                {3, Conv1x1}}},
                              {4, 5, 6, 0},
                              3};

/// A filter between projections to a quarter of the channels and back.
TensorId narrowed(GraphBuilder& g, TensorId x, std::int64_t channels, std::int64_t stride, Step step)
{
    x = reluConvBn(g, "narrow", x, {.channels = channels / 4});
    if (step == Conv3x3) {
        x = reluConvBn(g, "conv3x3", x, {.channels = channels / 4, .kernel = 3, .stride = stride});
    } else {
        x = reluConvBn(g, "conv1x7", x, {.channels = channels / 4, .kernel = {1, 7}, .stride = {1, stride}});
        x = reluConvBn(g, "conv7x1", x, {.channels = channels / 4, .kernel = {7, 1}, .stride = {stride, 1}});
    }
    return reluConvBn(g, "widen", x, {.channels = channels});
}

TensorId apply(GraphBuilder& g, std::string_view name, TensorId x, Step step, std::int64_t stride,
               std::int64_t channels)
{
    const Pool around{.kernel = 3, .stride = stride, .padding = 1};
    switch (step) {
    case Identity: return stride == 1 ? x : factorizedReduction(g, name, x, channels, true);
    case Conv1x1: return reluConvBn(g, name, x, {.channels = channels, .stride = stride});
    case MaxPool2:
        return stride == 1 ? g.maxPool(name, x, around)
                           : g.maxPool(name, x, {.kernel = 2, .stride = stride, .roundUp = true});
    case MaxPool3: return g.maxPool(name, x, around);
    case AveragePool3: return g.averagePool(name, x, around);
    case Conv3x3:
    case Conv1x7And7x1: break;
    }
    const auto scope = g.scope(name);
    return narrowed(g, x, channels, stride, step);
}

TensorId evolvedCell(GraphBuilder& g, TensorId before, TensorId last, std::int64_t channels, bool reduces)
{
    const TensorId skip = g.height(before) != g.height(last)
                              ? factorizedReduction(g, "reduce_before", before, channels, true)
                              : reluConvBn(g, "project_before", before, {.channels = channels});
    std::vector<TensorId> states{reluConvBn(g, "project_last", last, {.channels = channels}), skip};
    const Genotype& genotype = reduces ? kReduction : kNormal;
    for (std::size_t i = 0; i < genotype.edges.size(); i += 2) {
        const auto scope = g.scope("state" + std::to_string(2 + i / 2));
        const auto branch = [&](std::string_view name, const Edge& edge) {
            return apply(g, name, states[edge.state], edge.step, reduces && edge.state < 2 ? 2 : 1, channels);
        };
        const TensorId a = branch("left", genotype.edges[i]);
        const TensorId b = branch("right", genotype.edges[i + 1]);
        states.push_back(g.add("add", a, b));
    }
    std::vector<TensorId> kept;
    for (std::size_t i = 0; i < genotype.keptCount; ++i)
        kept.push_back(states[genotype.kept[i]]);
    return g.concat("concat", kept);
}

} // namespace evolved

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
        last = second_order::searchedCell(g, left, right, channels, reduces);
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

workload::Network amoebanetD(const Settings& settings)
{
    constexpr int stages = 3, normalCells = 6;
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("amoebanet_d", settings.elementBits);
    const TensorId stem =
        reluConvBn(g, "stem", g.input("input", {3, image, image}), {.channels = 64, .kernel = 3, .stride = 2});
    TensorId before = stem, last = stem;
    const auto cell = [&](const std::string& name, std::int64_t channels, bool reduces) {
        const auto scope = g.scope(name);
        const TensorId next = evolved::evolvedCell(g, before, last, channels, reduces);
        before = last;
        last = next;
    };
    std::int64_t channels = 64;
    cell("stem_cell_0", channels, true);
    cell("stem_cell_1", channels, true);
    for (int stage = 0; stage < stages; ++stage) {
        if (stage > 0) {
            channels *= 2;
            cell("reduction_cell_" + std::to_string(stage - 1), channels, true);
        }
        for (int i = 0; i < normalCells; ++i)
            cell("cell_" + std::to_string(stage * normalCells + i), channels, false);
    }
    g.fullyConnected("classifier", g.globalAveragePool("avgpool", last), 1000);
    return g.network(
        "AmoebaNet-D (18 cells, 256 filters), " + imageWords(image),
        {"Source: Real et al., AAAI 2019; the order of operators is that of torchgpipe, channel widths are "
         "approximate, and there is no published count for this graph.",
         "Its reductions of even heights round up, as in the recorded graph that it repeats."});
}

} // namespace nestloom::zoo
