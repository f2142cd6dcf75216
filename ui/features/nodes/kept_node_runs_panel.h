// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_node_runs.h"

#include <QWidget>

class QHBoxLayout;
class QStackedWidget;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class KeptNodeRunsModel;
class NodeRunComparisonDialog;

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
