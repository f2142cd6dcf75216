// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/accelerator/accelerator_page.h"
#include "ui/features/accelerator/level_actions.h"
#include "ui/features/accelerator/level_table_model.h"
#include "ui/features/accelerator/variants.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QTableView>

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
        {QStringLiteral("accelerator"), [tour] { return tour->show(1); }, {}},
        {QStringLiteral("accelerator-design"), [tour] { return tour->design(); }, {}},
        {QStringLiteral("accelerator-finding"), [tour] { return tour->breakLevel(); }, {}},
        {QStringLiteral("accelerator-variant"), [tour] { return tour->variant(); }, {}},
        {QStringLiteral("accelerator-left"), [tour] { return tour->back(); }, {}},
    };
}

} // namespace nestloom::ui
