// SPDX-License-Identifier: Apache-2.0
#include "engine/base/checked_math.h"

#include <QTest>

using namespace nestloom;

class TestCheckedMath : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void productsThatFitAreExact();
    void productsThatDoNotFitAreNothing();
    void divisionRoundsUp();
};

void TestCheckedMath::productsThatFitAreExact()
{
    QCOMPARE(checkedProduct(3'000'000'000, 3'000'000'000), std::optional<std::int64_t>(9'000'000'000'000'000'000));
    QCOMPARE(checkedProduct(INT64_MAX, 1), std::optional<std::int64_t>(INT64_MAX));
    QCOMPARE(checkedProduct(INT64_MAX, 0), std::optional<std::int64_t>(0));
    QCOMPARE(checkedProduct(-4, 5), std::optional<std::int64_t>(-20));
}

void TestCheckedMath::productsThatDoNotFitAreNothing()
{
    QVERIFY(!checkedProduct(INT64_MAX, 2));
    QVERIFY(!checkedProduct(INT64_MIN, -1));
    QVERIFY(!checkedProduct(std::int64_t(1) << 32, std::int64_t(1) << 31));
}

void TestCheckedMath::divisionRoundsUp()
{
    QCOMPARE(ceilDivide(0, 8), 0);
    QCOMPARE(ceilDivide(8, 8), 1);
    QCOMPARE(ceilDivide(9, 8), 2);
    QCOMPARE(ceilDivide(INT64_MAX, 2), std::int64_t(1) << 62); // no overflow on the way
}

QTEST_APPLESS_MAIN(TestCheckedMath)
#include "tst_checked_math.moc"
