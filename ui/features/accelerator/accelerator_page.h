// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/accelerator/accelerator_block.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSplitter;
class QTableView;

namespace nestloom::ui {

class AcceleratorDiagram;
class LevelActions;
class LevelTableModel;
class MainWindow;
class Workbench;

/// The edited accelerator as a whole: its block diagram, and below it what each level keeps and what an access costs.
/// Diagram, table and form point at the same level; levels are added, moved and removed here.
class AcceleratorPage : public QWidget {
    Q_OBJECT
public:
    explicit AcceleratorPage(Workbench& workbench, QWidget* parent = nullptr);

    AcceleratorDiagram* diagram() const { return m_diagram; }
    QTableView* table() const { return m_table; }
    LevelActions* levelActions() const { return m_actions; }

Q_SIGNALS:
    void fieldRequested(const QString& key); // the cursor should go to this field of the form
    void tablesRequested();                  // the tables of energies should be shown

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeEnergyBar();
    void makeTable();
    void connectParts();
    void followDocument();
    void refresh();
    void giveRoom();
    void showPlace(const QString& key);
    void setEnergySource(int choice);

    Workbench& m_workbench;
    QMetaObject::Connection m_lookedAt;
    AcceleratorDiagram* m_diagram;
    LevelTableModel* m_model;
    QTableView* m_table;
    LevelActions* m_actions;
    QComboBox* m_energySource;
    QLabel* m_area;
    QLabel* m_title;
    QWidget* m_lower = nullptr;
    QSplitter* m_splitter;
    int m_roomFor = -1; // rows that the splitter was set for
    bool m_stale = true;
};

void installAcceleratorPage(MainWindow& window);

} // namespace nestloom::ui
