// SPDX-License-Identifier: Apache-2.0
#include "engine/io/sweep_axis.h"

#include <QTest>

using namespace nestloom;
using explore::FieldKind;

namespace {

hardware::Accelerator accelerator()
{
    hardware::Accelerator a;
    a.name = "a";
    a.levels.resize(2);
    a.levels[0].name = "DRAM";
    a.levels[0].kind = hardware::LevelKind::Dram;
    a.levels[1].name = "Buffer";
    a.levels[1].capacity = Bytes{1024};
    return a;
}

} // namespace

class TestSweepAxis : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsListsAndRanges_data();
    void readsListsAndRanges();
    void saysWhatIsWrongInOneSentence_data();
    void saysWhatIsWrongInOneSentence();
    void aRangeHasUpToAMillionValues();
    void anAxisIsAPathAndItsValues();
    void bandwidthsStayInTheUnitTheyAreWrittenIn_data();
    void bandwidthsStayInTheUnitTheyAreWrittenIn();
    void aWrongAxisNamesItsPath();
    void textReadsBackToTheSameValue_data();
    void textReadsBackToTheSameValue();
};

void TestSweepAxis::readsListsAndRanges_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QList<double>>("values");
    const auto row = [](const char* text, FieldKind kind, const QList<double>& values) {
        QTest::newRow(text) << QString::fromLatin1(text) << int(kind) << values;
    };
    row("4", FieldKind::Count, {4});
    row("4, 8,16", FieldKind::Count, {4, 8, 16});
    row("4..12:4", FieldKind::Count, {4, 8, 12});
    row("4..13 +4", FieldKind::Count, {4, 8, 12});
    row("4..12:+4", FieldKind::Count, {4, 8, 12});
    row("32 KiB..128 KiB x2", FieldKind::Bytes, {32768, 65536, 131072});
    row("32KiB..100KiB:x2", FieldKind::Bytes, {32768, 65536});
    row("1 KiB, 2048", FieldKind::Bytes, {1024, 2048});
    row("10 GB/s..20 GB/s +5 GB/s", FieldKind::BytesPerCycle, {10e9, 15e9, 20e9});
    row("8 B/cycle, 16", FieldKind::BytesPerCycle, {8, 16});
    row("8 B/cycle..32 B/cycle x2", FieldKind::BytesPerSecond, {8, 16, 32});
    row("10 KiB..20 KiB x1.2", FieldKind::Bytes, {10240, 12288, 14746, 17695}); // whole bytes
    row("1..4 x1.2", FieldKind::Count, {1, 2, 3, 4});
    row("0.5 pJ..1.5 pJ:0.5", FieldKind::Picojoules, {0.5, 1, 1.5});
    row("500 MHz,1 GHz", FieldKind::Hertz, {5e8, 1e9});
}

void TestSweepAxis::readsListsAndRanges()
{
    QFETCH(QString, text);
    QFETCH(int, kind);
    QFETCH(QList<double>, values);
    const auto read = io::parseAxisValues({"field", FieldKind(kind), {}}, text.toStdString());
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(QList<double>(read->values.begin(), read->values.end()), values);
}

void TestSweepAxis::saysWhatIsWrongInOneSentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("nothing") << ""
                             << "a value is missing";
    QTest::newRow("comma at the end") << "4,"
                                      << "a value is missing";
    QTest::newRow("word") << "many"
                          << "'many' is not a number";
    QTest::newRow("no step") << "4..8"
                             << "needs a step";
    QTest::newRow("step before the range") << "4 x2..8"
                                           << "needs a step";
    QTest::newRow("downwards") << "8..4:1"
                               << "smaller to a larger";
    QTest::newRow("step 0") << "4..8 +0"
                            << "step must be above 0";
    QTest::newRow("factor 1") << "4..8 x1"
                              << "factor above 1";
    QTest::newRow("factor from 0") << "0..8 x2"
                                   << "start above 0";
    QTest::newRow("part of a count") << "4, 2.5"
                                     << "'2.5' is not a whole number";
    QTest::newRow("too many") << "1..2000000:1"
                              << "more than 1000000 values";
}

void TestSweepAxis::saysWhatIsWrongInOneSentence()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const auto read = io::parseAxisValues({"field", FieldKind::Count, {}}, text.toStdString());
    QVERIFY(!read);
    QVERIFY2(QString::fromStdString(read.error().message).contains(part), read.error().message.c_str());
}

void TestSweepAxis::aRangeHasUpToAMillionValues()
{
    const auto most = io::parseAxisValues({"field", FieldKind::Count, {}}, "1..1000000:1");
    QVERIFY2(most, most ? "" : most.error().message.c_str());
    QCOMPARE(most->values.size(), std::size_t(1'000'000));
}

void TestSweepAxis::anAxisIsAPathAndItsValues()
{
    const auto axis = io::parseAxis("levels.Buffer.capacity=1 KiB..4 KiB x2", accelerator());
    QVERIFY(axis);
    QCOMPARE(axis->path, std::string("levels.Buffer.capacity"));
    QCOMPARE(axis->values.size(), std::size_t(3));
}

void TestSweepAxis::bandwidthsStayInTheUnitTheyAreWrittenIn_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("perSecond"); // the field
    QTest::addColumn<QString>("refusal");
    QTest::newRow("bare numbers are B/cycle") << "8, 16" << false << "";
    QTest::newRow("but not where GB/s are stated") << "8, 16" << true << "has no unit";
    QTest::newRow("both") << "8 B/cycle, 12.8 GB/s" << false << "all in GB/s";
    QTest::newRow("bare among GB/s") << "8, 12.8 GB/s" << false << "has no unit";
}

void TestSweepAxis::bandwidthsStayInTheUnitTheyAreWrittenIn()
{
    QFETCH(QString, text);
    QFETCH(bool, perSecond);
    QFETCH(QString, refusal);
    const explore::Field field{
        "levels.DRAM.read_bandwidth", perSecond ? FieldKind::BytesPerSecond : FieldKind::BytesPerCycle, {}};
    const auto read = io::parseAxisValues(field, text.toStdString());
    QCOMPARE(read ? QString()
             : QString::fromStdString(read.error().message).contains(refusal)
                 ? refusal
                 : QString::fromStdString(read.error().message),
             refusal);
}

void TestSweepAxis::aWrongAxisNamesItsPath()
{
    for (const char* text : {"levels.Bufer.capacity=1", "levels.Bufer.capacity"})
        QVERIFY(!io::parseAxis(text, accelerator()));
    const auto axis = io::parseAxis("levels.Buffer.capacity=much", accelerator());
    QVERIFY(!axis);
    QCOMPARE(axis.error().where, std::string("axis levels.Buffer.capacity"));
    QVERIFY(io::parseAxis("run.engine=cosa,random", accelerator()));
    const auto whole = io::parseAxis("run.engine=cosa,kapla", accelerator());
    QVERIFY(!whole);
    QVERIFY2(whole.error().message.find("'kapla' is none of the engines that map single layers: cosa") == 0,
             whole.error().message.c_str());
}

void TestSweepAxis::textReadsBackToTheSameValue_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("bytes") << int(FieldKind::Bytes) << 65536.0 << "64 KiB";
    QTest::newRow("bandwidth") << int(FieldKind::BytesPerCycle) << 10.5 << "10.5 B/cycle";
    QTest::newRow("bandwidth a second") << int(FieldKind::BytesPerSecond) << 12.8e9 << "12.8 GB/s";
    QTest::newRow("count") << int(FieldKind::Count) << 4.0 << "4";
    QTest::newRow("energy") << int(FieldKind::Picojoules) << 0.25 << "0.25 pJ";
    QTest::newRow("clock") << int(FieldKind::Hertz) << 1e9 << "1 GHz";
    QTest::newRow("bits") << int(FieldKind::Bits) << 8.0 << "8 bit";
}

void TestSweepAxis::textReadsBackToTheSameValue()
{
    QFETCH(int, kind);
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(io::axisValueText(FieldKind(kind), value)), text);
    const auto read = io::parseAxisValues({"field", FieldKind(kind), {}}, text.toStdString());
    QVERIFY(read);
    QCOMPARE(read->values, std::vector<double>{value});
    QCOMPARE(read->perSecond, FieldKind(kind) == FieldKind::BytesPerSecond);
}

QTEST_APPLESS_MAIN(TestSweepAxis)
#include "tst_sweep_axis.moc"
