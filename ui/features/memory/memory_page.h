// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"
#include "ui/ports/run_keeper.h"
#include "ui/widgets/page_area.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace nestloom::ui {

class CopyableTable;
class ElidedLabel;
class MemoryControls;
class MemoryMap;
class OccupancyChart;

/// The memory plan of a network: head line, controls, memory map with the occupancy below it, the schedule as a table,
/// and what a scratchpad of another size would cost.
class MemoryPage : public QWidget, public HasCursor {
    Q_OBJECT
public:
    explicit MemoryPage(Session& session, QWidget* parent = nullptr);
    ~MemoryPage() override;

    void setNetwork(const workload::Network& network);
    /// Takes the size of its largest shared buffer, until the user chooses another.
    /// `isEdited`: lists mark its name.
    void setAccelerator(const hardware::Accelerator& accelerator, bool isEdited = false);
    /// Selects the operator that has this layer, if any.
    void selectLayer(const std::string& name);
    /// Selects an operator of the shown graph, and puts the cursor on its step.
    void selectOperator(OperatorId op);

    ShownPlan& plan() { return m_plan; }
    PlanFocus& planFocus() { return m_focus; }
    std::optional<qint64> cursor() const override;
    bool moveCursor(qint64 to) override;
    void onAxisChanged(QObject* listener, std::function<void()> call) override;
    MemoryMap* map() const { return m_map; }
    MemoryControls* controls() const { return m_controls; }
    CopyableTable* table() const { return m_table; }
    void keep();                        // the shown plan as a run, when it is the last word
    void showRun(const RunRecord& run); // a stored one of kind Memory

Q_SIGNALS:
    void kept(nestloom::ui::RunId run); // the shown one, as that run
    void problem(const QString& sentence);
    void layerChosen(const QString& name); // the selected operator has a layer

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeCharts();
    QWidget* makeFoot();
    void chooseSize(Bytes size);
    void leaveOwnSize();
    void refreshHead();
    void restorePlace();
    void refreshStatus();
    void refreshCatches();
    void explainCell();
    void linkFocus();
    void hearKept(quint64 id, RunId run, const QString& problem);
    bool canKeep() const;
    void takeSelection(const PlanSelection& selection);
    void followTable(int row);

    ShownPlan m_plan;
    PlanFocus m_focus;
    PlanPlace m_place{m_plan, m_focus};
    bool m_isOwnSize = false; // chosen by the user
    QLabel* m_title = nullptr;
    QLabel* m_badge = nullptr;
    QToolButton* m_cancel = nullptr;
    QToolButton* m_keep = nullptr;
    QToolButton* m_rangeChip = nullptr;
    RunKeeper* m_keeper;             // may be null
    quint64 m_keeping = 0;           // what is on its way to the store; 0 = nothing
    workload::Network m_keptNetwork; // of what was kept here last
    workload::Network m_network;     // of the shown plan
    hardware::Accelerator m_accelerator;
    bool m_isEdited = false;
    QString m_bufferOf; // "simba: GlobalBuffer"
    Bytes m_bufferSize{};
    ElidedLabel* m_sentence = nullptr;
    ElidedLabel* m_reduction = nullptr;
    MemoryControls* m_controls;
    MemoryMap* m_map;
    OccupancyChart* m_occupancy;
    CopyableTable* m_table = nullptr;
    bool m_following = false;
    std::string m_wanted; // the layer to select when a plan comes
};

} // namespace nestloom::ui
