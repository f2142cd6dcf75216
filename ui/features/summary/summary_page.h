// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QFrame;
class QLabel;
class QSplitter;
class QStackedWidget;

namespace nestloom::ui {

class CopyableTable;
class CyclesChart;
class ElidedLabel;
class Headlines;
class LayerTableModel;
class ModelBadge;
class ShownRun;
class Workbench;

/// The first page: headline numbers, the bottleneck in words, cycles per layer as chart and table. Without a run it
/// says what to do next.
class SummaryPage : public QWidget {
    Q_OBJECT
public:
    SummaryPage(Workbench& workbench, QAction* run, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }

Q_SIGNALS:
    void fieldRequested(const QString& key); // show this field of the accelerator
    void loopNestRequested();                // of the selected layer

private:
    QWidget* makeContent();
    QWidget* makeHeader();
    void choosePart();
    void startOver();
    void takeBaseline();
    void showStale();
    void showSimulated();
    void takeLayers(const std::vector<std::size_t>& layers);
    void refresh();
    void refreshTitle();
    QString meshCaution(const ShownRun& run) const;
    void refreshWords();
    void refreshFailures();
    void chooseRow(int row);
    void followSelection();
    void copyDiagnostics();
    void addExplanations();
    void explainCell();
    void showNotes();

    Workbench& m_workbench;
    LayerTableModel* m_model;
    QStackedWidget* m_stack;
    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_subtitle = nullptr;
    QLabel* m_badge = nullptr;
    ModelBadge* m_figuresOf = nullptr;
    QLabel* m_bottleneck = nullptr;
    QLabel* m_further = nullptr;
    QFrame* m_failureCard = nullptr;
    QLabel* m_failures = nullptr;
    Headlines* m_headlines = nullptr;
    QSplitter* m_splitter = nullptr;
    CyclesChart* m_chart = nullptr;
    CopyableTable* m_table = nullptr;
};

} // namespace nestloom::ui
