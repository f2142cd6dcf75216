// SPDX-License-Identifier: Apache-2.0
// Howard et al., "Searching for MobileNetV3", ICCV 2019: MobileNetV3-Large, dilated in its last stage, with the
// segmentation head LR-ASPP, in the form of torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

#include <algorithm>
#include <array>

namespace nestloom::zoo {

namespace {

struct Block {
    std::int64_t kernel, expanded, channels;
    bool squeezes;
    std::string_view activation;
    std::int64_t stride, dilation;
};

constexpr std::string_view kRelu = "relu", kHardSwish = "hardswish";
constexpr std::array<Block, 15> kBlocks{{{3, 16, 16, false, kRelu, 1, 1},
                                         {3, 64, 24, false, kRelu, 2, 1},
                                         {3, 72, 24, false, kRelu, 1, 1},
                                         {5, 72, 40, true, kRelu, 2, 1},
                                         {5, 120, 40, true, kRelu, 1, 1},
                                         {5, 120, 40, true, kRelu, 1, 1},
                                         {3, 240, 80, false, kHardSwish, 2, 1},
                                         {3, 200, 80, false, kHardSwish, 1, 1},
                                         {3, 184, 80, false, kHardSwish, 1, 1},
                                         {3, 184, 80, false, kHardSwish, 1, 1},
                                         {3, 480, 112, true, kHardSwish, 1, 1},
                                         {3, 672, 112, true, kHardSwish, 1, 1},
                                         {5, 672, 160, true, kHardSwish, 1, 2},
                                         {5, 960, 160, true, kHardSwish, 1, 2},
                                         {5, 960, 160, true, kHardSwish, 1, 2}}};
constexpr std::size_t kLowBlock = 3; // whose output the head reads at an eighth of the image's size

/// Weighs the channels by what they hold on average.
TensorId squeezeExcitation(GraphBuilder& g, TensorId x)
{
    const auto scope = g.scope("se");
    const std::int64_t squeezed = std::max<std::int64_t>(8, (g.channels(x) / 4 + 4) / 8 * 8);
    TensorId y = g.globalAveragePool("avgpool", x);
    y = g.relu("relu", g.conv("fc1", y, {.channels = squeezed, .bias = true}));
    y = g.map("hardsigmoid", "hardsigmoid", g.conv("fc2", y, {.channels = g.channels(x), .bias = true}));
    return g.multiply("mul", y, x);
}

TensorId invertedResidual(GraphBuilder& g, TensorId x, const Block& block)
{
    TensorId y = x;
    if (block.expanded != g.channels(x))
        y = convBnAct(g, "expand", y, {.channels = block.expanded}, block.activation);
    y = convBnAct(g, "depthwise", y,
                  {.channels = block.expanded,
                   .kernel = block.kernel,
                   .stride = block.stride,
                   .groups = block.expanded,
                   .dilation = block.dilation},
                  block.activation);
    if (block.squeezes)
        y = squeezeExcitation(g, y);
    y = convBn(g, "project", y, {.channels = block.channels});
    return block.channels == g.channels(x) && block.stride == 1 ? g.add("add", x, y) : y;
}

} // namespace

workload::Network lrasppMobilenetV3Large(const Settings& settings)
{
    constexpr std::int64_t classes = 21;
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("lraspp_mobilenet_v3_large", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    TensorId low{};
    {
        const auto scope = g.scope("backbone");
        x = convBnAct(g, "0", x, {.channels = 16, .kernel = 3, .stride = 2}, kHardSwish);
        for (std::size_t i = 0; i < kBlocks.size(); ++i) {
            const auto blockScope = g.scope(i + 1);
            x = invertedResidual(g, x, kBlocks[i]);
            if (i == kLowBlock)
                low = x;
        }
        x = convBnAct(g, "16", x, {.channels = 960}, kHardSwish);
    }
    {
        const auto scope = g.scope("classifier");
        const TensorId wide = convBnAct(g, "cbr", x, {.channels = 128});
        TensorId scale = g.conv("scale.conv", g.globalAveragePool("scale.avgpool", x), {.channels = 128});
        scale = g.map("scale.sigmoid", "sigmoid", scale);
        TensorId y = g.multiply("mul", wide, scale);
        y = g.resize("resize", y, g.height(low), g.width(low));
        const TensorId a = g.conv("low_classifier", low, {.channels = classes, .bias = true});
        const TensorId b = g.conv("high_classifier", y, {.channels = classes, .bias = true});
        x = g.add("add", a, b);
    }
    g.resize("resize", x, image, image);
    return g.network("LR-ASPP over MobileNetV3-Large (torchvision), semantic segmentation, " + imageWords(image),
                     {"Source: torchvision models.segmentation.lraspp_mobilenet_v3_large with 21 classes; 3.22 M "
                      "parameters are published for it."});
}

} // namespace nestloom::zoo
