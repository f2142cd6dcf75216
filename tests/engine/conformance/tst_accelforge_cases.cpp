// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/accelforge_cases.h"
#include "tests/places.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>

using namespace nestloom;
using conformance::AccelforgeCase;
using enum workload::LoopDimension;

namespace {

const std::filesystem::path kCases =
    std::filesystem::path(NESTLOOM_SOURCE_DIR) / "tests/engine/conformance/accelforge_cases.jsonl";

std::vector<AccelforgeCase> recordings()
{
    auto result = conformance::readAccelforgeCases(kCases);
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

AccelforgeCase recording(const std::string& beginning)
{
    for (AccelforgeCase& recorded : recordings())
        if (recorded.name.starts_with(beginning))
            return recorded;
    qFatal("no case '%s'", beginning.c_str());
}

} // namespace

class TestAccelforgeConformance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsACaseCompletely();
    void saysWhereALineIsWrong();
    void survivesBrokenLines();
    void agreesWithAccelforge_data();
    void agreesWithAccelforge();
    void skipsWhatIsNotComparable();
    void ourProductOfEnergyAndDelayIsAtMostTheirs_data();
    void ourProductOfEnergyAndDelayIsAtMostTheirs();
    void noticesEveryFigureThatDiffers();
    void refusesWhatItCannotCount();
};

void TestAccelforgeConformance::readsACaseCompletely()
{
    QCOMPARE(recordings().size(), std::size_t(9));
    const AccelforgeCase matmuls = recording("eyeriss matmuls {");
    QCOMPARE(matmuls.name, std::string(R"(eyeriss matmuls {"KN":64,"M":64,"N_EINSUMS":2})"));
    QCOMPARE(matmuls.arch, std::string("eyeriss"));
    QVERIFY(!matmuls.fused);
    QCOMPARE(matmuls.energy, 3.490412302954188e-06);
    QCOMPARE(matmuls.time, 5.859374869032763e-05);
    QCOMPARE(matmuls.einsums.size(), std::size_t(2));
    const conformance::AccelforgeEinsum& first = matmuls.einsums.front();
    QCOMPARE(first.name, std::string("matmul0"));
    QCOMPARE(first.layer.bounds, (workload::Extents{{1, 1, 64, 1, 64, 64, 1, 1}}));
    QCOMPARE(first.bits, (PerTensor<std::int64_t>{{{8, 8, 8}}}));
    QCOMPARE(first.operations, 262144.0);
    QCOMPARE(first.time, 2.9296874345163815e-05); // of main memory, the slowest
    QVERIFY(std::abs(first.energy - matmuls.energy / 2) < 1e-12);
    QCOMPARE(first.mainMemory[TensorRole::Weights].read, 32768.0);
    QCOMPARE(first.mainMemory[TensorRole::Outputs].read, 0.0);
    QCOMPARE(first.mainMemory[TensorRole::Outputs].written, 32768.0);
    const AccelforgeCase mobilenet = recording("snowcat mobilenet");
    QCOMPARE(mobilenet.einsums[1].layer.bounds, (workload::Extents{{3, 3, 28, 28, 1, 1, 1, 192}}));
    QCOMPARE(recording("eyeriss gpt3").einsums.size(), std::size_t(8)); // copies and softmax are no products
}

void TestAccelforgeConformance::saysWhereALineIsWrong()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("cases.jsonl")).toStdString();
    std::ofstream(path) << "\n{\"arch\": \"simple\", \"workload\": \"none\", \"fused\": false, \"energy\": 1, "
                           "\"latency\": 1, \"einsums\": [{\"name\": \"a\", \"layer\": {\"m\": 0}}]}\n";
    const auto cases = conformance::readAccelforgeCases(path);
    QVERIFY(!cases);
    QVERIFY(cases.error().where.starts_with(path.string() + ":2: einsums[0].layer"));
    QVERIFY(!conformance::readAccelforgeCases(path.parent_path() / "none.jsonl"));
}

void TestAccelforgeConformance::survivesBrokenLines()
{
    std::ifstream stream(kCases);
    std::string line;
    QVERIFY(std::getline(stream, line));
    QVERIFY(conformance::parseAccelforgeCase(line));
    for (std::size_t length = 0; length < line.size(); length += 7)
        QVERIFY(!conformance::parseAccelforgeCase(std::string_view(line).substr(0, length)));
    for (std::size_t at = 0; at < line.size(); at += 3)
        for (const char c : std::string("\"{}[],:0-e")) {
            std::string broken = line;
            broken[at] = c;
            if (const auto recorded = conformance::parseAccelforgeCase(broken))
                QVERIFY(recorded->einsums.size() <= 3);
        }
}

void TestAccelforgeConformance::agreesWithAccelforge_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"simple three", "snowcat matvecs", "snowcat mobilenet", "eyeriss matmuls {",
                             "eyeriss gpt3", "simba three", "simba gpt3", "tpu_v4i matmuls"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestAccelforgeConformance::agreesWithAccelforge()
{
    QFETCH(const QString, name);
    const conformance::CaseReport report = conformance::compareAccelforge(recording(name.toStdString()));
    for (const std::string& difference : report.differences)
        qWarning("%s", difference.c_str());
    QVERIFY(report.passed());
    QVERIFY(!report.skipped);
}

void TestAccelforgeConformance::skipsWhatIsNotComparable()
{
    const conformance::CaseReport report = conformance::compareAccelforge(recording("eyeriss matmuls fused"));
    QVERIFY(report.skipped);
    QVERIFY(!report.passed());
}

void TestAccelforgeConformance::ourProductOfEnergyAndDelayIsAtMostTheirs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<double>("expected"); // ours / theirs
    QTest::addColumn<int>("equal");       // Einsums that cost the same; the others cost less
    QTest::newRow("eyeriss, two products") << QStringLiteral("eyeriss matmuls {") << 0.919 << 0;
    QTest::newRow("eyeriss, prefill") << QStringLiteral("eyeriss gpt3") << 0.858 << 0;
    QTest::newRow("simba, three products") << QStringLiteral("simba three") << 1.000 << 3;
    QTest::newRow("simba, one new token") << QStringLiteral("simba gpt3") << 1.000 << 7;
    QTest::newRow("tpu_v4i, two products") << QStringLiteral("tpu_v4i matmuls") << 1.000 << 2;
}

void TestAccelforgeConformance::ourProductOfEnergyAndDelayIsAtMostTheirs()
{
    QFETCH(const QString, name);
    QFETCH(const double, expected);
    QFETCH(const int, equal);
    const AccelforgeCase recorded = recording(name.toStdString());
    double energy = recorded.energy, time = recorded.time; // what is no product stays as it is
    int same = 0;
    for (const conformance::AccelforgeEinsum& einsum : recorded.einsums) {
        const double price = recorded.energy / recorded.time;
        const auto ours =
            conformance::accelforgeOptimum(recorded.arch, einsum, price, std::numeric_limits<double>::infinity());
        QVERIFY(ours && *ours && (*ours)->proven);
        energy += (*ours)->energy - einsum.energy;
        time += (*ours)->time - einsum.time;
        const double change = ((*ours)->energy + price * (*ours)->time) / (einsum.energy + price * einsum.time) - 1;
        QVERIFY(change <= 1e-6);
        same += change > -1e-6 ? 1 : 0;
    }
    QCOMPARE(same, equal);
    QVERIFY(std::abs(energy * time / (recorded.energy * recorded.time) - expected) < 0.0006);
}

void TestAccelforgeConformance::noticesEveryFigureThatDiffers()
{
    const auto differences = [](const AccelforgeCase& changed) {
        const conformance::CaseReport report = conformance::compareAccelforge(changed);
        return report.passed() ? std::size_t(0) : report.differences.size();
    };
    const AccelforgeCase simple = recording("simple three"), eyeriss = recording("eyeriss matmuls {");
    AccelforgeCase changed = simple;
    changed.einsums[0].operations += 128;
    QCOMPARE(differences(changed), std::size_t(1));
    for (const TensorRole role : kTensorRoles) {
        changed = simple;
        changed.einsums[1].mainMemory[role].read += 128;
        changed.einsums[2].mainMemory[role].written += 128;
        QCOMPARE(differences(changed), std::size_t(2));
    }
    changed = simple;
    changed.einsums[0].layer.bounds[P] = 127;
    QVERIFY(differences(changed) > 1);
    changed = eyeriss; // so cheap as no mapping is
    changed.einsums[1].energy *= 0.8;
    QCOMPARE(differences(changed), std::size_t(1));
}

void TestAccelforgeConformance::refusesWhatItCannotCount()
{
    conformance::AccelforgeEinsum einsum = recording("eyeriss matmuls {").einsums.front();
    QVERIFY(!conformance::accelforgeOptimum("nosuch", einsum, 0.1, 1));
    einsum.bits[TensorRole::Inputs] = 16;
    const auto mixed = conformance::accelforgeOptimum("eyeriss", einsum, 0.1, 1);
    QVERIFY(!mixed);
    QCOMPARE(mixed.error().where, std::string("bits"));
    QVERIFY(conformance::accelforgeOptimum("snowcat", einsum, 0, std::numeric_limits<double>::infinity()));
}

QTEST_APPLESS_MAIN(TestAccelforgeConformance)
#include "tst_accelforge_cases.moc"
