// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor_role.h"
#include "engine/base/units.h"

#include <QTest>

#include <type_traits>

using namespace nestloom;

namespace {

template <typename A, typename B>
concept Addable = requires(A a, B b)
{
    a + b;
};

} // namespace

class TestUnits : public QObject {
    Q_OBJECT
private slots:
    void arithmeticStaysWithinOneUnit();
    void bitsFillWholeBytes();
    void valuesCompareByCount();

    void namesAreThoseOfTheFiles();
    void setsGrowAndShrink();
    void valuesBelongToTheirRole();
};

void TestUnits::arithmeticStaysWithinOneUnit()
{
    static_assert(Addable<Bytes, Bytes>);
    static_assert(!Addable<Bytes, Bits>);
    static_assert(!Addable<Bytes, std::int64_t>);
    static_assert(!std::is_convertible_v<Cycles, Bytes>);
    Bytes sum = Bytes{3} + Bytes{4} * 2;
    sum += Bytes{1};
    QCOMPARE(sum.count, 12);
    QCOMPARE((Picojoules{1.5} - Picojoules{0.5}).count, 1.0);
}

void TestUnits::bitsFillWholeBytes()
{
    QCOMPARE(bytesFor(Bits{0}).count, 0);
    QCOMPARE(bytesFor(Bits{8}).count, 1);
    QCOMPARE(bytesFor(Bits{9}).count, 2);
    QCOMPARE(bytesFor(Bits{24}).count, 3);
}

void TestUnits::valuesCompareByCount()
{
    QVERIFY(Cycles{3} < Cycles{4});
    QVERIFY(Cycles{3} == Cycles{3});
    QVERIFY(Bytes{} == Bytes{0});
}

void TestUnits::namesAreThoseOfTheFiles()
{
    QCOMPARE(name(TensorRole::Weights), std::string_view("weights"));
    QCOMPARE(name(TensorRole::Inputs), std::string_view("inputs"));
    QCOMPARE(name(TensorRole::Outputs), std::string_view("outputs"));
}

void TestUnits::setsGrowAndShrink()
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

void TestUnits::valuesBelongToTheirRole()
{
    PerTensor<int> values{{1, 2, 3}};
    values[TensorRole::Inputs] = 7;
    QCOMPARE(values, (PerTensor<int>{{1, 7, 3}}));
}

QTEST_APPLESS_MAIN(TestUnits)
#include "tst_units.moc"
