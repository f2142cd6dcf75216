// SPDX-License-Identifier: Apache-2.0
// Simonyan and Zisserman, "Very Deep Convolutional Networks for Large-Scale Image Recognition", ICLR 2015,
// configurations D and E, in the form of torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

#include <array>

namespace nestloom::zoo {

namespace {

/// Five blocks of 3x3 convolutions, each ended by a pooling. Modules are numbered as in torchvision.
TensorId features(GraphBuilder& g, TensorId x, const std::array<int, 5>& convolutions)
{
    constexpr std::array<std::int64_t, 5> channels{64, 128, 256, 512, 512};
    const auto scope = g.scope("features");
    int module = 0;
    for (std::size_t block = 0; block < convolutions.size(); ++block) {
        for (int i = 0; i < convolutions[block]; ++i) {
            x = g.conv(std::to_string(module++), x, {.channels = channels[block], .kernel = 3, .bias = true});
            x = g.relu(std::to_string(module++), x);
        }
        x = g.maxPool(std::to_string(module++), x, {.kernel = 2, .stride = 2});
    }
    return x;
}

void classifier(GraphBuilder& g, TensorId x)
{
    const auto scope = g.scope("classifier");
    x = g.relu("1", g.fullyConnected("0", x, 4096));
    x = g.relu("4", g.fullyConnected("3", x, 4096));
    g.fullyConnected("6", x, 1000);
}

workload::Network vgg(const std::string& name, const Settings& settings, const std::array<int, 5>& convolutions,
                      const std::string& title, const std::string& published)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g(name, settings.elementBits);
    classifier(g, features(g, g.input("input", {3, image, image}), convolutions));
    return g.network(title + " (torchvision), " + imageWords(image),
                     {"Source: torchvision models." + name + "; " + published + " are published for it.",
                      "Left out: dropout, and the pooling to 7 x 7, which does nothing at this image size."});
}

} // namespace

workload::Network vgg16(const Settings& settings)
{
    return vgg("vgg16", settings, {2, 2, 3, 3, 3}, "VGG-16", "138.36 M parameters and 15.47 G multiply-accumulates");
}

workload::Network vgg19(const Settings& settings)
{
    return vgg("vgg19", settings, {2, 2, 4, 4, 4}, "VGG-19", "143.67 M parameters and 19.63 G multiply-accumulates");
}

} // namespace nestloom::zoo
