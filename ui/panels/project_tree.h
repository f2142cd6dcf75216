// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>

namespace nestloom::ui {

class Workbench;

/// Accelerators, networks and runs. One click or Enter on an accelerator or network chooses it; double click or Enter
/// on a run shows it.
class ProjectTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit ProjectTree(Workbench& workbench, QWidget* parent = nullptr);

    void openCurrent(); // what Enter does

protected:
    void changeEvent(QEvent* event) override;

private:
    enum class Section { Accelerators, Networks, Runs };
    QTreeWidgetItem* section(Section section) const { return topLevelItem(static_cast<int>(section)); }
    void refreshLibrary();
    void refreshRuns();
    void choose(QTreeWidgetItem* item);

    Workbench& m_workbench;
};

} // namespace nestloom::ui
