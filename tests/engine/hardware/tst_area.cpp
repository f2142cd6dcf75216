// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/area.h"

#include <QTest>

using namespace nestloom;
using hardware::Accelerator;

namespace {

/// One buffer of 2 KiB, 4 register files of 512 B with 3 MAC units each.
Accelerator small()
{
    Accelerator a;
    a.levels.resize(3);
    a.levels[0].kind = hardware::LevelKind::Dram;
    a.levels[1].capacity = Bytes{2048};
    a.levels[1].fanout = {2, 2};
    a.levels[2].kind = hardware::LevelKind::Registers;
    a.levels[2].capacity = Bytes{512};
    a.levels[2].fanout = {3, 1};
    a.area = {SquareMicrometres{1000}, SquareMicrometres{4000}, SquareMicrometres{100}, "by hand"};
    return a;
}

} // namespace

class TestArea : public QObject {
    Q_OBJECT
private slots:
    void addsUpTheParts()
    {
        QCOMPARE(hardware::levelArea(small(), BufferLevelId{0})->count, 0.0); // off the chip
        QCOMPARE(hardware::levelArea(small(), BufferLevelId{1})->count, 2000.0);
        QCOMPARE(hardware::levelArea(small(), BufferLevelId{2})->count, 4 * 0.5 * 4000);
        QCOMPARE(hardware::macArea(small())->count, 1200.0);
        QCOMPARE(hardware::chipArea(small())->count, 2000.0 + 8000 + 1200);
    }

    void guessesNothing_data()
    {
        QTest::addColumn<int>("missing");
        QTest::newRow("SRAM") << 0;
        QTest::newRow("registers") << 1;
        QTest::newRow("MAC") << 2;
        QTest::newRow("capacity") << 3;
    }

    void guessesNothing()
    {
        QFETCH(int, missing);
        Accelerator a = small();
        if (missing == 0)
            a.area.sramPerKib.reset();
        else if (missing == 1)
            a.area.registersPerKib.reset();
        else if (missing == 2)
            a.area.mac.reset();
        else
            a.levels[1].capacity.reset();
        QVERIFY(!hardware::chipArea(a));
    }

    void needsNoFigureForWhatIsNotThere()
    {
        Accelerator a = small();
        a.levels[2].kind = hardware::LevelKind::Sram;
        a.area.registersPerKib.reset();
        QCOMPARE(hardware::chipArea(a)->count, 2000.0 + 2000 + 1200);
    }

    void doesNotMakeAnotherMappingProblem()
    {
        Accelerator other = small();
        other.area.mac = SquareMicrometres{7};
        QCOMPARE(hardware::fingerprint(other), hardware::fingerprint(small()));
        QVERIFY(other != small());
    }
};

QTEST_APPLESS_MAIN(TestArea)
#include "tst_area.moc"
