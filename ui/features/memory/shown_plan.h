// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/word_widths.h"
#include "engine/memory/plan_steps.h"
#include "engine/workload/network.h"
#include "ui/features/memory/plan_boxes.h"
#include "ui/ports/askers.h"

#include <QElapsedTimer>
#include <QTimer>

namespace nestloom::ui {

/// The memory plan that the page shows: what was asked, the best answer so far, and the budget curve. While the size
/// moves, one question is answered after the other, always the newest one: a question is replaced as soon as its first
/// plan was shown, or after 80 ms without one. Nothing is planned while the page is hidden.
class ShownPlan : public QObject {
    Q_OBJECT
public:
    enum class State {
        NoNetwork,  // none is chosen
        NoGraph,    // only its layers are known
        Planning,   // plan() may be the best so far, or that of the size before
        Planned,    // plan() is the last word
        Infeasible, // no plan can exist
        NoPlan,     // none was found; reason() says why
        Failed,     // reason() says why
    };

    explicit ShownPlan(PlanAsker* planner, QObject* parent = nullptr);

    void setNetwork(const workload::Network& network);
    /// Word widths of the accelerator in the editor; nothing when there is none. Elements are as wide as these, unless
    /// the user wants them as the network states.
    void setWords(std::optional<mapping::WordWidths> words);
    void useWords(bool use);
    const std::optional<mapping::WordWidths>& words() const { return m_words; }
    /// Of a stored plan: whether its elements are as wide as these words.
    bool usesWords() const;
    bool isKeptGraph() const { return m_isKeptGraph; } // of a stored plan: its widths stay
    /// Shows a stored run of kind Memory, until something else is asked.
    void showRun(const RunRecord& run);
    /// What is shown, to be kept as a run: what it is computed from (without accelerator), and the plan.
    ScheduleRequest request(const workload::Network& network) const;
    records::PlannedMemory planned() const;
    void noteStored(RunId run) { m_storedAs = run; } // what is shown has this number now
    void setScratchpad(Bytes size);
    /// What is planned and in which order, beside the size; chosen by the user.
    struct Choices {
        bool parameters = true, fused = false;
        schedule::cosma::Order order = schedule::cosma::Order::Free;
        bool operator==(const Choices&) const = default;
    };
    Choices choices() const { return {m_question.parameters, m_question.fused, m_question.order}; }
    /// Plans with these; a stored plan makes way.
    void choose(const Choices& choices);
    /// The choices of the next run; a stored plan stays until something else is asked.
    void followChoices(const Choices& choices);
    /// The size is being dragged: the curve waits.
    void setMoving(bool moving);
    void setActive(bool active);
    void cancel();

    State state() const { return m_state; }
    /// Something is being searched: a plan or the curve.
    bool isBusy() const
    {
        return m_planner.isBusy() && (m_state == State::Planning || !(m_isCurveComplete || m_moving));
    }
    bool isCancelled() const { return m_cancelled; }
    RunId storedAs() const { return m_storedAs; } // of what is shown; 0 = it is stored nowhere
    const schedule::cosma::PlanQuestion& question() const { return m_question; }
    const QString& networkName() const { return m_networkName; }
    Bytes scratchpad() const { return m_question.scratchpad; }
    const QString& reason() const { return m_reason; }

    bool hasPlan() const { return m_answer.plan != nullptr; }
    /// Of the newest question about this graph that was answered; its size may be another one while Planning.
    const schedule::cosma::PlanAnswer& answer() const { return m_answer; }
    bool isProven() const { return hasPlan() && m_answer.status == SolveStatus::Optimal; }
    const workload::OperatorGraph& graph() const { return *m_answer.graph; } // with a plan, or when infeasible
    const memory::MemoryPlan& plan() const { return *m_answer.plan; }
    const PlanBoxes& boxes() const { return m_boxes; }
    const std::vector<memory::PlanStep>& steps() const; // empty without a plan
    int peakStep() const { return m_peakStep; }

    const std::optional<schedule::cosma::Budgets>& budgets() const { return m_budgets; }
    const std::vector<schedule::cosma::CurveStep>& curve() const { return m_curve; }
    bool isCurveComplete() const { return m_isCurveComplete; }

Q_SIGNALS:
    void networkChanged();  // another one: forget everything shown
    void questionChanged(); // size or options
    void planChanged();     // answer or state
    void curveChanged();

private:
    bool takeGraph(); // of the network, with the words that count; false when it is the one that is asked about
    void askAnew();   // a question about something else than the size
    void ask();
    void send();
    void hear(const PlanNews& news);
    void takeCurve(const schedule::cosma::CurveAnswer& curve);
    void show(const schedule::cosma::PlanAnswer& answer);
    void forget();
    void setState(State state) { m_state = state; }

    Asking<PlanQuestion, PlanNews> m_planner;
    QString m_networkName;
    workload::OperatorGraph m_networkGraph; // as the network states it; without operators when only layers are known
    std::optional<mapping::WordWidths> m_words;
    bool m_usesWords = true;    // when the user has a say
    bool m_isKeptGraph = false; // m_networkGraph is that of a stored plan, whose elements stay as they were
    schedule::cosma::PlanQuestion m_question;
    std::optional<schedule::cosma::PlanQuestion> m_own; // the user's, while a stored plan is shown
    State m_state = State::NoNetwork;
    bool m_active = false;
    bool m_moving = false;
    bool m_cancelled = false;
    RunId m_storedAs = 0;
    bool m_isWaiting = false; // for its first answer
    bool m_isPending = false; // the question changed since
    QElapsedTimer m_asked;
    QTimer m_patience;
    schedule::cosma::PlanAnswer m_answer;
    QString m_reason;
    PlanBoxes m_boxes;
    int m_peakStep = 0;
    std::optional<schedule::cosma::Budgets> m_budgets;
    std::vector<schedule::cosma::CurveStep> m_curve;
    bool m_isCurveComplete = false;
};

} // namespace nestloom::ui
