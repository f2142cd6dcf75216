// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"
#include "engine/zoo/graph_builder.h"
#include "engine/zoo/zoo.h"

#include <array>

namespace nestloom::zoo {

// One builder for each network, in a file for each family. Names of operators are the module names of the source where
// it has any. Unfused: every convolution, normalisation, activation, pooling, addition is one operator.

workload::Network alexnet(const Settings& settings);
workload::Network vgg16(const Settings& settings);
workload::Network vgg19(const Settings& settings);
workload::Network googlenet(const Settings& settings);
workload::Network squeezenet1_0(const Settings& settings);
workload::Network squeezenet1_1(const Settings& settings);
workload::Network mobilenetV1(const Settings& settings);
workload::Network mobilenetV2(const Settings& settings);
workload::Network yolov2(const Settings& settings);

workload::Network resnet50(const Settings& settings);
workload::Network resnet50V1(const Settings& settings); // stride in the 1x1 convolutions
workload::Network resnext50(const Settings& settings);
workload::Network densenet121(const Settings& settings);
workload::Network fcnResnet50(const Settings& settings);
workload::Network deeplabV3Resnet50(const Settings& settings);
workload::Network lrasppMobilenetV3Large(const Settings& settings);
workload::Network r2plus1d18(const Settings& settings);
workload::Network s3d(const Settings& settings);
workload::Network transformer(const Settings& settings);
workload::Network vitB16(const Settings& settings);
workload::Network llama38b(const Settings& settings);

workload::Network nasnetMobile(const Settings& settings);
workload::Network nasnetLarge(const Settings& settings);
workload::Network pnasnet5Large(const Settings& settings);
workload::Network amoebanetD(const Settings& settings);
workload::Network darts(const Settings& settings);

workload::Network mlpL(const Settings& settings);
workload::Network lstm(const Settings& settings);

/// What the variants of ResNet-50 differ in.
struct ResnetVariant {
    std::int64_t groups = 1; // of the 3x3 convolutions
    std::int64_t widthPerGroup = 64;
    bool strideIn1x1 = false;      // the original; torchvision has it in the 3x3
    std::array<bool, 4> dilated{}; // stages that dilate instead of halving the image
};

/// Stem and the four stages of 3, 4, 6 and 3 bottleneck blocks.
TensorId resnetBody(GraphBuilder& g, TensorId image, const ResnetVariant& variant);

} // namespace nestloom::zoo
