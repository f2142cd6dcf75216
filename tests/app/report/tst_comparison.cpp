// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/comparison_report.h"

#include "app/report/accelerator_differences.h"
#include "app/report/comparison_layers.h"
#include "app/report/html.h"
#include "app/report/run_json.h"
#include "app/report/stored_report.h"
#include "engine/base/number_words.h"
#include "tests/app/support/report_checks.h"
#include "tests/app/support/small_inputs.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace nestloom;
using nestloom::testing::failedLayer;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;

namespace {

records::RunRecord finishedRun(records::RunId id)
{
    records::RunRecord run;
    run.inputs = smallInputs();
    run.summary.id = id;
    run.summary.status = records::RunStatus::Finished;
    run.summary.engineVersion = "9.8.7";
    run.layers = {solvedLayer(run.inputs, 0), solvedLayer(run.inputs, 1), solvedLayer(run.inputs, 2)};
    run.summary.networkName = run.inputs.network.name;
    run.summary.engine = run.inputs.options.engine;
    run.summary.layerCount = 3;
    run.summary.totals = schedule::totals(run.inputs.accelerator, run.layers);
    return run;
}

/// A is as it is; in B the second layer takes half the cycles and is bound by DRAM, and the buffer is larger.
std::vector<records::RunRecord> twoRuns()
{
    std::vector<records::RunRecord> runs{finishedRun(12), finishedRun(15)};
    runs[1].inputs.accelerator.levels[1].capacity = Bytes{2048};
    runs[1].inputs.options.seed = 5;
    runs[0].layers[1].cost->bottleneck.text = "compute";
    runs[1].layers[1].cost->cycles.count /= 2;
    runs[1].layers[1].cost->bottleneck = {cost::Bottleneck::Kind::ReadPort, 0, "DRAM read"};
    return runs;
}

QString htmlOf(const std::vector<records::RunRecord>& runs)
{
    return QString::fromStdString(report::toHtml(report::comparisonReport(runs)));
}

QString grouped(std::int64_t number) { return QString::fromStdString(nestloom::grouped(number)); }

} // namespace

class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheStoredNumbersOfAllRunsAndTheirChange()
    {
        auto runs = twoRuns();
        runs[1].summary.marks.tags = {"paper"};
        const QString html = htmlOf(runs);
        const auto a = schedule::totals(runs[0].inputs.accelerator, runs[0].layers).cycles.count;
        const auto b = schedule::totals(runs[1].inputs.accelerator, runs[1].layers).cycles.count;
        QVERIFY(html.contains(
            QStringLiteral("<td class=\"n\">%1</td><td class=\"n\">%2</td><td class=\"n good\">-%3 %</td>")
                .arg(grouped(a), grouped(b))
                .arg((1 - double(b) / double(a)) * 100, 0, 'f', 1)));
        for (const char* part :
             {"Comparison of runs 12 and 15", "second changes most", "was bound by compute, now by DRAM read", "1 KiB",
              "2 KiB", "seed", "3 of 3", "B 3 of 3", "Accelerator file of A, B", "B: Tags: paper"})
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
    }

    void isWellFormedAndNeedsNothingFromOutside()
    {
        const QString html = htmlOf(twoRuns());
        QCOMPARE(nestloom::testing::outsideReference(html), QString());
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
        QCOMPARE(nestloom::testing::emptyFigure(report::comparisonReport(twoRuns())), QString());
    }

    void textOfTheUserCannotBecomeMarkup()
    {
        auto runs = twoRuns();
        const char* const evil = "<script>alert('\"&')</script>";
        runs[0].inputs.accelerator.name = runs[0].inputs.network.name = runs[1].inputs.acceleratorYaml = evil;
        runs[0].inputs.network.layers[0].name = runs[1].layers[0].cost->bottleneck.text = evil;
        runs[0].inputs.accelerator.levels[1].name = evil;
        QVERIFY(!htmlOf(runs).contains(QStringLiteral("<script")));
    }

    void layersAreMatchedAsTheWindowDoesAndSortedByImpact()
    {
        auto runs = twoRuns();
        workload::Layer& other = runs[1].inputs.network.layers[2];
        other.name = "other";
        other.bounds[workload::LoopDimension::K] = 16; // another shape: not the same work
        const auto layers = report::layersOf(runs).rows;
        QCOMPARE(layers.size(), std::size_t(4));
        QVERIFY(layers[2].results[0] && !layers[2].results[1]); // "third" is in A only
        QVERIFY(!layers[3].results[0] && layers[3].results[1]);
        QCOMPARE(report::impactOf(layers[1]),
                 double(runs[1].layers[1].cost->cycles.count - runs[0].layers[1].cost->cycles.count));
        QCOMPARE(report::impactOf(layers[2]), 0.0);
        const QString html = htmlOf(runs);
        const auto table = html.indexOf(QStringLiteral("Layers by impact"));
        QVERIFY(html.indexOf(QStringLiteral("<td>second"), table) < html.indexOf(QStringLiteral("<td>first"), table));
    }

    void layersWithoutMappingAndEqualRunsAreWorded()
    {
        auto runs = twoRuns();
        runs[1].inputs = runs[0].inputs;
        runs[1].layers = runs[0].layers;
        runs[1].layers[0] = failedLayer(runs[1].inputs, 0);
        const QString html = htmlOf(runs);
        QVERIFY(html.contains(QStringLiteral("Nothing: every field that can influence")));
        QVERIFY(html.contains(QStringLiteral("no mapping")));
        QVERIFY(html.contains(
            QStringLiteral("over the 2 layers that every run has a mapping for; of the others B lacks 1.")));
        QVERIFY(html.contains(QStringLiteral("B needs as many cycles as A."))); // the layers both have are equal
        QVERIFY(!html.contains(QStringLiteral("What else differs")));
    }

    void fieldsOfAcceleratorsThatDifferAreListed()
    {
        auto runs = twoRuns();
        runs[1].inputs.accelerator.macLeakage = {1e-6};
        const auto rows = report::acceleratorDifferences({&runs[0], &runs[1]});
        QCOMPARE(rows.size(), std::size_t(3)); // with the bytes on chip, which follow
        const auto said = [&](const std::string& field) {
            const auto row = std::ranges::find(rows, field, &report::FieldDifference::field);
            return row == rows.end() ? std::vector<std::string>() : row->values;
        };
        const std::string buffer = runs[0].inputs.accelerator.levels[1].name;
        QCOMPARE(said(buffer + ", capacity"), (std::vector<std::string>{"1 KiB", "2 KiB"}));
        QCOMPARE(said("mac.leakage"), (std::vector<std::string>{"0 W", "1 uW"}));
        QVERIFY(report::acceleratorDifferences({&runs[0], &runs[0]}).empty());
        const auto json =
            report::comparisonJson(std::vector{records::asScheduled(runs[0]), records::asScheduled(runs[1])});
        QVERIFY(QString::fromStdString(json).contains(QStringLiteral("\"field\": \"mac.leakage\"")));
    }

    void runsOfOtherClocksAreComparedByTime()
    {
        auto runs = twoRuns();
        runs[1].layers = runs[0].layers;
        runs[1].inputs.accelerator.clock = {runs[0].inputs.accelerator.clock.count * 2};
        const QString html = htmlOf(runs);
        QVERIFY2(html.contains(QStringLiteral("B takes 50.0 % less time than A: ")), qPrintable(html));
        QVERIFY(!html.contains(QStringLiteral("as many cycles")));
    }

    void theVectorUnitHasABarOfItsEnergy()
    {
        auto runs = twoRuns();
        QVERIFY(!htmlOf(runs).contains(QStringLiteral("vector unit   A")));
        for (records::RunRecord& run : runs)
            run.inputs = nestloom::testing::inputsWithOperators();
        QVERIFY(htmlOf(runs).contains(QStringLiteral("vector unit   A")));
    }

    void batchesAreComparedPerInput()
    {
        auto runs = twoRuns();
        runs[1].inputs.network.name = runs[1].summary.networkName = "batched";
        for (workload::Layer& layer : runs[1].inputs.network.layers)
            layer.bounds[workload::LoopDimension::N] *= 4;
        for (schedule::LayerResult& layer : runs[1].layers)
            layer.cost->macs *= 4;
        runs[1].summary.totals = schedule::totals(runs[1].inputs.accelerator, runs[1].layers);
        runs[0].summary.batch = 1;
        runs[1].summary.batch = 4;
        const QString html = htmlOf(runs);
        QVERIFY(html.contains(QStringLiteral("They are for batches of different sizes")));
        QVERIFY(html.contains(QStringLiteral("Cycles per input")));
        QVERIFY(!html.contains(QStringLiteral("no mapping")));
        QVERIFY(html.contains(QStringLiteral("B (cycles / input)")));
        const auto layers = report::layersOf(runs).rows;
        QCOMPARE(layers.size(), std::size_t(3)); // those of one run are those of the other
        QCOMPARE(*layers[1].cycles[1], double(runs[1].layers[1].cost->cycles.count) / 4);
        for (const char* whole : {"cycles than A", "as many cycles", "time than A", "Energy per level"})
            QVERIFY2(!html.contains(QLatin1String(whole)), whole); // these are of all inputs
        runs = twoRuns();
        runs[0].summary.batch = 1; // the other one was stored before networks stated theirs
        QVERIFY(!htmlOf(runs).contains(QStringLiteral("batches of different sizes")));
    }

    void fourRunsFitOnOneAxis()
    {
        std::vector<records::RunRecord> runs{finishedRun(1), finishedRun(2), finishedRun(3), finishedRun(4)};
        runs[3].layers[0].cost->bottleneck.text = "DRAM write";
        const report::Document document = report::comparisonReport(runs);
        QCOMPARE(QString::fromStdString(document.title), QStringLiteral("Comparison of runs 1, 2, 3 and 4"));
        QCOMPARE(nestloom::testing::emptyFigure(document), QString());
        QVERIFY(htmlOf(runs).contains(QStringLiteral("D DRAM write")));
    }

    void refusesWhatCannotBeCompared()
    {
        QTemporaryDir folder;
        auto store = store::RunStore::open(folder.filePath(QStringLiteral("runs.sqlite")).toStdString());
        const records::RunId one = *store->begin(smallInputs()), two = *store->begin(smallInputs());
        QVERIFY(report::storedReport(*store, {one, two}));
        QVERIFY(report::storedReport(*store, {one}, two));
        const std::vector<std::vector<records::RunId>> cases{{}, {one, one}, {one, 77}, {one, two, 3, 4, 5}};
        for (const std::vector<records::RunId>& wrong : cases) {
            const auto refused = report::storedReport(*store, wrong);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        }
    }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
