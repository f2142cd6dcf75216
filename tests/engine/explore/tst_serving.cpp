// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/serving.h"
#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/kapla/node_machine.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

/// DRAM, one buffer for 4 x 4 PEs, registers.
hardware::Accelerator threeLevels()
{
    hardware::Accelerator accelerator = tests::simba();
    accelerator.levels.resize(3);
    accelerator.levels[1].keeps = accelerator.levels[2].keeps = TensorSet::all();
    accelerator.levels[2].fanout = {1, 1};
    accelerator.interconnect = {};
    return accelerator;
}

} // namespace

class TestServing : public QObject {
    Q_OBJECT
private slots:
    void enginesOfSingleLayersTakeEverything()
    {
        QVERIFY(!obstacle("cosa", tests::simba()));
        QVERIFY(!obstacle("cosma", tests::simba()));
    }

    void flexerGetsAScratchpadForAllTensorsAndAtMostEightNpus()
    {
        const auto found = obstacle("flexer", tests::simba());
        QVERIFY(found);
        QCOMPARE(found->change, std::string("all tensors in GlobalBuffer and 8 NPUs of 128 MAC units"));
        QCOMPARE(found->variant.macUnits(), tests::simba().macUnits());
        const auto machine = schedule::flexer::machineOf(found->variant);
        QVERIFY(machine);
        QCOMPARE(machine->npus, 8);
        QVERIFY(hardware::check(found->variant).empty());
        QVERIFY(!obstacle("flexer", found->variant)); // it can now
    }

    void flexerGetsNoVariantWhereEachNodeHasItsOwnBuffer()
    {
        hardware::Accelerator nodes = threeLevels();
        nodes.levels[0].fanout = {4, 4};
        const auto found = obstacle("flexer", nodes);
        QVERIFY(found);
        QVERIFY(found->change.empty());
        QVERIFY(QString::fromStdString(found->why).contains(QStringLiteral("one scratchpad for all NPUs")));
    }

    void nodesGetTheirEnergiesStated()
    {
        hardware::Accelerator three = threeLevels();
        three.levels[0].fanout = {2, 2};
        three.levels[2].elementBits[TensorRole::Outputs] = Bits{24};
        const auto found = obstacle("kapla", three);
        QVERIFY(found);
        QCOMPARE(found->change, std::string("nodes (4, hop 4.88 pJ, wires 0.8208 pJ, idle 318.217 pJ a cycle) and all "
                                            "words of 8 bit"));
        QVERIFY(kapla::machineOf(found->variant));
        QCOMPARE(found->variant.notes.size(), three.notes.size() + 1);
        QVERIFY(!obstacle("kapla-random", found->variant));
    }

    void nodesGetNoVariantWithSixLevels()
    {
        const auto found = obstacle("kapla", tests::simba());
        QVERIFY(found);
        QVERIFY(found->change.empty());
        QVERIFY(QString::fromStdString(found->why).contains(QStringLiteral("exactly three levels")));
    }
};

QTEST_GUILESS_MAIN(TestServing)
#include "tst_serving.moc"
