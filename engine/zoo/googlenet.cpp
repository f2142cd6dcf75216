// SPDX-License-Identifier: Apache-2.0
// Szegedy et al., "Going Deeper with Convolutions", CVPR 2015, in the form of torchvision: with batch normalisation,
// and 3x3 filters in the branch that has 5x5 in the paper.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

/// Output channels of the branches; `reduce` of the 1x1 convolutions before the 3x3.
struct Inception {
    std::int64_t branch1, reduce2, branch2, reduce3, branch3, branch4;
};

TensorId inception(GraphBuilder& g, std::string_view name, TensorId x, const Inception& sizes)
{
    const auto scope = g.scope(name);
    const TensorId a = convBnAct(g, "branch1", x, {.channels = sizes.branch1});
    TensorId b = convBnAct(g, "branch2.0", x, {.channels = sizes.reduce2});
    b = convBnAct(g, "branch2.1", b, {.channels = sizes.branch2, .kernel = 3});
    TensorId c = convBnAct(g, "branch3.0", x, {.channels = sizes.reduce3});
    c = convBnAct(g, "branch3.1", c, {.channels = sizes.branch3, .kernel = 3});
    TensorId d = g.maxPool("branch4.0", x, {.kernel = 3, .padding = 1, .roundUp = true});
    d = convBnAct(g, "branch4.1", d, {.channels = sizes.branch4});
    return g.concat("concat", {a, b, c, d});
}

} // namespace

workload::Network googlenet(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("googlenet", settings.elementBits);
    const Pool halve{.kernel = 3, .stride = 2, .roundUp = true};
    TensorId x = convBnAct(g, "conv1", g.input("input", {3, image, image}), {.channels = 64, .kernel = 7, .stride = 2});
    x = g.maxPool("maxpool1", x, halve);
    x = convBnAct(g, "conv2", x, {.channels = 64});
    x = convBnAct(g, "conv3", x, {.channels = 192, .kernel = 3});
    x = g.maxPool("maxpool2", x, halve);
    x = inception(g, "inception3a", x, {64, 96, 128, 16, 32, 32});
    x = inception(g, "inception3b", x, {128, 128, 192, 32, 96, 64});
    x = g.maxPool("maxpool3", x, halve);
    x = inception(g, "inception4a", x, {192, 96, 208, 16, 48, 64});
    x = inception(g, "inception4b", x, {160, 112, 224, 24, 64, 64});
    x = inception(g, "inception4c", x, {128, 128, 256, 24, 64, 64});
    x = inception(g, "inception4d", x, {112, 144, 288, 32, 64, 64});
    x = inception(g, "inception4e", x, {256, 160, 320, 32, 128, 128});
    x = g.maxPool("maxpool4", x, {.kernel = 2, .stride = 2, .roundUp = true});
    x = inception(g, "inception5a", x, {256, 160, 320, 32, 128, 128});
    x = inception(g, "inception5b", x, {384, 192, 384, 48, 128, 128});
    g.fullyConnected("fc", g.globalAveragePool("avgpool", x), 1000);
    return g.network("GoogLeNet (torchvision), " + imageWords(image),
                     {"Source: torchvision models.googlenet; 6.62 M parameters and 1.50 G multiply-accumulates are "
                      "published for it without auxiliary heads.",
                      "Left out: the auxiliary heads, which are used in training only, and dropout."});
}

} // namespace nestloom::zoo
