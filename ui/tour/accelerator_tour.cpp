// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/accelerator/accelerator_page.h"
#include "ui/features/accelerator/field_slider.h"
#include "ui/features/accelerator/level_actions.h"
#include "ui/features/accelerator/level_table_model.h"
#include "ui/features/run/run_control.h"
#include "ui/parts/constraints_group.h"
#include "ui/tour/feature_tours.h"
#include "ui/window/main_window.h"
#include "ui/workbench/live_preview.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QSlider>
#include <QTableView>

#include <memory>

namespace nestloom::ui {

namespace {

class AcceleratorTour {
public:
    explicit AcceleratorTour(MainWindow& window) : m_window(window) {}

    bool show(std::size_t level)
    {
        m_window.showTab(MainWindow::Tab::Accelerator);
        document().lookAt(QStringLiteral("levels[%1]").arg(level));
        return page() != nullptr && page()->levelActions()->level() == level;
    }

    bool design()
    {
        m_window.actions().design->trigger();
        return show(3);
    }

    /// Adds a level and takes away all that another one keeps.
    bool breakLevel()
    {
        page()->levelActions()->add->trigger();
        QAbstractItemModel* model = page()->table()->model();
        return document().value().levels.size() == 7
               && model->setData(model->index(2, LevelTableModel::Inputs), Qt::Unchecked, Qt::CheckStateRole)
               && !m_window.actions().run->isEnabled();
    }

    bool variant()
    {
        while (document().isDirty())
            m_window.actions().undo->trigger();
        m_before = document().path();
        return duplicateAsVariant(m_window.workbench());
    }

    /// Leaves the window as it was found.
    bool back()
    {
        Workbench& workbench = m_window.workbench();
        const QString variant = document().path();
        const std::vector<AcceleratorEntry> entries = workbench.library().accelerators();
        for (const AcceleratorEntry& entry : entries)
            if (entry.path == m_before)
                workbench.chooseAccelerator(entry);
        workbench.library().removeUnsaved(variant);
        m_window.actions().runView->trigger();
        m_window.showTab(MainWindow::Tab::Summary);
        return document().path() == m_before;
    }

private:
    AcceleratorDocument& document() { return m_window.workbench().document(); }
    AcceleratorPage* page() { return m_window.findChild<AcceleratorPage*>(); }

    MainWindow& m_window;
    QString m_before;
};

} // namespace

std::vector<TourStep> acceleratorTour(MainWindow& window)
{
    const auto tour = std::make_shared<AcceleratorTour>(window);
    return {
        {"accelerator", [tour] { return tour->show(1); }},
        {"accelerator-design", [tour] { return tour->design(); }},
        {"accelerator-finding", [tour] { return tour->breakLevel(); }},
        {"accelerator-variant", [tour] { return tour->variant(); }},
        {"accelerator-left", [tour] { return tour->back(); }},
    };
}

namespace {

void write(QWidget* place, const QString& text) { place->findChild<ConstraintText*>()->setPlainText(text); }

bool show(MainWindow& window)
{
    auto* form = editorIn(window)->findChild<AcceleratorForm*>();
    auto* control = window.findChild<RunControl*>();
    if (form == nullptr || control == nullptr)
        return false;
    control->findChild<ConstraintsGroup*>()->setExpanded(true);
    write(control, QStringLiteral("dataflow: weight stationary\nGlobalBuffer: spatial only C K"));
    write(form, QStringLiteral("GlobalBuffer: spatial C <= 8\nGlobalBufer: K = 4"));
    return form->focusField(QStringLiteral("constraints[1]"));
}

} // namespace

std::vector<TourStep> constraintsTour(MainWindow& window)
{
    const auto before = std::make_shared<RunId>(0);
    return {
        {"constraints",
         [&window, before] {
             *before = window.workbench().run().run();
             return show(window);
         }},
        {"",
         [&window, before] {
             window.workbench().document().revert();
             write(window.findChild<RunControl*>(), {});
             window.findChild<RunControl*>()->findChild<ConstraintsGroup*>()->setExpanded(false);
             window.workbench().openRun(
                 *before); // an edit, even one taken back, shows the preview of what is chosen now
         },
         [&window, before] {
             return window.workbench().run().run() == *before ? nullptr : "the run that was shown before";
         }},
    };
}

namespace {

const QString kField = QStringLiteral("levels[1].capacity");

class TuningTour {
public:
    explicit TuningTour(MainWindow& window) : m_window(window) {}

    void showSummary()
    {
        m_options = m_window.workbench().options();
        m_window.workbench().setOptions(run().options()); // as the shown run was made
        m_window.showTab(MainWindow::Tab::Summary);
    }
    const char* suggested() const
    {
        const auto* status = m_window.findChild<QLabel*>(QStringLiteral("suggestionsStatus"));
        return status == nullptr || status->text().contains(QStringLiteral("mapped and verified")) ? nullptr
                                                                                                   : "the suggestions";
    }
    bool openSlider()
    {
        QApplication::setActiveWindow(&m_window); // a dialog may have had the focus
        return showField(m_window, kField) && slider() != nullptr;
    }
    void moveSlider()
    {
        slider()->setFocus();
        for (int i = 0; i < 5; ++i) {
            QKeyEvent press(QEvent::KeyPress, Qt::Key_Left, Qt::NoModifier);
            QApplication::sendEvent(slider(), &press);
        }
    }
    const char* firstNumbers() const { return run().isPreview() ? nullptr : "the first numbers"; }
    const char* allNumbers() const
    {
        return live().phase() == LivePreview::Phase::Done ? nullptr : "the whole preview";
    }
    void takeBack()
    {
        m_window.actions().undo->trigger();
        m_window.findChild<QWidget*>(QStringLiteral("layerTable"))->setFocus();
    }
    const char* storedRun()
    {
        if (run().isPreview())
            return "the stored run";
        m_window.workbench().setOptions(m_options);
        return nullptr;
    }

private:
    ShownRun& run() const { return m_window.workbench().run(); }
    LivePreview& live() const { return m_window.workbench().live(); }
    QSlider* slider() const
    {
        const auto* row = m_window.findChild<FieldSlider*>(QStringLiteral("slider:") + kField);
        return row == nullptr ? nullptr : row->slider();
    }

    MainWindow& m_window;
    schedule::ScheduleOptions m_options;
};

} // namespace

std::vector<TourStep> tuningTour(MainWindow& window)
{
    const auto tour = std::make_shared<TuningTour>(window);
    return {
        {"suggestions", [tour] { return tour->showSummary(); }, [tour] { return tour->suggested(); }},
        {"slider", [tour] { return tour->openSlider(); }},
        {"live-running", [tour] { return tour->moveSlider(); }, [tour] { return tour->firstNumbers(); }, true},
        {"live", {}, [tour] { return tour->allNumbers(); }},
        {"live-taken-back", [tour] { return tour->takeBack(); }, [tour] { return tour->storedRun(); }},
    };
}

} // namespace nestloom::ui
