// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/level_edits.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::hardware;

namespace {

BufferLevel level(const char* name, std::optional<Bytes> capacity, Fanout fanout, double picojoules)
{
    BufferLevel made;
    made.name = name;
    made.capacity = capacity;
    made.fanout = fanout;
    made.accessEnergy = Picojoules{picojoules};
    return made;
}

/// DRAM, a buffer over 4 x 2 PEs with a network, registers over 3 MAC units: 24 MAC units.
Accelerator small()
{
    Accelerator a;
    a.name = "small";
    a.levels = {level("DRAM", {}, {1, 1}, 200), level("Buffer", Bytes{4096}, {4, 2}, 6),
                level("Registers", Bytes{64}, {3, 1}, 1)};
    a.levels[0].kind = LevelKind::Dram;
    a.levels[2].kind = LevelKind::Registers;
    a.interconnect.below = "Buffer";
    return a;
}

QString namesOf(const Accelerator& accelerator)
{
    QStringList names;
    for (const BufferLevel& each : accelerator.levels)
        names << QString::fromStdString(each.name);
    return names.join(u' ');
}

QString refusal(const Result<LevelEdit>& edit)
{
    return edit ? QString() : QString::fromStdString(edit.error().message);
}

} // namespace

class TestLevelEdits : public QObject {
    Q_OBJECT
private slots:
    void addsALevelThatCanBeUsedAtOnce()
    {
        const auto edit = withLevelAdded(small(), 1);
        QVERIFY2(edit, qPrintable(refusal(edit)));
        QCOMPARE(namesOf(edit->accelerator), QStringLiteral("DRAM Buffer Buffer2 Registers"));
        QCOMPARE(edit->level, std::size_t(2));
        const BufferLevel& added = edit->accelerator.levels[2];
        QCOMPARE(added.capacity->count, 4096);
        QCOMPARE(added.accessEnergy->count, 6.0);
        QVERIFY(added.keeps == TensorSet::all());
        QCOMPARE(edit->accelerator.instances(2), 8);
        QCOMPARE(edit->accelerator.macUnits(), 24);
        QVERIFY(check(edit->accelerator).empty());
    }

    void anAddedLevelTakesTheFormulaWhereThereIsOne()
    {
        Accelerator a = small();
        a.energySource = EnergySource::TimeloopPat;
        QVERIFY(!withLevelAdded(a, 0)->accelerator.levels[1].accessEnergy);
        a.levels[1].capacity.reset();
        a.levels[2].capacity.reset();
        QCOMPARE(withLevelAdded(a, 0)->accelerator.levels[1].capacity->count, 64 * 1024);
    }

    void aCopyTakesOverTheChildrenAndTheNetwork()
    {
        const auto edit = withLevelDuplicated(small(), 1);
        QVERIFY2(edit, qPrintable(refusal(edit)));
        QCOMPARE(namesOf(edit->accelerator), QStringLiteral("DRAM Buffer BufferCopy Registers"));
        QCOMPARE(edit->accelerator.instances(2), 1);
        QCOMPARE(edit->accelerator.instances(3), 8);
        QCOMPARE(edit->accelerator.interconnect.below, std::string("BufferCopy"));
        QCOMPARE(namesOf(withLevelDuplicated(edit->accelerator, 1)->accelerator),
                 QStringLiteral("DRAM Buffer BufferCopy2 BufferCopy Registers"));
    }

    void aRemovedLevelLeavesItsFanOut()
    {
        const auto edit = withLevelRemoved(small(), 1);
        QVERIFY2(edit, qPrintable(refusal(edit)));
        QCOMPARE(namesOf(edit->accelerator), QStringLiteral("DRAM Registers"));
        QCOMPARE(edit->level, std::size_t(0));
        QVERIFY((edit->accelerator.levels[0].fanout == Fanout{4, 2}));
        QCOMPARE(edit->accelerator.interconnect.below, std::string("DRAM"));
        QCOMPARE(edit->accelerator.macUnits(), 24);
        const auto outermost = withLevelRemoved(small(), 0);
        QVERIFY2(outermost, qPrintable(refusal(outermost))); // the buffer keeps every tensor
        QCOMPARE(outermost->accelerator.macUnits(), 24);
    }

    void levelsMovePastTheFanOuts()
    {
        const auto edit = withLevelMoved(small(), 2, false);
        QVERIFY2(edit, qPrintable(refusal(edit)));
        QCOMPARE(namesOf(edit->accelerator), QStringLiteral("DRAM Registers Buffer"));
        QCOMPARE(edit->level, std::size_t(1));
        QVERIFY((edit->accelerator.levels[1].fanout == Fanout{4, 2}));
        QVERIFY((edit->accelerator.levels[2].fanout == Fanout{3, 1}));
        QCOMPARE(edit->accelerator.interconnect.below, std::string("Registers"));
        QVERIFY(withLevelMoved(edit->accelerator, 1, true)->accelerator == small()); // and back
    }

    void theNetworkFollowsARename()
    {
        const Accelerator renamed = withLevelRenamed(small(), 1, "L2");
        QCOMPARE(namesOf(renamed), QStringLiteral("DRAM L2 Registers"));
        QCOMPARE(renamed.interconnect.below, std::string("L2"));
        QCOMPARE(withLevelRenamed(small(), 2, "RF").interconnect.below, std::string("Buffer"));
        QCOMPARE(withLevelRenamed(small(), 1, "").interconnect.below, std::string("Buffer"));
    }

    void refusesInOneSentence()
    {
        Accelerator a = small();
        a.levels[1].keeps = TensorSet::of(TensorRole::Inputs);
        const QString rule = QStringLiteral(
            ", because Buffer would break a rule: the outermost level must keep weights, inputs and outputs");
        QCOMPARE(refusal(withLevelRemoved(a, 0)), QStringLiteral("DRAM cannot be removed") + rule);
        QCOMPARE(refusal(withLevelMoved(a, 0, true)), QStringLiteral("DRAM cannot move inwards") + rule);
        QCOMPARE(refusal(withLevelMoved(a, 1, false)), QStringLiteral("Buffer cannot move outwards") + rule);
        QCOMPARE(refusal(withLevelMoved(a, 0, false)),
                 QStringLiteral("DRAM cannot move outwards: it is the outermost level already"));
        QCOMPARE(refusal(withLevelMoved(a, 2, true)),
                 QStringLiteral("Registers cannot move inwards: it is the innermost level already"));
        a.levels.resize(1);
        QCOMPARE(refusal(withLevelRemoved(a, 0)),
                 QStringLiteral("DRAM cannot be removed: an accelerator needs at least one level"));
        QVERIFY(!withLevelRemoved(a, 1) && !withLevelAdded(a, 1) && !withLevelDuplicated(a, 1)
                && !withLevelMoved(a, 1, true));
    }

    void whatIsWrongAlreadyIsNoReasonToRefuse()
    {
        Accelerator a = small();
        a.levels[2].capacity = Bytes{0};
        QVERIFY(withLevelAdded(a, 0));
        QVERIFY(withLevelRemoved(a, 2));
        QVERIFY(withLevelMoved(a, 2, false));
    }
};

QTEST_APPLESS_MAIN(TestLevelEdits)
#include "tst_level_edits.moc"
