// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/import_map.h"

#include <QTest>

using namespace nestloom;
using io::timeloop::evaluateExpression;

class TestExpression : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void computes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("number") << QByteArray("16") << 16.0;
        QTest::newRow("exponent") << QByteArray("1e-9") << 1e-9;
        QTest::newRow("precedence") << QByteArray("2 + 3*4") << 14.0;
        QTest::newRow("parentheses") << QByteArray("(2+3) * 4") << 20.0;
        QTest::newRow("names") << QByteArray("depth*width / 8") << 16384.0;
        QTest::newRow("whole division") << QByteArray("7 // 2") << 3.0;
        QTest::newRow("remainder") << QByteArray("-7 % 4") << 1.0;
        QTest::newRow("power") << QByteArray("2**10") << 1024.0;
        QTest::newRow("power of the right first") << QByteArray("2**3**2") << 512.0;
        QTest::newRow("sign under a power") << QByteArray("-2**2") << -4.0;
        QTest::newRow("functions") << QByteArray("max(1, ceil(log2(1000)))") << 10.0;
    }
    void computes()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const double, value);
        const auto result = evaluateExpression(text.toStdString(), {{"depth", 2048}, {"width", 64}});
        QVERIFY(result);
        QCOMPARE(*result, value);
    }
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"", "must_specify", "2 +", "(2", "2)", "1/0", "sqrt(0-1)", "f(2)", "45nm", "1e999", "a b"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("nested too deep") << QByteArray(10'000, '(') + "1" + QByteArray(10'000, ')');
        QTest::newRow("signs without end") << QByteArray(10'000, '-') + "1";
    }
    void refuses()
    {
        QFETCH(const QByteArray, text);
        QVERIFY(!evaluateExpression(text.toStdString(), {}));
    }
};

QTEST_GUILESS_MAIN(TestExpression)
#include "tst_expression.moc"
