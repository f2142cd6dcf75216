// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"
#include "ui/features/tiles/tiles_controls.h"
#include "ui/ports/session.h"

#include <QWidget>

#include <functional>

class QBoxLayout;
class QLabel;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace nestloom::ui {

class AddressChart;
class CopyableTable;
class DecisionPanel;
class ElidedLabel;
class GanttChart;
class LaneUseModel;
class ComparisonPanel;
class RatioPanel;
class SharingChart;
class TilingsPanel;
class TypeOccupancyChart;

/// Schedules of tiles on several NPUs: a Gantt chart of NPUs and DMA channel, on the same time axis the scratchpad and
/// its occupancy, below it the layers of the network, and one figure after the other of what was decided and what it
/// brings.
class TilesPage : public QWidget {
    Q_OBJECT
public:
    enum class Figure { Decisions, Movement, Sharing, Tilings, Ratios, Comparison, Range };

    explicit TilesPage(Session& session, QWidget* parent = nullptr);
    ~TilesPage() override;

    struct NamedNetwork {
        QString name;
        std::function<std::shared_ptr<const workload::Network>()> read;
    };
    void setNetwork(const workload::Network& network) { m_tiles.setNetwork(network); }
    void selectLayer(const std::string& name);
    void showFigure(Figure figure);
    /// Hides the charts over cycles, so that the figures have the whole page.
    void setFigureEnlarged(bool enlarged);
    /// The accelerator in view as a machine, or why it is none.
    void setMachine(const QString& name, const Result<schedule::flexer::Machine>& machine)
    {
        m_tiles.setMachine(name, machine);
    }
    /// Takes over what is shown below the head while there is no machine.
    void setUnserved(QWidget* page);
    /// Those that are compared with each other; networks are read when they are needed.
    void setMachines(std::vector<std::pair<QString, schedule::flexer::Machine>> machines);
    void setNetworks(std::vector<NamedNetwork> networks);
    QBoxLayout* head() const; // the line on top
    void askExportTrace();
    Status exportTrace(const QString& path) const;

    ShownTiles& tiles() { return m_tiles; }
    TilesFocus& tilesFocus() { return m_focus; }
    TilesControls* controls() const { return m_controls; }
    GanttChart* gantt() const { return m_gantt; }
    AddressChart* addresses() const { return m_addresses; }
    DecisionPanel* decisions() const { return m_decisions; }
    TilingsPanel* tilings() const { return m_tilings; }
    RatioPanel* ratios() const { return m_ratios; }
    ComparisonPanel* comparison() const { return m_comparison; }
    CopyableTable* layerTable() const { return m_layers; }
    QString headline() const;

Q_SIGNALS:
    void layerChosen(const QString& name);

private:
    QWidget* makeHead();
    QWidget* makeCharts();
    QWidget* makeFoot();
    QWidget* makeRange();
    QTabWidget* makeFigures();
    void connectAll();
    void takeDetail();
    void refreshHead();
    void refreshRatios();
    QString describeEvent(std::uint32_t event) const;

    Session& m_session;
    ShownTiles m_tiles;
    TilesFocus m_focus;
    TilesControls* m_controls;
    GanttChart* m_gantt;
    AddressChart* m_addresses;
    TypeOccupancyChart* m_occupancy;
    DecisionPanel* m_decisions;
    SharingChart* m_sharing;
    TilingsPanel* m_tilings;
    RatioPanel* m_ratios;
    ComparisonPanel* m_comparison;
    LaneUseModel* m_use;
    CopyableTable* m_layers = nullptr;
    CopyableTable* m_useTable = nullptr;
    QTabWidget* m_figures = nullptr;
    QStackedWidget* m_body; // the schedules, and what is shown instead of them
    QWidget* m_charts = nullptr;
    QToolButton* m_enlarge = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_badge = nullptr;
    QLabel* m_rangeText = nullptr;
    QToolButton* m_cancel = nullptr;
    QToolButton* m_export = nullptr;
    ElidedLabel* m_sentence = nullptr;
    ElidedLabel* m_totals = nullptr;
    std::vector<std::size_t> m_ratioLayers; // by group
};

} // namespace nestloom::ui
