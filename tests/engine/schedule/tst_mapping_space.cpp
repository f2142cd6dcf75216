// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/verify.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using enum workload::LoopDimension;
using schedule::cosa::MappingSpace;

class TestMappingSpace : public QObject {
    Q_OBJECT
private slots:
    void hasASlotPerLevelAndPerFanout()
    {
        const MappingSpace space(tests::simba(), tests::convolution("x", 3, 56, 64, 64));
        QCOMPARE(space.allSlots().size(), std::size_t(6 + 3));
        QCOMPARE(space.spatialSlot(3), space.allSlots().size()); // the weight buffer feeds one child
        // R 3, S 3, P 2^3*7, Q 2^3*7, C 2^6, K 2^6
        QCOMPARE(space.factors().size(), std::size_t(8));
    }

    void onlyTensorsHeldInsideCanStay()
    {
        const MappingSpace space(tests::simba(), tests::convolution("x", 1, 4, 4, 4));
        QVERIFY(space.stationaryChoices(5).empty());
        QCOMPARE(space.stationaryChoices(4), std::vector{TensorRole::Weights});
        QCOMPARE(space.stationaryChoices(0).size(), std::size_t(3));
    }

    void theStationaryTensorsLoopsAreInnermost()
    {
        const MappingSpace space(tests::twoLevels(), tests::convolution("x", 3, 4, 2, 2));
        auto candidate = space.outermost();
        candidate.stationary[0] = TensorRole::Outputs;
        const auto loops = space.toMapping(candidate).levels[0].temporal; // outer to inner
        for (std::size_t i = 0; i < loops.size(); ++i)
            QCOMPARE(workload::isRelevant(TensorRole::Outputs, loops[i].dimension), i < loops.size() - 3);
    }

    void fitsAgreesWithTheVerifier()
    {
        Rng rng(4);
        int fitting = 0;
        for (int i = 0; i < 300; ++i) {
            auto accelerator = tests::simba();
            accelerator.levels[2].capacity = Bytes{64};
            const MappingSpace space(accelerator, tests::convolution("x", 3, 6, 4, 8, 1 + std::int64_t(rng.below(2))));
            auto candidate = space.outermost();
            for (const auto& factor : space.factors())
                for (int copy = 0; copy < factor.multiplicity; ++copy) {
                    const std::size_t slot = rng.below(3) == 0 ? rng.below(space.allSlots().size()) : 0;
                    candidate.bounds[0][factor.dimension] /= factor.prime;
                    candidate.bounds[slot][factor.dimension] *= factor.prime;
                }
            const bool valid = mapping::verify(accelerator, space.layer(), space.toMapping(candidate)).empty();
            QCOMPARE(space.fits(candidate), valid);
            fitting += valid ? 1 : 0;
        }
        QVERIFY2(fitting > 20 && fitting < 280, "the draw must hold both kinds");
    }
};

QTEST_GUILESS_MAIN(TestMappingSpace)
#include "tst_mapping_space.moc"
