// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/dram_runs.h"
#include "tests/places.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nestloom;

namespace {

/// Measured with DRAMsim3, commit 2981759.
std::vector<conformance::DramRun> recordings()
{
    auto runs = conformance::readDramRuns(NESTLOOM_SOURCE_DIR "/tests/engine/conformance/dram_runs.json");
    if (!runs)
        qFatal("%s", runs.error().text().c_str());
    return *runs;
}

} // namespace

class TestDramConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithDramsim3();
    void noticesALatencyThatDiffers();
    void noticesABandwidthThatDiffers();
    void knowsDevicesByTheirFile();
    void saysWhatIsWrongInAFile_data();
    void saysWhatIsWrongInAFile();
};

void TestDramConformance::agreesWithDramsim3()
{
    const auto runs = recordings();
    QCOMPARE(runs.size(), std::size_t{7});
    const auto reports = conformance::compareDram(runs);
    QCOMPARE(reports.size(), runs.size() + 1); // and the mean
    for (const conformance::CaseReport& report : reports)
        QVERIFY2(report.passed(),
                 (report.name + ": " + (report.differences.empty() ? "" : report.differences.front())).c_str());
}

void TestDramConformance::noticesALatencyThatDiffers()
{
    auto runs = recordings();
    runs[0].readLatency *= 1.15;
    const auto reports = conformance::compareDram(runs);
    QVERIFY(!reports[0].passed());
    QVERIFY(reports[0].differences.front().starts_with("latency 24."));
    QVERIFY(reports.back().passed());
}

void TestDramConformance::noticesABandwidthThatDiffers()
{
    auto runs = recordings();
    for (conformance::DramRun& run : runs)
        run.gigabytesPerSecond *= 1.08; // 7.4 % each: below the limit of one, above that of the mean
    auto reports = conformance::compareDram(runs);
    QVERIFY(reports.front().passed());
    QVERIFY(!reports.back().passed());
    for (conformance::DramRun& run : runs)
        run.gigabytesPerSecond *= 2;
    reports = conformance::compareDram(runs);
    QVERIFY(!reports.front().passed());
}

void TestDramConformance::knowsDevicesByTheirFile()
{
    const auto device = conformance::deviceOfConfig("LPDDR4_8Gb_x16_2400_w32.ini");
    QVERIFY(device);
    QCOMPARE(device->burst().count, 64);
    QVERIFY(device->order == dram::AddressOrder::ColumnsLowest);
    QVERIFY(conformance::deviceOfConfig("DDR4_8Gb_x8_3200_bgil.ini")->order == dram::AddressOrder::BankGroupsLowest);
    QVERIFY(conformance::deviceOfConfig("LPDDR4_8Gb_x16_2400_bgil_w32.ini")->order
            == dram::AddressOrder::BankGroupsLowest);
    QVERIFY(!conformance::deviceOfConfig("HBM_4Gb_x128.ini"));
    QVERIFY(!conformance::deviceOfConfig("DDR4_8Gb_x8_2400_w33.ini"));
}

void TestDramConformance::saysWhatIsWrongInAFile_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<std::string>("message");
    QTest::newRow("not a list") << std::string("{}") << std::string("must be a list of runs");
    QTest::newRow("not JSON") << std::string("[") << std::string("");
    QTest::newRow("pattern") << std::string(R"([{"config":"x","pattern":"zigzag"}])")
                             << std::string("must be seq, stride or rand");
    QTest::newRow("missing") << std::string(R"([{"config":"x","pattern":"seq"}])") << std::string("stride");
}

void TestDramConformance::saysWhatIsWrongInAFile()
{
    QFETCH(std::string, content);
    QFETCH(std::string, message);
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("runs.json")).toStdString();
    std::ofstream(path) << content;
    const auto runs = conformance::readDramRuns(path);
    QVERIFY(!runs);
    QVERIFY2(runs.error().text().find(message) != std::string::npos, runs.error().text().c_str());
    QVERIFY(runs.error().text().find("runs.json") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestDramConformance)
#include "tst_dram_runs.moc"
