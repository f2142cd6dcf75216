// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/problems/problems_panel.h"
#include "ui/features/technology/technology_dialog.h"
#include "ui/features/technology/technology_library.h"
#include "ui/features/technology/technology_model.h"
#include "ui/tour/feature_tours.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/main_window.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/live_preview.h"

#include <QAction>

namespace nestloom::ui {

namespace {

class TechnologyTour {
public:
    explicit TechnologyTour(MainWindow& window) : m_window(window) {}

    TechnologyDialog* dialog() const { return m_window.findChild<TechnologyDialog*>(); }

    bool open()
    {
        auto* action = m_window.findChild<QAction*>(QStringLiteral("editTechnologies"));
        if (!action)
            return false;
        m_edits = m_window.workbench().document().history().index();
        action->trigger();
        dialog()->showTable(QStringLiteral("kapla"));
        return dialog()->numbers()->rowCount() > 0;
    }

    bool set(NumberPlace place, TechnologyModel::ColumnId column, const QString& text)
    {
        TechnologyModel* numbers = dialog()->numbers();
        const QModelIndex cell = numbers->index(numbers->rowOf(place), column);
        dialog()->numbersView()->setCurrentIndex(cell);
        return cell.isValid() && numbers->setData(cell, text);
    }

    /// The accelerator gets the energies of a table, and follows when the table is edited.
    bool edit()
    {
        dialog()->use();
        return set({NumberKind::Dram, 0}, TechnologyModel::Value, QStringLiteral("12 pJ/bit"))
               && dialog()->table() != QLatin1String("kapla");
    }

    /// Leaves tables and window as they were found.
    void back()
    {
        auto* library = m_window.findChild<TechnologyLibrary*>();
        while (library->history().canUndo())
            library->history().undo();
        dialog()->close();
        QUndoStack& edits = m_window.workbench().document().history();
        while (edits.index() > m_edits)
            edits.undo();
        m_window.workbench().live().dismiss(); // the stored run is shown again
    }

private:
    MainWindow& m_window;
    int m_edits = 0; // of the accelerator, before
};

} // namespace

std::vector<TourStep> technologyTour(MainWindow& window)
{
    const auto tour = std::make_shared<TechnologyTour>(window);
    const auto dialog = [tour]() -> QWidget* { return tour->dialog(); };
    return {
        {"technology", [tour] { return tour->open(); }, {}, false, dialog},
        {"technology-own", [tour] { return tour->edit(); }, {}, false, dialog},
        {"technology-refused",
         [tour] {
             return tour->set({NumberKind::Sram, 0}, TechnologyModel::Value, QStringLiteral("3 apples"));
         },
         {},
         false,
         dialog},
        {"", [tour] { return tour->back(); }},
    };
}

std::vector<TourStep> problemsTour(MainWindow& window)
{
    auto* panel = window.findChild<ProblemsPanel*>();
    return {
        {"problems",
         [&window, panel] {
             hardware::Accelerator broken = window.workbench().document().value();
             broken.levels[1].capacity = Bytes{-1};
             broken.levels[2].name.clear();
             window.workbench().document().setValue(QStringLiteral("tour"), broken);
             panel->refresh();
             window.findChild<QAction*>(QStringLiteral("showProblems"))->trigger();
             return panel->problems().size() >= 2;
         }},
        {"no-problems",
         [&window, panel] {
             window.workbench().document().history().undo(); // Undo itself belongs to the page in front
             panel->refresh();
             return panel->problems().size() < 2;
         }},
        {"", [&window] { window.actions().resetLayout->trigger(); }},
    };
}

} // namespace nestloom::ui
