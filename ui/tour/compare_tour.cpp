// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/compare/accelerator_diff_dialog.h"
#include "ui/window/main_window.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"

#include <QAction>
#include <QTabWidget>
#include <QTableView>

namespace nestloom::ui {

namespace {

class CompareTour {
public:
    explicit CompareTour(MainWindow& window) : m_window(window) {}

    /// A second run, on an accelerator with twice the bandwidth to DRAM and a larger buffer.
    bool startOther()
    {
        m_first = workbench().run().run();
        hardware::Accelerator accelerator = workbench().run().accelerator();
        accelerator.levels[0].readBandwidth->count *= 2;
        accelerator.levels[1].capacity = Bytes{accelerator.levels[1].capacity->count * 2};
        workbench().document().setValue(QStringLiteral("levels[1].capacity"), accelerator);
        schedule::ScheduleOptions options = workbench().options();
        options.cosa.objective = workbench().run().options().cosa.objective;
        workbench().setOptions(options);
        m_window.actions().run->trigger();
        return workbench().run().isRunning();
    }

    QString ended() const
    {
        const ShownRun& run = m_window.workbench().run();
        if (run.isRunning() || run.run() == 0)
            return QStringLiteral("the end of the second run");
        return m_window.workbench().baseline().totals() ? QString() : QStringLiteral("the baseline");
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

    bool compare()
    {
        workbench().comparison().compare({m_first, workbench().run().run()});
        return true;
    }

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

    QString ready() const
    {
        return m_window.workbench().comparison().isReady() ? QString() : QStringLiteral("both runs to be read");
    }

    bool selectFirstLayer()
    {
        m_window.findChild<QTableView*>(QStringLiteral("impactTable"))->selectRow(0);
        return workbench().selection().layer().has_value();
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

    QString firstAgain() const
    {
        return m_window.workbench().run().run() == m_first ? QString() : QStringLiteral("the first run");
    }

private:
    Workbench& workbench() { return m_window.workbench(); }

    MainWindow& m_window;
    RunId m_first = 0;
};

} // namespace

std::vector<TourStep> compareTour(MainWindow& window)
{
    const auto tour = std::make_shared<CompareTour>(window);
    return {
        {QStringLiteral("deltas"), [tour] { return tour->startOther(); }, [tour] { return tour->ended(); }},
        {QStringLiteral("accelerator-diff"), [tour] { return tour->showDiff(); }, {}},
        {QStringLiteral("compare-empty"), [tour] { return tour->showEmpty(); }, {}},
        {QStringLiteral("compare"), [tour] { return tour->compare(); }, [tour] { return tour->ready(); }},
        {QStringLiteral("compare-layer"), [tour] { return tour->selectFirstLayer(); }, {}},
        {QStringLiteral("compare-nests"), [tour] { return tour->showTab(1); }, {}},
        {QStringLiteral("compare-buffers"), [tour] { return tour->showTab(2); }, {}},
        {QStringLiteral("compare-three"), [tour] { return tour->addThird(); }, [tour] { return tour->ready(); }},
        {QStringLiteral("compare-left"), [tour] { return tour->leave(); }, [tour] { return tour->firstAgain(); }},
    };
}

} // namespace nestloom::ui
