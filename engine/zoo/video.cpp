// SPDX-License-Identifier: Apache-2.0
// Tran et al., "A Closer Look at Spatiotemporal Convolutions for Action Recognition", CVPR 2018; Xie et al.,
// "Rethinking Spatiotemporal Feature Learning", ECCV 2018; both in the form of torchvision. 3-D filters are split into
// one over the pixels of a frame and one over the frames.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

constexpr std::int64_t kFrames = 16, kActions = 400;

std::string videoWords(std::int64_t image)
{
    const std::string side = std::to_string(image);
    return std::to_string(kFrames) + " frames of " + side + " x " + side + ", batch 1";
}

Conv overPixels(std::int64_t channels, std::int64_t kernel, std::int64_t stride)
{
    return {.channels = channels, .kernel = {1, kernel, kernel}, .stride = {1, stride, stride}};
}

Conv overFrames(std::int64_t channels, std::int64_t kernel, std::int64_t stride)
{
    return {.channels = channels, .kernel = {kernel, 1, 1}, .stride = {stride, 1, 1}};
}

TensorId residualBlock(GraphBuilder& g, TensorId x, std::int64_t channels, std::int64_t stride)
{
    const std::int64_t in = g.channels(x);
    const std::int64_t middle = in * channels * 27 / (in * 9 + 3 * channels); // as many weights as a full 3-D filter
    TensorId y = convBnAct(g, "conv1.pixels", x, overPixels(middle, 3, stride));
    y = convBnAct(g, "conv1.frames", y, overFrames(channels, 3, stride));
    y = convBnAct(g, "conv2.pixels", y, overPixels(middle, 3, 1));
    y = convBn(g, "conv2.frames", y, overFrames(channels, 3, 1));
    if (stride != 1)
        x = convBn(g, "downsample", x, {.channels = channels, .stride = stride});
    return g.relu("relu", g.add("add", y, x));
}

TensorId separable(GraphBuilder& g, const std::string& name, TensorId x, std::int64_t channels, std::int64_t kernel,
                   std::int64_t stride = 1)
{
    x = convBnAct(g, name + ".pixels", x, overPixels(channels, kernel, stride));
    return convBnAct(g, name + ".frames", x, overFrames(channels, kernel, stride));
}

/// Output channels of the branches; `reduce` of the 1x1 convolutions before the 3x3.
struct VideoInception {
    std::int64_t branch0, reduce1, branch1, reduce2, branch2, branch3;
};

TensorId inception(GraphBuilder& g, std::size_t module, TensorId x, const VideoInception& sizes)
{
    const auto scope = g.scope(module);
    const TensorId a = convBnAct(g, "branch0", x, {.channels = sizes.branch0});
    TensorId b = convBnAct(g, "branch1.0", x, {.channels = sizes.reduce1});
    b = separable(g, "branch1.1", b, sizes.branch1, 3);
    TensorId c = convBnAct(g, "branch2.0", x, {.channels = sizes.reduce2});
    c = separable(g, "branch2.1", c, sizes.branch2, 3);
    TensorId d = g.maxPool("branch3.0", x, {.kernel = 3, .padding = 1});
    d = convBnAct(g, "branch3.1", d, {.channels = sizes.branch3});
    return g.concat("concat", {a, b, c, d});
}

TensorId s3dFeatures(GraphBuilder& g, TensorId x)
{
    const auto scope = g.scope("features");
    const Pool halvePixels{.kernel = {1, 3, 3}, .stride = {1, 2, 2}, .padding = {0, 1, 1}};
    x = separable(g, "0", x, 64, 7, 2);
    x = g.maxPool("1", x, halvePixels);
    x = convBnAct(g, "2", x, {.channels = 64});
    x = separable(g, "3", x, 192, 3);
    x = g.maxPool("4", x, halvePixels);
    x = inception(g, 5, x, {64, 96, 128, 16, 32, 32});
    x = inception(g, 6, x, {128, 128, 192, 32, 96, 64});
    x = g.maxPool("7", x, {.kernel = 3, .stride = 2, .padding = 1});
    x = inception(g, 8, x, {192, 96, 208, 16, 48, 64});
    x = inception(g, 9, x, {160, 112, 224, 24, 64, 64});
    x = inception(g, 10, x, {128, 128, 256, 24, 64, 64});
    x = inception(g, 11, x, {112, 144, 288, 32, 64, 64});
    x = inception(g, 12, x, {256, 160, 320, 32, 128, 128});
    x = g.maxPool("13", x, {.kernel = 2, .stride = 2});
    x = inception(g, 14, x, {256, 160, 320, 32, 128, 128});
    return inception(g, 15, x, {384, 192, 384, 48, 128, 128});
}

} // namespace

workload::Network r2plus1d18(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("r2plus1d_18", settings.elementBits);
    TensorId x = g.input("input", {3, kFrames, image, image});
    x = convBnAct(g, "stem.pixels", x, overPixels(45, 7, 2));
    x = convBnAct(g, "stem.frames", x, overFrames(64, 3, 1));
    for (std::size_t stage = 0; stage < 4; ++stage) {
        const auto stageScope = g.scope("layer" + std::to_string(stage + 1));
        for (std::size_t i = 0; i < 2; ++i) {
            const auto blockScope = g.scope(i);
            x = residualBlock(g, x, std::int64_t{64} << stage, stage > 0 && i == 0 ? 2 : 1);
        }
    }
    g.fullyConnected("fc", g.globalAveragePool("avgpool", x), kActions);
    return g.network(
        "R(2+1)D-18 (torchvision), action recognition, " + videoWords(image),
        {"Source: torchvision models.video.r2plus1d_18; 31.5 M parameters, and 40.5 G multiply-accumulates "
         "for 16 frames of 112 x 112 are published for it.",
         "3-D layers: a filter over pixels is a 2-D layer with the frames as batch, a filter over frames "
         "a 2-D layer with the pixels side by side."});
}

workload::Network s3d(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("s3d", settings.elementBits);
    TensorId x = s3dFeatures(g, g.input("input", {3, kFrames, image, image}));
    x = g.averagePool("avgpool", x, {.kernel = {2, g.height(x), g.width(x)}});
    x = g.conv("classifier", x, {.channels = kActions, .bias = true});
    g.other("mean", "mean", {x}, {kActions});
    return g.network("S3D (torchvision), action recognition, " + videoWords(image),
                     {"Source: torchvision models.video.s3d; 8.32 M parameters and 18 G multiply-accumulates are "
                      "published for it.",
                      "3-D layers: a filter over pixels is a 2-D layer with the frames as batch, a filter over frames "
                      "a 2-D layer with the pixels side by side.",
                      "Left out: dropout."});
}

} // namespace nestloom::zoo
