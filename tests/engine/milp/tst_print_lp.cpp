// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/milp/print_lp.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::milp;

class TestPrintLp : public QObject {
    Q_OBJECT

private slots:
    void printsEveryPartOfAModel();
    void namesThatAReaderWouldMisreadAreChanged();
    void numbersReadBackAsTheSameNumber();
};

void TestPrintLp::printsEveryPartOfAModel()
{
    Model model;
    const VariableId x = model.addVariable(0, 4, true, "x");
    const VariableId y = model.addVariable(-kInfinity, kInfinity, false, "y");
    const VariableId z = model.addBinary("z");
    model.addGreaterEqual(LinearExpression().add(x, 1).add(y, -1), 2.5, "first");
    model.addRange(LinearExpression().add(x, -3).add(z, 2), -6, 6, "range");
    model.addEqual(LinearExpression().add(y, 1).add(z, 1), 1, "");
    model.addLessEqual(LinearExpression(2), 1, "impossible");
    model.minimize(LinearExpression(-12).add(x, 2).add(y, 1).add(z, -0.25));
    QCOMPARE(QString::fromStdString(printLp(model)), QStringLiteral(R"(Minimize
 objective: 2 x + y - 0.25 z - 12
Subject To
 first: x - y >= 2.5
 range: - 3 x + 2 z >= -6
 range.upper: - 3 x + 2 z <= 6
 row2: y + z = 1
 impossible: 0 x >= 1
Bounds
 0 <= x <= 4
 -inf <= y <= +inf
 0 <= z <= 1
Generals
 x
 z
End
)"));
}

void TestPrintLp::namesThatAReaderWouldMisreadAreChanged()
{
    Model model;
    for (const char* name : {"n[K,2,DRAM]", "e1", "2x", "", "same", "same"})
        model.addBinary(name);
    const QString text = QString::fromStdString(printLp(model));
    for (const char* name : {"n_K_2_DRAM_", "_e1", "_2x", "x3", "same", "same_5"})
        QVERIFY2(text.contains(QStringLiteral(" <= %1 <= ").arg(QLatin1String(name))), name);
}

void TestPrintLp::numbersReadBackAsTheSameNumber()
{
    Model model;
    const VariableId x = model.addVariable(0, 1, false, "x");
    model.minimize(LinearExpression().add(x, 0.1 + 0.2));
    QVERIFY(printLp(model).find("0.30000000000000004 x") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestPrintLp)
#include "tst_print_lp.moc"
