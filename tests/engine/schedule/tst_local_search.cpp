// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/local_search.h"
#include "tests/support/builders.h"

#include <QTest>

#include <functional>

using namespace nestloom;
using schedule::Objective;
using schedule::cosa::Candidate;
using schedule::cosa::LocalSearch;
using schedule::cosa::MappingSpace;

namespace {

const auto kNeverEnough = [](const LocalSearch::Best&) { return false; };

/// The best score of a small space by trying every candidate.
cost::Score exhaustive(const MappingSpace& space, const schedule::cosa::Better& better)
{
    cost::Evaluator evaluator(space.accelerator(), space.layer());
    cost::Nest nest;
    Candidate candidate = space.outermost();
    std::optional<cost::Score> best;
    const std::function<void(std::size_t)> orders = [&](std::size_t level) {
        if (level == space.levelCount()) {
            space.toNest(candidate, nest);
            const cost::Score score = evaluator.score(nest);
            best = !best || better(score, *best) ? score : *best;
            return;
        }
        if (space.stationaryChoices(level).empty())
            return orders(level + 1);
        for (const TensorRole role : space.stationaryChoices(level)) {
            candidate.stationary[level] = role;
            orders(level + 1);
        }
    };
    const std::function<void(std::size_t, int)> place = [&](std::size_t factor, int copy) {
        if (factor == space.factors().size()) {
            if (space.fits(candidate))
                orders(0);
            return;
        }
        const auto& f = space.factors()[factor];
        if (copy == f.multiplicity)
            return place(factor + 1, 0);
        for (std::size_t slot = 0; slot < space.allSlots().size(); ++slot) {
            candidate.bounds[0][f.dimension] /= f.prime;
            candidate.bounds[slot][f.dimension] *= f.prime;
            place(factor, copy + 1);
            candidate.bounds[slot][f.dimension] /= f.prime;
            candidate.bounds[0][f.dimension] *= f.prime;
        }
    };
    place(0, 0);
    return *best;
}

} // namespace

class TestLocalSearch : public QObject {
    Q_OBJECT
private slots:
    void findsTheOptimumOfSmallSpaces_data()
    {
        QTest::addColumn<int>("objective");
        QTest::newRow("latency") << int(Objective::Latency);
        QTest::newRow("energy") << int(Objective::Energy);
        QTest::newRow("edp") << int(Objective::Edp);
        QTest::newRow("weighted") << int(Objective::Weighted);
    }
    void findsTheOptimumOfSmallSpaces()
    {
        QFETCH(int, objective);
        const schedule::Goal goal(Objective(objective), 25);
        const schedule::cosa::Better better{goal};
        for (const std::int64_t capacity : {24, 60, 200}) {
            auto layer = tests::convolution("x", 1, 2, 6, 4);
            layer.bounds[workload::LoopDimension::R] = 3;
            const MappingSpace space(tests::withBandwidths(tests::twoLevels(Bytes{capacity}), 0.2), layer);
            LocalSearch search(space, goal, 1);
            search.run(4000, {}, kNeverEnough);
            const cost::Score best = exhaustive(space, better);
            QVERIFY2(!better(best, search.best()->score),
                     qPrintable(QString::number(best.cycles) + u' ' + QString::number(search.best()->score.cycles)));
            QVERIFY(!better(search.best()->score, best)); // nor better than what exists
        }
    }

    void theSameSeedGivesTheSameCandidate()
    {
        const MappingSpace space(tests::simba(), tests::convolution("x", 3, 14, 32, 64));
        LocalSearch a(space, Objective::Latency, 7), b(space, Objective::Latency, 7);
        a.run(2000, {}, kNeverEnough);
        b.run(2000, {}, kNeverEnough);
        QCOMPARE(space.toMapping(a.best()->candidate), space.toMapping(b.best()->candidate));
        QCOMPARE(a.evaluations(), b.evaluations());
    }

    void repairsWhatDoesNotFit()
    {
        const MappingSpace space(tests::simba(), tests::convolution("x", 3, 14, 32, 64));
        Candidate candidate = space.outermost();
        candidate.bounds[space.temporalSlot(0)] = workload::unitExtents();
        candidate.bounds[space.temporalSlot(5)] = space.layer().bounds; // everything in the registers
        QVERIFY(!space.fits(candidate));
        LocalSearch search(space, Objective::Latency, 1);
        const Candidate repaired = search.repaired(candidate);
        QVERIFY(space.fits(repaired));
        workload::Extents product = workload::unitExtents();
        for (std::size_t slot = 0; slot < space.allSlots().size(); ++slot)
            for (const auto d : workload::kLoopDimensions)
                product[d] *= repaired.bounds[slot][d];
        QCOMPARE(product, space.layer().bounds);
    }

    void aLayerOfOneMacIsASinglePoint()
    {
        const MappingSpace space(tests::simba(), tests::convolution("x", 1, 1, 1, 1));
        LocalSearch search(space, Objective::Latency, 1);
        search.run(1000, {}, kNeverEnough);
        QVERIFY(search.best().has_value());
        QVERIFY(search.evaluations() < 1000);
    }
};

QTEST_GUILESS_MAIN(TestLocalSearch)
#include "tst_local_search.moc"
