// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_report.h"

#include "app/report/change.h"
#include "app/report/energy_section.h"
#include "app/report/html.h"
#include "tests/app/support/report_checks.h"
#include "tests/app/support/small_inputs.h"
#include "tests/support/decimal_comma.h"

#include <QtTest>

using namespace nestloom;
using nestloom::testing::failedLayer;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;

namespace {

records::RunRecord finishedRun()
{
    records::RunRecord run;
    run.inputs = smallInputs();
    run.summary.id = 12;
    run.summary.status = records::RunStatus::Finished;
    run.summary.engineVersion = "9.8.7";
    run.layers = {solvedLayer(run.inputs, 0), solvedLayer(run.inputs, 1), solvedLayer(run.inputs, 2)};
    run.layers[2].sameShapeAs = 1;
    return run;
}

QString htmlOf(const records::RunRecord& run) { return QString::fromStdString(report::toHtml(report::runReport(run))); }

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTheRunWasAndWhatItCosts()
    {
        const records::RunRecord run = finishedRun();
        const QString html = htmlOf(run);
        const auto totals = schedule::totals(run.inputs.accelerator, run.layers);
        for (const QString& part :
             {QStringLiteral("tiny on small"), QStringLiteral("Engine CoSA, objective latency, seed 1"),
              QStringLiteral("Nestloom 9.8.7, run 12"), QStringLiteral("%L1 cycle").arg(totals.cycles.count),
              QStringLiteral("3 of 3"), QStringLiteral("Bottleneck: "), QStringLiteral("proven lower bound"),
              QStringLiteral("analytical cost model"), QStringLiteral("# a comment that must survive"),
              QStringLiteral("for K in 0..8"), QStringLiteral("as 2"), QStringLiteral("energy of the whole run")})
            QVERIFY2(html.contains(part), qPrintable(part));
        QCOMPARE(html.count(QStringLiteral("<summary>")), 2 + 3); // two loop nests, two files, the options
    }

    /// Three activations of 64 elements on two lanes, and what is not costed.
    void vectorOperatorsStandInTheTotalsAndInATable()
    {
        QVERIFY(!htmlOf(finishedRun()).contains(QStringLiteral("Vector operators")));
        records::RunRecord run = finishedRun();
        run.inputs = nestloom::testing::inputsWithOperators();
        const QString html = htmlOf(run);
        const schedule::Totals layers = schedule::totals(run.inputs.accelerator, run.layers);
        for (const QString& part :
             {QStringLiteral("layers %L1 cycles").arg(layers.cycles.count),
              QStringLiteral("3 vector operators 96 cycles"), QStringLiteral("%L1 cycle").arg(layers.cycles.count + 96),
              QStringLiteral("second.relu"), QStringLiteral("Not costed: 1 topk (no formula says what they cost).")})
            QVERIFY2(html.contains(part), qPrintable(part));
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
    }

    void theBarsOfEnergyAreAllOfIt()
    {
        records::RunRecord run = finishedRun();
        run.inputs = nestloom::testing::inputsWithOperators();
        run.inputs.accelerator.levels[1].leakage = Watts{1e-3};
        run.inputs.accelerator.macLeakage = Watts{1e-5};
        run.layers = {solvedLayer(run.inputs, 0), solvedLayer(run.inputs, 1), solvedLayer(run.inputs, 2)};
        cost::LayerCost& first = *run.layers[0].cost; // as with hops over a mesh
        for (Picojoules* energy : {&first.levels[0].mesh, &first.levels[0].energy, &first.energy})
            *energy += Picojoules{5000};
        double sum = 0, hops = 0, leakage = 0;
        for (const report::Bar& bar : report::energyBars(run))
            for (const report::Segment& segment : bar.segments) {
                sum += segment.value;
                hops += segment.cssClass == "network" ? segment.value : 0;
                leakage += segment.cssClass == "leakage" ? segment.value : 0;
            }
        const schedule::Totals totals = records::totalsOf(run);
        QVERIFY2(std::abs(sum / totals.energy.count - 1) < 1e-9, qPrintable(QString::number(sum)));
        QCOMPARE(hops, 5000.0);
        QVERIFY2(leakage > 0, qPrintable(QString::number(leakage)));
        QVERIFY2(totals.vector.energy.count > 0, qPrintable(QString::number(totals.vector.energy.count)));
        const QString html = htmlOf(run);
        for (const char* words : {"hops over the mesh below the level", "leakage of the level"})
            QVERIFY2(html.contains(QLatin1String(words)), words);
        QVERIFY(!htmlOf(finishedRun()).contains(QStringLiteral("leakage of the level")));
    }

    void isWellFormedAndNeedsNothingFromOutside()
    {
        const QString html = htmlOf(finishedRun());
        QCOMPARE(nestloom::testing::outsideReference(html), QString());
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
    }

    void isTheSameUnderADecimalComma()
    {
        const QString expected = htmlOf(finishedRun());
        const tests::DecimalComma locale;
        if (!locale.isThere())
            QSKIP("there is no locale with a decimal comma");
        QCOMPARE(htmlOf(finishedRun()), expected);
    }

    void everyFigureShowsSomething()
    {
        const report::Document document = report::runReport(finishedRun());
        QCOMPARE(nestloom::testing::emptyFigure(document), QString());
    }

    void tiledSchedulesStandBesideTheirBaselinesAndBounds()
    {
        using namespace schedule::flexer;
        records::RunRecord run = finishedRun();
        TiledSummary summary;
        summary.chosen = {{false, {1, 2, 4, 1, 4, 8}, dataflow(2), 2, true, false, {0, 0, 0}, true},
                          {1000},
                          {{100}, {200}, {0}, {0}, {100}}};
        summary.bestStatic = {{true, {1, 2, 4, 1, 4, 8}, dataflow(0), 0, false, false, {2, 2, 2}, true},
                              {1100},
                              {{200}, {200}, {0}, {0}, {100}}};
        summary.latencyBound = 800;
        summary.transferBound = {320};
        summary.metricBound = 300000;
        for (schedule::LayerResult& layer : run.layers) {
            layer.mapping.reset();
            layer.timeloopCost.reset();
            layer.tiled = summary;
        }
        const QString html = htmlOf(run);
        for (const QString& part : {QStringLiteral("Tiled schedules"), QStringLiteral("2x4 pixels, 4 -&gt; 8 channels"),
                                    QStringLiteral("out of order"), QStringLiteral("1.100x / 1.250x"),
                                    QStringLiteral("1.250x / 1.250x / 1.333x"),
                                    QStringLiteral("best static schedules would take 1.100x the cycles"),
                                    QStringLiteral("replayed event by event")})
            QVERIFY2(html.contains(part), qPrintable(part));
        QVERIFY(!html.contains(QStringLiteral("Loop nests")));
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
        QVERIFY(!htmlOf(finishedRun()).contains(QStringLiteral("Tiled schedules")));
    }

    void saysHowEachFigureDiffersFromTheBaseline()
    {
        const records::RunRecord run = finishedRun();
        records::RunRecord baseline = finishedRun();
        baseline.summary.id = 11;
        for (schedule::LayerResult& layer : baseline.layers)
            layer.cost->cycles.count *= 2;
        const QString html = QString::fromStdString(report::toHtml(report::runReport(run, &baseline)));
        QVERIFY(html.contains(QStringLiteral("Changes are against run 11")));
        QVERIFY(html.contains(QStringLiteral("<i class=\"good\">-50.0 %</i>")));      // cycles
        QVERIFY(html.contains(QStringLiteral("<i>0.0 %</i>")));                       // energy
        QCOMPARE(html.count(QStringLiteral("<td class=\"n good\">-50.0 %</td>")), 3); // layers
        QVERIFY(!htmlOf(run).contains(QStringLiteral("against run")));
        baseline.layers.pop_back(); // sums over other layers are not compared
        const QString partly = QString::fromStdString(report::toHtml(report::runReport(run, &baseline)));
        QVERIFY(partly.contains(QStringLiteral("not the sums")));
        QVERIFY(!partly.contains(QStringLiteral("<i ")));
    }

    void saysWhatWasVerifiedAndWhichModelsCounted()
    {
        records::RunRecord run = finishedRun();
        run.layers[1] = failedLayer(run.inputs, 1);
        const QString html = htmlOf(run);
        QVERIFY(html.contains(QStringLiteral("accepted the mappings of 2 of 3 layers")));
        QVERIFY(html.contains(QStringLiteral("No verified mapping: second.")));
        QVERIFY(html.contains(QStringLiteral("Timeloop compatibility mode (timeloop-2022) counts ")));
    }

    void textOfTheUserCannotBecomeMarkup()
    {
        const char* const evil = "<script>alert('\"&')</script>";
        records::RunRecord run = finishedRun();
        run.inputs.accelerator.name = run.inputs.accelerator.description = run.inputs.network.name = evil;
        run.inputs.accelerator.levels[0].name = run.inputs.network.description = run.inputs.acceleratorYaml = evil;
        run.inputs.accelerator.notes = run.inputs.network.notes = {evil};
        run.inputs.networkYaml = run.summary.engineVersion = evil;
        run.layers[0].name = run.layers[1].reason = run.layers[0].cost->bottleneck.text = evil;
        run.layers[1].cost.reset();
        run.layers[1].mapping.reset();
        run.summary.status = records::RunStatus::Failed;
        run.summary.message = run.summary.marks.note = evil;
        const QString html = htmlOf(run);
        QVERIFY(!html.contains(QStringLiteral("<script")));
        QVERIFY(html.count(QStringLiteral("&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;")) >= 13);
    }

    void tagsAndTheNoteOfARunAreTold()
    {
        records::RunRecord run = finishedRun();
        QVERIFY(!htmlOf(run).contains(QStringLiteral("Note: ")));
        run.summary.marks = {.tags = {"paper", "small"}, .note = "before the change"};
        QVERIFY(htmlOf(run).contains(QStringLiteral("Tags: paper, small. Note: before the change")));
        run.summary.marks.tags.clear();
        QVERIFY(htmlOf(run).contains(QStringLiteral(">Note: before the change<")));
    }

    void aFailedLayerStaysWithItsReason()
    {
        records::RunRecord run = finishedRun();
        run.layers[1] = failedLayer(run.inputs, 1);
        const QString html = htmlOf(run);
        QVERIFY(html.contains(QStringLiteral("the solver &lt;ended&gt; by itself")));
        QVERIFY(html.contains(QStringLiteral("1 layer has no mapping")));
        QVERIFY(html.contains(QStringLiteral("2 of 3")));
    }

    void anInterruptedRunSaysSo()
    {
        records::RunRecord run = finishedRun();
        run.summary.status = records::RunStatus::Interrupted;
        run.layers[1] = failedLayer(run.inputs, 1); // as those that were not begun
        run.layers.resize(2);
        const QString html = htmlOf(run);
        QVERIFY(html.contains(
            QStringLiteral("The program ended during the run; what was finished is kept: 1 of 3 layers.")));
    }

    void aRunWithoutAnyLayerIsStillAReport()
    {
        records::RunRecord run = finishedRun();
        run.layers.clear();
        const QString html = htmlOf(run);
        QVERIFY(html.contains(QStringLiteral("0 of 3")));
        const auto document = report::runReport(run);
        const auto figures = std::ranges::find_if(
            document.blocks, [](const auto& block) { return std::holds_alternative<report::Tiles>(block); });
        QVERIFY(figures != document.blocks.end());
        for (const report::Tiles::Tile& tile : std::get<report::Tiles>(*figures).tiles)
            QVERIFY2(tile.number == (tile.words.starts_with("layers with") ? "0 of 3" : "-"), tile.words.c_str());
        QVERIFY(!html.contains(QStringLiteral("nan")) && !html.contains(QStringLiteral("inf ")));
    }

    void namesTheBottleneckByItsShareOfTheCycles()
    {
        records::RunRecord run = finishedRun();
        using Kind = cost::Bottleneck::Kind;
        const auto set = [&](std::size_t i, Kind kind, std::size_t level, const char* text, std::int64_t cycles) {
            run.layers[i].cost->bottleneck = {kind, level, text};
            run.layers[i].cost->cycles = {cycles};
        };
        set(0, Kind::Compute, 0, "compute", 600);
        set(1, Kind::ReadPort, 0, "DRAM read", 700);
        set(2, Kind::WritePort, 1, "Buffer write", 700);
        const auto shares = report::bottleneckShares(run.inputs.accelerator, run.layers);
        QCOMPARE(shares.size(), std::size_t(3));
        QCOMPARE(shares[0].cssClass, std::string("dram"));
        QCOMPARE(shares[1].cssClass, std::string("buffer"));
        QCOMPARE(shares[2].cssClass, std::string("compute"));
        QCOMPARE(report::bottleneckSentence(shares),
                 std::string("Bottleneck: DRAM read on 1 of 3 layers (35.0 % of the cycles); then Buffer write on 1 "
                             "layer (35.0 % of the cycles); then compute on 1 layer (30.0 % of the cycles)."));
        QVERIFY(report::bottleneckSentence(shares, Cycles{2000}).find("1 of 3 layers (17.5 % of the cycles)")
                != std::string::npos); // operators between the layers take the other half
        QVERIFY(report::bottleneckSentence(shares, Cycles{2000})
                    .starts_with("Most of the time, 50.0 %, is of vector operators. Bottleneck: DRAM read"));
        QVERIFY(report::bottleneckSentence(shares, Cycles{600}).starts_with("Bottleneck: DRAM read"));
        QCOMPARE(report::bottleneckSentence({}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestReport)
#include "tst_report.moc"
