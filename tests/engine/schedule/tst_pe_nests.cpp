// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/mesh/pe_nests.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

#include <limits>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

double cyclesOf(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                const mapping::LayerMapping& mapping)
{
    const auto cost = cost::evaluate(accelerator, layer, mapping, cost::Model::Mesh);
    return cost ? double(cost->cycles.count) : std::numeric_limits<double>::infinity();
}

/// What meshBound() finds from nothing on.
struct Found {
    std::vector<MeshLoops> loops;
    std::optional<mapping::LayerMapping> best;
    double bound = 0, cycles = std::numeric_limits<double>::infinity();
};

Found find(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    const cosa::MappingSpace space(accelerator, layer);
    PeNests nests(space, *cost::meshLevel(accelerator));
    Found found;
    found.bound =
        *meshBound(space, std::numeric_limits<double>::infinity(), {},
                   {[&](const MeshLoops& loops) {
                        found.loops.push_back(loops);
                        const auto mapping = nests.mapping(loops);
                        if (const double cycles = mapping ? cyclesOf(accelerator, layer, *mapping) : found.cycles;
                            cycles < found.cycles) {
                            found.cycles = cycles;
                            found.best = mapping;
                        }
                        return found.cycles;
                    },
                    {}});
    return found;
}

} // namespace

class TestPeNests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void loopsOfTheBoundBecomeMappingsThatReachIt_data()
    {
        QTest::addColumn<workload::Layer>("layer");
        QTest::addColumn<double>("most"); // over the bound
        QTest::newRow("1x1") << tests::convolution("layer", 1, 14, 256, 1024) << 1.001;
        QTest::newRow("3x3") << tests::convolution("layer", 3, 14, 64, 64) << 1.05;
        QTest::newRow("stride") << tests::convolution("layer", 3, 14, 32, 64, 2) << 1.02;
    }

    void loopsOfTheBoundBecomeMappingsThatReachIt()
    {
        QFETCH(workload::Layer, layer);
        QFETCH(double, most);
        const auto accelerator = tests::simbaWithMesh();
        const Found found = find(accelerator, layer);
        QVERIFY(found.best);
        QVERIFY(mapping::verify(accelerator, layer, *found.best).empty());
        QVERIFY2(found.cycles >= found.bound * (1 - 1e-9) && found.cycles <= found.bound * most,
                 qPrintable(QStringLiteral("%1 over %2").arg(found.cycles).arg(found.bound)));
    }

    void whatIsNotBetterIsNotTold()
    {
        const auto accelerator = tests::simbaWithMesh();
        const auto layer = tests::convolution("layer", 3, 14, 64, 64);
        const double best = find(accelerator, layer).bound;
        int told = 0;
        meshBound(cosa::MappingSpace(accelerator, layer), best, {},
                  {[&](const MeshLoops&) {
                       ++told;
                       return best;
                   },
                   {}});
        QCOMPARE(told, 0);
    }

    void equalLoopsGiveEqualMappings()
    {
        const auto accelerator = tests::simbaWithMesh();
        const auto layer = tests::convolution("layer", 3, 14, 64, 64);
        const MeshLoops loops = find(accelerator, layer).loops.back();
        const cosa::MappingSpace space(accelerator, layer);
        PeNests one(space, 1), other(space, 1);
        QVERIFY(one.mapping(loops));
        QCOMPARE(*one.mapping(loops), *other.mapping(loops));
    }

    void knowsNothingOfConstraintsAndTilesThatFitNowhere()
    {
        auto accelerator = tests::simbaWithMesh();
        const auto layer = tests::convolution("layer", 3, 14, 64, 64);
        MeshLoops loops = find(accelerator, layer).loops.back();
        accelerator.constraints = {"InputBuffer: no P"};
        const cosa::MappingSpace constrained(accelerator, layer);
        QVERIFY(!PeNests(constrained, 1).mapping(loops));
        accelerator.constraints.clear();
        const cosa::MappingSpace space(accelerator, layer);
        loops.atDram.clear(); // does not make up the layer any more
        loops.atBuffer.clear();
        QVERIFY(!PeNests(space, 1).mapping(loops));
    }
};

QTEST_GUILESS_MAIN(TestPeNests)
#include "tst_pe_nests.moc"
