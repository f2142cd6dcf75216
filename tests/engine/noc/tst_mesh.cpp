// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/mesh.h"

#include "tests/support/random_transactions.h"

#include <QTest>

#include <set>

using namespace nestloom::noc;

class TestMesh : public QObject {
    Q_OBJECT
private slots:
    void portsStandWhereCosasAuthorsPutThem()
    {
        const Mesh mesh{4, 5, DramPort::WithBuffer};
        QCOMPARE(mesh.routerCount(), 20u);
        QCOMPARE(mesh.peCount(), 16u);
        QCOMPARE(mesh.routerOf(mesh.bufferPort()), 19u);
        QCOMPARE(mesh.routerOf(mesh.outsidePort()), 19u);
        QCOMPARE(mesh.routerOf(7), 7u);
    }

    void dramHasARouterOfItsOwnByDefault()
    {
        const Mesh mesh{4, 5};
        QCOMPARE(mesh.routerOf(mesh.outsidePort()), 16u);
        QCOMPARE(mesh.routerOf(mesh.bufferPort()), 19u);
    }

    void routesGoAlongTheRowFirst()
    {
        const Mesh mesh{4, 5};
        QCOMPARE(mesh.nextSide(0, 19), Side::East);
        QCOMPARE(mesh.nextSide(3, 19), Side::South);
        QCOMPARE(mesh.nextSide(19, 0), Side::West);
        QCOMPARE(mesh.nextSide(16, 0), Side::North);
    }

    void linksJoinNeighboursAndPorts()
    {
        const Mesh mesh{2, 3};
        const auto east = linkEnds(mesh, mesh.hop(0, Side::East));
        QVERIFY(east && east->from == 0 && east->to == 1 && east->kind == LinkEnds::Kind::Hop);
        QVERIFY(!linkEnds(mesh, mesh.hop(0, Side::North)));
        QVERIFY(!linkEnds(mesh, mesh.hop(1, Side::East)));
        const auto out = linkEnds(mesh, mesh.leaving(mesh.bufferPort()));
        QVERIFY(out && out->kind == LinkEnds::Kind::Leaving && out->from == 5 && out->port == mesh.bufferPort());
        const auto in = linkEnds(mesh, mesh.entering(2));
        QVERIFY(in && in->kind == LinkEnds::Kind::Entering && in->to == 2);
        std::size_t hops = 0;
        for (LinkId link = 0; link < mesh.linkCount(); ++link) {
            const auto ends = linkEnds(mesh, link);
            hops += ends && ends->kind == LinkEnds::Kind::Hop ? 1 : 0;
        }
        QCOMPARE(hops, std::size_t(2 * (1 * 3 + 2 * 2))); // both ways of X(Y-1) + Y(X-1)
    }

    void endpointsAreNumberedClockwiseBehindTheLocalPorts()
    {
        const Grid grid{4, 5};
        QCOMPARE(grid.endpointCount(), 38u);
        QCOMPARE(grid.routerOf(29), 19u); // DRAM of CoSA's authors
        QCOMPARE(grid.portOf(29), portOf(Side::South));
        QCOMPARE(grid.routerOf(20), 0u);
        QCOMPARE(grid.portOf(20), portOf(Side::North));
        QCOMPARE(grid.routerOf(24), 3u);
        QCOMPARE(grid.portOf(24), portOf(Side::East));
        QCOMPARE(grid.routerOf(32), 16u);
        QCOMPARE(grid.routerOf(33), 16u);
        QCOMPARE(grid.portOf(33), portOf(Side::West));
        QCOMPARE(grid.routerOf(37), 0u);
    }

    void everyFreeSideHasOneEndpoint_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<int>("rows");
        QTest::newRow("one router") << 1 << 1;
        QTest::newRow("a row") << 5 << 1;
        QTest::newRow("4 x 5") << 4 << 5;
        QTest::newRow("16 x 17") << 16 << 17;
    }
    void everyFreeSideHasOneEndpoint()
    {
        QFETCH(int, columns);
        QFETCH(int, rows);
        const Grid grid{std::size_t(columns), std::size_t(rows)};
        std::set<LinkId> leaving, entering;
        for (LinkId link = 0; link < grid.linkCount(); ++link) {
            const GridLink ends = gridLink(grid, link);
            if (ends.kind == GridLink::Kind::Hop)
                continue;
            QCOMPARE(grid.routerOf(ends.endpoint), ends.from);
            if (ends.kind == GridLink::Kind::Leaving)
                QCOMPARE(grid.outOf(ends.from, grid.portOf(ends.endpoint)), link);
            QVERIFY((ends.kind == GridLink::Kind::Leaving ? leaving : entering).insert(ends.endpoint).second);
        }
        QCOMPARE(leaving.size(), grid.endpointCount());
        QCOMPARE(entering.size(), grid.endpointCount());
    }

    void routesEndAtTheEndpointAfterTheRightNumberOfRouters()
    {
        const Grid grid{4, 5};
        for (EndpointId from = 0; from < grid.endpointCount(); ++from)
            for (EndpointId to = 0; to < grid.endpointCount(); ++to) {
                RouterId router = grid.routerOf(from);
                GridLink link;
                std::size_t routers = 0;
                do {
                    link = gridLink(grid, grid.outOf(router, grid.nextPort(router, to)));
                    router = link.to;
                    ++routers;
                } while (link.kind == GridLink::Kind::Hop && routers < 100);
                QCOMPARE(link.kind, GridLink::Kind::Leaving);
                QCOMPARE(link.endpoint, to);
                QCOMPARE(routers, nestloom::tests::routersBetween(grid, from, to));
            }
    }

    void portsOfAMeshAreEndpointsOfItsGrid()
    {
        const Mesh mesh{4, 5, DramPort::WithBuffer};
        QCOMPARE(endpointOf(mesh, 7), 7u);
        QCOMPARE(endpointOf(mesh, mesh.bufferPort()), 19u);
        QCOMPARE(endpointOf(mesh, mesh.outsidePort()), 29u);
        const Grid grid = gridOf(mesh);
        QCOMPARE(gridLinkOf(mesh, mesh.hop(5, Side::West)), grid.outOf(5, portOf(Side::West)));
        QCOMPARE(gridLinkOf(mesh, mesh.entering(mesh.outsidePort())), grid.into(29));
        QCOMPARE(gridLinkOf(mesh, mesh.leaving(mesh.outsidePort())), grid.outOf(19, portOf(Side::South)));
        QCOMPARE(gridLinkOf(mesh, mesh.leaving(3)), grid.outOf(3, kLocalPort));
    }
};

QTEST_GUILESS_MAIN(TestMesh)
#include "tst_mesh.moc"
