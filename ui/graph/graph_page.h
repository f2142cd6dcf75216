// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/operator_graph.h"

#include <QTimer>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace nestloom::ui {

class ElidedLabel;
class GraphView;
class MessagePanel;
class Workbench;

/// The chosen network as a graph of operators and tensors, with search, colours and what is known of the selected one.
class GraphPage : public QWidget {
    Q_OBJECT
public:
    explicit GraphPage(Workbench& workbench, QWidget* parent = nullptr);

    GraphView* view() const { return m_view; }
    QLineEdit* searchLine() const { return m_search; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    void refresh();
    void refreshGraph();
    void refreshSearch();
    void followSelection();
    void takeOperator(OperatorId op);
    void refreshDetails();
    bool showsRun() const;

    Workbench& m_workbench;
    GraphView* m_view;
    QStackedWidget* m_stack;
    MessagePanel* m_message;
    QLabel* m_title = nullptr;
    QLabel* m_totals = nullptr;
    QLineEdit* m_search = nullptr;
    QLabel* m_found = nullptr;
    QComboBox* m_colour = nullptr;
    QComboBox* m_granularity = nullptr;
    QPushButton* m_stop = nullptr;
    ElidedLabel* m_details;
    QTimer m_slow; // a layout that takes longer is told
    std::shared_ptr<const workload::OperatorGraph> m_graph; // as drawn: fused or not
    std::shared_ptr<const workload::OperatorGraph> m_source;
    bool m_isOld = true;
};

} // namespace nestloom::ui
