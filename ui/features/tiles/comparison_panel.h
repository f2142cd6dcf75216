// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/ratio_columns.h"
#include "ui/features/tiles/tiles_words.h"

#include <functional>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace nestloom::ui {

/// Speed-ups and reductions of transfers of several things, over the static schedule of the user's choice.
class RatioPanel : public QWidget {
    Q_OBJECT
public:
    explicit RatioPanel(const QString& name, QWidget* parent = nullptr);

    struct Compared {
        QString name;
        schedule::flexer::NetworkTotals totals;
    };
    void setCompared(std::vector<Compared> compared);
    RatioColumns* columns() const { return m_columns; }
    QComboBox* baseline() const { return m_baseline; }
    QHBoxLayout* line() const { return m_line; } // above the columns, for more controls
    QLabel* note() const { return m_note; }

private:
    void refresh();

    std::vector<Compared> m_compared;
    RatioColumns* m_columns;
    QComboBox* m_baseline;
    QHBoxLayout* m_line;
    QLabel* m_note;
};

/// What schedules of tiles bring for whole networks: machine by machine, network by network, or by what the search is
/// asked for (the paper's Figs. 8 and 12). On request, since it takes a while; one network is scheduled after the
/// other.
class ComparisonPanel : public QWidget {
    Q_OBJECT
public:
    ComparisonPanel(TotalsAsker* scheduler, ShownTiles& tiles, QWidget* parent = nullptr);

    enum class Kind { Machines, MachinesAllNetworks, Networks, Policies, Metrics };
    struct NamedMachine {
        QString name;
        schedule::flexer::Machine machine;
    };
    using NetworkPtr = std::shared_ptr<const workload::Network>;
    struct NamedNetwork {
        QString name;
        std::function<NetworkPtr()> read; // when it is needed; null when it cannot be read
    };
    void setMachines(std::vector<NamedMachine> machines);
    void setNetworks(std::vector<NamedNetwork> networks);
    void setKind(Kind kind);
    void start();
    bool isBusy() const { return m_scheduler.isBusy(); }
    RatioPanel* panel() const { return m_panel; }
    QComboBox* kind() const { return m_kind; }

private:
    struct Step { // a network to schedule, and the columns it counts for
        QString group;
        std::function<NetworkPtr()> network;
        schedule::flexer::Machine machine;
        schedule::flexer::FlexerParams params;
    };
    std::vector<Step> steps() const;
    void addMachines(std::vector<Step>& steps, const NamedNetwork& network) const;
    void addPolicies(std::vector<Step>& steps) const;
    void addMetrics(std::vector<Step>& steps) const;
    Step shown(const QString& group) const; // the network and machine that the page shows
    void next();
    void take(const schedule::flexer::NetworkTotals& totals);
    void stop();
    void forget(); // what was compared belongs to other inputs
    void clear();
    void refresh();

    Asking<schedule::flexer::TilesQuestion, TotalsNews> m_scheduler;
    ShownTiles& m_tiles;
    RatioPanel* m_panel;
    QComboBox* m_kind;
    QToolButton* m_button;
    std::vector<NamedMachine> m_machines;
    std::vector<NamedNetwork> m_networks;
    std::vector<Step> m_steps;
    std::size_t m_at = 0;                         // into m_steps
    std::vector<RatioPanel::Compared> m_compared; // by group
    schedule::flexer::TilesQuestion m_asked;
};

} // namespace nestloom::ui
