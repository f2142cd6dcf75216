// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_node_runs.h"
#include "ui/widgets/column_table.h"

#include <QDialog>
#include <QWidget>

class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;

/// The kept schedules on nodes, newest first.
class KeptNodeRunsModel : public ColumnTable<NodeRunSummary> {
    Q_OBJECT
public:
    enum ColumnId { Run, Network, Accelerator, Engine, Energy, Latency, Batch, Work };

    explicit KeptNodeRunsModel(const KeptNodeRuns& runs, QObject* parent = nullptr);

    int rowOf(NodeRunId run) const; // -1 = none
};

/// A line of the comparison, and how its values are written.
struct ComparedFigure {
    QString name;
    double first = 0, second = 0;
    QString (*text)(double);
    QString (*exactText)(double);
};

/// Two kept schedules figure by figure: energy by component, time, segments, search.
class NodeRunComparisonModel : public ColumnTable<ComparedFigure> {
    Q_OBJECT
public:
    NodeRunComparisonModel(const NodeRunSummary& first, const NodeRunSummary& second, QObject* parent = nullptr);
};

/// The two side by side: what they are, their energy as bars, all figures as a table.
class NodeRunComparisonDialog : public QDialog {
    Q_OBJECT
public:
    NodeRunComparisonDialog(const NodeRunSummary& first, const NodeRunSummary& second, QWidget* parent = nullptr);
    CopyableTable* table() const { return m_table; }

private:
    CopyableTable* m_table;
};

/// "run 3: KAPLA, alexnet on kapla-4x4, batch 64, inference, energy"
QString nodeRunTitle(const NodeRunSummary& run);

/// The kept schedules on nodes as a table: Return or a double click opens one, two can be compared, Delete deletes
/// after a question, and each can be written as JSON.
class KeptNodeRunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit KeptNodeRunsPanel(KeptNodeRuns& runs, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }
    void setCurrent(NodeRunId run);
    void openCurrent();
    /// The two selected ones, the upper one first; null unless two are selected.
    NodeRunComparisonDialog* compareSelected();
    void writeCurrent(const QString& path);
    void removeSelected(); // without a question

Q_SIGNALS:
    void problem(const QString& sentence);

private:
    QWidget* makeButtons();
    QToolButton* addButton(QHBoxLayout* row, const QString& text, const QString& tip, void (KeptNodeRunsPanel::*act)());
    void compare() { compareSelected(); }
    void askToWrite();
    void askToRemove();
    void refresh();

    KeptNodeRuns& m_runs;
    KeptNodeRunsModel* m_model;
    CopyableTable* m_table;
    QStackedWidget* m_stack;
    QToolButton *m_open = nullptr, *m_compare = nullptr, *m_write = nullptr, *m_remove = nullptr;
    QString m_path;          // where the run that was asked for is written
    NodeRunId m_current = 0; // while the list is read again
};

} // namespace nestloom::ui
