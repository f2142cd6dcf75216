// SPDX-License-Identifier: Apache-2.0
// bench_graph_view [OPERATORS ...]   how the graph of a network of that many operators (default 2,000 and 5,000)
// answers at 1366x768: CPU time of the window's thread until the graph is there with its blocks closed and open, CPU
// time of the layout beside it, how soon a cancelled layout stops, one frame of panning and zooming, and closing a
// block. Build it as release, run it with QT_QPA_PLATFORM=offscreen.
#include "engine/base/rng.h"
#include "engine/base/run_control.h"
#include "tests/bench/distribution.h"
#include "ui/features/graph/graph_view.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QEventLoop>
#include <QMouseEvent>
#include <QPixmap>
#include <QThreadPool>
#include <QWheelEvent>

#include <cstdlib>
#include <ctime>

using namespace nestloom;

namespace {

constexpr int kFrames = 41;
constexpr std::size_t kBlock = 16; // operators

double threadMs() { return std::chrono::duration<double, std::milli>(threadCpuTime()).count(); }
double processMs() { return 1e3 * double(std::clock()) / CLOCKS_PER_SEC; }

/// Blocks of 16 operators in a row of stages: chains of three branches that meet at the end of each block, with an edge
/// past some blocks, as in networks found by search.
std::shared_ptr<const workload::OperatorGraph> blocksInARow(std::size_t operators)
{
    Rng rng(7);
    workload::OperatorGraph graph;
    graph.name = "blocks";
    std::vector<TensorId> ends{workload::append(graph, "input", "input", {}, {4096})};
    for (std::size_t block = 0; graph.operators.size() < operators; ++block) {
        const std::string path = "stage" + std::to_string(block / 12) + ".block" + std::to_string(block % 12) + ".";
        std::vector<TensorId> branches(3, ends.back());
        for (std::size_t i = 0; i + 1 < kBlock && graph.operators.size() + 1 < operators; ++i) {
            TensorId& branch = branches[rng.below(3)];
            branch = workload::append(graph, path + "conv" + std::to_string(i), "conv", {branch},
                                      {std::int64_t(1024 + rng.below(4096))}, {{2048}});
        }
        if (rng.below(3) == 0)
            branches.push_back(ends[ends.size() - 1 - rng.below(std::min<std::size_t>(4, ends.size()))]);
        std::sort(branches.begin(), branches.end(), [](TensorId a, TensorId b) { return a.value < b.value; });
        branches.erase(
            std::unique(branches.begin(), branches.end(), [](TensorId a, TensorId b) { return a.value == b.value; }),
            branches.end());
        ends.push_back(workload::append(graph, path + "sum", "add", branches, {4096}));
    }
    return std::make_shared<const workload::OperatorGraph>(std::move(graph));
}

void waitFor(ui::GraphView& view)
{
    while (view.isBusy())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QApplication::processEvents();
}

template <typename Act>
void measureFrames(const char* what, ui::GraphView& view, Act act)
{
    QPixmap picture(view.size());
    std::vector<double> times;
    for (int i = 0; i < kFrames; ++i) {
        const double from = threadMs();
        act(i);
        view.render(&picture);
        times.push_back(threadMs() - from);
    }
    bench::print(what, times, "ms of CPU");
}

void send(ui::GraphView& view, QEvent::Type type, QPointF at)
{
    QMouseEvent event(type, at, view.mapToGlobal(at), Qt::LeftButton,
                      type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, {});
    QApplication::sendEvent(&view, &event);
}

void turnWheel(ui::GraphView& view, int steps)
{
    const QPointF at(view.width() / 2.0, view.height() / 2.0);
    QWheelEvent event(at, view.mapToGlobal(at), {}, {0, 120 * steps}, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

void measureMoves(ui::GraphView& view, const char* zoom)
{
    char name[80];
    const QPointF centre(view.width() / 2.0, view.height() / 2.0);
    send(view, QEvent::MouseButtonPress, centre);
    std::snprintf(name, sizeof name, "  %s, panned", zoom);
    measureFrames(name, view,
                  [&](int i) { send(view, QEvent::MouseMove, centre + QPointF(7 * (i % 9), 5 * (i % 7) + 8)); });
    send(view, QEvent::MouseButtonRelease, centre);
    std::snprintf(name, sizeof name, "  %s, selection moved", zoom);
    measureFrames(name, view, [&](int i) { view.showOperator({std::uint32_t(i % 5)}); });
    std::snprintf(name, sizeof name, "  %s, zoomed", zoom);
    measureFrames(name, view, [&](int i) { turnWheel(view, i % 2 == 0 ? 1 : -1); });
}

/// From a cancel until the layout's thread has nothing to do any more.
void measureCancel(ui::GraphView& view)
{
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        view.closeAll();
        waitFor(view);
        view.openAll();
        const auto begun = std::chrono::steady_clock::now();
        while (view.isBusy() && std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(4 * i + 1))
            QApplication::processEvents();
        const double from = processMs();
        view.cancelLayout();
        QThreadPool::globalInstance()->waitForDone();
        times.push_back(processMs() - from);
    }
    bench::print("  cancelled layout, until its thread rests", times, "ms of CPU");
}

void measure(std::size_t operators)
{
    const auto graph = blocksInARow(operators);
    ui::GraphView view;
    view.resize(1366, 768);
    double from = threadMs();
    view.setGraph(graph);
    const double set = threadMs() - from;
    waitFor(view);
    std::printf("%zu operators\n  shown with %zu nodes: %.1f ms of CPU at once, %.1f ms with the layout taken\n",
                operators, view.folded().nodes.size(), set, threadMs() - from);
    from = threadMs();
    const double all = processMs();
    view.openAll();
    const double asked = threadMs() - from;
    waitFor(view);
    const double own = threadMs() - from;
    std::printf("  all blocks open, %zu nodes, %zu edges: %.1f ms of CPU at once, %.1f ms with the layout taken, %.1f "
                "ms beside it\n",
                view.folded().nodes.size(), view.folded().edges.size(), asked, own, processMs() - all - own);
    measureMoves(view, "whole graph");
    for (const int steps : {6, 4, 4, 4}) {
        turnWheel(view, steps);
        measureMoves(view, steps == 6 ? "nearer" : "nearer still");
    }
    view.fit();
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        from = threadMs();
        view.toggleBlock(int(view.folded().nodes.size() / 2)); // closes the block around it, then opens it again
        waitFor(view);
        times.push_back(threadMs() - from);
    }
    bench::print("  block closed or opened", times, "ms of CPU");
    measureCancel(view);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    ui::applyTheme(application, ui::ThemeKind::Light);
    if (argc < 2)
        for (const std::size_t operators : {std::size_t(2000), std::size_t(5000)})
            measure(operators);
    for (int i = 1; i < argc; ++i)
        measure(std::size_t(std::max(2, std::atoi(argv[i]))));
    return 0;
}
