// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/sweeps.h"
#include "ui/widgets/column_table.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QProgressBar;
class QPushButton;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class ElidedLabel;
class ShownSweep;
class SweepBuilder;
class SweepPointPanel;
class Workbench;

/// The stored sweeps, newest first.
class StoredSweepModel : public ColumnTable<SweepSummary> {
    Q_OBJECT
public:
    enum ColumnId { Number, Accelerator, Networks, Engine, Points, Started };

    explicit StoredSweepModel(QObject* parent = nullptr);

    void setSweeps(const std::vector<SweepSummary>& sweeps);
    int rowOf(SweepId sweep) const; // or -1
};

/// Put a sweep together, start it, watch its points arrive; below, the points of the shown sweep.
class SweepPage : public QWidget {
    Q_OBJECT
public:
    SweepPage(Workbench& workbench, ShownSweep& sweep, QWidget* parent = nullptr);

    SweepBuilder* builder() const { return m_builder; }
    SweepPointPanel* panel() const { return m_panel; }
    bool hasEstimate() const { return m_estimate.has_value(); }
    bool start(); // false when it cannot

Q_SIGNALS:
    void paretoRequested();
    void reportRequested();

private:
    QWidget* makePlanLine();
    QWidget* makeStoredList();
    QWidget* makeStateLine();
    void onBuilderChanged();
    void askForEstimate();
    void refreshPlan();
    void refreshState();
    QString planText(const explore::SweepInputs& inputs) const;
    void openShards();
    void useAgain();
    void takeOptions(const explore::SweepInputs& inputs);
    void takeAccelerator(const hardware::Accelerator& accelerator);
    void askToDelete();
    QString stateText() const;
    QString endedFront() const;

    Workbench& m_workbench;
    ShownSweep& m_sweep;
    SweepBuilder* m_builder;
    StoredSweepModel* m_stored;
    CopyableTable* m_storedTable = nullptr;
    SweepPointPanel* m_panel;
    ElidedLabel* m_plan = nullptr;
    QPushButton* m_elsewhere = nullptr;
    QToolButton* m_again = nullptr;
    QToolButton* m_delete = nullptr;
    QPushButton* m_start = nullptr;
    ElidedLabel* m_state = nullptr;
    QProgressBar* m_bar = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_resume = nullptr;
    QPushButton* m_report = nullptr;
    QPushButton* m_pareto = nullptr;
    QTimer m_ask;                            // for an estimate, once the user pauses
    std::optional<SweepEstimate> m_estimate; // of what is in the builder
    QString m_estimateProblem;
    bool m_wasAnyRunning = false;
};

} // namespace nestloom::ui
