// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/standstill.h"

#include "engine/base/rng.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::noc;

class TestStandstill : public QObject {
    Q_OBJECT
private slots:
    /// Routers that believe packets to be of two flits let multicasts of twelve in before there is room for them: they
    /// come to hold some of their outputs and wait for others, until they wait for each other.
    void multicastsInTooSmallBuffersWaitInACircle()
    {
        constexpr Grid kGrid{4, 4};
        constexpr std::uint32_t kFlits = 12, kTransactions = 64;
        Rng rng(1);
        Routes routes(kGrid);
        TransactionList list;
        std::vector<PacketRoute> packets;
        for (std::uint32_t i = 0; i < kTransactions; ++i) {
            std::vector<EndpointId> destinations;
            for (EndpointId id = 0; id < kGrid.routerCount(); ++id)
                if (rng.below(3) == 0)
                    destinations.push_back(id);
            destinations.resize(std::max<std::size_t>(1, destinations.size()));
            Transaction transaction;
            transaction.operation = Operation::Multicast;
            transaction.actor = i % EndpointId(kGrid.routerCount());
            transaction.size = 100;
            list.add(transaction, destinations, {});
            packets.push_back({routes.multicast(transaction.actor, destinations), true, 0, 1, kFlits});
        }
        ActiveSet listening(kGrid.endpointCount());
        WindowRecorder recorder(kGrid, 0, false);
        WormholeMesh mesh(routes, packets, 2, recorder, listening);
        TransactionTracker tracker(kGrid, list, 0, listening);
        std::vector<std::uint32_t> flit(kGrid.routerCount(), 0);
        Cycle now = 0, moved = 0;
        for (; now - moved < 10 && now < 20'000; ++now) {
            for (EndpointId id = 0; id < kGrid.routerCount(); ++id) {
                if (mesh.hasArrival(id, now)) {
                    mesh.take(id, now);
                    moved = now;
                }
                if (!mesh.canInject(id, flit[id] % kFlits == 0, now))
                    continue;
                const std::uint32_t place = flit[id] % kFlits, packet = flit[id] / kFlits % (kTransactions / 16);
                mesh.inject(id,
                            {packet * 16 + id, place == 0            ? Flit::Head
                                               : place + 1 == kFlits ? Flit::Tail
                                                                     : Flit::Body},
                            now);
                ++flit[id];
                moved = now;
            }
            mesh.step(now);
            if (mesh.moved())
                moved = now;
        }
        QVERIFY2(now < 20'000, "these routers should have got stuck");
        const Standstill standstill = describeStandstill(kGrid, list, mesh, tracker, moved);
        QCOMPARE(standstill.since, moved);
        QVERIFY(standstill.waits.size() >= 2);
        QVERIFY2(standstill.waits.back().starts_with("which brings it back to router "),
                 standstill.waits.back().c_str());
    }

    void withoutFlitsItNamesWhatCannotBegin()
    {
        constexpr Grid kGrid{2, 2};
        TransactionList list;
        Transaction transaction;
        transaction.size = 1;
        list.add(transaction, std::vector<EndpointId>{1}, std::vector<TransactionId>{1});
        list.add(transaction, std::vector<EndpointId>{1}, std::vector<TransactionId>{0});
        Routes routes(kGrid);
        ActiveSet listening(kGrid.endpointCount());
        WindowRecorder recorder(kGrid, 0, false);
        WormholeMesh mesh(routes, {{}, {}}, 5, recorder, listening);
        TransactionTracker tracker(kGrid, list, 0, listening);
        const Standstill standstill = describeStandstill(kGrid, list, mesh, tracker, 0);
        QCOMPARE(standstill.waits.size(), 2u);
        QCOMPARE(standstill.waits[0],
                 std::string("transaction 0 of endpoint 0 is not complete and waits for 1 others"));
    }
};

QTEST_APPLESS_MAIN(TestStandstill)
#include "tst_standstill.moc"
