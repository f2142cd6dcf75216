// SPDX-License-Identifier: Apache-2.0
#include "engine/io/quantity.h"

#include <QTest>

#include <cmath>
#include <utility>
#include <vector>

using namespace nestloom;

namespace {

/// The message of a refused text, or "" when it was read.
template <typename T>
std::string refusal(const Result<T>& result)
{
    return result ? std::string() : result.error().message;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

class TestQuantity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsSizesInBothSystems();
    void roomIsRoundedDownToWholeBytes();
    void readsBandwidthsByCycleAndBySecond();
    void readsEnergiesAndFrequencies();
    void readsEveryUnit();
    void namesTheUnitsThatWouldDo();
    void refusesWhatIsNoSize_data();
    void refusesWhatIsNoSize();
    void messagesStayShortForLongTexts();
    void printsTheShortestExactText();
    void everyTextReadsBackToTheSameValue();
};

void TestQuantity::readsSizesInBothSystems()
{
    QCOMPARE(io::parseBytes("64 KiB")->count, 65536);
    QCOMPARE(io::parseBytes("3 kB")->count, 3000);
    QCOMPARE(io::parseBytes("192 B")->count, 192);
    QCOMPARE(io::parseBytes(" 64KiB ")->count, 65536);
    QCOMPARE(io::parseBytes("0.5 KiB")->count, 512);
    QCOMPARE(io::parseBytes("2 GiB")->count, std::int64_t(2) << 30);
    QCOMPARE(io::parseBytes("9007199254740993 B")->count, 9007199254740993); // beyond the exact range of double
    QCOMPARE(io::parseBits("8 bit")->count, 8);
    QCOMPARE(io::parseBits("64 B")->count, 512);
}

void TestQuantity::roomIsRoundedDownToWholeBytes()
{
    QCOMPARE(io::parseRoom("2.3 MiB")->count, 2411724); // 2411724.8
    QCOMPARE(io::parseRoom("64 KiB")->count, 65536);
    QCOMPARE(io::parseRoom("0.9 B")->count, 0);
    QVERIFY(!io::parseRoom("-0.9 B"));
    QVERIFY(!io::parseRoom("2.3"));
    QCOMPARE(io::parseRoom("2,411,724 B")->count, 2411724);
    QCOMPARE(io::parseRoom(" 1,024.5 KiB")->count, 1049088);
    QVERIFY(!io::parseRoom("2,41 B") && !io::parseRoom("2,4117 B") && !io::parseRoom("1234,567 B"));
    QVERIFY(!io::parseBytes("2.3 MiB")); // the capacity of an accelerator is exact
}

void TestQuantity::readsBandwidthsByCycleAndBySecond()
{
    QVERIFY(*io::parseBandwidth("10 B/cycle") == Bandwidth(BytesPerCycle{10}));
    QVERIFY(*io::parseBandwidth("2 KiB/cycle") == Bandwidth(BytesPerCycle{2048}));
    QCOMPARE(*io::parseTime("7 ms"), 7e-3);
    QVERIFY(!io::parseTime("7"));
    QVERIFY(*io::parseBandwidth("64 bit/cycle") == Bandwidth(BytesPerCycle{8}));
    QVERIFY(*io::parseBandwidth("25.6 GB/s") == Bandwidth(BytesPerSecond{25.6e9}));
    QCOMPARE(io::parseBandwidth("25.6 GB/s")->perCycle(Hertz{500e6}).count,
             51.2); // KAPLA's machine: 51.2 B/cycle at 500 MHz
    QCOMPARE(io::parseBandwidth("25.6 GB/s")->perCycle(Hertz{1e9}).count, 25.6);
    QCOMPARE(io::parseBandwidth("1 GiB/s")->perCycle(Hertz{1073741824}).count, 1.0);
    QCOMPARE(io::parseBandwidth("10 B/cycle")->perCycle(Hertz{500e6}).count, 10.0);
}

void TestQuantity::readsEnergiesAndFrequencies()
{
    QCOMPARE(io::parseEnergy("0.25 pJ")->count, 0.25);
    QCOMPARE(io::parseEnergy("1.2 nJ")->count, 1200.0);
    QCOMPARE(io::parseEnergy("2 \u00b5J")->count, 2e6);
    QCOMPARE(io::parseFrequency("1 GHz")->count, 1e9);
    QCOMPARE(io::parseFrequency("200 MHz")->count, 200e6);
    QCOMPARE(io::parseArea("350 um2")->count, 350.0);
    QCOMPARE(io::parseArea("0.25 mm2")->count, 250000.0);
}

/// Three of each, in the quantity's own unit.
void TestQuantity::readsEveryUnit()
{
    const auto check = [](const auto& units, const auto& read) {
        for (const auto& [unit, scale] : units) {
            const double value = read(std::string("3 ") + unit);
            QVERIFY2(std::abs(value - 3 * scale) <= 1e-15 * value, unit);
        }
    };
    using Units = std::vector<std::pair<const char*, double>>;
    check(Units{{"B", 1},
                {"KiB", 0x1p10},
                {"MiB", 0x1p20},
                {"GiB", 0x1p30},
                {"TiB", 0x1p40},
                {"kB", 1e3},
                {"MB", 1e6},
                {"GB", 1e9},
                {"TB", 1e12}},
          [](const std::string& text) { return double(io::parseBytes(text)->count); });
    check(Units{{"bit", 1}, {"bits", 1}, {"B", 8}},
          [](const std::string& text) { return double(io::parseBits(text)->count); });
    const auto bandwidth = [](const std::string& text) { // at a clock of 1 Hz a cycle is a second
        return io::parseBandwidth(text)->perCycle(Hertz{1}).count;
    };
    check(Units{{"B/cycle", 1}, {"KiB/cycle", 0x1p10}, {"bit/cycle", 0.125}}, bandwidth);
    check(Units{{"B/s", 1},
                {"kB/s", 1e3},
                {"MB/s", 1e6},
                {"GB/s", 1e9},
                {"TB/s", 1e12},
                {"KiB/s", 0x1p10},
                {"MiB/s", 0x1p20},
                {"GiB/s", 0x1p30}},
          bandwidth);
    check(Units{{"pJ", 1}, {"fJ", 1e-3}, {"nJ", 1e3}, {"uJ", 1e6}, {"\u00b5J", 1e6}, {"mJ", 1e9}},
          [](const std::string& text) { return io::parseEnergy(text)->count; });
    check(Units{{"W", 1}, {"mW", 1e-3}, {"uW", 1e-6}, {"\u00b5W", 1e-6}, {"nW", 1e-9}, {"pW", 1e-12}},
          [](const std::string& text) { return io::parsePower(text)->count; });
    check(Units{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"\u00b5s", 1e-6}, {"ns", 1e-9}},
          [](const std::string& text) { return *io::parseTime(text); });
    check(Units{{"um2", 1}, {"\u00b5m2", 1}, {"mm2", 1e6}},
          [](const std::string& text) { return io::parseArea(text)->count; });
    check(Units{{"GHz", 1e9}, {"MHz", 1e6}, {"kHz", 1e3}, {"Hz", 1}},
          [](const std::string& text) { return io::parseFrequency(text)->count; });
}

void TestQuantity::namesTheUnitsThatWouldDo()
{
    QVERIFY(contains(refusal(io::parseBytes("64")), "'64' has no unit; use B, KiB, MiB"));
    QVERIFY(contains(refusal(io::parseBytes("64 k")), "unknown unit 'k'"));
    QVERIFY(contains(refusal(io::parseBytes("64 KB")), "use KiB for 1024 B or kB for 1000 B"));
    QVERIFY(contains(refusal(io::parseBits("8")), "use bit"));
    QVERIFY(contains(refusal(io::parseBandwidth("10")), "use B/cycle, GB/s or GiB/s"));
    QVERIFY(contains(refusal(io::parseBandwidth("10 B")), "unknown unit 'B'"));
    QVERIFY(contains(refusal(io::parseEnergy("0.25")), "use pJ"));
    QVERIFY(contains(refusal(io::parseArea("3 m2")), "use um2, \u00b5m2 or mm2"));
    QVERIFY(contains(refusal(io::parseFrequency("1")), "use GHz, MHz, kHz or Hz"));
}

void TestQuantity::refusesWhatIsNoSize_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("negative") << QByteArray("-64 KiB") << QByteArray("'-64 KiB' is negative");
    QTest::newRow("part of a byte") << QByteArray("1.5 B") << QByteArray("not a whole number of B");
    QTest::newRow("words") << QByteArray("many KiB") << QByteArray("is not a number with a unit");
    QTest::newRow("empty") << QByteArray("") << QByteArray("is not a number with a unit");
    QTest::newRow("infinite") << QByteArray("inf B") << QByteArray("is not a number with a unit");
    QTest::newRow("beyond a double") << QByteArray("1e999 B") << QByteArray("is not a number with a unit");
    QTest::newRow("beyond 64 bit") << QByteArray("9000000000000000000 KiB") << QByteArray("is too large");
    QTest::newRow("beyond exact") << QByteArray("1e30 B") << QByteArray("is too large");
}

void TestQuantity::refusesWhatIsNoSize()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, reason);
    const std::string message = refusal(io::parseBytes(text.toStdString()));
    QVERIFY2(contains(message, reason.toStdString()), message.c_str());
}

void TestQuantity::messagesStayShortForLongTexts()
{
    const std::string message = refusal(io::parseBytes(std::string(100'000, 'x') + "\n"));
    QVERIFY2(message.size() < 200, message.c_str());
    QVERIFY(contains(message, "xxx...'"));
}

void TestQuantity::printsTheShortestExactText()
{
    QCOMPARE(io::text(Bytes{65536}), std::string("64 KiB"));
    QCOMPARE(io::text(Bytes{36 * 1048576 + 524288}), std::string("36.5 MiB"));
    QCOMPARE(io::text(Bytes{1536}), std::string("1536 B")); // no longer than in KiB
    QCOMPARE(io::text(Bytes{100000}), std::string("100 kB"));
    QCOMPARE(io::text(Bytes{2000000}), std::string("2 MB"));
    QCOMPARE(io::text(Bytes{1001}), std::string("1001 B"));
    QCOMPARE(io::text(Bytes{0}), std::string("0 B"));
    QCOMPARE(io::text(Bits{24}), std::string("24 bit"));
    QCOMPARE(io::text(BytesPerCycle{10}), std::string("10 B/cycle"));
    for (const char* written : {"12.8 GB/s", "1 GiB/s", "512 MiB/s", "240 GB/s", "1.5 TB/s", "800 MB/s", "0.5 B/s",
                                "25.6 GiB/s", "10.5 B/cycle"})
        QCOMPARE(io::text(*io::parseBandwidth(written)), std::string(written));
    QCOMPARE(io::text(Picojoules{0.25}), std::string("0.25 pJ"));
    QCOMPARE(io::text(Hertz{500e6}), std::string("500 MHz"));
    QCOMPARE(io::text(Hertz{1e9}), std::string("1 GHz"));
}

void TestQuantity::everyTextReadsBackToTheSameValue()
{
    for (const std::int64_t count : {std::int64_t(0), std::int64_t(1), std::int64_t(1023), std::int64_t(1024),
                                     std::int64_t(110592), std::int64_t(1) << 40, INT64_MAX})
        QCOMPARE(io::parseBytes(io::text(Bytes{count}))->count, count);
    for (const double value :
         {0.0, 0.1, 1.0 / 3.0, 51.2, 2.4, 6400.0, 0.489007537688442, 1e-9, 123456789.123456789, 1e18}) {
        QVERIFY(*io::parseBandwidth(io::text(BytesPerCycle{value})) == Bandwidth(BytesPerCycle{value}));
        QVERIFY(*io::parseBandwidth(io::text(BytesPerSecond{value})) == Bandwidth(BytesPerSecond{value}));
        QCOMPARE(io::parseEnergy(io::text(Picojoules{value}))->count, value);
        QCOMPARE(io::parseArea(io::text(SquareMicrometres{value}))->count, value);
        QCOMPARE(io::parseFrequency(io::text(Hertz{value}))->count, value);
    }
}

QTEST_APPLESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
