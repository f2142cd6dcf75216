// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/kapla/node_run.h"
#include "ui/ports/askers.h"
#include "ui/ports/run_keeper.h"

#include <vector>

namespace nestloom::ui {

/// When and where the layers of a schedule on nodes run. Cycles are fractions where a part of the batch takes no whole
/// ones.
struct SegmentChain {
    /// A layer in its place.
    struct Layer {
        std::size_t layer = 0; // into NodeRun::graph
        std::size_t segment = 0;
        std::size_t group = 0;                      // of nodes, within the segment
        std::int64_t firstNode = 0;                 // when the groups of the segment are stacked
        std::int64_t nodes = 0;                     // of its group
        std::size_t turn = 0, turns = 1;            // among the layers of its group
        double share = 1, before = 0;               // of the group's time, and what goes to the layers before it
        double begin = 0, end = 0;                  // of its first and last part of the batch
        const kapla::SegmentLayer* place = nullptr; // both live as long as the run
        const kapla::LayerSchedule* schedule = nullptr;
    };
    /// Layers on the machine at the same time.
    struct Span {
        double begin = 0, end = 0;
        double memoryEnd = 0;             // the memory is busy from begin to here, if it works without pauses
        std::size_t first = 0, count = 0; // in `layers`
        std::int64_t parts = 1;           // of the batch, that follow each other
    };
    /// One part of the batch in one layer.
    struct Box {
        std::size_t at = 0; // into `layers`
        double begin = 0, end = 0;
    };

    std::vector<Span> segments;
    std::vector<Layer> layers; // in the order of the segments
    std::vector<Box> boxes;    // by segment; none for a segment of more than kMostParts parts
    std::int64_t nodes = 0;    // of the machine
    double end = 0;

    static constexpr std::int64_t kMostParts = 512;

    bool empty() const { return layers.empty(); }
    /// Where a layer of the graph is in `layers`.
    std::optional<std::size_t> find(std::size_t layer) const;
};

/// The chain of a run's schedule, by the timing of its segments: parts of the batch follow each other at the pace of
/// the slowest group of nodes. Layers that take turns on their nodes share the group's time in proportion to their
/// cycles. Where the memory is the slowest, everything is stretched to the time that it takes.
/// Returns  an empty chain without a schedule.
SegmentChain segmentChain(const kapla::NodeRun& run);

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
