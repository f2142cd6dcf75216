// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/print.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using enum workload::LoopDimension;

class TestPrint : public QObject {
    Q_OBJECT
private slots:
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

QTEST_GUILESS_MAIN(TestPrint)
#include "tst_print.moc"
