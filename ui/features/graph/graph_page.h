// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/word_widths.h"
#include "engine/workload/operator_graph.h"
#include "ui/features/graph/node_colours.h"

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
    /// Is this the graph that is drawn, perhaps without its parameters? Fused and unfused ones are not the same.
    bool showsPlannedGraph() const; // the graph that setTraffic() was about
    /// Off-chip bytes of a memory plan, by operator of `graph`. They colour the nodes while that graph is shown.
    void setTraffic(std::shared_ptr<const workload::OperatorGraph> graph, std::vector<Bytes> byOperator,
                    Bytes scratchpad = {});
    /// Selects an operator as told from outside; the selection is not sent back.
    void showOperator(OperatorId op);

Q_SIGNALS:
    void operatorChosen(nestloom::OperatorId op); // by the user, of the graph drawn

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    std::optional<mapping::WordWidths> words() const;
    void refresh();
    void refreshGraph();
    void refreshSearch();
    void followSelection();
    void takeOperator(OperatorId op);
    void refreshDetails();
    void refreshTraffic();
    void refreshCosts();
    void offer(NodeColour colour, bool isThere);
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
    Bytes m_scratchpad{};               // of the memory plan
    std::optional<NodeColour> m_missed; // that was chosen when the plan or the run went
    QComboBox* m_granularity = nullptr;
    QPushButton* m_stop = nullptr;
    ElidedLabel* m_details;
    QTimer m_slow;                                          // a layout that takes longer is told
    std::shared_ptr<const workload::OperatorGraph> m_graph; // as drawn: fused or not
    std::shared_ptr<const workload::OperatorGraph> m_source;
    QString m_name;                                           // of the network
    std::optional<mapping::WordWidths> m_words;               // that its bytes are counted with
    std::shared_ptr<const workload::OperatorGraph> m_planned; // that the traffic is of
    std::vector<Bytes> m_traffic;
    bool m_isOld = true;
};

} // namespace nestloom::ui
