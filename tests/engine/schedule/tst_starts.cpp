// SPDX-License-Identifier: Apache-2.0
// Mappings of similar accelerators as starts: kept by shape, placed into another space, and worth it.
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "engine/schedule/network_run.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;
using enum workload::LoopDimension;
using cosa::MappingSpace;

namespace {

workload::Layer layer() { return tests::convolution("x", 3, 28, 64, 64); }

LayerOutcome solved(const hardware::Accelerator& accelerator, std::int64_t evaluations,
                    std::span<const mapping::LayerMapping> starts = {})
{
    milp::ProcessSolver solver(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
    cosa::CosaParams params;
    params.evaluations = evaluations;
    params.proveWithMip = false;
    return *cosa::solve(layer(), accelerator, params, solver, {}, starts);
}

/// simba with a number changed.
hardware::Accelerator simbaWith(double dramBandwidth, std::int64_t globalBuffer)
{
    hardware::Accelerator accelerator = tests::simba();
    accelerator.levels[0].readBandwidth = BytesPerCycle{dramBandwidth};
    accelerator.levels[1].capacity = Bytes{globalBuffer};
    return accelerator;
}

double cyclesOf(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    return double(cost::evaluate(accelerator, layer(), mapping, cost::Model::Nestloom)->cycles.count);
}

mapping::LayerMapping numbered(std::int64_t bound)
{
    mapping::LayerMapping mapping;
    mapping.levels.push_back({{{P, bound}}, {}, TensorSet::all()});
    return mapping;
}

} // namespace

class TestStarts : public QObject {
    Q_OBJECT
private slots:
    void keepsTheNewestOfEachShape()
    {
        Starts starts;
        const auto same = tests::convolution("another name", 3, 28, 64, 64);
        for (const std::int64_t bound : {2, 3, 4, 5})
            starts.add(layer(), numbered(bound));
        starts.add(same, numbered(4)); // known: moves up
        QCOMPARE(starts.of(layer()).size(), Starts::kPerShape);
        QCOMPARE(starts.of(layer())[0], numbered(4));
        QCOMPARE(starts.of(layer())[1], numbered(5));
        QVERIFY(starts.of(tests::convolution("x", 1, 28, 64, 64)).empty());
    }

    void aMappingComesBackFromItsCandidate()
    {
        const mapping::LayerMapping mapping = *solved(tests::simba(), 2000).solution;
        const MappingSpace space(tests::simba(), layer());
        const auto candidate = space.toCandidate(mapping);
        QVERIFY(candidate);
        QVERIFY(space.fits(*candidate));
        QCOMPARE(space.toMapping(*candidate), mapping);
    }

    void loopsOverChildrenThatAreGoneGoOutermost()
    {
        const mapping::LayerMapping mapping = *solved(tests::simba(), 2000).solution;
        hardware::Accelerator narrow = tests::simba();
        narrow.levels[2].fanout = {1, 1};
        const MappingSpace space(narrow, layer());
        const auto candidate = space.toCandidate(mapping);
        QVERIFY(candidate);
        workload::Extents product = workload::unitExtents();
        for (std::size_t slot = 0; slot < space.allSlots().size(); ++slot)
            for (const workload::LoopDimension d : workload::kLoopDimensions)
                product[d] *= candidate->bounds[slot][d];
        QCOMPARE(product.values, layer().bounds.values);
    }

    void mappingsOfOtherLevelsOrLayersAreRefused()
    {
        const mapping::LayerMapping mapping = *solved(tests::simba(), 500).solution;
        QVERIFY(!MappingSpace(tests::twoLevels(), layer()).toCandidate(mapping));
        QVERIFY(!MappingSpace(tests::simba(), tests::convolution("x", 3, 28, 64, 48)).toCandidate(mapping));
    }

    void aStartIsAsGoodAsAWholeSearchWithFewerEvaluations_data()
    {
        QTest::addColumn<double>("dramBandwidth");
        QTest::addColumn<qint64>("globalBuffer");
        QTest::newRow("the same") << 10.0 << qint64(65536);
        QTest::newRow("more bandwidth") << 14.0 << qint64(65536);
        QTest::newRow("less bandwidth") << 6.0 << qint64(65536);
        QTest::newRow("a smaller buffer, so it must be repaired") << 10.0 << qint64(24576);
    }
    void aStartIsAsGoodAsAWholeSearchWithFewerEvaluations()
    {
        QFETCH(double, dramBandwidth);
        QFETCH(qint64, globalBuffer);
        const auto changed = simbaWith(dramBandwidth, globalBuffer);
        const auto neighbour = solved(tests::simba(), 20'000);
        const auto cold = solved(changed, 20'000);
        const auto warm = solved(changed, 20'000, {&*neighbour.solution, 1});
        QVERIFY(mapping::verify(changed, layer(), *warm.solution).empty());
        QCOMPARE(warm.stats.bound, cold.stats.bound);
        const double ratio = cyclesOf(changed, *warm.solution) / cyclesOf(changed, *cold.solution);
        QVERIFY2(ratio < 1.02, qPrintable(QString::number(ratio)));
        if (warm.status == SolveStatus::Optimal)
            QVERIFY2(warm.stats.evaluations < cold.stats.evaluations,
                     qPrintable(QString::number(warm.stats.evaluations)));
    }

    void startsThatDoNotBelongHereChangeNothing()
    {
        const mapping::LayerMapping other = numbered(2);
        const auto alone = solved(tests::simba(), 1000);
        const auto with = solved(tests::simba(), 1000, {&other, 1});
        QCOMPARE(*with.solution, *alone.solution);
        QCOMPARE(with.stats.evaluations, alone.stats.evaluations);
    }
};

QTEST_GUILESS_MAIN(TestStarts)
#include "tst_starts.moc"
