// SPDX-License-Identifier: Apache-2.0
// bench_summary_chart   how long each of the small charts takes from its data to its picture, in CPU time of the
// window's thread: in a chart that was empty before, and with the next data. Run it with QT_QPA_PLATFORM=offscreen.
#include "engine/base/run_control.h"
#include "tests/bench/distribution.h"
#include "tests/support/tiled_layers.h"
#include "tests/ui/features/memory/sample_graph.h"
#include "tests/ui/features/noc/sample_simulation.h"
#include "tests/ui/features/nodes/node_samples.h"
#include "tests/ui/support/fake_askers.h"
#include "ui/features/memory/budget_chart.h"
#include "ui/features/memory/traffic_bars.h"
#include "ui/features/noc/time_share_bar.h"
#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/tradeoff_panel.h"
#include "ui/features/proof/convergence_chart.h"
#include "ui/features/tiles/movement_bars.h"
#include "ui/features/tiles/ratio_columns.h"
#include "ui/parts/paper_terms_bar.h"

#include <QApplication>
#include <QPixmap>

#include <memory>

using namespace nestloom;

namespace {

double milliseconds(std::chrono::nanoseconds time) { return std::chrono::duration<double, std::milli>(time).count(); }

/// `make` gives a chart, `tell` gives it its data.
template <typename Make, typename Tell>
void measure(const char* name, QSize size, Make make, Tell tell)
{
    constexpr int kRepeats = 61;
    std::vector<double> making, first, next;
    QPixmap picture(size);
    for (int i = 0; i < kRepeats; ++i) {
        auto from = threadCpuTime();
        auto chart = make();
        making.push_back(milliseconds(threadCpuTime() - from));
        chart->resize(size);
        for (std::vector<double>* times : {&first, &next}) {
            from = threadCpuTime();
            tell(*chart);
            chart->render(&picture);
            times->push_back(milliseconds(threadCpuTime() - from));
        }
    }
    std::printf("%-14s %8.3f %8.3f %8.3f %8.3f\n", name, bench::quantile(making, 0.5), bench::quantile(first, 0.5),
                bench::quantile(next, 0.5), bench::quantile(next, 0.95));
    if (const QByteArray folder = qgetenv("NESTLOOM_GRAB_DIR"); !folder.isEmpty())
        picture.save(QString::fromUtf8(folder) + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
}

void measurePaperTerms()
{
    measure(
        "paper terms", {600, 26}, [] { return std::make_unique<ui::PaperTermsBar>(); },
        [](auto& chart) {
            chart.setTerms({14.2, 21.5, 9.1, 26.6}, {});
        });
}

void measureTimeShares()
{
    ui::sample::Simulated simulated;
    simulated.finish();
    measure(
        "time shares", {600, 36}, [&] { return std::make_unique<ui::TimeShareBar>(simulated.shown); },
        [&](auto&) { Q_EMIT simulated.shown.stateChanged(); });
}

void measureMemory()
{
    const workload::Network network = ui::spillingNetwork();
    ui::FakePlans planner;
    ui::ShownPlan plan(&planner);
    ui::PlanFocus focus;
    plan.setScratchpad(schedule::cosma::budgets(network.graph, {})->least);
    plan.setNetwork(network);
    plan.setActive(true);
    planner.answerNow(planner.last);
    measure(
        "traffic", {380, 150}, [&] { return std::make_unique<ui::TrafficBars>(plan, focus); },
        [&](auto&) { Q_EMIT plan.planChanged(); });
    measure(
        "budget curve", {380, 150}, [&] { return std::make_unique<ui::BudgetChart>(plan); },
        [&](auto&) { Q_EMIT plan.curveChanged(); });
}

void measureNodes()
{
    ui::FakeNodes page, own;
    ui::ShownNodes nodes(&page);
    nodes.setNetwork(tests::alexnet());
    nodes.setAccelerator(tests::presetAccelerator("accelerators/kapla-4x4.yaml"));
    nodes.setOptions(tests::quickOptions());
    nodes.setActive(true);
    page.tell(page.last, tests::sampleNodeRun());
    measure(
        "node energy", {420, 150}, [&] { return std::make_unique<ui::NodeEnergyBars>(nodes); },
        [&](auto&) { Q_EMIT nodes.runChanged(); });
    ui::ChainTradeoff tradeoff(nodes, &own);
    tradeoff.start();
    for (std::size_t i = 0; i < ui::ChainTradeoff::kChains.size(); ++i) {
        kapla::NodeRun run = tests::sampleNodeRun();
        run.schedule->cost *= 1 + 0.01 / double(i + 1);
        run.cpuMs = 10 + 7 * double(i);
        own.tell(own.last, run);
    }
    measure(
        "trade-off", {560, 260}, [&] { return std::make_unique<ui::TradeoffChart>(tradeoff, nodes); },
        [&](auto&) { Q_EMIT tradeoff.changed(); });
}

void measureTiles()
{
    ui::FakeTiles scheduler;
    ui::ShownTiles tiles(&scheduler);
    tiles.setActive(true);
    tiles.setMachine(QStringLiteral("small"), tests::smallMachine());
    tiles.setNetwork(tests::tiledNetwork());
    scheduler.answerNow(scheduler.last);
    measure(
        "movements", {420, 150}, [&] { return std::make_unique<ui::MovementBars>(tiles); },
        [&](auto&) { Q_EMIT tiles.detailChanged(); });
    std::vector<ui::RatioColumns::Group> groups;
    for (int i = 0; i < 20; ++i)
        groups.push_back({QStringLiteral("layer%1.0.conv2").arg(i), 1 + 0.02 * (i % 9), 1 - 0.01 * (i % 4), {}});
    measure(
        "ratio columns", {420, 150}, [&] { return std::make_unique<ui::RatioColumns>(QStringLiteral("ratios")); },
        [&](auto& chart) { chart.setGroups(groups); });
}

void measureConvergence()
{
    schedule::Convergence all;
    for (const char* engine : {"cosa", "random", "hybrid", "annealing"}) {
        schedule::ConvergenceCurve curve;
        curve.engine = engine;
        curve.goal = schedule::Objective::Energy;
        curve.state = schedule::ConvergenceCurve::State::Done;
        for (int i = 1; i <= 40; ++i)
            curve.points.push_back({i * i * 3, double(i) * i * 0.3, 400e6 / i + 90e6});
        curve.evaluations = 9000;
        curve.cpuMs = 900;
        all.curves.push_back(curve);
    }
    all.bounds = {{schedule::Objective::Energy, 95e6, true}};
    measure(
        "convergence", {760, 300}, [] { return std::make_unique<ui::ConvergenceChart>(); },
        [&](auto& chart) { chart.setConvergence(all, schedule::Objective::Energy); });
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    ui::applyTheme(application, ui::ThemeKind::Light);
    std::printf("ms of CPU      made   first data  next data  95 %% of those below\n");
    measurePaperTerms();
    measureTimeShares();
    measureMemory();
    measureNodes();
    measureTiles();
    measureConvergence();
    return 0;
}
