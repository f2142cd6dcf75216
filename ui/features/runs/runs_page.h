// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/runs/run_actions.h"
#include "ui/ports/run_history.h"

#include <QUndoStack>
#include <QWidget>

#include <functional>

class QLabel;
class QMenu;
class QPushButton;
class QSettings;
class QStackedWidget;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class MessagePanel;
class RunFilter;
class RunFilterLine;
class RunFilterModel;
class RunListModel;
class Toast;
class Workbench;

/// The runs browser: every stored run in a table, a filter line above it, and what can be done with the selected ones.
/// Its edits have a history of their own, which Ctrl+Z follows while the page has the focus.
class RunsPage : public QWidget {
    Q_OBJECT
public:
    explicit RunsPage(Workbench& workbench, QWidget* parent = nullptr);

    std::vector<RunId> selectedRuns() const; // as they were clicked; of several at once, as the table has them
    void selectRuns(const std::vector<RunId>& runs);
    const RunActions& actions() const { return m_actions; }
    RunFilterLine* filterLine() const { return m_filterLine; }
    CopyableTable* table() const { return m_table; }
    Toast* toast() const { return m_toast; }
    QUndoStack& history() { return m_history; }

    void setGrouping(int column); // RunListModel::Network, Accelerator, or -1
    /// Adds the words to the selected runs; a word after a minus is removed.
    void changeTags(const QString& words);
    void exportReport(const QString& path) { m_runs.writeReport({selectedRuns()}, path); }
    void save(QSettings& settings) const;
    void restore(const QSettings& settings);

Q_SIGNALS:
    void compareRequested(const std::vector<nestloom::ui::RunId>& runs); // two to four
    void baselineRequested(nestloom::ui::RunId run);
    void opened(); // a run is being shown

protected:
    void connectNotify(const QMetaMethod& signal) override; // comparing and pinning are offered once somebody listens
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void makeTable();
    QWidget* makeActionRow();
    QMenu* makeViewMenu();
    void connectActions();
    void followFocus(QWidget* now);
    void noteClicked();

    void refresh();
    void refreshState();
    void applyFilter(const RunFilter& filter);
    void open();
    void toggleStars();
    void askTags();
    void editNote();
    void editInTable(RunId run, int column);
    void removeSelected();
    void askToEmptyBin();
    void askReport();
    void hearStartedAgain(JobId job, const ScheduleRequest& request);
    void mark(const MarksOfRuns& after, const QString& text);
    void markSelected(const QString& text, const std::function<void(RunMarks&)>& edit);
    const RunSummary* find(RunId run) const;

    Workbench& m_workbench;
    RunHistory& m_runs;
    RunListModel* m_model;
    RunFilterModel* m_shown;
    RunFilterLine* m_filterLine;
    CopyableTable* m_table;
    QWidget* m_actionRow = nullptr;
    QStackedWidget* m_stack;
    MessagePanel* m_message;
    QPushButton* m_clearFilter;
    QToolButton* m_view = nullptr;
    QLabel* m_selected = nullptr;
    std::vector<RunId> m_clicked; // the selected ones, the first clicked first
    Toast* m_toast;
    RunActions m_actions;
    QUndoStack m_history;
    bool m_focused = false; // Ctrl+Z is ours
};

} // namespace nestloom::ui
