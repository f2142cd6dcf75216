// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_sweep.h"
#include "ui/features/sweep/point_order.h"
#include "ui/features/sweep/shown_sweep.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;
using explore::PointStatus;

namespace {

struct Ordered {
    explicit Ordered(const std::vector<explore::PointResult>& results)
    {
        points.setInputs(sample::sweep());
        points.addPoints(results);
    }
    /// Rows of the source, as they stand.
    std::vector<int> rows() const
    {
        std::vector<int> rows;
        for (int i = 0; i < order.rowCount(); ++i)
            rows.push_back(order.mapToSource(order.index(i, 0)).row());
        return rows;
    }
    int cycles() const { return points.columnOf(2); }

    SweepPointModel points;
    PointOrder order{&points};
    QAbstractItemModelTester tester{&order, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

std::vector<explore::PointResult> some()
{
    return {sample::point(4), sample::infeasiblePoint(1), sample::point(0), sample::point(5)};
}

using Rows = std::vector<int>;

} // namespace

class TestPointOrder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pointsStandAsTheyCame()
    {
        Ordered f(some());
        QCOMPARE(f.rows(), (Rows{0, 1, 2, 3}));
        QCOMPARE(f.order.index(2, f.cycles()).data().toString(), QStringLiteral("6.00 kcycle"));
        QCOMPARE(f.order.headerData(f.cycles(), Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("Cycles"));
    }
    void figuresAreSortedAndWhatHasNoneComesLast()
    {
        Ordered f(some());
        f.order.sort(f.cycles());
        QCOMPARE(f.rows(), (Rows{3, 0, 2, 1}));
        f.order.sort(f.cycles(), Qt::DescendingOrder);
        QCOMPARE(f.rows(), (Rows{2, 0, 3, 1}));
        f.order.sort(f.points.statusColumn());
        QCOMPARE(f.rows(), (Rows{0, 2, 3, 1})); // "finished", "infeasible: ..."
        f.points.setFront({3}, {});
        f.order.sort(f.points.frontColumn());
        QCOMPARE(f.rows(), (Rows{3, 0, 1, 2}));
        f.points.setFront({0, 2}, {}); // another front: sorted anew
        QCOMPARE(f.rows(), (Rows{0, 2, 1, 3}));
        f.order.sort(-1);
        QCOMPARE(f.rows(), (Rows{0, 1, 2, 3}));
    }
    void indexesStayWithTheirPoints()
    {
        Ordered f(some());
        const QPersistentModelIndex kept = f.order.index(0, 1);
        f.order.sort(f.cycles());
        QCOMPARE(kept.row(), 1);
        QCOMPARE(f.order.mapFromSource(f.points.index(0, 1)), QModelIndex(kept));
    }
    void onlySomePointsAreKept()
    {
        Ordered f(some());
        QSignalSpy kept(&f.order, &PointOrder::kept);
        f.order.keep(PointStatus::Finished, std::nullopt);
        QCOMPARE(f.rows(), (Rows{0, 2, 3}));
        f.order.keep(PointStatus::Finished, Rows{1, 3});
        QCOMPARE(f.rows(), Rows{3});
        QVERIFY(!f.order.mapFromSource(f.points.index(0, 0)).isValid()); // left out
        f.order.keep(std::nullopt, Rows{});
        QVERIFY(f.rows().empty());
        f.order.keep(std::nullopt, std::nullopt);
        QCOMPARE(f.rows(), (Rows{0, 1, 2, 3}));
        QCOMPARE(kept.count(), 4);
    }
    void aTextIsLookedForInEveryColumn()
    {
        Ordered f(some());
        f.order.setText(QStringLiteral("RAISE its"));
        QCOMPARE(f.rows(), Rows{1});
        f.order.setText(QStringLiteral("6.00 kc"));
        QCOMPARE(f.rows(), Rows{2});
        f.order.setText(QStringLiteral("nowhere"));
        QVERIFY(f.rows().empty());
        f.points.addPoints({sample::infeasiblePoint(3), sample::point(2)});
        QVERIFY(f.rows().empty());
        f.order.setText({});
        QCOMPARE(f.rows().size(), std::size_t(6));
    }
    void newPointsGoWhereTheyBelong()
    {
        Ordered f(some());
        f.order.sort(f.cycles());
        f.points.addPoints({sample::point(2), sample::infeasiblePoint(3)});
        QCOMPARE(f.rows(), (Rows{3, 0, 4, 2, 1, 5}));
        f.order.keep(PointStatus::Infeasible, std::nullopt);
        f.points.addPoints({sample::point(1)});
        QCOMPARE(f.rows(), (Rows{1, 5}));
        f.points.setInputs(sample::sweep());
        QVERIFY(f.rows().empty());
    }
    void manyPointsAreSearchedInTurns()
    {
        std::vector<explore::PointResult> many(30'000, sample::point(1));
        many[20'000] = sample::infeasiblePoint(3);
        Ordered f(many);
        f.order.setText(QStringLiteral("raise"));
        QVERIFY(f.order.isSearching());
        QCOMPARE(f.order.rowCount(), 30'000); // until all were looked at
        f.order.keep(std::nullopt, std::nullopt);
        QTRY_COMPARE_WITH_TIMEOUT(f.rows(), Rows{20'000}, 60'000); // long under a checker of memory
        QVERIFY(!f.order.isSearching());
    }
};

QTEST_MAIN(TestPointOrder)
#include "tst_point_order.moc"
