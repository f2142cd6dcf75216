// SPDX-License-Identifier: Apache-2.0
// bench_memory_map [BOXES]   how long the memory map takes to paint a plan of that many boxes (default 100,000) at
// 1366x768, in CPU time of the window's thread: all of it, zoomed in, panned, and with the cursor moved. Build it as
// release, run it with QT_QPA_PLATFORM=offscreen.
#include "engine/base/run_control.h"
#include "tests/bench/distribution.h"
#include "ui/features/memory/memory_map.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QPixmap>

#include <cstdlib>

using namespace nestloom;

namespace {

constexpr int kLanes = 64; // tensors that lie in the scratchpad at once

/// Answers every question with one plan.
class OnePlan : public ui::PlanAsker {
public:
    void ask(ui::PlanQuestion, QObject*, std::function<void(const ui::PlanNews&)> hear) override { m_hear = hear; }
    void finish() override {}
    void stop() override {}
    void tell(const schedule::cosma::PlanAnswer& answer) { m_hear({answer, {}, true, {}}); }

private:
    std::function<void(const ui::PlanNews&)> m_hear;
};

/// Operators in a row with one parameter each; every output stays for 64 steps, and every fourth one is spilled
/// halfway.
schedule::cosma::PlanAnswer rowOfOperators(int boxes)
{
    workload::OperatorGraph graph;
    graph.name = "row";
    auto plan = std::make_shared<memory::MemoryPlan>();
    const int operators = boxes * 4 / 9; // 2.25 boxes for each
    for (int o = 0; o < operators; ++o) {
        std::vector<TensorId> inputs;
        for (const int back : {1, kLanes - 1})
            if (o >= back && (inputs.empty() || back > 1))
                inputs.push_back({std::uint32_t(o - back)});
        workload::append(graph, "op" + std::to_string(o), o == 0 ? "input" : "conv", inputs, {1024 + 256 * (o % 13)},
                         {{512}});
        plan->order.push_back({std::uint32_t(o)});
        const std::size_t first = std::size_t(o);
        const std::size_t last = std::min(first + kLanes - 1, std::size_t(operators - 1));
        const Bytes lane{(o % kLanes) * 4096};
        if (o % 4 == 0 && last - first > 40) {
            plan->residencies.push_back({{std::uint32_t(o)}, first, first + 10, lane});
            plan->residencies.push_back({{std::uint32_t(o)}, first + 30, last, lane});
        } else {
            plan->residencies.push_back({{std::uint32_t(o)}, first, last, lane});
        }
        plan->parameters.push_back({{std::uint32_t(o)}, 0, {kLanes * 4096}});
    }
    plan->budget = {kLanes * 4096 + 4096};
    plan->traffic = memory::traffic(graph, plan->residencies);
    schedule::cosma::PlanAnswer answer;
    answer.steps = std::make_shared<const std::vector<memory::PlanStep>>(memory::planSteps(graph, *plan));
    answer.graph = std::make_shared<const workload::OperatorGraph>(std::move(graph));
    answer.budgets = {plan->budget, plan->budget, plan->budget, true};
    answer.status = SolveStatus::Feasible;
    answer.plan = std::move(plan);
    answer.ended = true;
    return answer;
}

template <typename Act>
void measure(const char* what, ui::MemoryMap& map, Act act)
{
    constexpr int kRepeats = 41;
    QPixmap picture(map.size());
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i) {
        const auto from = threadCpuTime();
        act(i);
        map.render(&picture);
        times.push_back(std::chrono::duration<double, std::milli>(threadCpuTime() - from).count());
    }
    bench::print(what, times, "ms of CPU");
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    ui::applyTheme(application, ui::ThemeKind::Light);
    OnePlan planner;
    ui::ShownPlan plan(&planner);
    ui::PlanFocus focus;
    ui::MemoryMap map(plan, focus);
    map.resize(1366, 768);
    workload::OperatorGraph named;
    workload::append(named, "any", "input", {}, {1});
    plan.setNetwork(workload::networkOf(named, ""));
    plan.setActive(true);
    const auto from = threadCpuTime();
    planner.tell(rowOfOperators(argc > 1 ? std::atoi(argv[1]) : 100'000));
    focus.setStepCount(int(plan.steps().size()));
    std::printf("%zu boxes, %d steps; shown after %.1f ms of CPU\n", plan.boxes().all().size(), focus.stepCount(),
                std::chrono::duration<double, std::milli>(threadCpuTime() - from).count());
    measure("everything in sight, painted anew", map, [&](int i) { focus.zoom(0, i % 2 == 0 ? 1.01 : 0.9); });
    focus.fit();
    measure("step cursor moved", map, [&](int i) { focus.setStep(i * 97); });
    focus.setStep(focus.stepCount() / 2);
    for (const double factor : {4.0, 8.0, 16.0}) {
        focus.zoom(focus.step(), factor);
        char name[64];
        std::snprintf(name, sizeof name, "panned, %.0f steps in sight", focus.high() - focus.low());
        measure(name, map, [&](int i) { focus.pan(i % 2 == 0 ? 3 : -3); });
    }
    return 0;
}
