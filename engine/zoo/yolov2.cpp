// SPDX-License-Identifier: Apache-2.0
// Redmon and Farhadi, "YOLO9000: Better, Faster, Stronger", CVPR 2017: the COCO detector over Darknet-19.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

/// Numbers the modules as they come.
class Darknet {
public:
    Darknet(GraphBuilder& g, TensorId x) : m_g(g), m_x(x) {}

    void conv(std::int64_t channels, std::int64_t kernel)
    {
        m_x = convBnAct(m_g, "conv" + std::to_string(++m_convolutions), m_x, {.channels = channels, .kernel = kernel},
                        "leakyrelu");
    }
    /// 3x3 with 1x1 to half as many channels between them.
    void stack(std::int64_t channels, int convolutions)
    {
        for (int i = 0; i < convolutions; ++i)
            conv(i % 2 == 0 ? channels : channels / 2, i % 2 == 0 ? 3 : 1);
    }
    void halve() { m_x = m_g.maxPool("maxpool" + std::to_string(++m_poolings), m_x, {.kernel = 2, .stride = 2}); }
    TensorId x() const { return m_x; }
    void set(TensorId x) { m_x = x; }

private:
    GraphBuilder& m_g;
    TensorId m_x;
    int m_convolutions = 0, m_poolings = 0;
};

} // namespace

workload::Network yolov2(const Settings& settings)
{
    constexpr std::int64_t boxes = 5, classes = 80;
    const std::int64_t image = settings.imageOr(608);
    GraphBuilder g("yolov2", settings.elementBits);
    Darknet net(g, g.input("input", {3, image, image}));
    net.conv(32, 3);
    net.halve();
    net.conv(64, 3);
    net.halve();
    net.stack(128, 3);
    net.halve();
    net.stack(256, 3);
    net.halve();
    net.stack(512, 5);
    const TensorId fine = net.x();
    net.halve();
    net.stack(1024, 5);
    net.conv(1024, 3);
    net.conv(1024, 3);
    const TensorId coarse = net.x();
    net.set(fine); // the passthrough: squares of four pixels become channels
    net.conv(64, 1);
    const TensorId folded =
        g.other("reorg", "reorg", {net.x()}, {4 * g.channels(net.x()), g.height(coarse), g.width(coarse)});
    net.set(g.concat("concat", {folded, coarse}));
    net.conv(1024, 3);
    g.conv("detect", net.x(), {.channels = boxes * (5 + classes), .bias = true});
    return g.network("YOLOv2 (COCO), object detection, " + imageWords(image),
                     {"Source: yolov2.cfg of the authors; 50.9 M parameters and 31.5 G multiply-accumulates are "
                      "published for it at 608 x 608.",
                      "Left out: turning the last tensor into boxes."});
}

} // namespace nestloom::zoo
