// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/features/noc/simulation_focus.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace nestloom::ui {

class ColourEditor;
class CopyableTable;
class ElidedLabel;
class FlitMap;
class GanttChart;
class HotLinkModel;
class LaneUseModel;
class MessagePanel;
class SimulatedCandidateModel;
class SimulationControls;
class TimeBar;
class TimeShareBar;

/// One layer simulated cycle by cycle: the mesh with the flits that cross it, who loads a link, the ten hottest links,
/// and over the same cycles what PEs, DRAM and links do.
class SimulationView : public QWidget {
    Q_OBJECT
public:
    enum class Chart { Pes, Dram, Flits, Lanes };
    enum class Side { Links, Candidates };

    explicit SimulationView(Session& session, QWidget* parent = nullptr);
    ~SimulationView() override;

    /// Simulates the mapping of `result` when the view is in sight, or says why there is nothing to simulate.
    /// `stored`: the layer of a stored run that this is, if it is one.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const schedule::LayerResult& result, const std::optional<StoredLayer>& stored = {});
    void clear();

    ShownSimulation& shown() { return m_shown; }
    SimulationFocus& simulationFocus() { return m_focus; }
    FlitMap* map() const { return m_map; }
    GanttChart* gantt() const { return m_gantt; }
    SimulationControls* controls() const { return m_controls; }
    TimeBar* timeBar() const { return m_timeBar; }
    CopyableTable* hotLinks() const { return m_hotTable; }
    CopyableTable* candidates() const { return m_candidateTable; }
    ColourEditor* colours() const { return m_colours; }
    void showChart(Chart chart);
    void showSide(Side side);
    QString headline() const;
    QString details() const; // as plain text

    Status exportTrace(const QString& path) const;
    Status exportCounters(const QString& path) const;

Q_SIGNALS:
    /// The shown candidate is to be kept as a run.
    void keepRequested(const nestloom::simulation::Candidate& candidate);

private:
    void build();
    QWidget* makeHead();
    QWidget* makeMesh();
    QWidget* makeFilter();
    QWidget* makeSide();
    QWidget* makeCandidates();
    QWidget* makeCharts();
    QWidget* makeDram();
    QWidget* makeLanes();
    void makeExportMenu();
    void connectAll();
    void takeData();
    void refreshHead();
    void explain(const QString& figure);
    void refreshDetails();
    void refreshCandidates();
    QString describeEvent(std::uint32_t event) const;
    void askExport(const QString& title, const QString& suffix, const QString& filter,
                   Status (SimulationView::*write)(const QString&) const);

    Session& m_session;
    ShownSimulation m_shown;
    SimulationFocus m_focus;
    SimulationControls* m_controls;
    TimeShareBar* m_shares;
    FlitMap* m_map;
    TimeBar* m_timeBar;
    GanttChart* m_gantt;
    LaneUseModel* m_lanes;
    HotLinkModel* m_hot;
    SimulatedCandidateModel* m_candidates;
    QWidget* m_body = nullptr;         // all but the message
    MessagePanel* m_message = nullptr; // while there is nothing to simulate
    ColourEditor* m_colours = nullptr;
    std::array<QCheckBox*, 5> m_classes{};
    QLabel* m_headline = nullptr;
    QLabel* m_details = nullptr;
    QLabel* m_dramText = nullptr;
    QLabel* m_laneText = nullptr;
    QLabel* m_candidateText = nullptr;
    QLabel* m_keptMark = nullptr;
    QPushButton* m_keep = nullptr;
    ElidedLabel* m_why = nullptr;
    CopyableTable* m_hotTable = nullptr;
    CopyableTable* m_laneTable = nullptr;
    CopyableTable* m_candidateTable = nullptr;
    QTabWidget* m_charts = nullptr;
    QTabWidget* m_side = nullptr;
    const trace::TraceIndex* m_trace = nullptr; // that the charts show; null = none
};

} // namespace nestloom::ui
