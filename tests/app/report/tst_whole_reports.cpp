// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of runs of a whole network, and comparisons across kinds and models.
#include "app/report/comparison_report.h"
#include "app/report/html.h"
#include "app/report/run_report.h"
#include "engine/base/number_words.h"
#include "tests/app/support/report_checks.h"
#include "tests/app/support/small_inputs.h"
#include "tests/support/whole_runs.h"

#include <QtTest>

using namespace nestloom;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;

namespace {

records::RunRecord layersRun(records::RunId id, const std::string& engine = "cosa")
{
    records::RunRecord run;
    run.inputs = smallInputs();
    run.inputs.options.engine = engine;
    run.layers = {solvedLayer(run.inputs, 0), solvedLayer(run.inputs, 1), solvedLayer(run.inputs, 2)};
    tests::finish(run, id);
    run.summary.layerCount = 3;
    run.summary.totals = schedule::totals(run.inputs.accelerator, run.layers);
    return run;
}

const records::RunRecord& nodesRun()
{
    static const records::RunRecord run = [] {
        kapla::NodeRunOptions quick;
        quick.batch = 4;
        return tests::nodesRun(21, quick);
    }();
    return run;
}

QString html(const report::Document& document)
{
    const QString text = QString::fromStdString(report::toHtml(document));
    if (const QString problem = nestloom::testing::markupProblem(text); !problem.isEmpty())
        return QStringLiteral("broken: ") + problem;
    return text;
}

QString q(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

} // namespace

class TestWholeReports : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunOnNodesHasItsSegmentsLayersAndEnergy()
    {
        const records::RunRecord& run = nodesRun();
        const QString text = html(report::runReport(run));
        for (const QString& part :
             {QStringLiteral("alexnet on kapla-4x4"), QStringLiteral("Engine KAPLA, objective energy, batch 4"),
              QStringLiteral("model &quot;nodes&quot;"), QStringLiteral("Cycles per input"),
              QStringLiteral("Energy by component"), QStringLiteral("hops over the mesh"), QStringLiteral("Segments"),
              QStringLiteral("classifier.6"), q(exactCycles({run.nodes->schedule->cycles})),
              q(shortEnergy({kapla::nodeEnergy(*run.nodes).total()})), QStringLiteral("independent verifier"),
              QStringLiteral("goal")})
            QVERIFY2(text.contains(part), qPrintable(part + text.left(3000)));
        QCOMPARE(text.count(QStringLiteral("<td>forward</td>")), qsizetype(run.nodes->schedule->layers().size()));
        QVERIFY(!text.contains(QStringLiteral("Loop nests")));
        QCOMPARE(nestloom::testing::emptyFigure(report::runReport(run)), QString());
    }

    void aPlanHasItsOrderAndWhatLeaves()
    {
        const records::RunRecord run = tests::memoryRun(22);
        const QString text = html(report::runReport(run));
        const records::MemoryFigures& figures = run.memory->figures;
        QVERIFY(figures.traffic.count > 0);
        for (const QString& part :
             {QStringLiteral("<h1>spilling</h1>"), QStringLiteral("Engine COSMA"), QStringLiteral("Order and spills"),
              QStringLiteral("Planned: unfused, activations and parameters, order free; elements "),
              QStringLiteral("Against schemes without planning"), QStringLiteral("Belady"), QStringLiteral("out: op"),
              q(shortBytes(double(figures.traffic.count))), q(shortBytes(double(figures.peak.count))),
              QStringLiteral("scratchpad_bytes")})
            QVERIFY2(text.contains(part), qPrintable(part + text.left(3000)));
        QCOMPARE(text.contains(QStringLiteral("proven least")), figures.isProven());
        QVERIFY(!text.contains(QStringLiteral("Accelerator file"))); // it is of none
    }

    void aTrainingStepSaysWhatItStores()
    {
        records::RunRecord run = nodesRun();
        QVERIFY(!html(report::runReport(run)).contains(QStringLiteral("Stored for the backward layers")));
        run.inputs.nodes->training = true;
        auto nodes = std::make_shared<kapla::NodeRun>(*run.nodes);
        nodes->graph.storedWords = 1024; // of an image; of 2 B each, 4 images
        run.nodes = nodes;
        QVERIFY(html(report::runReport(run)).contains(QStringLiteral("Stored for the backward layers: 8 KiB.")));
    }

    void plansAreComparedWithTheirBaseline()
    {
        const records::RunRecord small = tests::memoryRun(22), large = tests::memoryRun(23, Bytes{8192});
        QVERIFY(large.memory->figures.traffic < small.memory->figures.traffic);
        const QString text = html(report::runReport(large, &small));
        QVERIFY(text.contains(QStringLiteral("Changes are against run 22.")));
        QVERIFY(text.contains(QStringLiteral("<i class=\"good\">-")));
        const QString other = html(report::runReport(large, &nodesRun()));
        QVERIFY(other.contains(QStringLiteral("Nothing is compared with run 21: ")));
        QVERIFY(!other.contains(QStringLiteral("<i class=\"good\">-")));
    }

    void runsOfEveryKindStandInOneReport()
    {
        const std::vector<records::RunRecord> runs{layersRun(1), nodesRun(), tests::memoryRun(22)};
        const QString text = html(report::comparisonReport(runs));
        for (const QString& part :
             {QStringLiteral("<td>own</td>"), QStringLiteral("<td>nodes</td>"), QStringLiteral("<td>memory</td>"),
              QStringLiteral("B is not compared with A: run 21 is of network alexnet"),
              QStringLiteral("B schedules the whole network on nodes: of layers and backward passes only cycles are "
                             "compared. C plans "
                             "the memory of the whole network, without figures of layers."),
              QStringLiteral("C: a memory plan knows neither cycles nor energy."),
              QStringLiteral("Independent verifiers accepted the whole of B, C."), QStringLiteral("Cycles per layer")})
            QVERIFY2(text.contains(part), qPrintable(part));
        QVERIFY(!text.contains(QStringLiteral("n good"))); // nothing here can be better
        const QString whole = html(report::comparisonReport(std::vector{nodesRun(), tests::memoryRun(22)}));
        QVERIFY(whole.contains(QStringLiteral("A (cycles)"))); // a plan has none
        QVERIFY(!whole.contains(QStringLiteral("B (cycles)")));
        QVERIFY(!html(report::comparisonReport(std::vector{tests::memoryRun(22), tests::memoryRun(23)}))
                     .contains(QStringLiteral("Layers by impact")));
    }

    void changesBetweenModelsAreGrey()
    {
        std::vector<records::RunRecord> runs{layersRun(1), layersRun(2)};
        for (schedule::LayerResult& layer : runs[1].layers)
            layer.cost->cycles.count /= 2;
        runs[1].summary.totals = schedule::totals(runs[1].inputs.accelerator, runs[1].layers);
        QVERIFY(html(report::comparisonReport(runs)).contains(QStringLiteral("n good\">-50.0 %")));
        for (schedule::LayerResult& layer : runs[0].layers) // ratios differ in points
            layer.gap = 0.5, layer.objectiveBound = 100;
        for (schedule::LayerResult& layer : runs[1].layers)
            layer.gap = 0.25, layer.objectiveBound = 100;
        QVERIFY(html(report::comparisonReport(runs)).contains(QStringLiteral("n good\">-25.0 pp")));
        runs[1].inputs.options.engine = runs[1].summary.engine = "flexer";
        runs[1].inputs.options.flexer.extensions = schedule::flexer::kPublished;
        const QString text = html(report::comparisonReport(runs));
        QVERIFY(text.contains(QStringLiteral("our extensions of Flexer")));
        QVERIFY(text.contains(QStringLiteral("none, as published")));
        QVERIFY(text.contains(QStringLiteral("n soft\">-50.0 %")));
        QVERIFY(!text.contains(QStringLiteral("n good")));
        QVERIFY(text.contains(QStringLiteral("Changes of B are grey: tiles against own: different models; ")));
        const QString report = html(report::runReport(runs[1], &runs[0]));
        QVERIFY(report.contains(QStringLiteral("They are grey: tiles against own: different models")));
        QVERIFY(!report.contains(QStringLiteral("class=\"good\">-")));
    }

    void aBaselineWithoutALayerOfTheRunIsLeftOut()
    {
        records::RunRecord other = layersRun(2);
        for (std::size_t i = 0; i < 3; ++i)
            other.inputs.network.layers[i].name = other.layers[i].name = "other" + std::to_string(i);
        const QString apart = html(report::runReport(layersRun(1), &other));
        QVERIFY(!apart.contains(QStringLiteral("against run 2")));
        QVERIFY(apart.contains(QStringLiteral("Nothing is compared with run 2: ")));
        QVERIFY(html(report::runReport(layersRun(1), &nodesRun()))
                    .contains(QStringLiteral("Nothing is compared with run 21: run 1 is of network ")));
        other.inputs.network.layers[0].name = other.layers[0].name = "first";
        QVERIFY(html(report::runReport(layersRun(1), &other)).contains(QStringLiteral("against run 2")));
    }

    void descriptionsAreQuoted()
    {
        QVERIFY(html(report::runReport(layersRun(1)))
                    .contains(QStringLiteral("Its file says: &quot;a buffer and 4 MACs&quot;")));
    }
};

QTEST_GUILESS_MAIN(TestWholeReports)
#include "tst_whole_reports.moc"
