// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/memory/memory_controls.h"
#include "ui/features/memory/memory_map.h"
#include "ui/features/memory/memory_page.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"

#include <QTabWidget>
#include <QToolButton>

namespace nestloom::ui {

namespace {

using State = ShownPlan::State;

class MemoryTour {
public:
    explicit MemoryTour(MainWindow& window)
        : m_window(window), m_page(window.findChild<MemoryPage*>(QStringLiteral("memoryPage")))
    {
    }

    void open()
    {
        m_window.showTab(MainWindow::Tab::MemoryMap);
        m_page->map()->setFocus();
    }
    const char* settled() const
    {
        const State state = m_page->plan().state();
        return state == State::Planning ? "the plan" : nullptr;
    }
    const char* curve() const
    {
        const bool isThere = !m_page->plan().question().graph || m_page->plan().isCurveComplete();
        return isThere ? settled() : "the budget curve";
    }
    void choose(std::size_t chip) { m_page->controls()->chip(chip)->click(); }
    /// The first tensor that comes back, and the steps around it.
    void selectSpilled()
    {
        for (const PlanBox& box : m_page->plan().boxes().all())
            if (box.spilled) {
                m_page->planFocus().setStep(box.last);
                m_page->planFocus().select({OperatorId{box.op}, TensorId{std::uint32_t(box.tensor)}});
                m_page->planFocus().zoom(box.last, 6);
                break;
            }
    }
    /// The middle third of the steps.
    bool markSteps()
    {
        m_page->map()->fit();
        const int steps = m_page->planFocus().stepCount();
        m_page->planFocus().setRange(StepRange{steps / 3, 2 * steps / 3});
        charts()->setCurrentIndex(1);
        return steps > 0;
    }
    bool showBaselines()
    {
        m_page->planFocus().setRange(std::nullopt);
        m_page->map()->fit();
        charts()->setCurrentIndex(1);
        return charts()->currentIndex() == 1;
    }
    void keepPlan() { m_page->keep(); }
    const char* kept() const
    {
        return m_page->plan().storedAs() != 0 || !m_page->plan().hasPlan() ? nullptr : "the kept plan";
    }
    void openKept() { m_window.workbench().openRun(m_page->plan().storedAs()); }
    const char* opened() const { return kept(); }
    void fuse()
    {
        charts()->setCurrentIndex(0);
        m_window.workbench().setMemoryOptions({.fused = true});
    }
    void leave()
    {
        m_window.workbench().setMemoryOptions({});
        m_window.showTab(MainWindow::Tab::Summary);
    }

private:
    QTabWidget* charts() const { return m_page->findChild<QTabWidget*>(QStringLiteral("memoryCharts")); }

    MainWindow& m_window;
    MemoryPage* m_page;
};

} // namespace

std::vector<TourStep> memoryTour(MainWindow& window)
{
    const auto tour = std::make_shared<MemoryTour>(window);
    const auto settled = [tour] { return tour->settled(); };
    const auto curve = [tour] { return tour->curve(); };
    return {
        {"memory-too-small", [tour] { return tour->open(); }, curve},
        {"memory-map", [tour] { return tour->choose(0); }, curve},
        {"memory-selected", [tour] { return tour->selectSpilled(); }, settled},
        {"memory-range", [tour] { return tour->markSteps(); }, settled},
        {"memory-baselines", [tour] { return tour->showBaselines(); }, settled},
        {"memory-kept", [tour] { return tour->keepPlan(); }, [tour] { return tour->kept(); }},
        {"memory-opened", [tour] { return tour->openKept(); }, [tour] { return tour->opened(); }},
        {"", [tour] { return tour->fuse(); }, curve},
        {"memory-fused", [tour] { return tour->choose(0); }, curve},
        {"", [tour] { return tour->leave(); }},
    };
}

} // namespace nestloom::ui
