// SPDX-License-Identifier: Apache-2.0
// Krizhevsky, "One weird trick for parallelizing convolutional neural networks", 2014, in the form of torchvision.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

workload::Network alexnet(const Settings& settings)
{
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("alexnet", settings.elementBits);
    const Pool halve{.kernel = 3, .stride = 2};
    TensorId x = g.input("input", {3, image, image});
    {
        const auto scope = g.scope("features");
        x = g.relu("1", g.conv("0", x, {.channels = 64, .kernel = 11, .stride = 4, .padding = 2, .bias = true}));
        x = g.maxPool("2", x, halve);
        x = g.relu("4", g.conv("3", x, {.channels = 192, .kernel = 5, .bias = true}));
        x = g.maxPool("5", x, halve);
        x = g.relu("7", g.conv("6", x, {.channels = 384, .kernel = 3, .bias = true}));
        x = g.relu("9", g.conv("8", x, {.channels = 256, .kernel = 3, .bias = true}));
        x = g.relu("11", g.conv("10", x, {.channels = 256, .kernel = 3, .bias = true}));
        x = g.maxPool("12", x, halve);
    }
    const auto scope = g.scope("classifier");
    x = g.relu("2", g.fullyConnected("1", x, 4096));
    x = g.relu("5", g.fullyConnected("4", x, 4096));
    g.fullyConnected("6", x, 1000);
    return g.network("AlexNet (torchvision), " + imageWords(image) + ", 5 convolutions and 3 fully connected layers",
                     {"Source: torchvision models.alexnet; 61.10 M parameters and 0.71 G multiply-accumulates are "
                      "published for it.",
                      "Left out: dropout, and the pooling to 6 x 6, which does nothing at this image size."});
}

} // namespace nestloom::zoo
