// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/vc_mesh.h"

#include "engine/base/rng.h"
#include "tests/support/random_transactions.h"

#include <QTest>

#include <map>

using namespace nestloom;
using namespace nestloom::noc;

namespace {

VcOptions options(VcOptions::Pipeline pipeline, std::uint32_t vcs = 1)
{
    VcOptions result;
    result.pipeline = pipeline;
    result.vcs = vcs;
    return result;
}

} // namespace

class TestVcMesh : public QObject {
    Q_OBJECT
private slots:
    /// Two cycles into the mesh, and for each router its stages and the link; the tail follows flit by flit.
    void aLonePacketTakesItsStages_data()
    {
        QTest::addColumn<bool>("four");
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("flits");
        QTest::addColumn<int>("cycles");
        QTest::newRow("to itself, four stages") << true << 0 << 1 << 2 + 5;
        QTest::newRow("to itself, two stages") << false << 0 << 1 << 2 + 3;
        QTest::newRow("far corner, four stages") << true << 15 << 4 << 2 + 7 * 5 + 3;
        QTest::newRow("far corner, two stages") << false << 15 << 4 << 2 + 7 * 3 + 3;
        QTest::newRow("longer than a buffer") << false << 3 << 20 << 2 + 4 * 3 + 19;
    }
    void aLonePacketTakesItsStages()
    {
        QFETCH(bool, four);
        QFETCH(int, to);
        QFETCH(int, flits);
        QFETCH(int, cycles);
        const Grid grid{4, 4};
        ActiveSet listening(grid.endpointCount());
        VcMesh mesh(grid, options(four ? VcOptions::Pipeline::Four : VcOptions::Pipeline::Two), listening);
        int sent = 0, arrived = 0;
        Cycle now = 0;
        for (; arrived < flits && now < 1000; ++now) {
            if (mesh.hasArrival(EndpointId(to), now)) {
                const VcFlit flit = mesh.take(EndpointId(to), now);
                QCOMPARE(flit.head, arrived == 0);
                ++arrived;
            }
            if (sent < flits && mesh.canInject(0, sent == 0, now)) {
                mesh.inject(0, {7, EndpointId(to), 0, sent == 0, sent == flits - 1}, now);
                ++sent;
            }
            mesh.step(now);
        }
        QCOMPARE(now - 1, cycles);
        QCOMPARE(mesh.hops(), std::uint64_t(flits) * tests::routersBetween(grid, 0, EndpointId(to)));
    }

    /// Random packets between all endpoints, receivers that pause: all flits arrive, in order, and the mesh comes to
    /// rest.
    void nothingGetsLost_data()
    {
        QTest::addColumn<bool>("four");
        QTest::addColumn<int>("vcs");
        QTest::newRow("one VC, four stages") << true << 1;
        QTest::newRow("two VCs, two stages") << false << 2;
        QTest::newRow("twelve VCs, two stages") << false << 12;
    }
    void nothingGetsLost()
    {
        QFETCH(bool, four);
        QFETCH(int, vcs);
        const Grid grid{4, 5};
        ActiveSet listening(grid.endpointCount());
        VcMesh mesh(grid, options(four ? VcOptions::Pipeline::Four : VcOptions::Pipeline::Two, std::uint32_t(vcs)),
                    listening);
        Rng rng(3);
        constexpr std::uint32_t kFlits = 5;
        const std::size_t endpoints = grid.endpointCount();
        std::vector<std::uint32_t> left(endpoints, 20 * kFlits), destination(endpoints);
        std::map<std::uint32_t, std::uint32_t> arrived; // flits by packet
        std::uint32_t flits = 0;
        for (Cycle now = 0; now < 20'000; ++now) {
            for (EndpointId id = 0; id < endpoints; ++id) {
                if (mesh.hasArrival(id, now) && rng.below(3) > 0) {
                    const VcFlit flit = mesh.take(id, now);
                    QCOMPARE(flit.destination, id);
                    const std::uint32_t place = arrived[flit.packet]++;
                    QCOMPARE(flit.head, place == 0);
                    QCOMPARE(flit.tail, place == kFlits - 1);
                    ++flits;
                }
                const std::uint32_t place = (kFlits - left[id] % kFlits) % kFlits;
                if (left[id] == 0 || !mesh.canInject(id, place == 0, now))
                    continue;
                if (place == 0)
                    destination[id] = std::uint32_t(rng.below(endpoints));
                mesh.inject(id,
                            {std::uint32_t(id * 100 + (left[id] - 1) / kFlits), destination[id], 0, place == 0,
                             place == kFlits - 1},
                            now);
                --left[id];
            }
            mesh.step(now);
        }
        QCOMPARE(flits, 20 * kFlits * std::uint32_t(endpoints));
        QVERIFY(mesh.isIdle());
    }

    void refusesNumbersOutOfRange()
    {
        VcOptions wrong;
        QVERIFY(checkVcOptions(wrong));
        wrong.vcs = 13;
        QCOMPARE(checkVcOptions(wrong).error().message, std::string("a port has 1 to 12 virtual channels, not 13"));
        wrong = {};
        wrong.bufferFlits = 0;
        QCOMPARE(checkVcOptions(wrong).error().message, std::string("a virtual channel holds 1 to 255 flits, not 0"));
    }
};

QTEST_APPLESS_MAIN(TestVcMesh)
#include "tst_vc_mesh.moc"
