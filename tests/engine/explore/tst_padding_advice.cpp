// SPDX-License-Identifier: Apache-2.0
// Paddings that are worth a try, and what they really bring.
#include "engine/explore/padding_advice.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace nestloom;
using namespace nestloom::explore;
using workload::Padding;
using enum workload::LoopDimension;

namespace {

const auto makeSolver = milp::processSolvers({NESTLOOM_BIN_DIR "/nestloom-solver"});

bool holds(const std::vector<std::int64_t>& sizes, std::int64_t size)
{
    return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

/// A layer whose channels are primes, on an array of 16 x 8 x 8 MAC units.
PaddingInputs primes()
{
    PaddingInputs inputs{tests::simba(), tests::convolution("primes", 1, 7, 61, 127), {}};
    inputs.options.cosa.evaluations = 3000;
    inputs.options.cosa.proveWithMip = false;
    inputs.options.threads = 1;
    return inputs;
}

} // namespace

class TestPaddingAdvice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fillingIsCountedForEachMac()
    {
        const auto simba = tests::simba(); // fan-outs 4 x 4, 8, 8
        QCOMPARE(fillGain(simba, 128, 128), 1.0);
        QVERIFY(std::abs(fillGain(simba, 127, 128) - (16.0 / 128) / (1.0 / 127)) < 1e-9
                || fillGain(simba, 127, 128) > 16.0 / 128 * 127);
        QVERIFY(fillGain(simba, 127, 254) <= fillGain(simba, 127, 128));
        QCOMPARE(fillGain(simba, 16, 17), 1.0); // a prime fills nothing
    }

    void evenSizesNearbyAreTried()
    {
        const auto simba = tests::simba();
        QVERIFY(holds(promisingSizes(simba, 127, 0.5), 128));
        QVERIFY(holds(promisingSizes(simba, 1000, 0.5), 1024));
        const auto sizes = promisingSizes(simba, 13, 0.5);
        QVERIFY(holds(sizes, 14) || holds(sizes, 16));
        QVERIFY(sizes.size() <= 3);
        for (const std::int64_t size : sizes)
            QVERIFY(size > 13 && size <= 19);
    }

    void theLimitOnMacsHolds()
    {
        const auto simba = tests::simba();
        QVERIFY(promisingSizes(simba, 127, 0.0).empty());
        const auto layer = tests::convolution("l", 3, 13, 127, 255);
        for (const double most : {0.05, 0.2, 0.5})
            for (const Padding& padding : promisingPaddings(simba, layer, most)) {
                QVERIFY(workload::extraMacs(layer, padding) <= most + 1e-9);
                QVERIFY2(workload::whyNotPadding(layer, padding).empty(),
                         workload::whyNotPadding(layer, padding).c_str());
            }
    }

    void bothSidesOfASquareAreTriedTogether()
    {
        const auto paddings = promisingPaddings(tests::simba(), tests::convolution("l", 1, 13, 64, 64), 0.6);
        QVERIFY(std::any_of(paddings.begin(), paddings.end(), [](const Padding& padding) {
            return padding.size() == 2 && padding[0].dimension == P && padding[1].dimension == Q
                   && padding[0].to == padding[1].to;
        }));
    }

    void dimensionsOfOneAreLeftAlone()
    {
        for (const Padding& padding : promisingPaddings(tests::simba(), tests::convolution("l", 1, 13, 1, 7), 1.0))
            for (const auto& one : padding)
                QVERIFY(one.dimension == P || one.dimension == Q || one.dimension == K);
    }

    void hugeDimensionsAreLookedAtCoarsely()
    {
        for (const std::int64_t size : promisingSizes(tests::simba(), 1'000'003, 0.5)) {
            QVERIFY(size > 1'000'003 && size <= 1'500'004);
            QCOMPARE(size % 256, 0);
        }
    }

    void everyPaddingIsMappedVerifiedAndPaysForAllItAdds()
    {
        const PaddingInputs inputs = primes();
        int heard = 0;
        double fraction = 0;
        const auto advice = advisePadding(inputs, makeSolver, {}, [&](const PaddingAdvice& news) {
            ++heard;
            QVERIFY(news.fraction >= fraction);
            fraction = news.fraction;
        });
        QVERIFY(advice);
        QVERIFY(advice->unpadded && advice->unpadded->cost);
        QCOMPARE(heard, int(advice->tried.size()) + 1);
        QCOMPARE(advice->fraction, 1.0);
        for (const PaddingOutcome& one : advice->tried) {
            QVERIFY(one.result.verified && one.result.mapping);
            QVERIFY(mapping::verify(inputs.accelerator, one.layer, *one.result.mapping).empty());
            QCOMPARE(one.layer.bounds, workload::padded(inputs.layer, one.padding).bounds);
            QCOMPARE(one.result.cost->macs, workload::macs(one.layer));
            QVERIFY(one.result.cost->macs > workload::macs(inputs.layer));
            QVERIFY(usefulUtilization(inputs.layer, one.result) < one.result.cost->utilization);
        }
    }

    void primesGainMuchAndTheBestIsFirst()
    {
        const PaddingInputs inputs = primes();
        const auto advice = advisePadding(inputs, makeSolver, {});
        QVERIFY(advice);
        const auto order = ranked(*advice, inputs.layer, inputs.options);
        QCOMPARE(order.size(), advice->tried.size());
        const PaddingOutcome& best = advice->tried[order.front()];
        QVERIFY(!best.padding.empty());
        QVERIFY(*relativeChange(*advice, best, inputs.options) < -0.5); // 61 and 127 fill one MAC unit of 64 each
        for (std::size_t i = 1; i < order.size(); ++i)
            QVERIFY(figureOf(advice->tried[order[i - 1]].result, inputs.options)
                    <= figureOf(advice->tried[order[i]].result, inputs.options));
    }

    void resultsDoNotDependOnThreads()
    {
        PaddingInputs inputs = primes();
        const auto one = advisePadding(inputs, makeSolver, {});
        inputs.options.threads = 3;
        const auto three = advisePadding(inputs, makeSolver, {});
        QVERIFY(one && three);
        QCOMPARE(one->tried.size(), three->tried.size());
        for (std::size_t i = 0; i < one->tried.size(); ++i) {
            QCOMPARE(one->tried[i].padding, three->tried[i].padding);
            QCOMPARE(one->tried[i].result.mapping, three->tried[i].result.mapping);
        }
    }

    void aStopKeepsWhatWasMapped()
    {
        std::stop_source source;
        int heard = 0;
        const auto advice = advisePadding(primes(), makeSolver, source.get_token(), [&](const PaddingAdvice&) {
            if (++heard == 3)
                source.request_stop();
        });
        QVERIFY(advice);
        QVERIFY(advice->cancelled);
        QVERIFY(advice->unpadded && advice->unpadded->cost);
    }

    void anUnusableAcceleratorIsAnError()
    {
        PaddingInputs inputs = primes();
        inputs.accelerator.levels[1].capacity = Bytes{0};
        QVERIFY(!advisePadding(inputs, makeSolver, {}));
    }
};

QTEST_GUILESS_MAIN(TestPaddingAdvice)
#include "tst_padding_advice.moc"
