// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/left_out.h"

#include "tests/support/builders.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::schedule;

class TestLeftOut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void flexerSaysWhichBandwidthsItDoesNotLookAt()
    {
        hardware::Accelerator accelerator = tests::twoLevels();
        accelerator.levels[1].readBandwidth.reset();
        accelerator.levels[1].writeBandwidth.reset();
        QVERIFY(notesOf(accelerator, {}, "flexer").empty());
        accelerator.levels[1].writeBandwidth = Bandwidth{BytesPerCycle{2}};
        const auto notes = notesOf(accelerator, {}, "flexer");
        QCOMPARE(notes.size(), std::size_t(1));
        QVERIFY2(notes[0].find("Flexer does not look at the bandwidths of " + accelerator.levels[1].name) == 0,
                 notes[0].c_str());
        QVERIFY(notesOf(accelerator, {}, "cosa").empty());
        QVERIFY(notesOf({}, {}, "cosma").empty()); // a plan may have no accelerator
    }

    void aLatencyThatIsNotHeededIsTold()
    {
        hardware::Accelerator accelerator = tests::twoLevels();
        accelerator.levels[1].readBandwidth.reset();
        accelerator.levels[1].writeBandwidth.reset();
        accelerator.dram = {"ddr4-2400", 32, 40};
        const auto notes = notesOf(accelerator, {}, "cosa-mesh");
        QCOMPARE(notes.size(), std::size_t(1));
        QVERIFY(notes.front().find("latency of 40 cycles") != std::string::npos);
        accelerator.dram.model = "bandwidth";
        QVERIFY(notesOf(accelerator, {}, "cosa-mesh").empty());
        accelerator.dram = {"ddr4-2400"};
        QVERIFY(notesOf(accelerator, {}, "cosa-mesh").empty());
    }
};

QTEST_APPLESS_MAIN(TestLeftOut)
#include "tst_left_out.moc"
