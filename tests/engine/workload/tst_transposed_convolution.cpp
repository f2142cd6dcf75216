// SPDX-License-Identifier: Apache-2.0
// Transposed convolutions as ordinary ones, against a literal transposed convolution: every input pixel times every
// tap, added to where it lands.
#include "engine/workload/transposed_convolution.h"

#include <QTest>

#include <map>
#include <set>

using namespace nestloom;
using namespace nestloom::workload;
using enum workload::LoopDimension;

Q_DECLARE_METATYPE(nestloom::workload::TransposedAxis)

namespace {

std::int64_t input(std::int64_t i) { return 7 * i * i + 3 * i + 1; }
std::int64_t tapOf(std::int64_t r) { return 100 * r + 17; }

/// Output by output, from input pixels from -64 to 63.
std::vector<std::int64_t> scattered(const TransposedAxis& axis)
{
    std::vector<std::int64_t> result(std::size_t(axis.outputs), 0);
    for (std::int64_t i = -64; i < 64; ++i)
        for (std::int64_t r = 0; r < axis.taps; ++r) {
            const std::int64_t at = i * axis.stride + r * axis.dilation - axis.padding;
            if (at >= 0 && at < axis.outputs)
                result[std::size_t(at)] += input(i) * tapOf(r);
        }
    return result;
}

/// The same, phase by phase as ordinary convolutions.
std::vector<std::int64_t> woven(const TransposedAxis& axis)
{
    std::vector<std::int64_t> result(std::size_t(axis.outputs), 0);
    for (const TransposedPhase& phase : transposedPhases(axis))
        for (std::int64_t p = 0; p < phase.outputs; ++p)
            for (std::int64_t t = 0; t < phase.taps; ++t)
                result.at(std::size_t(phase.firstOutput + p * axis.stride)) +=
                    input(phase.firstInput + p - t * phase.dilation) * tapOf(phase.firstTap + t * phase.tapStep);
    return result;
}

/// Pairs of output pixel and tap that meet an input pixel, wherever that lies.
std::int64_t pairs(const TransposedAxis& axis)
{
    std::int64_t count = 0;
    for (std::int64_t o = 0; o < axis.outputs; ++o)
        for (std::int64_t r = 0; r < axis.taps; ++r)
            count += (o + axis.padding - r * axis.dilation) % axis.stride == 0;
    return count;
}

} // namespace

class TestTransposedConvolution : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void phasesGiveTheLiteralResult_data()
    {
        QTest::addColumn<TransposedAxis>("axis");
        for (const std::int64_t stride : {1, 2, 3, 4, 6})
            for (const std::int64_t taps : {1, 2, 3, 4, 5, 7})
                for (const std::int64_t dilation : {1, 2, 3, 4})
                    for (const std::int64_t padding : {0, 1, 2})
                        for (const std::int64_t outputs : {1, 9, 16})
                            QTest::addRow("s%d k%d d%d p%d o%d", int(stride), int(taps), int(dilation), int(padding),
                                          int(outputs))
                                << TransposedAxis{taps, outputs, stride, dilation, padding};
    }

    void phasesGiveTheLiteralResult()
    {
        QFETCH(TransposedAxis, axis);
        QCOMPARE(woven(axis), scattered(axis));
        std::int64_t macs = 0, merged = 0, taps = 0;
        std::set<std::int64_t> used;
        for (const TransposedPhase& phase : transposedPhases(axis)) {
            macs += phase.outputs * phase.taps;
            taps += phase.taps;
            for (std::int64_t t = 0; t < phase.taps; ++t)
                used.insert(phase.firstTap + t * phase.tapStep);
        }
        for (const TransposedPart& part : transposedParts(axis))
            merged += part.count * part.phase.outputs * part.phase.taps;
        QCOMPARE(macs, pairs(axis));
        QCOMPARE(merged, macs);
        QCOMPARE(std::int64_t(used.size()), taps); // no tap in two phases: weights are exact
        if (axis.outputs >= axis.stride)
            QCOMPARE(taps, axis.taps); // and none is left out
    }

    void layersCountTheProductOfBothSides()
    {
        const TransposedAxis rows{5, 16, 2, 1, 2}, columns{3, 9, 3, 1, 0};
        const auto layers = transposedConvolutionLayers("up", {rows, columns, 4, 6, 2, 3});
        std::int64_t all = 0, weights = 0, outputs = 0;
        for (const Layer& layer : layers) {
            all += macs(layer);
            weights += elements(layer, TensorRole::Weights);
            outputs += elements(layer, TensorRole::Outputs);
        }
        QCOMPARE(all, pairs(rows) * pairs(columns) * 4 * 6 * 2 * 3);
        QCOMPARE(weights, 5 * 3 * 4 * 6 * 3);
        QCOMPARE(outputs, 16 * 9 * 6 * 2 * 3);
    }

    void phasesOverTheSamePixelsAreOneLayer() // as in U-Net: 2 x 2 at stride 2
    {
        const auto layers = transposedConvolutionLayers("up", {{2, 56, 2, 1, 0}, {2, 56, 2, 1, 0}, 128, 64, 1, 1});
        QCOMPARE(layers.size(), std::size_t(1));
        QCOMPARE(layers[0].name, std::string("up"));
        QCOMPARE(layers[0].bounds, (Extents{{1, 1, 28, 28, 128, 256, 1, 1}}));
        QCOMPARE(elements(layers[0], TensorRole::Inputs), 28 * 28 * 128);
    }

    void otherPhasesAreLayersOfTheirOwn()
    {
        const auto layers = transposedConvolutionLayers("up", {{3, 16, 2, 1, 1}, {3, 16, 2, 1, 1}, 8, 8, 1, 1});
        QCOMPARE(layers.size(), std::size_t(4)); // 1 and 2 taps along each side
        std::multiset<std::int64_t> taps;
        for (const Layer& layer : layers)
            taps.insert(layer.bounds[R] * layer.bounds[S]);
        QCOMPARE(taps, (std::multiset<std::int64_t>{1, 2, 2, 4}));
        QCOMPARE(layers[3].name, std::string("up.phase3"));
    }

    void strideOneIsAnOrdinaryConvolution()
    {
        const auto layers = transposedConvolutionLayers("up", {{3, 10, 1, 2, 0}, {3, 10, 1, 2, 0}, 8, 8, 1, 1});
        QCOMPARE(layers.size(), std::size_t(1));
        QCOMPARE(layers[0].bounds, (Extents{{3, 3, 10, 10, 8, 8, 1, 1}}));
        QCOMPARE(layers[0].dilationR, 2);
    }
};

QTEST_APPLESS_MAIN(TestTransposedConvolution)
#include "tst_transposed_convolution.moc"
