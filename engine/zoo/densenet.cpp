// SPDX-License-Identifier: Apache-2.0
// Huang et al., "Densely Connected Convolutional Networks", CVPR 2017, in the form of torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

#include <array>

namespace nestloom::zoo {

namespace {

constexpr std::int64_t kGrowth = 32;

/// Reads all that was made before it in its block.
TensorId denseLayer(GraphBuilder& g, const std::vector<TensorId>& before)
{
    TensorId x = g.concat("concat", before); // of one tensor in the first layer, as torchvision does
    x = g.relu("relu1", g.batchNorm("norm1", x));
    x = g.conv("conv1", x, {.channels = 4 * kGrowth});
    x = g.relu("relu2", g.batchNorm("norm2", x));
    return g.conv("conv2", x, {.channels = kGrowth, .kernel = 3});
}

TensorId denseBlock(GraphBuilder& g, TensorId x, std::size_t layers)
{
    std::vector<TensorId> made{x};
    for (std::size_t i = 0; i < layers; ++i) {
        const auto scope = g.scope("denselayer" + std::to_string(i + 1));
        made.push_back(denseLayer(g, made));
    }
    return g.concat("concat", made);
}

TensorId transition(GraphBuilder& g, TensorId x)
{
    x = g.relu("relu", g.batchNorm("norm", x));
    x = g.conv("conv", x, {.channels = g.channels(x) / 2});
    return g.averagePool("pool", x, {.kernel = 2, .stride = 2});
}

} // namespace

workload::Network densenet121(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("densenet121", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    {
        constexpr std::array<std::size_t, 4> layers{6, 12, 24, 16};
        const auto scope = g.scope("features");
        x = g.conv("conv0", x, {.channels = 64, .kernel = 7, .stride = 2});
        x = g.relu("relu0", g.batchNorm("norm0", x));
        x = g.maxPool("pool0", x, {.kernel = 3, .stride = 2, .padding = 1});
        for (std::size_t block = 0; block < layers.size(); ++block) {
            {
                const auto blockScope = g.scope("denseblock" + std::to_string(block + 1));
                x = denseBlock(g, x, layers[block]);
            }
            if (block + 1 == layers.size())
                break;
            const auto transitionScope = g.scope("transition" + std::to_string(block + 1));
            x = transition(g, x);
        }
        x = g.batchNorm("norm5", x);
    }
    x = g.globalAveragePool("avgpool", g.relu("relu", x));
    g.fullyConnected("classifier", x, 1000);
    return g.network("DenseNet-121 (torchvision), " + imageWords(image),
                     {"Source: torchvision models.densenet121; 7.98 M parameters and 2.83 G multiply-accumulates are "
                      "published for it."});
}

} // namespace nestloom::zoo
