// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor_role.h"

#include <QTest>

using namespace nestloom;

class TestTensorRole : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreThoseOfTheFiles();
    void setsGrowAndShrink();
    void valuesBelongToTheirRole();
};

void TestTensorRole::namesAreThoseOfTheFiles()
{
    QCOMPARE(name(TensorRole::Weights), std::string_view("weights"));
    QCOMPARE(name(TensorRole::Inputs), std::string_view("inputs"));
    QCOMPARE(name(TensorRole::Outputs), std::string_view("outputs"));
}

void TestTensorRole::setsGrowAndShrink()
{
    TensorSet set;
    QVERIFY(set.empty());
    set = set.with(TensorRole::Inputs).with(TensorRole::Outputs).with(TensorRole::Inputs);
    QCOMPARE(set.size(), 2);
    QVERIFY(set.contains(TensorRole::Inputs));
    QVERIFY(!set.contains(TensorRole::Weights));
    QVERIFY(set.with(TensorRole::Weights) == TensorSet::all());
    QVERIFY(set.without(TensorRole::Outputs) == TensorSet::of(TensorRole::Inputs));
    QVERIFY(set.without(TensorRole::Weights) == set);
}

void TestTensorRole::valuesBelongToTheirRole()
{
    PerTensor<int> values{{1, 2, 3}};
    values[TensorRole::Inputs] = 7;
    QCOMPARE(values, (PerTensor<int>{{1, 7, 3}}));
}

QTEST_APPLESS_MAIN(TestTensorRole)
#include "tst_tensor_role.moc"
