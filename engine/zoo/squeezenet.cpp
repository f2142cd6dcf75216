// SPDX-License-Identifier: Apache-2.0
// Iandola et al., "SqueezeNet: AlexNet-level accuracy with 50x fewer parameters", 2016, versions 1.0 and 1.1 in the
// form of torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

/// Squeezes to `squeeze` channels and expands to twice `expand`.
TensorId fire(GraphBuilder& g, int module, TensorId x, std::int64_t squeeze, std::int64_t expand)
{
    const auto scope = g.scope("features." + std::to_string(module));
    x = g.relu("squeeze_relu", g.conv("squeeze", x, {.channels = squeeze, .bias = true}));
    const TensorId a = g.relu("expand1x1_relu", g.conv("expand1x1", x, {.channels = expand, .bias = true}));
    const TensorId b =
        g.relu("expand3x3_relu", g.conv("expand3x3", x, {.channels = expand, .kernel = 3, .bias = true}));
    return g.concat("concat", {a, b});
}

TensorId halve(GraphBuilder& g, int module, TensorId x)
{
    return g.maxPool("features." + std::to_string(module), x, {.kernel = 3, .stride = 2, .roundUp = true});
}

workload::Network finish(GraphBuilder& g, TensorId x, const std::string& version, const std::string& published,
                         std::int64_t image)
{
    x = g.relu("classifier.2", g.conv("classifier.1", x, {.channels = 1000, .bias = true}));
    g.globalAveragePool("classifier.3", x);
    return g.network(
        "SqueezeNet " + version + " (torchvision), " + imageWords(image),
        {"Source: torchvision models.squeezenet; " + published + " are published for version " + version + ".",
         "Left out: dropout."});
}

} // namespace

workload::Network squeezenet1_0(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("squeezenet1_0", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    x = g.conv("features.0", x, {.channels = 96, .kernel = 7, .stride = 2, .padding = 0, .bias = true});
    x = halve(g, 2, g.relu("features.1", x));
    x = fire(g, 3, x, 16, 64);
    x = fire(g, 4, x, 16, 64);
    x = fire(g, 5, x, 32, 128);
    x = halve(g, 6, x);
    x = fire(g, 7, x, 32, 128);
    x = fire(g, 8, x, 48, 192);
    x = fire(g, 9, x, 48, 192);
    x = fire(g, 10, x, 64, 256);
    x = halve(g, 11, x);
    x = fire(g, 12, x, 64, 256);
    return finish(g, x, "1.0", "1.25 M parameters and 0.82 G multiply-accumulates", image);
}

workload::Network squeezenet1_1(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("squeezenet1_1", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    x = g.conv("features.0", x, {.channels = 64, .kernel = 3, .stride = 2, .padding = 0, .bias = true});
    x = halve(g, 2, g.relu("features.1", x));
    x = fire(g, 3, x, 16, 64);
    x = fire(g, 4, x, 16, 64);
    x = halve(g, 5, x);
    x = fire(g, 6, x, 32, 128);
    x = fire(g, 7, x, 32, 128);
    x = halve(g, 8, x);
    x = fire(g, 9, x, 48, 192);
    x = fire(g, 10, x, 48, 192);
    x = fire(g, 11, x, 64, 256);
    x = fire(g, 12, x, 64, 256);
    return finish(g, x, "1.1", "1.24 M parameters and 0.35 G multiply-accumulates", image);
}

} // namespace nestloom::zoo
