// SPDX-License-Identifier: Apache-2.0
// He et al., "Deep Residual Learning for Image Recognition", CVPR 2016; Xie et al., "Aggregated Residual
// Transformations for Deep Neural Networks", CVPR 2017; names and shapes as in torchvision.
#include "engine/zoo/families.h"

namespace nestloom::zoo {

namespace {

struct Bottleneck {
    std::int64_t planes = 64;
    std::int64_t stride = 1, dilation = 1;
    bool first = false; // of its stage: the shortcut is a convolution
};

TensorId bottleneck(GraphBuilder& g, TensorId x, const Bottleneck& block, const ResnetVariant& variant)
{
    const std::int64_t width = block.planes * variant.widthPerGroup / 64 * variant.groups;
    const std::int64_t stride1x1 = variant.strideIn1x1 ? block.stride : 1;
    TensorId y = g.conv("conv1", x, {.channels = width, .stride = stride1x1});
    y = g.relu("relu1", g.batchNorm("bn1", y));
    y = g.conv("conv2", y,
               {.channels = width,
                .kernel = 3,
                .stride = block.stride / stride1x1,
                .groups = variant.groups,
                .dilation = block.dilation});
    y = g.relu("relu2", g.batchNorm("bn2", y));
    y = g.batchNorm("bn3", g.conv("conv3", y, {.channels = 4 * block.planes}));
    if (block.first)
        x = g.batchNorm("downsample_bn",
                        g.conv("downsample", x, {.channels = 4 * block.planes, .stride = block.stride}));
    return g.relu("relu3", g.add("add", y, x));
}

workload::Network classifier(const char* name, const Settings& settings, const ResnetVariant& variant,
                             const std::string& title, std::vector<std::string> notes)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g(name, settings.elementBits);
    const TensorId x = resnetBody(g, g.input("input", {3, image, image}), variant);
    g.fullyConnected("fc", g.globalAveragePool("avgpool", x), 1000);
    return g.network(title + ", " + imageWords(image) + ", 53 convolutions and fc", std::move(notes));
}

} // namespace

TensorId resnetBody(GraphBuilder& g, TensorId image, const ResnetVariant& variant)
{
    constexpr std::array<std::size_t, 4> blocks{3, 4, 6, 3};
    TensorId x = g.conv("conv1", image, {.channels = 64, .kernel = 7, .stride = 2});
    x = g.relu("relu", g.batchNorm("bn1", x));
    x = g.maxPool("maxpool", x, {.kernel = 3, .stride = 2, .padding = 1});
    std::int64_t dilation = 1;
    for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
        const auto stageScope = g.scope("layer" + std::to_string(stage + 1));
        const bool halves = stage > 0 && !variant.dilated[stage];
        const std::int64_t before = dilation;
        if (stage > 0 && !halves)
            dilation *= 2;
        for (std::size_t i = 0; i < blocks[stage]; ++i) {
            const auto blockScope = g.scope(i);
            x = bottleneck(g, x,
                           {.planes = std::int64_t{64} << stage,
                            .stride = halves && i == 0 ? 2 : 1,
                            .dilation = i == 0 ? before : dilation,
                            .first = i == 0},
                           variant);
        }
    }
    return x;
}

workload::Network resnet50(const Settings& settings)
{
    return classifier("resnet50", settings, {}, "ResNet-50 (torchvision, stride in the 3x3)",
                      {"Source: torchvision models.resnet50; 25.56 M parameters and 4.09 G multiply-accumulates are "
                       "published for it."});
}

workload::Network resnet50V1(const Settings& settings)
{
    return classifier("resnet50_v1", settings, {.strideIn1x1 = true}, "ResNet-50 (original, stride in the 1x1)",
                      {"Source: He et al., CVPR 2016; 25.56 M parameters and 3.86 G multiply-accumulates are published "
                       "for it.",
                       "It differs from resnet50 in the convolution of a stage's first block that halves the image."});
}

workload::Network resnext50(const Settings& settings)
{
    return classifier("resnext50", settings, {.groups = 32, .widthPerGroup = 4}, "ResNeXt-50 32x4d (torchvision)",
                      {"Source: torchvision models.resnext50_32x4d; 25.03 M parameters and 4.23 G multiply-accumulates "
                       "are published for it.",
                       "Groups are exact: G = 32 with C and K of one group. CoSA's own layer files drop the group "
                       "count."});
}

} // namespace nestloom::zoo
