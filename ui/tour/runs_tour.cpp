// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/accelerator_diff_dialog.h"
#include "ui/features/jobs/jobs_panel.h"
#include "ui/features/runs/run_filter_line.h"
#include "ui/features/runs/runs_page.h"
#include "ui/parts/run_list_model.h"
#include "ui/ports/job_queue.h"
#include "ui/tour/feature_tours.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/toast.h"
#include "ui/window/main_window.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"

#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <set>

namespace nestloom::ui {

namespace {

RunsPage* pageOf(MainWindow& window) { return window.findChild<RunsPage*>(QStringLiteral("runsPage")); }

bool showRuns(MainWindow& window)
{
    window.showTab(MainWindow::Tab::Runs);
    RunsPage* page = pageOf(window);
    if (page->table()->model()->rowCount() == 0)
        return false;
    page->table()->setFocus();
    page->table()->selectRow(page->table()->model()->rowCount() - 1);
    page->actions().star->trigger();
    page->changeTags(QStringLiteral("example paper"));
    return true;
}

void filter(MainWindow& window, const QString& text)
{
    RunFilterLine* line = pageOf(window)->filterLine();
    line->edit()->setFocus();
    line->setText(text);
}

void group(MainWindow& window, int column) { pageOf(window)->setGrouping(column); }

bool deleteOne(MainWindow& window)
{
    filter(window, {});
    group(window, -1);
    RunsPage* page = pageOf(window);
    page->table()->setFocus();
    page->table()->selectRow(0);
    page->actions().remove->trigger();
    return page->toast()->isVisible();
}

void leave(MainWindow& window)
{
    RunsPage* page = pageOf(window);
    page->toast()->undoButton()->click();
    while (page->history().canUndo())
        page->history().undo();
    window.showTab(MainWindow::Tab::Summary);
}

} // namespace

std::vector<TourStep> runsTour(MainWindow& window)
{
    MainWindow* w = &window;
    return {
        {"runs", [w] { return showRuns(*w); }},
        {"runs-grouped", [w] { return group(*w, RunListModel::Network); }},
        {"runs-filter", [w] { return filter(*w, QStringLiteral("net:resnet* cycles<50M tag:paper")); }},
        {"runs-filter-wrong", [w] { return filter(*w, QStringLiteral("net:resnet* cyles<50M")); }},
        {"runs-filter-no-hits", [w] { return filter(*w, QStringLiteral("net:resnet status:failed")); }},
        {"runs-deleted", [w] { return deleteOne(*w); }},
        {"runs-left", [w] { return leave(*w); }},
    };
}

/// Four runs of one layer while the queue is held: the rows show what waits, and in which order.
std::vector<TourStep> queueTour(MainWindow& window)
{
    const auto action = [&window](const char* name) { return window.findChild<QAction*>(QLatin1String(name)); };
    const auto dock = [&window] { return window.findChild<QDockWidget*>(QStringLiteral("jobsDock")); };
    return {
        {"queue",
         [&window, action, dock] {
             action("clearJobs")->trigger();
             action("holdQueue")->setChecked(true);
             ScheduleRequest request{window.workbench().run().accelerator(), window.workbench().run().network(), {}};
             request.network.layers.resize(1);
             request.network.graph = {};
             std::vector<JobId> jobs;
             for (int i = 0; i < 4; ++i)
                 jobs.push_back(window.workbench().session().submit(request));
             JobQueue* queue = jobQueueOf(window.workbench().session());
             queue->move(jobs[3], -2);
             window.workbench().session().cancel(jobs[2]);
             dock()->show();
             dock()->raise();
             return queue->isHeld();
         },
         [&window] {
             return jobQueueOf(window.workbench().session())->waiting().size() == 3
                            && window.findChild<JobsPanel*>()->endedCount() >= 1
                        ? nullptr
                        : "jobs wait";
         }},
        {"",
         [action, dock] {
             action("holdQueue")->setChecked(false);
             dock()->close();
         },
         [&window] { return jobQueueOf(window.workbench().session())->waiting().empty() ? nullptr : "jobs begin"; }},
    };
}

namespace {

class CompareTour {
public:
    explicit CompareTour(MainWindow& window) : m_window(window) {}

    /// A second run, on an accelerator with twice the bandwidth to DRAM and a larger buffer.
    bool startOther()
    {
        const ShownRun& shown = workbench().run(); // on a slow machine a preview may still lie over it
        m_first = shown.storedRun();
        hardware::Accelerator accelerator = shown.storedRequest().accelerator;
        accelerator.levels[0].readBandwidth->count *= 2;
        accelerator.levels[1].capacity = Bytes{accelerator.levels[1].capacity->count * 2};
        workbench().document().setValue(QStringLiteral("levels[1].capacity"), accelerator);
        schedule::ScheduleOptions options = workbench().options();
        options.cosa.objective = shown.storedRequest().options.cosa.objective;
        workbench().setOptions(options);
        m_window.actions().run->trigger();
        return shown.isRunning();
    }

    const char* ended() const
    {
        const ShownRun& run = m_window.workbench().run();
        if (run.isRunning() || run.run() == 0)
            return "the end of the second run";
        return m_window.workbench().baseline().totals() ? nullptr : "the baseline";
    }

    /// The dialog is a window of its own; what is saved is the main window, so this only proves that it opens.
    bool showDiff()
    {
        m_window.findChild<QAction*>(QStringLiteral("compareAccelerator"))->trigger();
        return m_window.findChild<QDialog*>(QStringLiteral("acceleratorDiffDialog")) != nullptr;
    }

    bool showEmpty()
    {
        m_window.findChild<QDialog*>(QStringLiteral("acceleratorDiffDialog"))->close();
        m_window.actions().compareView->trigger();
        return workbench().comparison().runs().empty();
    }

    void compare() { workbench().comparison().compare({m_first, workbench().run().run()}); }

    /// Another run of the store, which the tour cancelled: some layers, and another objective.
    bool addThird()
    {
        for (const RunSummary& run : workbench().session().runs())
            if (run.status == RunStatus::Cancelled && !workbench().comparison().contains(run.id)) {
                workbench().comparison().add(run.id);
                return showTab(0);
            }
        return false;
    }

    /// The newest run of each model, as far as the tour has made some.
    bool compareMethods()
    {
        std::vector<RunId> runs;
        std::set<records::CostModel> models;
        for (const RunSummary& run : workbench().session().runs())
            if (run.isWhole() && models.insert(run.model()).second)
                runs.push_back(run.id);
        workbench().comparison().compare(runs);
        return runs.size() > 1;
    }

    /// Two plans of the network's memory, and two schedules of tiles of its first layer.
    bool startPairs()
    {
        Session& session = workbench().session();
        ScheduleRequest plan{workbench().document().value(), workbench().network(), {}};
        const auto budgets = schedule::cosma::budgets(plan.network.graph, {});
        if (!budgets)
            return false;
        plan.memory.emplace();
        for (const Bytes scratchpad : {budgets->least, budgets->peak}) {
            plan.memory->scratchpad = scratchpad;
            m_pairs.insert(session.submit(plan));
        }
        ScheduleRequest tiles{{}, plan.network, {}};
        tiles.network.layers.resize(1);
        tiles.network.graph = {};
        tiles.options.engine = "flexer";
        for (const AcceleratorEntry& entry : session.accelerators())
            if (entry.name == QLatin1String("flexer-arch1") || entry.name == QLatin1String("flexer-arch5")) {
                tiles.accelerator = *session.parseAccelerator(entry.yaml, entry.path);
                m_pairs.insert(session.submit(tiles));
            }
        QObject::connect(&workbench(), &Workbench::jobTold, &workbench(), [this](const JobState& job) {
            if (m_pairs.contains(job.id) && job.end != JobState::End::Running) {
                m_pairs.erase(job.id);
                m_pairRuns.insert(job.run);
            }
        });
        return m_pairs.size() == 4;
    }
    const char* pairsEnded() const { return m_pairs.empty() ? nullptr : "plans and tiles"; }

    bool comparePair(records::RunKind kind)
    {
        std::vector<RunId> runs;
        for (const RunSummary& run : workbench().session().runs())
            if (m_pairRuns.contains(run.id) && run.kind == kind)
                runs.push_back(run.id);
        workbench().comparison().compare(runs);
        return runs.size() == 2;
    }

    bool showPictures(int row)
    {
        auto* layer = m_window.findChild<QComboBox*>(QStringLiteral("compareLayer"));
        layer->setCurrentIndex(row);
        Q_EMIT layer->activated(row);
        return showTab(4);
    }
    const char* hasPictures() const
    {
        const auto* kind = m_window.findChild<QComboBox*>(QStringLiteral("mapsKind"));
        return kind->count() > 0 ? nullptr : "the pictures";
    }

    const char* ready() const { return m_window.workbench().comparison().isReady() ? nullptr : "both runs to be read"; }

    bool selectFirstLayer()
    {
        m_window.findChild<QTableView*>(QStringLiteral("impactTable"))->selectRow(0);
        return showTab(1) && workbench().selection().layer().has_value();
    }

    bool showTab(int index)
    {
        m_window.findChild<QTabWidget*>(QStringLiteral("compareTabs"))->setCurrentIndex(index);
        return true;
    }

    bool leave()
    {
        m_window.actions().runView->trigger();
        workbench().document().revert();
        workbench().openRun(m_first);
        return m_window.currentTab() == MainWindow::Tab::Summary;
    }

    const char* firstAgain() const { return m_window.workbench().run().run() == m_first ? nullptr : "the first run"; }

private:
    Workbench& workbench() { return m_window.workbench(); }

    MainWindow& m_window;
    RunId m_first = 0;
    std::set<JobId> m_pairs; // still at work
    std::set<RunId> m_pairRuns;
};

} // namespace

std::vector<TourStep> compareTour(MainWindow& window)
{
    const auto tour = std::make_shared<CompareTour>(window);
    return {
        {"deltas", [tour] { return tour->startOther(); }, [tour] { return tour->ended(); }},
        {"accelerator-diff", [tour] { return tour->showDiff(); }},
        {"compare-empty", [tour] { return tour->showEmpty(); }},
        {"compare", [tour] { return tour->compare(); }, [tour] { return tour->ready(); }},
        {"compare-layer", [tour] { return tour->selectFirstLayer(); }},
        {"compare-nests", [tour] { return tour->showTab(2); }},
        {"compare-buffers", [tour] { return tour->showTab(3); }},
        {"compare-meshes", [tour] { return tour->showTab(4); }, [tour] { return tour->hasPictures(); }},
        {"compare-three", [tour] { return tour->addThird(); }, [tour] { return tour->ready(); }},
        {"compare-methods", [tour] { return tour->compareMethods(); }, [tour] { return tour->ready(); }},
        {"", [tour] { return tour->startPairs(); }, [tour] { return tour->pairsEnded(); }},
        {"", [tour] { return tour->comparePair(records::RunKind::Memory); }, [tour] { return tour->ready(); }},
        {"compare-plans", [tour] { return tour->showPictures(0); }, [tour] { return tour->hasPictures(); }},
        {"", [tour] { return tour->comparePair(records::RunKind::Layers); }, [tour] { return tour->ready(); }},
        {"compare-tiles", [tour] { return tour->showPictures(1); }, [tour] { return tour->hasPictures(); }},
        {"compare-left", [tour] { return tour->leave(); }, [tour] { return tour->firstAgain(); }},
    };
}

} // namespace nestloom::ui
