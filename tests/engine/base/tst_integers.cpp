// SPDX-License-Identifier: Apache-2.0
#include "engine/base/integers.h"

#include <QTest>

using namespace nestloom;

class TestIntegers : public QObject {
    Q_OBJECT
private slots:
    void productsThatFitAreExact();
    void productsThatDoNotFitAreNothing();
    void divisionRoundsUp();

    void primeFactorsAreAscendingWithMultiplicity();
    void primeFactorsMultiplyBack();
    void divisorsAreAscendingAndComplete();
};

void TestIntegers::productsThatFitAreExact()
{
    QCOMPARE(checkedProduct(3'000'000'000, 3'000'000'000), std::optional<std::int64_t>(9'000'000'000'000'000'000));
    QCOMPARE(checkedProduct(INT64_MAX, 1), std::optional<std::int64_t>(INT64_MAX));
    QCOMPARE(checkedProduct(INT64_MAX, 0), std::optional<std::int64_t>(0));
    QCOMPARE(checkedProduct(-4, 5), std::optional<std::int64_t>(-20));
}

void TestIntegers::productsThatDoNotFitAreNothing()
{
    QVERIFY(!checkedProduct(INT64_MAX, 2));
    QVERIFY(!checkedProduct(INT64_MIN, -1));
    QVERIFY(!checkedProduct(std::int64_t(1) << 32, std::int64_t(1) << 31));
}

void TestIntegers::divisionRoundsUp()
{
    QCOMPARE(ceilDivide(0, 8), 0);
    QCOMPARE(ceilDivide(8, 8), 1);
    QCOMPARE(ceilDivide(9, 8), 2);
    QCOMPARE(ceilDivide(INT64_MAX, 2), std::int64_t(1) << 62); // no overflow on the way
}

void TestIntegers::primeFactorsAreAscendingWithMultiplicity()
{
    QVERIFY(primeFactors(1).empty());
    QCOMPARE(primeFactors(13), (std::vector<PrimeFactor>{{13, 1}}));
    QCOMPARE(primeFactors(112), (std::vector<PrimeFactor>{{2, 4}, {7, 1}}));
    QCOMPARE(primeFactors(25088), (std::vector<PrimeFactor>{{2, 9}, {7, 2}}));
    QCOMPARE(primeFactors(49), (std::vector<PrimeFactor>{{7, 2}}));
    QCOMPARE(primeFactors(1'000'003), (std::vector<PrimeFactor>{{1'000'003, 1}}));
}

void TestIntegers::primeFactorsMultiplyBack()
{
    for (std::int64_t n = 1; n <= 2000; ++n) {
        std::int64_t product = 1;
        for (const PrimeFactor& factor : primeFactors(n))
            for (int i = 0; i < factor.multiplicity; ++i)
                product *= factor.prime;
        QCOMPARE(product, n);
    }
}

void TestIntegers::divisorsAreAscendingAndComplete()
{
    QCOMPARE(divisors(1), (std::vector<std::int64_t>{1}));
    QCOMPARE(divisors(12), (std::vector<std::int64_t>{1, 2, 3, 4, 6, 12}));
    QCOMPARE(divisors(49), (std::vector<std::int64_t>{1, 7, 49}));
    for (std::int64_t n = 1; n <= 300; ++n) {
        std::vector<std::int64_t> expected;
        for (std::int64_t d = 1; d <= n; ++d)
            if (n % d == 0)
                expected.push_back(d);
        QCOMPARE(divisors(n), expected);
    }
}

QTEST_APPLESS_MAIN(TestIntegers)
#include "tst_integers.moc"
