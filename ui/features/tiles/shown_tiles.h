// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_focus.h"
#include "ui/ports/askers.h"

#include <QTimer>

#include <optional>

namespace nestloom::ui {

/// The schedules of tiles that the page shows: what was asked, the answers by layer, and the selected layer in detail.
/// Nothing is scheduled while the page is hidden.
class ShownTiles : public QObject {
    Q_OBJECT
public:
    enum class State {
        NoNetwork,
        NoMachine,  // reason() says why the accelerator is none
        Scheduling, // answers may be the best so far
        Scheduled,
        Cancelled,
        Failed, // reason() says why
    };
    using LayerAnswer = schedule::flexer::LayerAnswer;

    explicit ShownTiles(TilesAsker* scheduler, QObject* parent = nullptr);

    void setNetwork(const workload::Network& network);
    void setMachine(const QString& name, const Result<schedule::flexer::Machine>& machine);
    void setParams(const schedule::flexer::FlexerParams& params);
    void selectLayer(std::size_t layer);
    void show(schedule::flexer::Shown shown);
    void setActive(bool active);
    void cancel();

    State state() const { return m_state; }
    bool isBusy() const { return m_state == State::Scheduling && m_scheduler.isBusy(); }
    const QString& reason() const { return m_reason; }
    const schedule::flexer::TilesQuestion& question() const { return m_question; }
    const QString& machineName() const { return m_machineName; }
    const std::vector<workload::Layer>& layers() const { return m_question.network->layers; }
    std::size_t layer() const { return m_question.first; } // the selected one
    const workload::Layer* selectedLayer() const;          // null without a network

    const LayerAnswer* answer(std::size_t layer) const; // null = none yet
    schedule::flexer::NetworkTotals totals() const;
    /// Of the selected layer; null until its first schedule is there.
    const TilesNews::Detail& detail() const { return m_detail; }
    /// The decisions are there: the layer's search has ended.
    bool hasDecisions() const { return m_detail && !m_detail->schedule.decisions.empty(); }
    const std::vector<schedule::flexer::TilingPoint>& tilings() const { return m_tilings; }

Q_SIGNALS:
    void questionChanged(); // network, machine, parameters or layer
    void answersChanged();
    void detailChanged();
    void tilingsChanged();
    void stateChanged();

private:
    void ask();
    void forget(); // the answers
    void dropDetail();
    void setState(State state, const QString& reason = {});
    void hear(const TilesNews& news);
    void takeAnswer(const LayerAnswer& answer);

    Asking<schedule::flexer::TilesQuestion, TilesNews> m_scheduler;
    schedule::flexer::TilesQuestion m_question{std::make_shared<const workload::Network>(), {}, {}, 0};
    QString m_machineName;
    bool m_hasMachine = false;
    QString m_whyNoMachine;
    State m_state = State::NoNetwork;
    QString m_reason;
    bool m_active = false;
    std::vector<std::optional<LayerAnswer>> m_answers; // by layer
    TilesNews::Detail m_detail;
    std::vector<schedule::flexer::TilingPoint> m_tilings;
    QTimer m_stale; // how long the layer before stays in sight
};

/// What is selected of a schedule of tiles, shared by all views of the page. An operation belongs to a decision, a
/// transfer or a box of the scratchpad to a tile; the time focus holds the event itself, the cursor and the window.
class TilesFocus : public QObject {
    Q_OBJECT
public:
    explicit TilesFocus(ShownTiles& tiles, QObject* parent = nullptr);

    TimeFocus& time() { return m_time; }
    int decision() const { return m_decision; } // set number; -1 = none
    std::optional<schedule::flexer::TileId> tile() const { return m_tile; }
    /// Events that belong to the selection: the operations of the decision, or all that the tile takes part in.
    std::vector<std::uint32_t> related() const;

    void selectEvent(std::uint32_t event) { m_time.select(event); } // of the trace
    void selectTile(schedule::flexer::TileId tile);
    void selectDecision(int decision); // clamped; brings its operations into sight
    void clear();

Q_SIGNALS:
    void changed(); // decision or tile

private:
    void set(int decision, std::optional<schedule::flexer::TileId> tile);
    void follow();

    ShownTiles& m_tiles;
    TimeFocus m_time;
    std::shared_ptr<const workload::Network> m_network; // whose cycles m_time looks at
    std::size_t m_layer = 0;
    QString m_machine;
    int m_decision = -1;
    std::optional<schedule::flexer::TileId> m_tile;
    bool m_setting = false;
};

} // namespace nestloom::ui
