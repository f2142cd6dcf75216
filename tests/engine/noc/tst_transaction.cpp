// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/transaction.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::noc;

namespace {

constexpr Grid kGrid{2, 2};

Transaction make(Operation operation, EndpointId actor, std::uint32_t size = 1)
{
    Transaction transaction;
    transaction.operation = operation;
    transaction.actor = actor;
    transaction.size = size;
    return transaction;
}

using Ids = std::vector<std::uint32_t>;

std::string faultOf(const TransactionList& list)
{
    const Status status = checkTransactions(kGrid, list);
    return status ? std::string() : status.error().message;
}

} // namespace

class TestTransaction : public QObject {
    Q_OBJECT
private slots:
    void acceptsWhatTheGridHas()
    {
        TransactionList list;
        list.add(make(Operation::Unicast, 0), Ids{11}, Ids{1});
        list.add(make(Operation::Count, 3, 9), Ids{}, Ids{});
        list.add(make(Operation::Multicast, 11), Ids{0, 3}, Ids{0, 1});
        QCOMPARE(faultOf(list), std::string());
        QCOMPARE(list.destinationCount(), 3u);
        QCOMPARE(list.firstDestination(2), 1u);
    }

    void refusesFaults_data()
    {
        QTest::addColumn<int>("operation");
        QTest::addColumn<int>("actor");
        QTest::addColumn<int>("size");
        QTest::addColumn<QList<int>>("destinations");
        QTest::addColumn<QList<int>>("after");
        QTest::addColumn<QString>("fault");
        QTest::newRow("actor") << 0 << 12 << 1 << QList{1} << QList<int>{} << "transaction 1 acts at endpoint 12 of 12";
        QTest::newRow("size") << 0 << 0 << 0 << QList{1} << QList<int>{} << "transaction 1 has a size of 0";
        QTest::newRow("nowhere") << 0 << 0 << 1 << QList<int>{} << QList<int>{} << "transaction 1 has no destination";
        QTest::newRow("unicast to two") << 0 << 0 << 1 << QList{1, 2} << QList<int>{}
                                        << "transaction 1 is a unicast to 2 destinations";
        QTest::newRow("destination") << 0 << 0 << 1 << QList{12} << QList<int>{}
                                     << "transaction 1 goes to endpoint 12 of 12";
        QTest::newRow("edge") << 1 << 0 << 1 << QList{1, 4} << QList<int>{}
                              << "transaction 1 is a multicast to endpoint 4, which is not a local port";
        QTest::newRow("twice") << 1 << 0 << 1 << QList{1, 1} << QList<int>{}
                               << "transaction 1 names a destination twice";
        QTest::newRow("count") << 2 << 0 << 1 << QList{1} << QList<int>{}
                               << "transaction 1 counts, and yet has a destination";
        QTest::newRow("wait") << 0 << 0 << 1 << QList{1} << QList{2} << "transaction 1 waits for transaction 2 of 2";
        QTest::newRow("wait twice") << 0 << 0 << 1 << QList{1} << QList{0, 0}
                                    << "transaction 1 waits for a transaction twice";
        QTest::newRow("circle") << 0 << 0 << 1 << QList{1} << QList{1}
                                << "transaction 1 waits for itself by some way round";
    }
    void refusesFaults()
    {
        QFETCH(int, operation);
        QFETCH(int, actor);
        QFETCH(int, size);
        QFETCH(QList<int>, destinations);
        QFETCH(QList<int>, after);
        QFETCH(QString, fault);
        TransactionList list;
        list.add(make(Operation::Unicast, 0), Ids{1}, Ids{});
        list.add(make(static_cast<Operation>(operation), EndpointId(actor), std::uint32_t(size)),
                 Ids(destinations.begin(), destinations.end()), Ids(after.begin(), after.end()));
        QCOMPARE(faultOf(list), fault.toStdString());
    }

    void whatFollowsNeedsPacketsThatArriveAtItsActor()
    {
        TransactionList list;
        list.add(make(Operation::Unicast, 0, 4), Ids{1}, Ids{});
        Transaction next = make(Operation::Unicast, 1, 4);
        next.follows = 0;
        list.add(next, Ids{2}, Ids{});
        QCOMPARE(faultOf(list), std::string());
        next.size = 5;
        list.add(next, Ids{2}, Ids{});
        QCOMPARE(faultOf(list), std::string("transaction 2 cannot follow transaction 0, which brings fewer packets"));
        TransactionList elsewhere;
        elsewhere.add(make(Operation::Unicast, 0, 4), Ids{3}, Ids{});
        next.size = 4;
        elsewhere.add(next, Ids{2}, Ids{});
        QCOMPARE(faultOf(elsewhere),
                 std::string("transaction 1 follows transaction 0, which does not reach its actor"));
    }
};

QTEST_APPLESS_MAIN(TestTransaction)
#include "tst_transaction.moc"
