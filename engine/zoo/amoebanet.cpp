// SPDX-License-Identifier: Apache-2.0
// Real et al., "Regularized Evolution for Image Classifier Architecture Search", AAAI 2019: AmoebaNet-D with 18 cells
// and 256 filters, as a graph for memory planning; its channel widths are approximate.
#include "engine/zoo/families.h"
#include "engine/zoo/nas_blocks.h"

#include <array>

namespace nestloom::zoo {

namespace {

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

} // namespace

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
        const TensorId next = evolvedCell(g, before, last, channels, reduces);
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
