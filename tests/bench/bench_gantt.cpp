// SPDX-License-Identifier: Apache-2.0
// bench_gantt [EVENTS]   how long a Gantt chart takes to paint a trace of that many events (default 1,000,000) at
// 1366x768, in CPU time of the window's thread: all of it, zoomed in, and panned, on few lanes and on many. Build it as
// release, run it with QT_QPA_PLATFORM=offscreen.
#include "engine/base/rng.h"
#include "engine/base/run_control.h"
#include "tests/bench/distribution.h"
#include "ui/charts/gantt_chart.h"

#include <QApplication>

#include <cstdlib>

using namespace nestloom;

namespace {

std::shared_ptr<trace::Trace> randomTrace(int events, std::uint32_t lanes)
{
    auto trace = std::make_shared<trace::Trace>();
    trace->kinds = {"compute", "load inputs", "load weights", "write outputs"};
    trace->labels = {"OT[1,2]", "IN[0,3]", "WT[4,1]"};
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
        trace->lanes.push_back({"lane " + std::to_string(lane), ""});
    Rng rng(11);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        std::int64_t at = 0;
        for (int i = 0; i < events / int(lanes); ++i) {
            const std::int64_t begin = at + std::int64_t(rng.below(40));
            at = begin + 20 + std::int64_t(rng.below(200));
            trace->events.push_back({begin, at, std::int64_t(rng.below(4096)), lane, std::uint32_t(rng.below(3)),
                                     std::uint16_t(rng.below(4))});
        }
    }
    return trace;
}

template <typename Act>
void measure(const char* what, ui::GanttChart& chart, Act act)
{
    constexpr int kRepeats = 41;
    QPixmap picture(chart.size());
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i) {
        const auto from = threadCpuTime();
        act(i);
        chart.render(&picture);
        times.push_back(std::chrono::duration<double, std::milli>(threadCpuTime() - from).count());
    }
    bench::print(what, times, "ms of CPU");
}

void measureLanes(int events, std::uint32_t lanes)
{
    const auto trace = randomTrace(events, lanes);
    const auto from = threadCpuTime();
    const auto index = std::make_shared<const trace::TraceIndex>(trace);
    std::printf("%zu events on %u lanes; indexed in %.0f ms of CPU\n", trace->events.size(), lanes,
                std::chrono::duration<double, std::milli>(threadCpuTime() - from).count());
    ui::TimeFocus focus;
    ui::GanttChart chart(focus);
    chart.resize(1366, 768);
    const auto colour = [](const ui::Theme& theme) { return theme.accent; };
    chart.setTrace(index, {{colour, false}, {colour, true}, {colour, false}, {colour, true}});
    const double all = double(focus.end());
    measure("everything in sight, painted anew", chart, [&](int i) { focus.zoom(0, i % 2 == 0 ? 1.01 : 0.9); });
    focus.fit();
    measure("cursor moved", chart, [&](int i) { focus.setCursor(std::int64_t(all / 2) + i * 977); });
    for (const double shown : {1e5, 1e4, 1e3, 1e2}) {
        focus.fit();
        focus.zoom(all / 2, double(trace->events.size()) / shown);
        char name[64];
        std::snprintf(name, sizeof name, "panned, %.0f events in sight", shown);
        measure(name, chart, [&](int i) { focus.pan((i % 2 == 0 ? 0.02 : -0.02) * (focus.high() - focus.low())); });
    }
    focus.fit();
    measure("wheel, from all to single events", chart, [&](int) { focus.zoom(all / 3, 1.35); });
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    ui::applyTheme(application, ui::ThemeKind::Light);
    for (const std::uint32_t lanes : {5u, 64u})
        measureLanes(argc > 1 ? std::atoi(argv[1]) : 1'000'000, lanes);
    return 0;
}
