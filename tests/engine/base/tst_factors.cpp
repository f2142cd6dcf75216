// SPDX-License-Identifier: Apache-2.0
#include "engine/base/factors.h"

#include <QTest>

using namespace nestloom;

class TestFactors : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void primeFactorsAreAscendingWithMultiplicity();
    void primeFactorsMultiplyBack();
    void divisorsAreAscendingAndComplete();
};

void TestFactors::primeFactorsAreAscendingWithMultiplicity()
{
    QVERIFY(primeFactors(1).empty());
    QCOMPARE(primeFactors(13), (std::vector<PrimeFactor>{{13, 1}}));
    QCOMPARE(primeFactors(112), (std::vector<PrimeFactor>{{2, 4}, {7, 1}}));
    QCOMPARE(primeFactors(25088), (std::vector<PrimeFactor>{{2, 9}, {7, 2}}));
    QCOMPARE(primeFactors(49), (std::vector<PrimeFactor>{{7, 2}}));
    QCOMPARE(primeFactors(1'000'003), (std::vector<PrimeFactor>{{1'000'003, 1}}));
}

void TestFactors::primeFactorsMultiplyBack()
{
    for (std::int64_t n = 1; n <= 2000; ++n) {
        std::int64_t product = 1;
        for (const PrimeFactor& factor : primeFactors(n))
            for (int i = 0; i < factor.multiplicity; ++i)
                product *= factor.prime;
        QCOMPARE(product, n);
    }
}

void TestFactors::divisorsAreAscendingAndComplete()
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

QTEST_APPLESS_MAIN(TestFactors)
#include "tst_factors.moc"
