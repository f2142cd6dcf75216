// SPDX-License-Identifier: Apache-2.0
#include "engine/base/fingerprint.h"

#include <QTest>

using namespace nestloom;

class TestFingerprint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesNeverChangeBetweenVersions();
    void separatesNeighbouringTexts();
    void seesTheOrder();
    void separatesAlmostEqualNumbers();
};

/// Stored runs are found by these; the expected values are FNV-1a computed by another program.
void TestFingerprint::valuesNeverChangeBetweenVersions()
{
    QCOMPARE(Fingerprint().value(), 0xCBF29CE484222325ULL);
    QCOMPARE(Fingerprint().add("simba").value(), 0x4CA0B6C508AD4F72ULL);
    QCOMPARE(Fingerprint().add(std::int64_t(-2)).value(), 0xFC1A35225397861CULL);
    QCOMPARE(Fingerprint().add(0.25).value(), 0xAB1DE9322A161618ULL);
    QCOMPARE(Fingerprint().add("ab").add("c").value(), 0x20BA9B3025A8B421ULL);
}

void TestFingerprint::separatesNeighbouringTexts()
{
    QVERIFY(Fingerprint().add("ab").add("c").value() != Fingerprint().add("a").add("bc").value());
    QVERIFY(Fingerprint().add("").value() != Fingerprint().value());
}

void TestFingerprint::seesTheOrder()
{
    QVERIFY(Fingerprint().add(std::int64_t(1)).add(std::int64_t(2)).value()
            != Fingerprint().add(std::int64_t(2)).add(std::int64_t(1)).value());
}

void TestFingerprint::separatesAlmostEqualNumbers()
{
    QVERIFY(Fingerprint().add(0.1 + 0.2).value() != Fingerprint().add(0.3).value());
    QVERIFY(Fingerprint().add(1.0).value() != Fingerprint().add(std::int64_t(1)).value());
}

QTEST_APPLESS_MAIN(TestFingerprint)
#include "tst_fingerprint.moc"
