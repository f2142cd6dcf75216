// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/mapping/mapping_text.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/schedule/mesh/mesh_bound.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/support/odd_accelerators.h"

#include <QTest>

#include <limits>

using namespace nestloom;
using namespace nestloom::schedule;
using enum workload::LoopDimension;

namespace {

constexpr double kAnything = std::numeric_limits<double>::infinity();

template <typename T>
T oneOf(Rng& rng, std::initializer_list<T> values)
{
    return values.begin()[rng.below(values.size())];
}

/// A mesh of some size over PEs that keep this or that, with any of the memories.
hardware::Accelerator drawn(Rng& rng)
{
    hardware::Accelerator accelerator;
    switch (rng.below(3)) {
    case 0: accelerator = tests::simbaWithMesh(); break;
    case 1: accelerator = tests::meshAccelerator(1 + std::int64_t(rng.below(4)), 2, 2); break;
    default: {
        tests::OddShapes odd(rng);
        accelerator = odd.accelerator();
        accelerator.interconnect.below = cost::meshBelow(accelerator);
    }
    }
    if (rng.below(4) == 0)
        accelerator.interconnect.below = accelerator.levels.front().name;
    accelerator.interconnect.flit = Bits{oneOf<std::int64_t>(rng, {32, 64, 128})};
    for (hardware::BufferLevel& level : accelerator.levels)
        for (const TensorRole role : kTensorRoles) {
            if (rng.below(8) == 0)
                level.multicast = level.multicast.without(role);
            if (rng.below(6) == 0)
                level.elementBits[role] = Bits{oneOf<std::int64_t>(rng, {4, 8, 12, 16, 32})};
        }
    accelerator.levels.front().readBandwidth = BytesPerCycle{oneOf(rng, {1.0, 7.5, 40.0})};
    accelerator.levels.front().writeBandwidth = BytesPerCycle{oneOf(rng, {1.0, 7.5, 40.0})};
    accelerator.levels.front().ports = 1 + std::int64_t(rng.below(2));
    accelerator.dram.model = oneOf<const char*>(rng, {"", "ddr4-2400", "lpddr4-2400", "compat"});
    accelerator.dram.outstanding = oneOf<std::int64_t>(rng, {1, 32});
    return accelerator;
}

workload::Layer drawnLayer(Rng& rng)
{
    const std::int64_t taps = oneOf<std::int64_t>(rng, {1, 1, 2, 3, 5}), pixels = 1 + std::int64_t(rng.below(24)),
                       c = oneOf<std::int64_t>(rng, {1, 3, 8, 16, 32}), k = oneOf<std::int64_t>(rng, {1, 4, 16, 24}),
                       stride = 1 + std::int64_t(rng.below(3));
    workload::Layer layer = tests::convolution("layer", taps, pixels, c, k, stride, oneOf<std::int64_t>(rng, {1, 1, 4}),
                                               oneOf<std::int64_t>(rng, {1, 1, 2}));
    layer.dilationS = 1 + std::int64_t(rng.below(2));
    layer.strideQ = 1 + std::int64_t(rng.below(3));
    return layer;
}

/// Of the tile of a PE and the spread that a mapping has.
std::optional<double> familyBound(const cosa::MappingSpace& space, const mapping::LayerMapping& mapping)
{
    const std::size_t mesh = *cost::meshLevel(space.accelerator());
    workload::Extents spread = workload::unitExtents();
    for (const mapping::Loop& loop : mapping.levels[mesh].spatial)
        spread[loop.dimension] *= loop.bound;
    const bool hasLevels = mesh + 1 < mapping.levels.size();
    return meshBound(space, hasLevels ? mapping::tileExtents(mapping, mesh + 1) : workload::unitExtents(), spread);
}

} // namespace

class TestMeshBound : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noMappingIsFasterThanItsFamilyNorAFamilyThanTheLayer()
    {
        Rng rng(7);
        int judged = 0, close = 0;
        for (int i = 0; i < 250; ++i) {
            const hardware::Accelerator accelerator = drawn(rng);
            const workload::Layer layer = drawnLayer(rng);
            if (!cost::meshModel(accelerator, layer))
                continue;
            const cosa::MappingSpace space(accelerator, layer);
            const auto least = meshBound(space, kAnything, {4'000'000, 20'000, 20'000});
            if (!least)
                continue;
            cosa::LocalSearch search(space, Goal(Objective::Latency), std::uint64_t(i), cost::Model::Mesh);
            search.run(500, {}, [](const auto&) { return false; });
            for (const auto& mapping :
                 {tests::randomMapping(rng, accelerator, layer), tests::randomMapping(rng, accelerator, layer),
                  space.toMapping(search.best()->candidate)}) {
                const auto found = cost::evaluate(accelerator, layer, mapping, cost::Model::Mesh);
                if (!found)
                    continue; // a random one does not fit
                const auto family = familyBound(space, mapping);
                const double cycles = double(found->cycles.count);
                QVERIFY2(family && *family <= cycles * (1 + 1e-9) && *least <= *family * (1 + 1e-9),
                         qPrintable(QStringLiteral("%1: %2 <= %3 <= %4").arg(i).arg(*least).arg(*family).arg(cycles)));
                ++judged;
                close += *family >= 0.99 * cycles;
            }
        }
        QVERIFY2(judged > 450 && close > judged / 20, qPrintable(QStringLiteral("%1 of %2").arg(close).arg(judged)));
    }

    /// Cycles of whole layers, pinned: a bound that is a little lower is noticed by no other test.
    void theBoundsAreAsTightAsTheyWere_data()
    {
        QTest::addColumn<workload::Layer>("layer");
        QTest::addColumn<QString>("change");
        QTest::addColumn<double>("cycles");
        const auto row = [](const char* name, const workload::Layer& layer, const char* change, double cycles) {
            QTest::newRow(name) << layer << QString::fromLatin1(change) << cycles;
        };
        row("1x1", tests::convolution("layer", 1, 28, 256, 512, 2), "", 121274);
        row("1x1, small pixels", tests::convolution("layer", 1, 14, 256, 1024), "", 66348);
        row("1x1, many channels", tests::convolution("layer", 1, 14, 1024, 256), "", 91747);
        row("3x3", tests::convolution("layer", 3, 14, 64, 64), "", 12489);
        row("3x3, stride and batch", tests::convolution("layer", 3, 14, 32, 64, 2, 1, 2), "", 16446);
        row("depthwise", tests::convolution("layer", 3, 28, 1, 1, 1, 32), "", 9120);
        row("product", tests::convolution("layer", 1, 1, 2048, 1000), "", 320865);
        const auto changed = tests::convolution("layer", 3, 14, 32, 32);
        for (const auto& [change, cycles] :
             std::initializer_list<std::pair<const char*, double>>{{"ddr4", 4323.630},
                                                                   {"compat", 9857},
                                                                   {"slow", 12178.333},
                                                                   {"turns", 15786.667},
                                                                   {"no multicast", 7189},
                                                                   {"wide flits", 3080.114},
                                                                   {"all kept", 5428},
                                                                   {"at DRAM", 2771},
                                                                   {"14 x 12", 5103}})
            row(change, changed, change, cycles);
    }

    void theBoundsAreAsTightAsTheyWere()
    {
        QFETCH(workload::Layer, layer);
        QFETCH(QString, change);
        QFETCH(double, cycles);
        auto accelerator = tests::simbaWithMesh();
        hardware::BufferLevel &dram = accelerator.levels.front(), &buffer = accelerator.levels[1];
        dram.readBandwidth = dram.writeBandwidth = BytesPerCycle{10};
        dram.ports = 2;
        if (change == u"ddr4" || change == u"compat")
            accelerator.dram.model = change == u"ddr4" ? "ddr4-2400" : "compat";
        else if (change == u"slow" || change == u"turns")
            dram.readBandwidth = dram.writeBandwidth = BytesPerCycle{1.5};
        else if (change == u"no multicast")
            buffer.multicast = {};
        else if (change == u"wide flits")
            accelerator.interconnect.flit = Bits{128};
        else if (change == u"all kept")
            buffer.keeps = TensorSet::all();
        else if (change == u"at DRAM")
            accelerator.interconnect.below = "DRAM";
        else if (change == u"14 x 12")
            buffer.fanout = {14, 12};
        if (change == u"turns")
            dram.ports = 1;
        const auto bound = meshBound(cosa::MappingSpace(accelerator, layer), kAnything);
        QVERIFY(bound);
        QVERIFY2(std::abs(*bound - cycles) <= 1e-6 * cycles, qPrintable(QString::number(*bound, 'f', 3)));
    }

    /// What a buffer too small for a tensor fetches again, and what waits behind it, is in no family's least time.
    void ordersOfLoopsMakeItTighter()
    {
        auto accelerator = tests::simbaWithMesh();
        hardware::BufferLevel& dram = accelerator.levels.front();
        dram.readBandwidth = dram.writeBandwidth = BytesPerCycle{10};
        dram.ports = 2;
        const cosa::MappingSpace space(accelerator, tests::convolution("layer", 1, 14, 1024, 256));
        cosa::LocalSearch search(space, Goal(Objective::Latency), 1, cost::Model::Mesh);
        search.run(20'000, {}, [](const auto&) { return false; });
        const double cycles = search.best()->score.cycles;
        const double loose = *meshBound(space, cycles, {4'000'000, 0, 0}), tight = *meshBound(space, cycles);
        QVERIFY2(cycles > 1.2 * loose && cycles < 1.01 * tight && tight <= cycles,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(loose).arg(tight).arg(cycles)));
        const double between = *meshBound(space, cycles, {4'000'000, 500, 0}); // as far as it came
        QVERIFY2(loose <= between && between <= tight, qPrintable(QString::number(between)));
    }

    /// Inputs whose tiles overlap move as they do in each order, and nothing hides behind more than there is.
    void timingOrdersMakesItTighter()
    {
        auto accelerator = tests::simbaWithMesh();
        hardware::BufferLevel& dram = accelerator.levels.front();
        dram.readBandwidth = dram.writeBandwidth = BytesPerCycle{10};
        dram.ports = 2;
        const cosa::MappingSpace space(accelerator, tests::convolution("layer", 3, 14, 64, 64));
        cosa::LocalSearch search(space, Goal(Objective::Latency), 1, cost::Model::Mesh);
        search.run(20'000, {}, [](const auto&) { return false; });
        const double cycles = search.best()->score.cycles;
        MeshBoundEffort left;
        const double loose = *meshBound(space, cycles, {4'000'000, 400'000, 0});
        const double tight = *meshBound(space, cycles, {}, {}, &left);
        QVERIFY2(cycles > 1.2 * loose && cycles < 1.01 * tight && tight <= cycles,
                 qPrintable(QStringLiteral("%1 %2 %3").arg(loose).arg(tight).arg(cycles)));
        const MeshBoundEffort all;
        QVERIFY(left.splits < all.splits && left.splits > 0 && left.orders < all.orders && left.orders > 0);
        const double between = *meshBound(space, cycles, {4'000'000, 400'000, 2000}); // as far as it came
        QVERIFY2(loose <= between && between < tight, qPrintable(QString::number(between)));
    }

    /// Layers that had no mapping, as their best one was below the bound of its family. Parts of inputs that slide in
    /// are the larger the fewer they are, the first one too, and a family leaves open how many there are. Under the
    /// model what computes longer, or meets more on the columns, may wait less and be sooner done.
    void mappingsThatWereBelowTheBound_data()
    {
        QTest::addColumn<workload::Layer>("layer");
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("rate");
        QTest::addColumn<std::string>("nest");
        QTest::newRow("sliding inputs") << tests::convolution("layer", 3, 28, 128, 128) << 2 << 10.0
                                        << std::string(R"(DRAM
  for Q in 0..7
    for K in 0..8
      for R in 0..3
        GlobalBuffer
          for K in 0..2
            par for C in 0..4 along rows
              par for C in 0..2 along columns
                InputBuffer
                  for P in 0..2
                    par for K in 0..8
                      WeightBuffer
                        for C in 0..2
                          AccumulationBuffer
                            for S in 0..3
                              for Q in 0..2
                                for P in 0..2
                                  par for C in 0..8
                                    Registers
                                      for Q in 0..2
                                        for P in 0..7
                                          MAC
)");
        QTest::newRow("slow PEs") << tests::convolution("layer", 1, 7, 704, 128) << 2 << 4.0 << std::string(R"(DRAM
  for C in 0..11
    GlobalBuffer
      for K in 0..2
        for Q in 0..7
          par for K in 0..4 along rows
            par for C in 0..2 along columns
              InputBuffer
                par for K in 0..2
                  par for C in 0..2
                    WeightBuffer
                      for K in 0..2
                        for C in 0..8
                          AccumulationBuffer
                            for K in 0..4
                              for C in 0..2
                                par for P in 0..7
                                  Registers
                                    MAC
)");
        QTest::newRow("columns") << tests::convolution("layer", 3, 7, 512, 512) << 3 << 10.0 << std::string(R"(DRAM
  for C in 0..2
    for K in 0..64
      GlobalBuffer
        for K in 0..2
          par for C in 0..4 along rows
            par for C in 0..2 along columns
              InputBuffer
                for C in 0..4
                  par for K in 0..4
                    par for C in 0..2
                      WeightBuffer
                        for C in 0..2
                          AccumulationBuffer
                            for R in 0..3
                              par for C in 0..2
                                par for S in 0..3
                                  Registers
                                    for Q in 0..7
                                      for P in 0..7
                                        MAC
)");
    }

    void mappingsThatWereBelowTheBound()
    {
        QFETCH(workload::Layer, layer);
        QFETCH(int, columns);
        QFETCH(double, rate);
        QFETCH(std::string, nest);
        auto accelerator = tests::simbaWithMesh();
        accelerator.levels[1].fanout = {columns, 4};
        hardware::BufferLevel& dram = accelerator.levels.front();
        dram.readBandwidth = BytesPerCycle{rate};
        dram.writeBandwidth = BytesPerCycle{10};
        dram.ports = 2;
        const auto mapping = mapping::parse(accelerator, nest);
        QVERIFY2(mapping, mapping ? "" : qPrintable(QString::fromStdString(mapping.error().text())));
        const auto found = cost::evaluate(accelerator, layer, *mapping, cost::Model::Mesh);
        QVERIFY2(found, found ? "" : qPrintable(QString::fromStdString(found.error().text())));
        const double cycles = double(found->cycles.count);
        const auto family = familyBound(cosa::MappingSpace(accelerator, layer), *mapping);
        QVERIFY2(family && *family <= cycles && *family > 0.95 * cycles,
                 qPrintable(QStringLiteral("%1 <= %2").arg(*family).arg(cycles)));
    }

    /// What was not looked at counts with what its family takes at least; without all families there is no bound.
    void stopsWhenAskedTo()
    {
        const auto accelerator = tests::simbaWithMesh();
        const cosa::MappingSpace space(accelerator, tests::convolution("layer", 3, 14, 64, 64));
        const double loose = *meshBound(space, kAnything, {4'000'000, 0, 0}), tight = *meshBound(space, kAnything);
        int asked = 0;
        const auto stopAt = [&](int times) {
            asked = 0;
            return meshBound(space, kAnything, {}, {{}, [&] { return ++asked >= times; }});
        };
        QVERIFY(!stopAt(1));
        stopAt(1'000'000);
        const int all = asked;
        const auto last = stopAt(all);
        QVERIFY2(all > 10 && last && *last >= loose && *last <= tight, qPrintable(QString::number(all)));
        QCOMPARE(asked, all);
    }

    void isNoMoreThanWhatIsKnown()
    {
        const auto accelerator = tests::simbaWithMesh();
        const auto layer = tests::convolution("layer", 1, 14, 256, 1024);
        const cosa::MappingSpace space(accelerator, layer);
        const double least = *meshBound(space, kAnything);
        QCOMPARE(*meshBound(space, least / 2), least / 2);
        QCOMPARE(*meshBound(space, least * 2), least);
    }

    void saysNothingOfSeveralMeshesOrTooManyFamilies()
    {
        auto accelerator = tests::simbaWithMesh();
        const auto layer = tests::convolution("layer", 1, 14, 256, 1024);
        QVERIFY(!meshBound(cosa::MappingSpace(accelerator, layer), kAnything, {1000, 0, 0}));
        accelerator.levels.front().fanout = {2, 1};
        QVERIFY(!meshBound(cosa::MappingSpace(accelerator, layer), kAnything));
        QVERIFY(!meshBound(cosa::MappingSpace(tests::simba(), layer), kAnything));
    }
};

QTEST_GUILESS_MAIN(TestMeshBound)
#include "tst_mesh_bound.moc"
