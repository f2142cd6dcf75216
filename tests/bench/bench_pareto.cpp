// SPDX-License-Identifier: Apache-2.0
// bench_pareto [POINTS...]   what a user of the Pareto page waits for with 1,000, 10,000 and 100,000 points at
// 1366x768, in CPU time of the window's thread: frames of the chart while the mouse moves, and the longest turn of the
// event loop of what happens once. Build it as release. EVENT_MS in the environment: prints each event that takes as
// long.
#include "engine/base/rng.h"
#include "tests/bench/distribution.h"
#include "tests/support/loop_watch.h"
#include "tests/ui/support/sample_sweep.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/charts/pareto_view.h"
#include "ui/features/sweep/figures_view.h"
#include "ui/features/sweep/pareto_page.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_point_panel.h"
#include "ui/widgets/copyable_table.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>
#include <cstdlib>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

/// Ten values each on as many of five axes as the points need.
explore::SweepInputs inputsOf(int points)
{
    explore::SweepInputs inputs = sample::sweep();
    inputs.space.axes.clear();
    int left = points;
    for (const char* path : {"levels.GlobalBuffer.capacity", "levels.WeightBuffer.capacity",
                             "levels.LocalBuffer.capacity", "levels.DRAM.read_bandwidth", "clock"}) {
        explore::Axis axis{path, {}};
        for (int i = 1; i <= std::min(left, 10); ++i)
            axis.values.push_back(std::string_view(path) == "clock" ? i * 1e8 : i * 8192.0);
        left = std::max(1, left / 10);
        inputs.space.axes.push_back(axis);
    }
    return inputs;
}

std::vector<explore::PointResult> resultsOf(const explore::SweepInputs& inputs)
{
    std::vector<explore::PointResult> results;
    Rng rng(5);
    for (std::size_t i = 0; i < explore::count(inputs.space); ++i) {
        const std::vector<double> v = explore::valuesAt(inputs.space, i);
        const double noise = 1 + 0.2 * double(rng.below(1000)) / 1000;
        explore::PointResult result = sample::point(i % 6);
        result.point = i;
        result.cost->cycles = Cycles{std::int64_t(1e9 * (1.1 - v[0] / 81'920) * (1.2 - v[3] / 81'920) * noise)};
        result.cost->energy = Picojoules{1e6 * noise * std::sqrt(v[0] + 2 * v[2])};
        result.cost->edpJouleSeconds = result.cost->energy.count * 1e-12 * double(result.cost->cycles.count) / v[4];
        result.cost->onChip = Bytes{std::int64_t(v[0] + v[1] + v[2])};
        result.cost->utilization = noise / 2;
        if (rng.below(50) == 0)
            result = sample::infeasiblePoint(i);
        results.push_back(result);
    }
    return results;
}

class Bench {
public:
    Bench(WatchedApplication& application, int points) : m_application(application), m_points(points)
    {
        m_record = {sample::summary(7), inputsOf(points), {}};
        m_record.results = resultsOf(m_record.inputs);
    }

    void run()
    {
        m_fixture.window.showTab(MainWindow::Tab::Pareto);
        settle();
        once("stored sweep shown", [&] {
            m_shown->open(7);
            Q_EMIT m_fixture.session.fakeSweeps.loaded(m_record);
        });
        const QPointF centre = m_view->plot().center();
        frames("hover", 200,
               [&](int i) { mouse(QEvent::MouseMove, centre + QPointF(i % 50 - 25, i % 37 - 18), false); });
        mouse(QEvent::MouseButtonPress, centre, true);
        frames("pan", 60, [&](int i) { mouse(QEvent::MouseMove, centre + QPointF(4 * (i % 30), 2 * (i % 30)), true); });
        mouse(QEvent::MouseButtonRelease, centre, false);
        frames("zoom", 40, [&](int i) { wheel(centre, i % 20 < 10 ? 1 : -1); });
        m_view->fit();
        const QRectF plot = m_view->plot();
        mouse(QEvent::MouseButtonPress, centre, true, Qt::ShiftModifier);
        frames("lasso drawn", 200, [&](int i) {
            const double turn = i * 0.0314;
            mouse(QEvent::MouseMove,
                  centre + QPointF(std::cos(turn) * plot.width() / 3, std::sin(turn) * plot.height() / 3), true,
                  Qt::ShiftModifier);
        });
        once("lasso closed, table filtered",
             [&] { mouse(QEvent::MouseButtonRelease, centre, false, Qt::ShiftModifier); });
        std::printf("%28s  (caught %zu)\n", "", m_shown->chosen() ? m_shown->chosen()->size() : 0);
        once("all points again", [&] { m_shown->setChosen(std::nullopt); });
        double high = 0;
        for (const ParetoPoint& point : m_view->points())
            high = std::isfinite(point.x) ? std::max(high, point.x) : high;
        frames("limit dragged", 40, [&](int i) { m_view->setLimit(ParetoView::X, high * (1 - 0.01 * i)); });
        once(
            "limit rests, table filtered", [&] {}, 300);
        once(
            "limit removed", [&] { m_view->setLimit(ParetoView::X, std::nullopt); }, 300);
        frames("point selected", 40, [&](int i) { m_shown->setCurrent(i * m_points / 41); });
        once("axis chosen", [&] { choose("paretoY", QStringLiteral("Energy")); });
        once("colour chosen", [&] { choose("paretoColour", QStringLiteral("none")); });
        FiguresView* figures = m_page->figures();
        once(
            "matrix of fronts", [&] { m_page->kinds()->button(FiguresView::Matrix)->click(); }, 150,
            [&] { return figures->matrix()->isReady(); });
        ParallelView* parallel = figures->parallel();
        once(
            "parallel axes", [&] { m_page->kinds()->button(FiguresView::Parallel)->click(); }, 150,
            [&] { return parallel->isReady(); });
        frames(
            "range dragged", 40,
            [&](int i) {
                const auto [low, high] = std::ranges::minmax(parallel->axes()[0].values);
                parallel->setRange(0, ParallelView::Range{low, high - (high - low) * 0.02 * i});
            },
            parallel);
        once(
            "range rests, table filtered", [&] {}, 300);
        once("all points again", [&] { m_shown->setChosen(std::nullopt); });
        once("chart again", [&] { m_page->kinds()->buttons().first()->click(); });
        CopyableTable* table = m_page->panel()->table();
        once("table sorted by energy", [&] { table->sortByColumn(m_shown->points().columnOf(7), Qt::AscendingOrder); });
        once("table sorted by status",
             [&] { table->sortByColumn(m_shown->points().statusColumn(), Qt::AscendingOrder); });
        once(
            "text looked for", [&] { m_page->panel()->findChild<QLineEdit*>()->setText(QStringLiteral("raise")); }, 200,
            [&] { return table->model()->rowCount() < m_points / 2; });
        once("text cleared", [&] { m_page->panel()->findChild<QLineEdit*>()->clear(); });
        once("50 more points, live", [&] { addLive(); });
    }

private:
    void settle(int ms = 150, const std::function<bool()>& done = {})
    {
        QElapsedTimer waited;
        waited.start();
        while (!waited.hasExpired(ms) || (done && !done() && !waited.hasExpired(30'000)))
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 10);
    }
    void once(const char* what, const std::function<void()>& act, int ms = 150, const std::function<bool()>& done = {})
    {
        settle(50);
        m_application.takeLongestMs();
        QTimer::singleShot(0, m_view, act);
        settle(ms, done);
        settle(50); // the end of a long turn
        std::printf("%7d points  %-28s longest turn %6.1f ms\n", m_points, what, m_application.takeLongestMs());
    }
    void frames(const char* what, int count, const std::function<void(int)>& act, QWidget* view = nullptr)
    {
        settle(50);
        std::vector<double> times;
        for (int i = 0; i < count; ++i) {
            const auto from = threadCpuTime();
            act(i);
            (view ? view : m_view)->repaint();
            times.push_back(std::chrono::duration<double, std::milli>(threadCpuTime() - from).count());
        }
        std::printf("%7d points  %-28s frame median %6.2f, 95 %% below %6.2f, at most %6.2f ms\n", m_points, what,
                    bench::quantile(times, 0.5), bench::quantile(times, 0.95), bench::quantile(times, 1));
    }
    void mouse(QEvent::Type type, QPointF at, bool held, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(type, at, m_view->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          held ? Qt::LeftButton : Qt::NoButton, modifiers);
        QCoreApplication::sendEvent(m_view, &event);
    }
    void wheel(QPointF at, int notches)
    {
        QWheelEvent event(at, m_view->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view, &event);
    }
    void choose(const char* box, const QString& entry)
    {
        auto* choice = m_page->findChild<QComboBox*>(QLatin1String(box));
        choice->setCurrentIndex(choice->findText(entry));
        Q_EMIT choice->activated(choice->currentIndex());
    }
    /// A sweep of this size that runs: the points of before, and 50 more.
    void addLive()
    {
        m_shown->points().addPoints({m_record.results.begin(), m_record.results.begin() + 50});
        Q_EMIT m_shown->pointsAdded();
    }

    WatchedApplication& m_application;
    const int m_points;
    SweepRecord m_record;
    WindowFixture m_fixture;
    ShownSweep* m_shown = m_fixture.window.findChild<ShownSweep*>();
    ParetoPage* m_page = m_fixture.window.findChild<ParetoPage*>();
    ParetoView* m_view = m_page->view();
};

} // namespace

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    WatchedApplication application(argc, argv);
    applyTheme(application, ThemeKind::Light);
    application.printEventsFrom(qEnvironmentVariableIntValue("EVENT_MS"));
    std::vector<int> sizes{1'000, 10'000, 100'000};
    if (argc > 1) {
        sizes.clear();
        for (int i = 1; i < argc; ++i)
            sizes.push_back(std::atoi(argv[i]));
    }
    for (const int points : sizes)
        Bench(application, points).run();
    return 0;
}
