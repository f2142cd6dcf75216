// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/mapping_text.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;

using enum workload::LoopDimension;

using enum workload::LoopDimension;

class TestLayerMapping : public QObject {
    Q_OBJECT
private slots:
    void tilesHoldTheLoopsOfTheirLevelAndInside()
    {
        const auto layer = tests::convolution("conv", 3, 8, 4, 2);
        mapping::LayerMapping nest;
        nest.levels = {{{{P, 2}, {C, 4}}, {}, TensorSet::all()},
                       {{{P, 4}, {Q, 8}, {R, 3}, {S, 3}}, {{K, 2}}, TensorSet::all()}};
        const auto inner = mapping::tileExtents(nest, 1);
        QCOMPARE(inner[P], 4);
        QCOMPARE(inner[C], 1);
        QCOMPARE(inner[K], 2);
        QCOMPARE(mapping::tileElements(layer, nest, 1, TensorRole::Weights), 2 * 3 * 3);
        QCOMPARE(mapping::tileElements(layer, nest, 1, TensorRole::Inputs),
                 (4 + 2) * (8 + 2)); // halo of two rows and columns
        QCOMPARE(mapping::tileElements(layer, nest, 1, TensorRole::Outputs), 2 * 4 * 8);
        QCOMPARE(mapping::tileElements(layer, nest, 0, TensorRole::Inputs), 4 * 10 * 10);
        QCOMPARE(mapping::spatialProduct(nest.levels[1]), 2);
        QCOMPARE(mapping::temporalProduct(nest.levels[1]), 4 * 8 * 3 * 3);
    }

    void tileBitsUseTheWidthOfTheLevel()
    {
        const auto accelerator = tests::simba();
        const auto layer = tests::convolution("conv", 1, 4, 1, 1);
        mapping::LayerMapping nest = mapping::outermostMapping(accelerator, layer);
        QCOMPARE(mapping::tileBits(accelerator, layer, nest, 4, TensorRole::Outputs), Bits{24}); // one partial sum
        QCOMPARE(mapping::tileBits(accelerator, layer, nest, 0, TensorRole::Outputs), Bits{16 * 8});
    }

    void theOutermostMappingKeepsOneElementInside()
    {
        const auto accelerator = tests::simba();
        const auto layer = tests::convolution("conv", 3, 7, 5, 2);
        const auto nest = mapping::outermostMapping(accelerator, layer);
        QCOMPARE(mapping::temporalProduct(nest.levels[0]), workload::macs(layer));
        QCOMPARE(mapping::tileExtents(nest, 1), workload::unitExtents());
    }

    void writesOneLoopALineWithTilesAgainstCapacity()
    {
        mapping::LayerMapping nest;
        nest.levels = {{{{C, 2}}, {}, TensorSet::all()},
                       {{{P, 4}}, {{K, 2}}, tests::kInputs.with(TensorRole::Outputs)}};
        auto layer = tests::convolution("conv", 1, 1, 2, 2);
        layer.bounds[P] = 4;
        QCOMPARE(mapping::print(tests::twoLevels(Bytes{2048}), layer, nest),
                 std::string("DRAM [weights 4 B + inputs 8 B + outputs 8 B]\n"
                             "  for C in 0..2\n"
                             "    Buffer [inputs 4 B + outputs 8 B of 2,048 B]\n"
                             "      for P in 0..4\n"
                             "        par for K in 0..2\n"
                             "          MAC\n"));
    }
};

QTEST_GUILESS_MAIN(TestLayerMapping)
#include "tst_layer_mapping.moc"
