// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/nn_dataflow_cases.h"
#include "engine/io/text.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;

namespace {

const std::filesystem::path kMappings =
    std::filesystem::path(NESTLOOM_SOURCE_DIR) / "tests/engine/conformance/nn_dataflow_mappings.json";

/// Convolutions, fully connected, pooling and element-wise layers that nn_dataflow 2.1 evaluated, with and without
/// shared buffers, from memory and from other nodes, and mappings that it refused.
std::vector<conformance::NnDataflowMapping> recordedMappings()
{
    const auto text = io::readTextFile(kMappings);
    const auto json = text ? io::parseJson(*text) : Result<io::Json>(text.error());
    const auto mappings = json ? conformance::parseNnDataflowMappings(*json) : json.error();
    if (!mappings)
        qFatal("%s", mappings.error().text().c_str());
    return *mappings;
}

conformance::NnDataflowMapping firstValid()
{
    for (const conformance::NnDataflowMapping& mapping : recordedMappings())
        if (mapping.outcome)
            return mapping;
    qFatal("no valid mapping");
}

} // namespace

class NnDataflowConformanceTest : public QObject {
    Q_OBJECT
private slots:
    void agreesWithEveryRecordedMapping()
    {
        std::size_t refused = 0;
        for (const conformance::NnDataflowMapping& mapping : recordedMappings()) {
            const conformance::CaseReport report = conformance::compareNnDataflow(mapping);
            QVERIFY2(report.passed(),
                     (report.name + ": " + (report.differences.empty() ? "" : report.differences[0])).c_str());
            refused += mapping.outcome ? 0 : 1;
        }
        QVERIFY(refused > 0);
    }

    void aCostThatDiffersByAThousandthFails()
    {
        conformance::NnDataflowMapping mapping = firstValid();
        mapping.outcome->cost *= 1.001;
        QVERIFY(!conformance::compareNnDataflow(mapping).passed());
    }

    void anAccessThatDiffersFails()
    {
        conformance::NnDataflowMapping mapping = firstValid();
        mapping.outcome->access[0][TensorRole::Weights] += 1;
        const conformance::CaseReport report = conformance::compareNnDataflow(mapping);
        QCOMPARE(report.differences.size(), std::size_t(1));
        QVERIFY(report.differences[0].starts_with("DRAM accesses of weights: ours "));
    }

    void aMappingThatWasRefusedButFitsFails()
    {
        conformance::NnDataflowMapping mapping = firstValid();
        mapping.outcome.reset();
        QCOMPARE(conformance::compareNnDataflow(mapping).differences,
                 std::vector<std::string>{"fits here, nn_dataflow refuses it"});
    }

    void aFileWithoutMappingsIsRefused()
    {
        QVERIFY(!conformance::compareNnDataflowFile(std::filesystem::path(NESTLOOM_SOURCE_DIR) / "CMakeLists.txt"));
        QVERIFY(!conformance::parseNnDataflowMappings(*io::parseJson("[{}]")));
    }

    void sizesThatNothingCanBeDividedByAreRefused()
    {
        const auto read = [](auto change) {
            io::Json json = *io::parseJson(*io::readTextFile(kMappings));
            change(json[0]["input"]);
            return conformance::parseNnDataflowMappings(json);
        };
        QVERIFY(read([](io::Json&) {}));
        QCOMPARE(read([](io::Json& input) { input["part"]["pdims"][1][0] = 0; }).error().text(),
                 std::string("[0].input.part.pdims: must hold sizes from 1 to 1048576"));
        QCOMPARE(read([](io::Json& input) { input["batch"] = 0; }).error().text(),
                 std::string("[0].input.batch: must be from 1 to 1048576"));
        QVERIFY(!read([](io::Json& input) { input["layer"]["hfil"] = -3; }));
        QVERIFY(!read([](io::Json& input) {
            input["layer"]["nofm"] = 1'000'000;
            input["layer"]["nifm"] = 1'000'000;
        }));
        QVERIFY(!read([](io::Json& input) { input["resource"]["dim_array"][0] = 0; }));
        QVERIFY(!read([](io::Json& input) { input["bl_ts"][0][0] = 1e300; }));
    }
};

QTEST_APPLESS_MAIN(NnDataflowConformanceTest)
#include "tst_nn_dataflow_cases.moc"
