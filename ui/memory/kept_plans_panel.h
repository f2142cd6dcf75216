// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kept_plans.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class KeptPlansModel;

/// The kept memory plans as a table; Return or a double click opens one, Delete deletes the selected ones after a
/// question.
class KeptPlansPanel : public QWidget {
    Q_OBJECT
public:
    explicit KeptPlansPanel(KeptPlans& plans, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }
    void setCurrent(KeptPlanId plan);
    void openCurrent();
    void removeSelected(); // without a question

private:
    QWidget* makeButtons();
    void askToRemove();
    void refresh();

    KeptPlans& m_plans;
    KeptPlansModel* m_model;
    CopyableTable* m_table;
    QStackedWidget* m_stack;
    QToolButton* m_open = nullptr;
    QToolButton* m_remove = nullptr;
};

} // namespace nestloom::ui
