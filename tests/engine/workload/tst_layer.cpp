// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/layer.h"

#include <QTest>

#include <set>

using namespace nestloom;
using workload::Extents;
using workload::Layer;
using enum workload::LoopDimension;

namespace {

/// R S P Q C K N G
Layer layer(Extents bounds, std::int64_t stride = 1, std::int64_t dilation = 1)
{
    return {.name = "layer",
            .bounds = bounds,
            .strideP = stride,
            .strideQ = stride,
            .dilationR = dilation,
            .dilationS = dilation};
}

} // namespace

class TestLayer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void macsAreTheProductOfAllBounds();
    void inputsHaveAHalo();
    void strideSpreadsTheInput();
    void dilationSpreadsTheFilter();
    void directionsAreIndependent();
    void aTileTouchesItsOwnHalo();
    void groupsMultiplyEveryTensor();
    void relevanceMatchesTheFootprint();
    void touchedLinesAreThoseOfAWalk();
    void fingerprintIsOfTheShapeAlone();
    void describesTheShapeForPeople();
};

void TestLayer::macsAreTheProductOfAllBounds()
{
    QCOMPARE(macs(layer({{3, 3, 14, 14, 256, 256, 1, 1}})), 115605504);
    QCOMPARE(macs(layer({{3, 3, 56, 56, 4, 4, 2, 32}})), 9LL * 3136 * 16 * 2 * 32);
}

void TestLayer::inputsHaveAHalo()
{
    const Layer l = layer({{3, 3, 14, 14, 256, 512, 1, 1}});
    QCOMPARE(elements(l, TensorRole::Inputs), 256 * 16 * 16); // 14 outputs need 14 + 2 rows
    QCOMPARE(elements(l, TensorRole::Weights), 3 * 3 * 256 * 512);
    QCOMPARE(elements(l, TensorRole::Outputs), 512 * 14 * 14);
}

void TestLayer::strideSpreadsTheInput()
{
    // (112-1)*2 + (7-1) + 1 = 229: the 224 x 224 image with 3 rows of padding on one side and 2 that are used on the
    // other
    QCOMPARE(elements(layer({{7, 7, 112, 112, 3, 64, 1, 1}}, 2), TensorRole::Inputs), 3 * 229 * 229);
    // 1x1 with stride 2: skipped pixels lie inside the region, 13*2 + 1 = 27
    QCOMPARE(elements(layer({{1, 1, 14, 14, 512, 1024, 1, 1}}, 2), TensorRole::Inputs), 512 * 27 * 27);
}

void TestLayer::dilationSpreadsTheFilter()
{
    // (28-1) + (5-1)*2 + 1 = 36
    QCOMPARE(elements(layer({{5, 5, 28, 28, 192, 32, 1, 1}}, 1, 2), TensorRole::Inputs), 192 * 36 * 36);
}

void TestLayer::directionsAreIndependent()
{
    Layer l = layer({{3, 5, 10, 20, 1, 1, 1, 1}});
    l.strideP = 2;
    l.dilationS = 3;
    // rows (10-1)*2 + 2 + 1 = 21, columns (20-1) + 4*3 + 1 = 32
    QCOMPARE(elements(l, TensorRole::Inputs), 21 * 32);
}

void TestLayer::aTileTouchesItsOwnHalo()
{
    const Layer l = layer({{3, 3, 14, 14, 256, 256, 1, 1}}, 2);
    const Extents tile{{3, 1, 7, 2, 8, 16, 1, 1}};
    QCOMPARE(footprint(l, TensorRole::Inputs, tile), 8 * ((7 - 1) * 2 + 2 + 1) * ((2 - 1) * 2 + 0 + 1));
    QCOMPARE(footprint(l, TensorRole::Weights, tile), 3 * 8 * 16);
    QCOMPARE(footprint(l, TensorRole::Outputs, tile), 7 * 2 * 16);
    for (const TensorRole role : kTensorRoles)
        QCOMPARE(footprint(l, role, workload::unitExtents()), 1);
}

void TestLayer::groupsMultiplyEveryTensor()
{
    const Layer one = layer({{3, 3, 14, 14, 16, 16, 1, 1}});
    const Layer grouped = layer({{3, 3, 14, 14, 16, 16, 1, 32}});
    for (const TensorRole role : kTensorRoles)
        QCOMPARE(elements(grouped, role), 32 * elements(one, role));
    QCOMPARE(macs(grouped), 32 * macs(one));
}

/// isRelevant() says which loops change a tensor: exactly those that make its footprint grow.
void TestLayer::relevanceMatchesTheFootprint()
{
    const Layer l = layer({{4, 4, 4, 4, 4, 4, 4, 4}});
    for (const TensorRole role : kTensorRoles)
        for (const workload::LoopDimension d : workload::kLoopDimensions) {
            Extents tile = workload::unitExtents();
            tile[d] = 4;
            QCOMPARE(footprint(l, role, tile) > 1, workload::isRelevant(role, d));
        }
}

void TestLayer::fingerprintIsOfTheShapeAlone()
{
    const Layer base = layer({{3, 3, 14, 14, 16, 32, 1, 1}});
    Layer renamed = base;
    renamed.name = "other";
    QCOMPARE(shapeFingerprint(renamed), shapeFingerprint(base));
    for (const workload::LoopDimension d : workload::kLoopDimensions) {
        Layer changed = base;
        ++changed.bounds[d];
        QVERIFY(shapeFingerprint(changed) != shapeFingerprint(base));
    }
    for (std::int64_t Layer::*field : {&Layer::strideP, &Layer::strideQ, &Layer::dilationR, &Layer::dilationS}) {
        Layer changed = base;
        changed.*field = 2;
        QVERIFY(shapeFingerprint(changed) != shapeFingerprint(base));
    }
}

void TestLayer::touchedLinesAreThoseOfAWalk()
{
    for (int pixels = 1; pixels < 9; ++pixels)
        for (int stride = 1; stride < 7; ++stride)
            for (int taps = 1; taps < 9; ++taps)
                for (int dilation = 1; dilation < 7; ++dilation) {
                    std::set<std::int64_t> lines;
                    for (int p = 0; p < pixels; ++p)
                        for (int r = 0; r < taps; ++r)
                            lines.insert(p * stride + r * dilation);
                    QCOMPARE(workload::touchedLines(pixels, stride, taps, dilation), std::int64_t(lines.size()));
                }
    QCOMPARE(workload::touchedLines(1, 1, 1'000'000'000'000, 3), std::int64_t(1'000'000'000'000));
}

void TestLayer::describesTheShapeForPeople()
{
    QCOMPARE(describeShape(layer({{3, 3, 28, 28, 256, 512, 1, 1}}, 2)),
             std::string("3\u00d73 256\u2192512 /2, 28\u00d728"));
    QCOMPARE(describeShape(layer({{3, 3, 14, 14, 16, 16, 4, 32}})),
             std::string("3\u00d73 512\u2192512 in 32 groups, 14\u00d714, batch 4"));
    Layer fc = layer({{1, 1, 1, 1, 2048, 1000, 1, 1}});
    fc.kind = workload::LayerKind::FullyConnected;
    QCOMPARE(describeShape(fc), std::string("fc 2048\u21921000"));
}

QTEST_APPLESS_MAIN(TestLayer)
#include "tst_layer.moc"
