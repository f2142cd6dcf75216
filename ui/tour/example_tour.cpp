// SPDX-License-Identifier: GPL-3.0-or-later
// The stops of the tour of the shipped example.
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/jobs/jobs_panel.h"
#include "ui/tour/feature_tours.h"
#include "ui/tour/tour.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>

namespace nestloom::ui {

namespace {

constexpr std::size_t kLayersSeenRunning = 6;

void press(QWidget* widget, int key, const QString& text = {}, Qt::KeyboardModifiers modifiers = {})
{
    QKeyEvent down(QEvent::KeyPress, key, modifiers, text);
    QApplication::sendEvent(widget, &down);
    QKeyEvent up(QEvent::KeyRelease, key, modifiers, text);
    QApplication::sendEvent(widget, &up);
}

void type(QWidget* widget, const QString& text)
{
    for (const QChar c : text)
        press(widget, 0, c);
}

/// What the steps share: the window, and how the first run is called in the store.
class ExampleTour {
public:
    explicit ExampleTour(MainWindow& window) : m_window(window) {}

    bool startExample()
    {
        if (!m_window.openExample())
            return false;
        m_window.actions().run->trigger();
        return run().isRunning();
    }

    const char* someLayers() const
    {
        if (run().isRunning() && run().totals().solved < kLayersSeenRunning)
            return "the first results";
        return nullptr;
    }

    const char* end() const
    {
        if (run().isRunning())
            return "the end of the run";
        return run().status() == RunStatus::Finished && run().totals().solved == run().layers().size()
                       && run().run() != 0
                   ? nullptr
                   : "a finished run with a mapping for every layer";
    }

    bool selectLayer(int downs)
    {
        m_firstRun = run().run();
        auto* table = m_window.findChild<QTableView*>(QStringLiteral("layerTable"));
        table->setFocus();
        table->selectRow(0);
        for (int i = 0; i < downs; ++i)
            press(table, Qt::Key_Down);
        return m_window.workbench().selection().layer().has_value();
    }

    void show(MainWindow::Tab tab) { m_window.showTab(tab); }

    bool breakField()
    {
        m_window.showTab(MainWindow::Tab::Summary);
        if (!editorIn(m_window)->focusField(QStringLiteral("levels[1].capacity")))
            return false;
        auto* edit = m_window.findChild<QLineEdit*>(QStringLiteral("field:levels[1].capacity"));
        edit->selectAll();
        type(edit, QStringLiteral("-7 KiB"));
        return !m_window.actions().run->isEnabled();
    }

    bool breakYaml()
    {
        m_window.actions().undo->trigger();
        if (!m_window.actions().run->isEnabled())
            return false; // undo did not bring the legal value back
        m_window.actions().editYaml->trigger();
        auto* edit = editorIn(m_window)->findChild<QPlainTextEdit*>(QStringLiteral("yamlEdit"));
        QTextCursor cursor = edit->document()->find(QStringLiteral("capacity"));
        if (cursor.isNull())
            return false;
        cursor.setPosition(cursor.selectionEnd());
        edit->setTextCursor(cursor);
        edit->setFocus();
        type(edit, QStringLiteral("x"));
        edit->centerCursor();
        return m_window.workbench().document().state().yamlError.has_value();
    }

    bool startAgain()
    {
        m_window.actions().undo->trigger();
        m_window.actions().editForm->trigger();
        schedule::ScheduleOptions options = m_window.workbench().options();
        options.cosa.objective = schedule::Objective::Energy;
        m_window.workbench().setOptions(options);
        m_window.actions().run->trigger();
        showJobs(true);
        return run().isRunning();
    }

    void showJobs(bool shown) { m_window.findChild<QDockWidget*>(QStringLiteral("jobsDock"))->setVisible(shown); }

    bool cancelAndReload()
    {
        showJobs(false);
        m_window.actions().cancel->trigger();
        m_window.workbench().openRun(m_firstRun);
        return m_firstRun != 0;
    }

    const char* firstRunAgain() const
    {
        if (m_window.findChild<JobsPanel*>()->runningCount() > 0)
            return "the cancelled job to end";
        return run().run() == m_firstRun ? nullptr : "the stored run";
    }

    bool trigger(QAction* action)
    {
        action->trigger();
        return true;
    }

    MainWindow& window() { return m_window; }

private:
    ShownRun& run() const { return m_window.workbench().run(); }

    MainWindow& m_window;
    RunId m_firstRun = 0;
};

} // namespace

std::vector<TourStep> exampleTour(MainWindow& window)
{
    const auto tour = std::make_shared<ExampleTour>(window);
    using Tab = MainWindow::Tab;
    const WindowActions& actions = window.actions();
    std::vector<TourStep> steps{
        {"empty-start", {}},
        {"summary-running", [tour] { return tour->startExample(); }, [tour] { return tour->someLayers(); }, true},
        {"summary", {}, [tour] { return tour->end(); }},
        {"layer-selected", [tour] { return tour->selectLayer(3); }},
        {"loop-nest", [tour] { return tour->show(Tab::LoopNest); }},
        {"buffers", [tour] { return tour->show(Tab::Buffers); }},
        {"network", [tour] { return tour->show(Tab::Network); }},
        {"invalid-field", [tour] { return tour->breakField(); }},
        {"yaml-error", [tour] { return tour->breakYaml(); }},
        {"jobs", [tour] { return tour->startAgain(); }, [tour] { return tour->someLayers(); }, true},
        {"run-reloaded", [tour] { return tour->cancelAndReload(); }, [tour] { return tour->firstRunAgain(); }},
    };
    for (TourStep& step : featureTours(window))
        steps.push_back(std::move(step));
    steps.push_back({"design", [tour, &actions] { return tour->trigger(actions.design); }});
    steps.push_back(
        {"dark", [tour, &actions] { return tour->trigger(actions.runView) && tour->trigger(actions.themeDark); }});
    return steps;
}

} // namespace nestloom::ui
