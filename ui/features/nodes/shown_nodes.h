// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/kapla/segment_chain.h"
#include "ui/ports/askers.h"
#include "ui/ports/run_keeper.h"

#include <vector>

namespace nestloom::ui {

using kapla::SegmentChain;
using kapla::segmentChain;

/// The schedule on nodes that the page shows: what was asked, what was answered, which layer is selected, and what
/// other engines answered to the same question. Answers stay known while the window is open, whatever network or
/// accelerator is looked at in between. Nothing is scheduled while the page is hidden.
class ShownNodes : public QObject {
    Q_OBJECT
public:
    enum class State {
        NoNetwork,
        NoNodes, // reason() says why the accelerator has none
        Scheduling,
        Scheduled,
        Cancelled, // perhaps with the best schedule up to then
        Failed,    // reason() says why
    };
    using Answer = NodesAnswer;
    struct Kept {
        kapla::NodeRunOptions options;
        Answer run;
        std::shared_ptr<const workload::Network> network;
        std::shared_ptr<const hardware::Accelerator> accelerator;
        RunId storedAs = 0;
    };
    static constexpr std::size_t kMostKept = 40; // answers; the oldest goes

    explicit ShownNodes(NodesAsker* scheduler, QObject* parent = nullptr);

    void setNetwork(const workload::Network& network);
    void setAccelerator(const hardware::Accelerator& accelerator);
    void setOptions(const kapla::NodeRunOptions& options);
    /// Shows a schedule that was kept earlier, until something else is asked.
    void showRun(const RunRecord& run);
    void setActive(bool active);
    void cancel();
    void again(); // asks once more after a cancel
    /// A layer of the shown run's graph, or none.
    void selectLayer(std::optional<std::size_t> layer);
    /// The forward layer of that name, if there is one.
    void selectLayer(const std::string& name);

    State state() const { return m_state; }
    bool isBusy() const { return m_state == State::Scheduling && m_scheduler.isBusy(); }
    const QString& reason() const { return m_reason; }
    const Progress& progress() const { return m_progress; } // while it is busy
    const NodesQuestion& question() const { return m_question; }
    /// Null until there is a schedule.
    const Answer& run() const { return m_run; }
    /// The number under which what is shown is stored; 0 = nowhere.
    RunId storedAs() const;
    void noteStored(RunId run);
    const SegmentChain& chain() const { return m_chain; }
    std::optional<std::size_t> layer() const { return m_layer; }
    /// The selected layer in its place; null without one.
    const SegmentChain::Layer* placed() const;
    /// Finished schedules of this network, accelerator, batch and objective, by engine; those that were stopped are not
    /// among them.
    std::vector<Kept> compared() const;

Q_SIGNALS:
    void questionChanged(); // network, accelerator or options
    void runChanged();      // also what it is compared with
    void progressChanged();
    void stateChanged();
    void layerChanged();

private:
    void ask();
    bool isOfQuestion(const Kept& kept) const
    {
        return kept.network == m_question.network && kept.accelerator == m_question.accelerator;
    }
    void remember(const Answer& run);
    void takeInputs(std::shared_ptr<const workload::Network> network,
                    std::shared_ptr<const hardware::Accelerator> accelerator);
    void show(const Answer& run);
    void setState(State state, const QString& reason = {});
    void hear(const NodesNews& news);
    void takeAnswer(const Answer& answer);

    Asking<NodesQuestion, NodesNews> m_scheduler;
    NodesQuestion m_question;
    QString m_whyNoNodes; // empty = it has
    State m_state = State::NoNetwork;
    QString m_reason;
    Progress m_progress;
    bool m_active = false;
    bool m_asked = false;     // the question as it is now
    std::vector<Kept> m_kept; // of all inputs, newest last; equal inputs are the same object
    Answer m_run;
    SegmentChain m_chain; // of m_run
    std::optional<std::size_t> m_layer;
    std::string m_wanted; // the layer to select once there is a schedule
};

/// Whether both ask for the same apart from the engine.
bool isComparable(const kapla::NodeRunOptions& a, const kapla::NodeRunOptions& b);

} // namespace nestloom::ui
