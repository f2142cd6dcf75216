// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/nodes/shown_nodes.h"

namespace nestloom::ui {

/// What KAPLA pays for keeping fewer chains of segments (k_S, figure 11 of its paper): the shown question, solved once
/// for each k_S, one after the other, when the user asks for it. A change of network, accelerator, batch or objective
/// drops the points; the engine of the page does not matter, this is always KAPLA.
class ChainTradeoff : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Running, Finished, Cancelled, Failed };
    static constexpr std::array kChains{1, 2, 3, 4, 6, 8, 12, 16};
    struct Point {
        int chains = 0;         // k_S
        ShownNodes::Answer run; // with a schedule, searched to the end
    };

    /// `scheduler` works for this alone; null = nothing can be asked.
    ChainTradeoff(ShownNodes& nodes, NodesAsker* scheduler, QObject* parent = nullptr);

    /// Why k_S decides nothing for the question; empty = it does.
    QString obstacle() const;
    void start();  // from the beginning
    void cancel(); // keeps the points
    /// One round of estimates as in the paper, instead of estimates that are replaced by solved costs.
    void setPublished(bool published);

    State state() const { return m_state; }
    const QString& reason() const { return m_reason; }      // when it failed
    const Progress& progress() const { return m_progress; } // of the k_S at work
    int atWork() const { return m_state == State::Running ? kChains[m_next] : 0; }
    const std::vector<Point>& points() const { return m_points; } // in the order of kChains
    /// What the objective makes small, of one point.
    double figure(const Point& point) const;
    /// Above the best of the points, as a fraction.
    double overBest(const Point& point) const;

Q_SIGNALS:
    void changed(); // state or points
    void progressChanged();

private:
    NodesQuestion questionFor(int chains) const;
    void takeQuestion();
    void askNext();
    void hear(const NodesNews& news);
    void end(State state, const QString& reason = {});

    ShownNodes& m_nodes;
    Asking<NodesQuestion, NodesNews> m_scheduler;
    NodesQuestion m_question; // of the points
    bool m_published = false;
    State m_state = State::Idle;
    QString m_reason;
    Progress m_progress;
    std::size_t m_next = 0; // into kChains
    std::vector<Point> m_points;
};

} // namespace nestloom::ui
