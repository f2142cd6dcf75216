// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/model.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::milp;

using Terms = std::vector<std::pair<VariableId, double>>;

class TestModel : public QObject {
    Q_OBJECT

private slots:
    void termsAreSortedAndMergedAndZerosDropped();
    void anExpressionCanBeAddedToItself();
    void theConstantMovesToTheBounds();
    void aConstantRowThatHoldsIsDropped();
    void aConstantRowThatDoesNotHoldStaysImpossible();
    void theObjectiveKeepsItsConstant();
    void variablesAreNumberedInOrder();
};

void TestModel::termsAreSortedAndMergedAndZerosDropped()
{
    LinearExpression sum;
    sum.add(VariableId{2}, 1.5)
        .add(VariableId{0}, 3)
        .add(VariableId{2}, 0.5)
        .add(VariableId{1}, 4)
        .add(VariableId{1}, -4);
    QVERIFY(sum.normalizedTerms() == (Terms{{VariableId{0}, 3}, {VariableId{2}, 2}}));
    QVERIFY(LinearExpression().add(VariableId{1}, 4).add(VariableId{1}, -4).normalizedTerms().empty());
}

void TestModel::anExpressionCanBeAddedToItself()
{
    LinearExpression sum(5);
    sum.add(VariableId{0}, 2).add(VariableId{1}, 3);
    sum.add(sum, 2);
    QVERIFY(sum.normalizedTerms() == (Terms{{VariableId{0}, 6}, {VariableId{1}, 9}}));
    QCOMPARE(sum.constant(), 15.0);
}

void TestModel::theConstantMovesToTheBounds()
{
    Model model;
    const VariableId x = model.addVariable(0, 1, false, "x");
    model.addGreaterEqual(LinearExpression(3).add(x, 1), 10, "at least");
    model.addLessEqual(LinearExpression(3).add(x, 1), 10, "at most");
    model.addEqual(LinearExpression(3).add(x, 1), 10, "equal");
    model.addRange(LinearExpression(3).add(x, 1), 4, 10, "range");
    QCOMPARE(model.rows().size(), std::size_t(4));
    QCOMPARE(model.rows()[0].lower, 7.0);
    QCOMPARE(model.rows()[0].upper, kInfinity);
    QCOMPARE(model.rows()[1].lower, -kInfinity);
    QCOMPARE(model.rows()[1].upper, 7.0);
    QCOMPARE(model.rows()[2].lower, 7.0);
    QCOMPARE(model.rows()[2].upper, 7.0);
    QCOMPARE(model.rows()[3].lower, 1.0);
    QCOMPARE(model.rows()[3].upper, 7.0);
    QCOMPARE(model.rows()[3].name, std::string("range"));
}

void TestModel::aConstantRowThatHoldsIsDropped()
{
    Model model;
    const VariableId x = model.addBinary("x");
    model.addLessEqual(LinearExpression(3), 3, "holds");
    model.addEqual(LinearExpression(3).add(x, 1).add(x, -1), 3 + 1e-12, "holds but for rounding");
    QVERIFY(model.rows().empty());
}

void TestModel::aConstantRowThatDoesNotHoldStaysImpossible()
{
    Model model;
    model.addLessEqual(LinearExpression(3), 2.9, "impossible");
    QCOMPARE(model.rows().size(), std::size_t(1));
    QVERIFY(model.rows()[0].terms.empty());
    QCOMPARE(model.rows()[0].lower, 1.0);
}

void TestModel::theObjectiveKeepsItsConstant()
{
    Model model;
    const VariableId x = model.addBinary("x");
    model.minimize(LinearExpression(7).add(x, 2));
    QCOMPARE(model.objectiveConstant(), 7.0);
    QVERIFY(model.objective() == (Terms{{x, 2}}));
    model.minimize(LinearExpression(1)); // the last one counts
    QCOMPARE(model.objectiveConstant(), 1.0);
    QVERIFY(model.objective().empty());
}

void TestModel::variablesAreNumberedInOrder()
{
    Model model;
    QCOMPARE(model.addVariable(-1, 4, false, "a").value, 0u);
    QCOMPARE(model.addBinary("b").value, 1u);
    model.variable(VariableId{0}).upper = 9;
    QCOMPARE(model.variables()[0].upper, 9.0);
    QVERIFY(!model.variables()[0].integer);
    QVERIFY(model.variables()[1].integer);
    QCOMPARE(model.variables()[1].upper, 1.0);
}

QTEST_APPLESS_MAIN(TestModel)
#include "tst_model.moc"
