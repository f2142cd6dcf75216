// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/zoo.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"
#include "engine/zoo/batch.h"
#include "engine/zoo/families.h"

#include <algorithm>
#include <array>

namespace nestloom::zoo {

namespace {

struct Family {
    std::string_view name;
    workload::Network (*build)(const Settings&);
    std::int64_t smallestImage;  // of those that every pooling and filter can still halve; 0 = takes no images
    std::int64_t mostTokens = 0; // with those before them; 0 = takes none
    std::int64_t mostBatch = 65'536;
};

constexpr std::array kFamilies{
    Family{"alexnet", alexnet, 63},
    Family{"amoebanet_d", amoebanetD, 32},
    Family{"darts", darts, 32},
    Family{"deeplabv3_resnet50", deeplabV3Resnet50, 32},
    Family{"densenet121", densenet121, 32},
    Family{"fcn_resnet50", fcnResnet50, 32},
    Family{"googlenet", googlenet, 32},
    Family{"llama_3_8b", llama38b, 0, 131'072},
    Family{"lraspp_mobilenet_v3_large", lrasppMobilenetV3Large, 32},
    Family{"lstm", lstm, 0},
    Family{"mlp_l", mlpL, 0},
    Family{"mobilenet_v1", mobilenetV1, 32},
    Family{"mobilenet_v2", mobilenetV2, 32},
    Family{"nasnet_a_large", nasnetLarge, 32},
    Family{"nasnet_a_mobile", nasnetMobile, 32},
    Family{"pnasnet5_large", pnasnet5Large, 32},
    Family{"r2plus1d_18", r2plus1d18, 32},
    Family{"resnet50", resnet50, 32},
    Family{"resnet50_v1", resnet50V1, 32},
    Family{"resnext50", resnext50, 32},
    Family{"s3d", s3d, 32},
    Family{"squeezenet1_0", squeezenet1_0, 32},
    Family{"squeezenet1_1", squeezenet1_1, 32},
    Family{"transformer", transformer, 0, 0, 1}, // has a batch of 32 as published
    Family{"vgg16", vgg16, 32},
    Family{"vgg19", vgg19, 32},
    Family{"vit_b_16", vitB16, 16},
    Family{"yolov2", yolov2, 32},
};

constexpr std::int64_t kLargestImage = 8192; // beyond it sizes grow past what the planners are made for

/// Image sizes must be multiples of what a network folds or cuts the image into.
std::int64_t imageStep(std::string_view name) { return name == "yolov2" ? 32 : name == "vit_b_16" ? 16 : 1; }

Error refuse(std::string message, std::string_view name)
{
    return {ErrorCode::InvalidInput, std::move(message), "network " + std::string(name)};
}

std::string knownNames()
{
    return joinText(kFamilies, ", ", [&](const Family& family) { return std::string(family.name); });
}

} // namespace

std::vector<SizeLimits> sizesOf(std::string_view name)
{
    const auto* const family = std::ranges::find_if(kFamilies, [&](const Family& each) { return each.name == name; });
    if (family == kFamilies.end())
        return {};
    std::vector<SizeLimits> sizes;
    if (family->mostTokens > 0)
        sizes = {{"tokens", 1, family->mostTokens}, {"context", 0, family->mostTokens - 1}};
    if (const std::int64_t step = imageStep(name); family->smallestImage > 0)
        sizes.push_back({"image", ceilDivide(family->smallestImage, step) * step, kLargestImage, step});
    if (family->mostBatch > 1)
        sizes.push_back({"batch", 1, family->mostBatch});
    return sizes;
}

std::vector<std::string_view> names() { return collect(kFamilies, &Family::name); }

namespace {

Status checkTokens(const Family& family, const Settings& settings)
{
    if (settings.tokens == 0 && settings.context == 0)
        return success();
    if (family.mostTokens == 0)
        return refuse("it has no tokens", family.name);
    if (settings.tokens < 0 || settings.context < 0 || settings.tokens > family.mostTokens
        || settings.context > family.mostTokens - std::max<std::int64_t>(1, settings.tokens))
        return refuse("it takes 1 to " + std::to_string(family.mostTokens) + " tokens, those before them included",
                      family.name);
    return success();
}

Status checkImage(const Family& family, std::int64_t image)
{
    if (image == 0)
        return success();
    if (family.smallestImage == 0)
        return refuse("it has no images", family.name);
    if (image < family.smallestImage || image > kLargestImage)
        return refuse("an image is " + std::to_string(family.smallestImage) + " to " + std::to_string(kLargestImage)
                          + " pixels high and wide, not " + std::to_string(image),
                      family.name);
    if (const std::int64_t step = imageStep(family.name); image % step != 0)
        return refuse("the size of the image must be a multiple of " + std::to_string(step) + ", not "
                          + std::to_string(image),
                      family.name);
    return success();
}

} // namespace

Result<workload::Network> build(std::string_view name, const Settings& settings)
{
    const auto* const family = std::ranges::find_if(kFamilies, [&](const Family& each) { return each.name == name; });
    if (family == kFamilies.end())
        return refuse("there is no such network; known: " + knownNames(), name);
    if (settings.elementBits < 1 || settings.elementBits > 64)
        return refuse("an element has 1 to 64 bit, not " + std::to_string(settings.elementBits), name);
    TRY_DO(checkTokens(*family, settings));
    TRY_DO(checkImage(*family, settings.image));
    if (settings.batch < 1 || settings.batch > family->mostBatch)
        return refuse(family->mostBatch == 1 ? "its batch is 32, as published"
                                             : "a batch is 1 to " + std::to_string(family->mostBatch) + " inputs, not "
                                                   + std::to_string(settings.batch),
                      name);
    workload::Network network = family->build(settings);
    return family->mostBatch > 1 ? withBatch(std::move(network), settings.batch) : network;
}

} // namespace nestloom::zoo
