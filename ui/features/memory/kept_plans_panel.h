// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/kept_plans.h"
#include "ui/widgets/column_table.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace nestloom::ui {

/// The kept memory plans, newest first.
class KeptPlansModel : public ColumnTable<PlanSummary> {
    Q_OBJECT
public:
    enum ColumnId {
        Plan,
        Name,
        Network,
        Scratchpad,
        Accelerator,
        Traffic,
        Status,
        Baseline,
        Of,
        Tags,
        Kept,
        Engine,
        ColumnCount
    };

    explicit KeptPlansModel(const KeptPlans& plans, QObject* parent = nullptr);

    PlanId planAt(int row) const { return at(row).id; }
    int rowOf(PlanId plan) const; // -1 = none
};

class CopyableTable;

/// The kept memory plans as a table; Return or a double click opens one, F2 names it, Delete deletes the selected ones
/// after a question, and each can be written as JSON.
class KeptPlansPanel : public QWidget {
    Q_OBJECT
public:
    explicit KeptPlansPanel(KeptPlans& plans, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }
    void setCurrent(PlanId plan);
    void openCurrent();
    void removeSelected(); // without a question
    /// A name and tags, separated by spaces, for the current plan.
    void renameCurrent(const QString& title, const QString& tags);
    void writeCurrent(const QString& path);

Q_SIGNALS:
    void problem(const QString& sentence);

private:
    QWidget* makeButtons();
    QToolButton* addButton(QHBoxLayout* row, const QString& text, const QString& tip, void (KeptPlansPanel::*act)());
    void askToRename();
    void askToWrite();
    void askToRemove();
    void refresh();

    KeptPlans& m_plans;
    KeptPlansModel* m_model;
    CopyableTable* m_table;
    QStackedWidget* m_stack;
    QToolButton *m_open = nullptr, *m_rename = nullptr, *m_write = nullptr, *m_remove = nullptr;
    QString m_path;       // where the plan that was asked for is written
    PlanId m_current = 0; // while the list is read again
};

} // namespace nestloom::ui
