// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/timeloop_cases.h"
#include "engine/io/read_accelerator.h"
#include "tests/places.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nestloom;
using enum workload::LoopDimension;

namespace {

const std::filesystem::path kSource = NESTLOOM_SOURCE_DIR;

hardware::Accelerator simba()
{
    auto result = io::readAccelerator(kSource / "presets/accelerators/simba.yaml");
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

std::vector<conformance::TimeloopCase> recordings()
{
    auto result = conformance::readTimeloopCases(kSource / "tests/engine/conformance/timeloop_cases.jsonl");
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

} // namespace

class TestTimeloopConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsACaseCompletely();
    void readsASearchThatFoundNothing();
    void saysWhereALineIsWrong();
    void survivesBrokenLines();
    void agreesWithTimeloop_data();
    void agreesWithTimeloop();
    void noticesEveryFigureThatDiffers();
    void noticesAnotherAccelerator();
};

void TestTimeloopConformance::readsACaseCompletely()
{
    const std::vector<conformance::TimeloopCase> cases = recordings();
    QVERIFY(cases.size() >= 20);
    const conformance::TimeloopCase& first = cases.front();
    QCOMPARE(first.name, std::string("ws_1024mac"));
    QCOMPARE(first.arch, std::string("simba"));
    QVERIFY(first.found);
    QCOMPARE(first.layer.bounds, (workload::Extents{{3, 3, 14, 14, 256, 256, 1, 1}}));
    QCOMPARE(first.mapping.levels.size(), std::size_t(6));
    QCOMPARE(first.mapping.levels[0].temporal, (std::vector<mapping::Loop>{{C, 4}, {K, 2}, {R, 3}, {S, 3}}));
    QCOMPARE(first.mapping.levels[1].spatial, (std::vector<mapping::Loop>{{K, 16}}));
    QVERIFY(!first.mapping.levels[1].keeps.contains(TensorRole::Weights));
    QCOMPARE(first.levels[1].name, std::string("GlobalBuffer"));
    QCOMPARE(first.levels[1].tensors[TensorRole::Outputs]->updates, 1806336);
    QVERIFY(!first.levels[1].tensors[TensorRole::Weights]);
    QCOMPARE(first.cycles, 112896);
    QCOMPARE(first.energyPj, 249425464.603015);
}

void TestTimeloopConformance::readsASearchThatFoundNothing()
{
    const auto search =
        conformance::parseTimeloopCase(R"({"layer": "conv", "arch": "simba", "search": "hybrid", "found": false})");
    QVERIFY2(search, search ? "" : search.error().text().c_str());
    QCOMPARE(search->name, std::string("conv hybrid"));
    const conformance::CaseReport report = conformance::compareTimeloop(*search, simba());
    QVERIFY(report.skipped);
    QVERIFY(!report.passed());
}

void TestTimeloopConformance::saysWhereALineIsWrong()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("cases.jsonl")).toStdString();
    std::ofstream(path)
        << "\n{\"layer\": \"conv\", \"arch\": \"simba\", \"found\": false}\n{\"layer\": \"conv\", \"arch\": 7}\n";
    const auto cases = conformance::readTimeloopCases(path);
    QVERIFY(!cases);
    QCOMPARE(cases.error().where, path.string() + ":3: arch");
    QVERIFY(!conformance::readTimeloopCases(folder.path().toStdString()));
    QVERIFY(!conformance::readTimeloopCases(path.parent_path() / "none.jsonl"));
}

void TestTimeloopConformance::survivesBrokenLines()
{
    std::ifstream stream(kSource / "tests/engine/conformance/timeloop_cases.jsonl");
    std::string line;
    QVERIFY(std::getline(stream, line));
    QVERIFY(conformance::parseTimeloopCase(line));
    for (std::size_t length = 0; length < line.size(); length += 7)
        QVERIFY(!conformance::parseTimeloopCase(std::string_view(line).substr(0, length)));
    for (std::size_t at = 0; at < line.size(); at += 5)
        for (const char c : std::string("\"{}[],:0-e")) {
            std::string broken = line;
            broken[at] = c;
            if (const auto recorded = conformance::parseTimeloopCase(broken))
                (void)conformance::compareTimeloop(*recorded, simba());
        }
}

void TestTimeloopConformance::agreesWithTimeloop_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const conformance::TimeloopCase& recorded : recordings())
        QTest::newRow(recorded.name.c_str()) << index++;
}

void TestTimeloopConformance::agreesWithTimeloop()
{
    QFETCH(int, index);
    const conformance::CaseReport report = conformance::compareTimeloop(recordings()[std::size_t(index)], simba());
    QVERIFY(!report.skipped);
    QVERIFY2(report.passed(), joined(report.differences).c_str());
}

void TestTimeloopConformance::noticesEveryFigureThatDiffers()
{
    conformance::TimeloopCase wrong = recordings().front();
    conformance::TimeloopAccesses& dram = *wrong.levels[0].tensors[TensorRole::Weights]; // 589824 reads
    dram.reads += 2;
    dram.fills += 2;
    dram.updates += 2;
    dram.tileSize += 2;
    dram.utilizedInstances += 2;
    wrong.levels[1].tensors[TensorRole::Inputs].reset();
    wrong.cycles += 2;
    wrong.energyPj *= 1 + 2e-9;
    const conformance::CaseReport report = conformance::compareTimeloop(wrong, simba());
    QVERIFY(!report.passed());
    QVERIFY2(report.differences.size() == 8, joined(report.differences).c_str());
    QVERIFY(joined(report.differences).find("DRAM weights reads: ours 589824, recorded 589826\n") != std::string::npos);

    conformance::TimeloopCase close = recordings().front(); // within the tolerance
    close.levels[0].tensors[TensorRole::Weights]->reads += 1;
    close.cycles -= 1;
    close.energyPj *= 1 + 0.5e-9;
    QVERIFY(conformance::compareTimeloop(close, simba()).passed());
}

void TestTimeloopConformance::noticesAnotherAccelerator()
{
    hardware::Accelerator other = simba();
    other.levels[1].name = "L2";
    QCOMPARE(conformance::compareTimeloop(recordings().front(), other).differences,
             (std::vector<std::string>{"level 1 is GlobalBuffer in the recording, L2 in the accelerator"}));
    other.levels.pop_back();
    QVERIFY(!conformance::compareTimeloop(recordings().front(), other).passed());
    hardware::Accelerator small = simba();
    small.levels[1].capacity = Bytes{1};
    const conformance::CaseReport report = conformance::compareTimeloop(recordings().front(), small);
    QVERIFY(!report.passed());
    QVERIFY2(report.differences.front().starts_with("cannot be evaluated: "), joined(report.differences).c_str());
}

QTEST_APPLESS_MAIN(TestTimeloopConformance)
#include "tst_timeloop_cases.moc"
