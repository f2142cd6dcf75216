// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/verify.h"
#include "engine/schedule/cosa/imperfect_search.h"
#include "engine/schedule/layer_sizes.h"
#include "tests/engine/schedule/exact/small_cases.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using schedule::Goal;
using schedule::Objective;
using schedule::cosa::Candidate;
using schedule::cosa::ImperfectSearch;
using schedule::cosa::LocalSearch;
using schedule::cosa::MappingSpace;
using enum workload::LoopDimension;

namespace {

const auto kNeverStop = [] { return false; };

workload::Layer product(std::int64_t m, std::int64_t k, std::int64_t n)
{
    auto layer = tests::convolution("product", 1, 1, k, n);
    layer.bounds[P] = m;
    return layer;
}

cost::Score scoreOf(const MappingSpace& space, const Candidate& candidate)
{
    cost::Evaluator evaluator(space.accelerator(), space.layer());
    cost::Nest nest;
    space.toNest(candidate, nest);
    return evaluator.score(nest);
}

double macsOf(const Candidate& candidate)
{
    double macs = 1;
    for (const workload::Extents& bounds : candidate.bounds)
        for (const std::int64_t bound : bounds.values)
            macs *= double(bound);
    return macs;
}

} // namespace

class TestImperfectSearch : public QObject {
    Q_OBJECT
private slots:
    /// Tiles of powers of two leave half of the buffer empty.
    void tilesNeedNotDivideTheLayer()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{260});
        accelerator.levels[0].accessEnergy = Picojoules{100};
        const auto layer = product(64, 64, 64);
        const MappingSpace space(accelerator, layer);
        LocalSearch perfect(space, Objective::Energy, 1);
        perfect.improve(space.outermost(), 100'000, {});
        perfect.run(100'000, {}, [](const auto&) { return false; });
        ImperfectSearch search(space, Objective::Energy, 0.25, 1);
        const auto found = search.improve(perfect.best()->candidate, 12'000, kNeverStop);
        QVERIFY2(found.score.energy < 0.9 * perfect.best()->score.energy,
                 qPrintable(QString::number(found.score.energy / perfect.best()->score.energy)));
        QVERIFY(macsOf(found.candidate) > double(workload::macs(layer)));
        const auto mapping = schedule::withoutWaste(layer, space.toMapping(found.candidate));
        QVERIFY(mapping::verify(accelerator, layer, mapping).empty());
    }

    /// Whatever is found fits, covers the layer, computes no more than is allowed, is no worse than where the search
    /// began, and costs what the cost model says.
    void whatIsFoundIsAMapping_data()
    {
        QTest::addColumn<int>("objective");
        for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp})
            QTest::newRow(std::string(name(objective)).c_str()) << int(objective);
    }
    void whatIsFoundIsAMapping()
    {
        QFETCH(int, objective);
        const Goal goal(static_cast<Objective>(objective));
        Rng rng(5);
        int better = 0;
        for (int number = 0; number < 40; ++number) {
            const hardware::Accelerator accelerator = tests::oddMachine(rng);
            const auto layer = product(5 + std::int64_t(rng.below(40)), 1 + std::int64_t(rng.below(20)),
                                       5 + std::int64_t(rng.below(40)));
            const MappingSpace space(accelerator, layer);
            if (!space.fits(space.outermost()))
                continue;
            ImperfectSearch search(space, goal, 0.25, 1 + std::uint64_t(number)),
                again(space, goal, 0.25, 1 + std::uint64_t(number));
            const auto found = search.improve(space.outermost(), 2000, kNeverStop);
            const cost::Score start = scoreOf(space, space.outermost()), score = scoreOf(space, found.candidate);
            QVERIFY(space.fits(found.candidate));
            QVERIFY(macsOf(found.candidate) <= 1.25 * double(workload::macs(layer)));
            const auto covered = mapping::tileExtents(space.toMapping(found.candidate), 0);
            for (const workload::LoopDimension d : workload::kLoopDimensions)
                QVERIFY(covered[d] >= layer.bounds[d]);
            QVERIFY(std::abs(score.energy / found.score.energy - 1) < 1e-12);
            QVERIFY(std::abs(score.cycles / found.score.cycles - 1) < 1e-12);
            QVERIFY(goal.figure(score.cycles, score.energy) <= goal.figure(start.cycles, start.energy));
            better += goal.figure(score.cycles, score.energy) < goal.figure(start.cycles, start.energy) ? 1 : 0;
            QCOMPARE(again.improve(space.outermost(), 2000, kNeverStop).candidate.bounds, found.candidate.bounds);
        }
        QVERIFY(better > 20);
    }

    void withoutExtraMacsFactorsArePerfect()
    {
        const MappingSpace space(tests::twoLevels(Bytes{300}), product(60, 64, 61));
        ImperfectSearch search(space, Objective::Energy, 0, 1);
        const auto found = search.improve(space.outermost(), 4000, kNeverStop);
        QCOMPARE(macsOf(found.candidate), double(workload::macs(space.layer())));
        QVERIFY(found.score.energy < scoreOf(space, space.outermost()).energy);
    }

    void whereThereIsNothingToChangeTheStartComesBack()
    {
        const MappingSpace space(tests::twoLevels(Bytes{300}), product(1, 1, 1));
        ImperfectSearch search(space, Objective::Energy, 0.25, 1);
        QCOMPARE(search.improve(space.outermost(), 1000, kNeverStop).candidate.bounds, space.outermost().bounds);
    }

    void itEndsWhenItIsTold()
    {
        const MappingSpace space(tests::simba(), product(2048, 4096, 4096));
        int asked = 0;
        ImperfectSearch search(space, Objective::Energy, 0.25, 1);
        search.improve(space.outermost(), 1'000'000'000, [&asked] { return ++asked == 3; });
        QCOMPARE(asked, 3);
    }
};

QTEST_APPLESS_MAIN(TestImperfectSearch)
#include "tst_imperfect_search.moc"
