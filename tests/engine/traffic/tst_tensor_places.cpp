// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/tensor_places.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::traffic;
using enum workload::LoopDimension;

namespace {

constexpr PerTensor<Bits> kBytes{{{{8}, {8}, {8}}}};

workload::Layer layer() { return tests::convolution("layer", 3, 6, 8, 12); } // 8 x 8 input pixels

} // namespace

class TestTensorPlaces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tensorsDoNotOverlap();
    void walksThroughABlockRowByRow();
    void wholeTensorsAreContiguous();
    void cutsBlocksOffAtTheEnd();
};

void TestTensorPlaces::tensorsDoNotOverlap()
{
    const TensorPlaces places(layer(), kBytes);
    QCOMPARE(places.base(TensorRole::Weights), std::uint64_t{0});
    QCOMPARE(places.base(TensorRole::Inputs), std::uint64_t{65536}); // 864 B of weights
    QCOMPARE(places.base(TensorRole::Outputs), std::uint64_t{131072});
}

void TestTensorPlaces::walksThroughABlockRowByRow()
{
    const TensorPlaces places(layer(), kBytes);
    workload::Extents start{}, tile = workload::unitExtents();
    start[C] = 1;
    tile[Q] = 2; // with 3 taps: 4 pixels wide
    tile[S] = 3;
    tile[R] = 2; // 2 pixels high
    const TensorBlock block = blockOf(layer(), TensorRole::Inputs, start, tile);
    const std::uint64_t first = 65536 + 64; // channel 1 of 8 x 8 pixels
    QCOMPARE(places.address(block, 0), first);
    QCOMPARE(places.address(block, 3), first + 3);
    QCOMPARE(places.address(block, 4), first + 8);
    QCOMPARE(places.address(block, 8), first); // from the beginning again
}

void TestTensorPlaces::wholeTensorsAreContiguous()
{
    const TensorPlaces places(layer(), kBytes);
    const TensorBlock block = blockOf(layer(), TensorRole::Weights, workload::Extents{}, layer().bounds);
    for (std::int64_t byte = 0; byte < 864; ++byte)
        QCOMPARE(places.address(block, byte), static_cast<std::uint64_t>(byte));
}

void TestTensorPlaces::cutsBlocksOffAtTheEnd()
{
    workload::Extents start{}, tile = workload::unitExtents();
    start[K] = 10;
    tile[K] = 4; // 12 channels only
    const TensorBlock block = blockOf(layer(), TensorRole::Weights, start, tile);
    QCOMPARE(block.size[1], 2);
}

QTEST_APPLESS_MAIN(TestTensorPlaces)
#include "tst_tensor_places.moc"
