// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/mesh.h"

#include <QTest>

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
};

QTEST_GUILESS_MAIN(TestMesh)
#include "tst_mesh.moc"
