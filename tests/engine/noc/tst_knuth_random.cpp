// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/knuth_random.h"

#include <QTest>

using namespace nestloom::noc;

class TestKnuthRandom : public QObject {
    Q_OBJECT
private slots:
    /// The values that Knuth prints to test a program with: the first number of the 2010th batch.
    void drawsTheNumbersThatKnuthGives()
    {
        KnuthRandom integers(310952), fractions(310952);
        std::uint32_t integer = 0;
        double fraction = 0;
        for (int batch = 0; batch < 2010; ++batch)
            for (int i = 0; i < 100; ++i) {
                const std::uint32_t nextInteger = integers.next();
                const double nextFraction = fractions.unit();
                if (i == 0) {
                    integer = nextInteger;
                    fraction = nextFraction;
                }
            }
        QCOMPARE(integer, 995235265u);
        QCOMPARE(fraction, 0.36410514377569680455);
    }

    void seedsDiffer() { QVERIFY(KnuthRandom(1).next() != KnuthRandom(2).next()); }
};

QTEST_APPLESS_MAIN(TestKnuthRandom)
#include "tst_knuth_random.moc"
