// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cut_rectangle.h"

#include <QTest>

using namespace nestloom;
using memory::Buffer;
using tests::cutRectangle;
using tests::CutStyle;

namespace {

bool isLegal(const std::vector<Buffer>& buffers, const memory::Packing& packing)
{
    return tests::isPacked(buffers, packing.offsets, packing.top);
}

} // namespace

class TestPacking : public QObject {
    Q_OBJECT
private slots:
    void loadIsTheMostInUseAtOnce()
    {
        QCOMPARE(memory::load({}).count, 0);
        QCOMPARE(memory::load({{0, 2, {5}}, {2, 3, {4}}, {3, 3, {2}}}).count, 9);
    }

    void refusesALoadAboveTheCapacity()
    {
        const auto outcome = memory::pack({{0, 2, {5}}, {2, 3, {4}}}, {8}, {});
        QCOMPARE(outcome.status, SolveStatus::Infeasible);
        QCOMPARE(outcome.reason, std::string("the buffers in use at step 2 need 9 B, the capacity is 8 B "
                                             "(1 B too little)"));
        QVERIFY(!outcome.solution);
    }

    void packsARectangleThatWasCut()
    {
        Rng rng(7);
        for (int i = 0; i < 20; ++i) {
            const auto buffers = cutRectangle(rng, 12, 60, 12);
            const auto outcome = memory::pack(buffers, {60}, {});
            QCOMPARE(outcome.status, SolveStatus::Optimal);
            QVERIFY(isLegal(buffers, *outcome.solution));
            QVERIFY(outcome.solution->top <= Bytes{60});
        }
    }

    void packsFullMemories_data()
    {
        QTest::addColumn<int>("style");
        QTest::addColumn<std::size_t>("count");
        QTest::addColumn<std::size_t>("steps");
        QTest::addColumn<double>("share");
        for (const std::size_t count : {150, 250, 450}) {
            const QByteArray n = QByteArray::number(qulonglong(count));
            QTest::newRow("straight " + n) << int(CutStyle::Large) << count << std::size_t{1'000'000} << 1.0;
            QTest::newRow("pinwheel " + n) << int(CutStyle::Pinwheel) << count << std::size_t{1'000'000} << 1.0;
            QTest::newRow("few steps " + n) << int(CutStyle::Large) << count << std::size_t{500} << 1.0;
        }
        QTest::newRow("any part") << int(CutStyle::Straight) << std::size_t{150} << std::size_t{500} << 1.0;
        QTest::newRow("with holes") << int(CutStyle::Large) << std::size_t{150} << std::size_t{500} << 0.95;
    }
    void packsFullMemories()
    {
        QFETCH(int, style);
        QFETCH(std::size_t, count);
        QFETCH(std::size_t, steps);
        QFETCH(double, share);
        const Bytes capacity{share < 1 ? 100'000 : 10'000'000};
        Rng rng(7);
        for (int i = 0; i < 3; ++i) {
            auto buffers = cutRectangle(rng, steps, capacity.count, count, CutStyle(style));
            tests::dropBuffers(rng, buffers, share);
            const auto outcome = memory::pack(buffers, capacity, {});
            QCOMPARE(outcome.status, SolveStatus::Optimal);
            QVERIFY(tests::isPacked(buffers, outcome.solution->offsets, capacity));
            QVERIFY2(outcome.solution->method.starts_with("sweep"), outcome.solution->method.c_str());
        }
    }

    void givesTheLowestPackingWhenTheBudgetOfRetriesIsSpent()
    {
        Rng rng(3);
        const auto buffers = cutRectangle(rng, 40, 1000, 120);
        RunControl control;
        control.workLimit = 0;
        const auto outcome = memory::pack(buffers, {1000}, control);
        QCOMPARE(outcome.status, SolveStatus::Feasible);
        QCOMPARE(outcome.cause, StopCause::WorkLimit);
        QVERIFY(isLegal(buffers, *outcome.solution));
        QVERIFY(outcome.solution->top > Bytes{1000});
    }

    void sameSeedSamePacking()
    {
        Rng rng(5);
        const auto buffers = cutRectangle(rng, 20, 300, 40);
        QVERIFY(memory::pack(buffers, {320}, {}).solution == memory::pack(buffers, {320}, {}).solution);
    }

    void buffersWithoutBytesTakeNoRoom()
    {
        const auto outcome = memory::pack({{0, 1, {4}}, {0, 1, {0}}, {1, 1, {4}}}, {8}, {});
        QCOMPARE(outcome.status, SolveStatus::Optimal);
    }
};

QTEST_GUILESS_MAIN(TestPacking)
#include "tst_packing.moc"
