// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sweep_report.h"

#include "app/report/charts.h"
#include "app/report/html.h"
#include "engine/base/number_words.h"
#include "tests/app/support/report_checks.h"
#include "tests/app/support/small_inputs.h"

#include <QtTest>

using namespace nestloom;
using nestloom::testing::smallInputs;

namespace {

explore::PointResult result(std::size_t point, std::int64_t cycles, double energy)
{
    explore::PointResult made;
    made.point = point;
    made.status = explore::PointStatus::Finished;
    made.cost = explore::PointCost{Cycles{cycles}, Picojoules{energy}, 1e-6, Bytes{1024}, 0.5, double(cycles) / 1.02};
    return made;
}

/// Six points over two axes: two on the front, two dominated, one infeasible, one not stored.
records::SweepRecord sweep()
{
    const records::RunInputs inputs = smallInputs();
    records::SweepRecord sweep;
    sweep.summary.id = 2;
    sweep.summary.pointCount = 6;
    sweep.summary.engineVersion = "9.8.7";
    sweep.inputs.space.base = inputs.accelerator;
    sweep.inputs.space.axes = {{"levels.Buffer.capacity", {512, 1024, 2048}}, {"levels.DRAM.read_bandwidth", {4, 8}}};
    sweep.inputs.networks = {inputs.network};
    sweep.results.push_back(result(0, 4000, 5e6));
    sweep.results.push_back(result(1, 1000, 9e6));
    sweep.results.push_back(result(2, 5000, 6e6));
    sweep.results.push_back(result(3, 1500, 9.5e6));
    for (std::size_t i = 0; i < 4; ++i)
        sweep.results[i].cost->onChip = Bytes{std::array{1024, 2048, 2048, 4096}[i]};
    explore::PointResult infeasible;
    infeasible.point = 4;
    infeasible.status = explore::PointStatus::Infeasible;
    infeasible.reason = "level Buffer needs <3 B> but holds 2 B";
    sweep.results.push_back(infeasible);
    return sweep;
}

QString htmlOf(const records::SweepRecord& sweep)
{
    return QString::fromStdString(report::toHtml(report::sweepReport(sweep)));
}

} // namespace

class TestSweepReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsAxesFrontAndReasons()
    {
        const QString html = htmlOf(sweep());
        for (const char* part :
             {"Sweep 2 of small", "levels.Buffer.capacity", "512 B, 1 KiB, 2 KiB", "4 B/cycle, 8 B/cycle",
              "The front: 2 points", "<td class=\"n\">4,000</td>", "<td class=\"n\">1,000</td>", "best point for each",
              "level Buffer needs &lt;3 B&gt; but holds 2 B", "1 point is not stored", "Nestloom 9.8.7, sweep 2",
              "seed 1", "Accelerator file", "Options of the sweep"})
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
        const auto front = html.indexOf(QStringLiteral("The front")), best = html.indexOf(QStringLiteral("best point"));
        QVERIFY(!html.mid(front, best - front).contains(QStringLiteral("5,000"))); // dominated
        const auto all = html.indexOf(QStringLiteral("All points with a result: 4"));
        QVERIFY(all > best);
        for (const char* cycles : {"4,000", "1,000", "5,000", "1,500"})
            QVERIFY2(html.mid(all).contains(QLatin1String(cycles)), cycles);
    }

    void limitsAndFiguresOfTheFrontAreKept()
    {
        explore::FrontSearch wanted;
        wanted.objectives = {explore::Objective::Cycles, explore::Objective::Energy};
        wanted.limits = {{explore::Objective::OnChipBytes, 2048}};
        const QString html = QString::fromStdString(report::toHtml(report::sweepReport(sweep(), wanted)));
        QVERIFY2(html.contains(QStringLiteral("of the 3 of 4 points with a result that keep the limits: bytes on chip "
                                              "up to 2 KiB.")),
                 qPrintable(html));
        QVERIFY(html.contains(QStringLiteral("Pareto-optimal in cycles and energy")));
        QVERIFY(html.contains(QStringLiteral("All points with a result: 4")));
        wanted.limits = {{explore::Objective::OnChipBytes, 1}}; // which none keeps
        const QString none = QString::fromStdString(report::toHtml(report::sweepReport(sweep(), wanted)));
        QVERIFY(none.contains(QStringLiteral("of the 0 of 4 points")));
        QVERIFY(!none.contains(QStringLiteral("The front:")) && none.contains(QStringLiteral("result: 4")));
    }

    void theFigureHasEveryPointAndJoinsTheFront()
    {
        const report::Document document = report::sweepReport(sweep());
        QCOMPARE(nestloom::testing::emptyFigure(document), QString());
        const QString html = htmlOf(sweep());
        QCOMPARE(html.count(QStringLiteral("<circle class=\"front\"")), 2);
        QCOMPARE(html.count(QStringLiteral("<circle class=\"dominated\"")), 2);
        QCOMPARE(html.count(QStringLiteral("<path class=\"step\"")), 1);
    }

    void ofASweepThatLeavesMemoryAloneTheFrontIsOfEnergy()
    {
        records::SweepRecord clocks = sweep();
        clocks.inputs.space.axes = {{"clock", {1e9, 2e9, 3e9, 4e9, 5e9}}};
        for (explore::PointResult& each : clocks.results)
            if (each.cost)
                each.cost->seconds = double(each.cost->cycles.count) / 1e9;
        QVERIFY(htmlOf(clocks).contains(QStringLiteral("Pareto-optimal in time and energy")));
        QVERIFY(htmlOf(sweep()).contains(QStringLiteral("Pareto-optimal in cycles and bytes on chip")));
    }

    void marksThatReadTheSameGoFurtherApart()
    {
        const report::Axis axis{"figure",
                                [](double value) { return "<" + QString::number(value, 'g', 3).toStdString() + ">"; }};
        const auto chart = report::scatterChart({{330.01, 5, {}}, {330.02, 5.001, {}}}, axis, axis);
        const QString svg = QString::fromStdString(chart.svg);
        QCOMPARE(svg.count(QStringLiteral("330&gt;")), 1);
    }

    void plansHaveBytesAndNoCycles()
    {
        records::SweepRecord plans = sweep();
        plans.inputs.memory.emplace();
        plans.results.resize(2);
        for (std::size_t i = 0; i < 2; ++i) {
            plans.results[i].cost.reset();
            plans.results[i].plan =
                explore::PlanCost{Bytes{4096 - 1024 * int(i)}, Bytes{3072}, Bytes{512 + 512 * int(i)}};
        }
        const QString html = htmlOf(plans);
        for (const char* part : {"The front: 2 points", "bytes off chip", "4 KiB", "within 33.3", "proven",
                                 "objective traffic", "with a verified plan", "scratchpad_bytes"})
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
        const auto results = html.mid(html.indexOf(QStringLiteral("The front")));
        QVERIFY(!results.left(results.indexOf(QStringLiteral("Points without"))).contains(QStringLiteral("cycles")));
        QCOMPARE(html.count(QStringLiteral("<circle class=\"front\"")), 2);
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
    }

    void isWellFormedAndNeedsNothingFromOutside()
    {
        const QString html = htmlOf(sweep());
        QCOMPARE(nestloom::testing::outsideReference(html), QString());
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
    }

    void aSweepWithoutResultsIsStillAReport()
    {
        records::SweepRecord empty = sweep();
        empty.results.clear();
        const QString html = htmlOf(empty);
        QVERIFY(html.contains(QStringLiteral("No point has a result yet.")));
        QCOMPARE(nestloom::testing::markupProblem(html), QString());
        QVERIFY(!html.contains(QStringLiteral("nan")));
    }

    void aSinglePointHasAnAxisToo()
    {
        records::SweepRecord single = sweep();
        single.results = {result(0, 4000, 5e6)};
        QCOMPARE(nestloom::testing::emptyFigure(report::sweepReport(single)), QString());
        QCOMPARE(report::ticksBetween(5, 5, 6).front() <= 5, true);
    }

    void ticksEnclose_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::newRow("thousands") << 1000.0 << 5000.0;
        QTest::newRow("narrow") << 1'000'000.0 << 1'000'100.0;
        QTest::newRow("around zero") << -3.0 << 4.0;
        QTest::newRow("zero") << 0.0 << 0.0;
    }
    void ticksEnclose()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        const auto marks = report::ticksBetween(from, to, 6);
        QVERIFY(marks.size() >= 2 && marks.size() <= 15);
        QVERIFY(marks.front() <= from && marks.back() >= to);
        for (std::size_t i = 1; i < marks.size(); ++i)
            QVERIFY(marks[i] > marks[i - 1]);
    }
};

QTEST_GUILESS_MAIN(TestSweepReport)
#include "tst_sweep_report.moc"
