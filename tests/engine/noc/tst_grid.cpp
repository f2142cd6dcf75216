// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/grid.h"

#include <QTest>

#include <set>

using namespace nestloom::noc;

class TestGrid : public QObject {
    Q_OBJECT
private slots:
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
                QCOMPARE(routers, grid.routersBetween(from, to));
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

QTEST_APPLESS_MAIN(TestGrid)
#include "tst_grid.moc"
