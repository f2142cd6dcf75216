// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_accelerator.h"
#include "engine/io/rewrite_accelerator.h"

#include <QTest>

using namespace nestloom;

namespace {

const std::string kWritten = R"(# mine
accelerator:
  name: mine   # the third try
  clock: 1000 MHz # measured
  mac: { width: 16 bit, energy: 0.5 pJ }
  levels:
    # off the chip
    - kind: dram
      name: DRAM
      capacity: unbounded
      read_bandwidth: 12.8 GB/s   # one channel
      access: {elements: 4, energy: 200 pJ}
    - name: "Buffer"
      kind: sram
      capacity: 65536 B # half of it is kept
      keeps: [weights,
              outputs]
      access: {elements: 1, energy: 6 pJ}
      fanout: 4
)";

hardware::Accelerator read(const std::string& yaml) { return *io::parseAccelerator(yaml, "mine.yaml"); }

/// The text after a change of the value, and what the value is now.
std::string rewritten(void (*change)(hardware::Accelerator&))
{
    const hardware::Accelerator before = read(kWritten);
    hardware::Accelerator after = before;
    change(after);
    const std::string text = io::rewriteAccelerator(kWritten, before, after);
    return read(text) == after ? text : "the text is of another accelerator:\n" + text;
}

std::string replaced(const std::string& what, const std::string& by)
{
    std::string text = kWritten;
    const auto at = text.find(what);
    Q_ASSERT(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

void compare(const std::string& found, const std::string& expected)
{
    QCOMPARE(QString::fromStdString(found), QString::fromStdString(expected));
}

} // namespace

class TestRewriteAccelerator : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatDidNotChangeStays()
    {
        compare(rewritten([](hardware::Accelerator&) {}), kWritten);
        compare(rewritten([](hardware::Accelerator& a) { a.levels[1].capacity = Bytes{96 * 1024}; }),
                replaced("65536 B #", "96 KiB #"));
        compare(rewritten([](hardware::Accelerator& a) { a.levels[0].readBandwidth = BytesPerSecond{25.6e9}; }),
                replaced("12.8 GB/s", "25.6 GB/s"));
        const std::string unit = "  vector_unit: {lanes: 8, energy: 1 pJ} # by hand\n";
        const hardware::Accelerator before = read(kWritten + unit);
        hardware::Accelerator wider = before;
        wider.vectorUnit->lanes = 16;
        compare(io::rewriteAccelerator(kWritten + unit, before, wider),
                kWritten + "  vector_unit: {lanes: 16, energy: 1 pJ} # by hand\n");
        compare(rewritten([](hardware::Accelerator& a) { a.macEnergy = Picojoules{0.25}; }),
                replaced("0.5 pJ", "0.25 pJ"));
        compare(rewritten([](hardware::Accelerator& a) { a.name = "other"; }), replaced("mine   #", "other   #"));
    }
    void whatStandsInQuotesIsReplacedWithThem()
    {
        for (const std::string quoted : {"'0.5 pJ'", "\"0.5 pJ\"", "\"0\\x2e5 pJ\""}) {
            const std::string text = replaced("energy: 0.5 pJ }", "energy: " + quoted + " }");
            const hardware::Accelerator before = read(text);
            hardware::Accelerator after = before;
            after.macEnergy = Picojoules{0.25};
            compare(io::rewriteAccelerator(text, before, after), replaced("0.5 pJ }", "0.25 pJ }"));
        }
    }
    void aListInBracketsIsWrittenAnew()
    {
        compare(rewritten([](hardware::Accelerator& a) { a.levels[1].keeps = TensorSet::all(); }),
                replaced("[weights,\n              outputs]", "[weights, inputs, outputs]"));
    }
    void whatWasLeftOutIsAddedWhereItBelongs()
    {
        compare(rewritten([](hardware::Accelerator& a) { a.levels[0].writeBandwidth = BytesPerCycle{8}; }),
                replaced("# one channel\n", "# one channel\n      write_bandwidth: 8 B/cycle\n"));
        compare(rewritten([](hardware::Accelerator& a) { a.levels[0].fillEnergy = Picojoules{7}; }),
                replaced("energy: 200 pJ}", "energy: 200 pJ, fill_energy: 7 pJ}"));
        compare(rewritten([](hardware::Accelerator& a) {
                    a.levels[1].fanout = {4, 2};
                }),
                replaced("fanout: 4", "fanout: {columns: 4, rows: 2}"));
    }
    void whatIsNoMoreGoesWithItsLine()
    {
        compare(rewritten([](hardware::Accelerator& a) { a.levels[0].readBandwidth.reset(); }),
                replaced("      read_bandwidth: 12.8 GB/s   # one channel\n", ""));
        std::string text =
            replaced("clock: 1000 MHz # measured\n", "clock: 1000 MHz # measured\n  energy_source: pat-banked\n");
        text.replace(text.find(", energy: 200 pJ"), 16, "");
        compare(rewritten([](hardware::Accelerator& a) {
                    a.levels[0].accessEnergy.reset();
                    a.energySource = hardware::EnergySource::BankedPat;
                }),
                text);
    }
    void levelsComeGoAndMoveWithTheirComments()
    {
        const hardware::Accelerator before = read(kWritten);
        hardware::Accelerator after = before;
        after.levels.push_back(after.levels.back());
        after.levels.back().name = "Inner";
        const std::string more = io::rewriteAccelerator(kWritten, before, after);
        QVERIFY2(more.starts_with(kWritten) && more.find("    - name: Inner\n") == kWritten.size(), more.c_str());
        QVERIFY(read(more) == after);
        compare(io::rewriteAccelerator(more, after, before), kWritten); // and it goes again

        hardware::Accelerator moved = after;
        std::swap(moved.levels[1], moved.levels[2]);
        const std::string other = io::rewriteAccelerator(more, after, moved);
        QVERIFY2(other.find("# half of it is kept") > other.find("Inner"), other.c_str());
        QVERIFY2(other.find("    # off the chip\n    - kind: dram") != std::string::npos, other.c_str());
        QVERIFY(read(other) == moved);
        compare(io::rewriteAccelerator(other, moved, after), more);

        hardware::Accelerator first = before; // and something of another level changes at once
        first.levels.insert(first.levels.begin() + 1, first.levels.back());
        first.levels[1].name = "First";
        first.levels[2].fanout = {8, 1};
        const std::string begun = io::rewriteAccelerator(kWritten, before, first);
        QVERIFY2(begun.find("# one channel") < begun.find("First")
                     && begun.find("First") < begun.find("capacity: 65536 B # half of it is kept"),
                 begun.c_str());
        QVERIFY(read(begun) == first);
    }
    void whatCannotBeFollowedIsWrittenAnew()
    {
        std::string text = kWritten; // levels in brackets over several lines, with a comment between them
        text =
            text.substr(0, text.find("  levels:"))
            + "  levels: [\n    {name: DRAM, kind: dram, capacity: unbounded, access: {elements: 4, energy: 200 pJ}}, "
              "# off\n    {name: Buffer, kind: sram, capacity: 64 KiB, access: {elements: 1, energy: 6 pJ}}]\n";
        const hardware::Accelerator before = read(text);
        hardware::Accelerator after = before;
        after.levels.push_back(after.levels.back());
        after.levels.back().name = "Inner";
        compare(io::rewriteAccelerator(text, before, after), io::writeAccelerator(after));
    }
};

QTEST_GUILESS_MAIN(TestRewriteAccelerator)
#include "tst_rewrite_accelerator.moc"
