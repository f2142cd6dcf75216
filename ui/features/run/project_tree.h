// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QTreeWidget>

namespace nestloom::ui {

class Workbench;

/// Accelerators, networks and runs. One click or Enter on an accelerator or network chooses it; double click or Enter
/// on a run shows it. Several runs can be selected, and compared from their menu or by dragging them.
class ProjectTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit ProjectTree(Workbench& workbench, QWidget* parent = nullptr);

    /// The runs among the selected items, from top to bottom.
    std::vector<RunId> selectedRuns() const;
    /// Of a network with sizes. Where it is the chosen one, the one that it is made of is chosen instead.
    void takeOffTheList(const NetworkEntry& entry);

Q_SIGNALS:
    void variantRequested(); // of the accelerator in the editor

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    QMimeData* mimeData(const QList<QTreeWidgetItem*>& items) const override;

private:
    enum class Section { Accelerators, Networks, Runs };
    QTreeWidgetItem* section(Section section) const { return topLevelItem(int(section)); }
    void refreshLibrary();
    void refreshRuns();
    void listAccelerators();
    void listNetworks();
    void listRuns();
    /// Lists anew; what was selected in the section stays selected, wherever it stands now.
    void refill(Section section, void (ProjectTree::*list)());
    void followChosen(Section section, QString& before);
    void showEntryMenu(const QPoint& global);
    void choose(QTreeWidgetItem* item);
    RunId runOf(const QTreeWidgetItem* item) const; // 0 when it is none

    Workbench& m_workbench;
    QString m_chosenAccelerator, m_chosenNetwork; // their paths, when they were listed last
};

} // namespace nestloom::ui
