// SPDX-License-Identifier: GPL-3.0-or-later
// How long the Pareto view takes with many points: what a user waits for while the pointer moves, zooms, or points
// arrive. Times are processor time of this thread. Run with QT_QPA_PLATFORM=offscreen.
#include "engine/base/run_control.h"
#include "ui/charts/pareto_view.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QPixmap>

#include <algorithm>
#include <cstdio>
#include <random>

namespace {

using namespace nestloom;
using namespace nestloom::ui;

template <typename Action>
void measure(const char* what, int points, int repeats, Action action)
{
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const auto before = threadCpuTime();
        action(i);
        times.push_back(std::chrono::duration<double, std::milli>(threadCpuTime() - before).count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%7d points  %-28s median %7.2f ms  worst %7.2f ms\n", points, what, times[times.size() / 2],
                times.back());
}

std::vector<ParetoPoint> randomPoints(int count, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0.01, 1);
    std::vector<ParetoPoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({uniform(random), uniform(random), i % 2, i % 12, false});
    return points;
}

void measureView(int count)
{
    ParetoView view;
    view.setChoices({QStringLiteral("Cycles"), QStringLiteral("Energy")});
    view.setAxis(ParetoView::X, 0, {{QStringLiteral("cycle")}, false, nullptr});
    view.setAxis(ParetoView::Y, 1, {{QStringLiteral("J")}, false, nullptr});
    view.resize(1200, 700);
    QPixmap picture(view.size());
    const std::vector<ParetoPoint> points = randomPoints(count, 1);
    measure("set", count, 5, [&](int) { view.setPoints(points); });
    measure("zoom and paint", count, 11, [&](int i) {
        view.setLog(ParetoView::X, i % 2 == 0); // moves every point
        view.render(&picture);
    });
    measure("paint while hovering", count, 21, [&](int i) {
        view.setCurrent(view.pointAt(view.plot().center() + QPointF(i, i)));
        view.render(&picture);
    });
    measure("50 more and paint", count, 11, [&](int i) {
        view.addPoints(randomPoints(50, unsigned(i + 2)));
        view.render(&picture);
    });
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    applyTheme(application, ThemeKind::Light);
    for (const int count : {1'000, 10'000, 100'000})
        measureView(count);
    return 0;
}
