// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class PointOrder;
class ShownSweep;
class SweepPointModel;
class Workbench;

/// The points of the shown sweep as a table that can be sorted, searched, and filtered by status and by the lasso of
/// the Pareto view; and what can be done with the selected one.
class SweepPointPanel : public QWidget {
    Q_OBJECT
public:
    SweepPointPanel(Workbench& workbench, ShownSweep& sweep, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }
    /// Maps the network on the accelerator of this point as a run of its own.
    void openAsRun(const SweepPointModel& points, int row);
    /// Opens the accelerator of this point in the editor.
    void editAccelerator(int row);

Q_SIGNALS:
    void runStarted();
    void editorOpened();

private:
    QWidget* makeBar();
    void refilter();
    void fitWhenGrown();
    void refreshCount();
    void refreshButtons();

    Workbench& m_workbench;
    ShownSweep& m_sweep;
    PointOrder* m_points;
    CopyableTable* m_table;
    QComboBox* m_status = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_count = nullptr;
    QToolButton* m_lasso = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_edit = nullptr;
    int m_fittedAt = 0;
    bool m_filtering = false;
};

} // namespace nestloom::ui
