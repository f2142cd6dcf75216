// SPDX-License-Identifier: Apache-2.0
// Long et al., "Fully Convolutional Networks for Semantic Segmentation", CVPR 2015; Chen et al., "Rethinking Atrous
// Convolution for Semantic Image Segmentation", 2017; both over a dilated ResNet-50 as in torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

constexpr std::int64_t kClasses = 21;

/// The last two stages dilate: the output has an eighth of the image's height and width.
TensorId backbone(GraphBuilder& g, TensorId image)
{
    const auto scope = g.scope("backbone");
    return resnetBody(g, image, {.dilated = {false, false, true, true}});
}

/// Atrous spatial pyramid pooling: views of five sizes, and what they have in common.
TensorId pyramid(GraphBuilder& g, TensorId x)
{
    const auto scope = g.scope("aspp");
    std::vector<TensorId> views{convBnAct(g, "convs.0", x, {.channels = 256})};
    int view = 1;
    for (const std::int64_t rate : {12, 24, 36})
        views.push_back(
            convBnAct(g, "convs." + std::to_string(view++), x, {.channels = 256, .kernel = 3, .dilation = rate}));
    TensorId whole = g.globalAveragePool("pooling.avgpool", x);
    whole = convBnAct(g, "pooling", whole, {.channels = 256});
    views.push_back(g.resize("pooling.resize", whole, g.height(x), g.width(x)));
    return convBnAct(g, "project", g.concat("concat", views), {.channels = 256});
}

} // namespace

workload::Network fcnResnet50(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("fcn_resnet50", settings.elementBits);
    TensorId x = backbone(g, g.input("input", {3, image, image}));
    x = convBnAct(g, "classifier.0", x, {.channels = 512, .kernel = 3});
    x = g.conv("classifier.4", x, {.channels = kClasses, .bias = true});
    g.resize("resize", x, image, image);
    return g.network("FCN over ResNet-50 (torchvision), semantic segmentation, " + imageWords(image),
                     {"Source: torchvision models.segmentation.fcn_resnet50 with 21 classes; 32.9 M parameters "
                      "without the auxiliary head.",
                      "Left out: the auxiliary head, which is used in training only, and dropout."});
}

workload::Network deeplabV3Resnet50(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("deeplabv3_resnet50", settings.elementBits);
    TensorId x = backbone(g, g.input("input", {3, image, image}));
    {
        const auto scope = g.scope("classifier");
        x = pyramid(g, x);
        x = convBnAct(g, "head", x, {.channels = 256, .kernel = 3});
        x = g.conv("logits", x, {.channels = kClasses, .bias = true});
    }
    g.resize("resize", x, image, image);
    return g.network("DeepLabV3 over ResNet-50 (torchvision), semantic segmentation, " + imageWords(image),
                     {"Source: torchvision models.segmentation.deeplabv3_resnet50 with 21 classes; 39.6 M parameters "
                      "without the auxiliary head.",
                      "Left out: the auxiliary head, which is used in training only, and dropout."});
}

} // namespace nestloom::zoo
