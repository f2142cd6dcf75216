// SPDX-License-Identifier: Apache-2.0
// Howard et al., "MobileNets", 2017; Sandler et al., "MobileNetV2: Inverted Residuals and Linear Bottlenecks",
// CVPR 2018, the latter in the form of torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

#include <array>

namespace nestloom::zoo {

namespace {

TensorId depthwiseBnAct(GraphBuilder& g, std::string_view name, TensorId x, std::int64_t stride)
{
    const std::int64_t channels = g.channels(x);
    return convBnAct(g, name, x, {.channels = channels, .kernel = 3, .stride = stride, .groups = channels}, "relu6");
}

/// Expands `expansion` times, filters each channel, and projects without an activation.
TensorId invertedResidual(GraphBuilder& g, TensorId x, std::int64_t expansion, std::int64_t channels,
                          std::int64_t stride)
{
    TensorId y = x;
    if (expansion != 1)
        y = convBnAct(g, "expand", y, {.channels = expansion * g.channels(x)}, "relu6");
    y = depthwiseBnAct(g, "depthwise", y, stride);
    y = convBn(g, "project", y, {.channels = channels});
    return stride == 1 && channels == g.channels(x) ? g.add("add", x, y) : y;
}

} // namespace

workload::Network mobilenetV1(const Settings& settings)
{
    struct Block {
        std::int64_t channels, stride;
    };
    constexpr std::array<Block, 13> blocks{{{64, 1},
                                            {128, 2},
                                            {128, 1},
                                            {256, 2},
                                            {256, 1},
                                            {512, 2},
                                            {512, 1},
                                            {512, 1},
                                            {512, 1},
                                            {512, 1},
                                            {512, 1},
                                            {1024, 2},
                                            {1024, 1}}};
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("mobilenet_v1", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    x = convBnAct(g, "stem", x, {.channels = 32, .kernel = 3, .stride = 2}, "relu6");
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const auto scope = g.scope("block" + std::to_string(i + 1));
        x = depthwiseBnAct(g, "depthwise", x, blocks[i].stride);
        x = convBnAct(g, "pointwise", x, {.channels = blocks[i].channels}, "relu6");
    }
    g.fullyConnected("fc", g.globalAveragePool("avgpool", x), 1000);
    return g.network("MobileNet v1, width 1.0, " + imageWords(image),
                     {"Source: Howard et al., 2017; 4.23 M parameters and 0.57 G multiply-accumulates are published "
                      "for it."});
}

workload::Network mobilenetV2(const Settings& settings)
{
    struct Stage {
        std::int64_t expansion, channels, blocks, stride;
    };
    constexpr std::array<Stage, 7> stages{
        {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}}};
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("mobilenet_v2", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    x = convBnAct(g, "features.0", x, {.channels = 32, .kernel = 3, .stride = 2}, "relu6");
    std::size_t module = 1;
    for (const Stage& stage : stages)
        for (std::int64_t i = 0; i < stage.blocks; ++i) {
            const auto scope = g.scope("features." + std::to_string(module++));
            x = invertedResidual(g, x, stage.expansion, stage.channels, i == 0 ? stage.stride : 1);
        }
    x = convBnAct(g, "features.18", x, {.channels = 1280}, "relu6");
    g.fullyConnected("classifier.1", g.globalAveragePool("avgpool", x), 1000);
    return g.network("MobileNet v2 (torchvision), " + imageWords(image),
                     {"Source: torchvision models.mobilenet_v2; 3.50 M parameters and 0.30 G multiply-accumulates are "
                      "published for it.",
                      "Left out: dropout."});
}

} // namespace nestloom::zoo
