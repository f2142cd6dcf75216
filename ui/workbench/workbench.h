// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"
#include "ui/workbench/accelerator_document.h"
#include "ui/workbench/library.h"
#include "ui/workbench/selection.h"
#include "ui/workbench/shown_run.h"

#include <QObject>
#include <QPointer>
#include <QUndoGroup>

#include <map>
#include <memory>
#include <set>
#include <utility>

namespace nestloom::ui {

class Baseline;
class Comparison;
class LivePreview;
class MappingDraft;

/// What the window works on, without any widget: the accelerators being edited, the chosen network and options, the
/// shown run and the selection. Panels and pages ask it for actions and follow its signals.
class Workbench : public QObject {
    Q_OBJECT
public:
    explicit Workbench(Session& session, QObject* parent = nullptr);
    ~Workbench() override;

    Session& session() { return m_session; }
    Library& library() { return m_library; }
    ShownRun& run() { return m_run; }
    Selection& selection() { return m_selection; }
    Baseline& baseline() { return *m_baseline; }       // what the shown numbers are compared with
    Comparison& comparison() { return *m_comparison; } // the runs side by side
    LivePreview& live() { return *m_live; }
    QUndoGroup& histories() { return m_histories; }
    /// The accelerator that the editor shows; every opened one keeps its edits and history.
    AcceleratorDocument& document() { return *m_document; }
    const AcceleratorDocument& document() const { return *m_document; }
    /// Whether document() is not what its file, or a preset of its name, says: lists mark the name of such a one.
    bool isUnlikeItsName() const;
    bool isInViewUnlikeItsName() const { return m_opened ? m_opened->edited : isUnlikeItsName(); } // of accelerator()
    QString editedName(const QString& path) const; // of an accelerator with edits; empty = it has none
    /// Everything that would be lost without saving, so that a later start can bring it back.
    std::vector<UnsavedEdit> unsavedEdits() const;
    /// Shows the accelerator with this text as an edit that can be undone. Fails when what it was edited from can no
    /// longer be read.
    bool restoreEdit(const UnsavedEdit& edit);
    const workload::Network& chosenNetwork() const { return m_network; }   // that is run next
    const std::string& chosenNetworkYaml() const { return m_networkYaml; } // that it was read from
    /// What the pages show: of the stored run that was opened, else document() and chosenNetwork().
    const hardware::Accelerator& accelerator() const;
    const workload::Network& network() const { return m_opened ? m_opened->network : m_network; }
    /// The shown run, if it is not one of what is in the editor now; else 0.
    RunId runApart() const;
    /// The run in view, of whatever kind; 0 = none, or a preview.
    RunId shownRun() const { return m_wholeRun != 0 ? m_wholeRun : m_run.run(); }
    /// Whether the run in view is of a whole network and has something to show; a cancelled one may have nothing.
    bool hasWholeRun() const { return m_wholeRun != 0 && m_hasWholeRun; }
    const schedule::ScheduleOptions& options() const { return m_options; }
    void setOptions(const schedule::ScheduleOptions& options);
    /// The engine of the next run, one of records::methods(); options() keeps that of single layers.
    const std::string& engine() const
    {
        using enum records::RunKind;
        return m_kind == Nodes ? m_nodes.engine : m_kind == Memory ? m_memory.engine : m_options.engine;
    }
    void setEngine(const std::string& engine);
    records::RunKind kind() const { return m_kind; }
    /// Of a run of another kind. Their seed is that of options(), and while an engine of nodes is chosen what they
    /// minimise is, too; a scratchpad of 0 B is the shared buffer of the accelerator.
    const kapla::NodeRunOptions& nodeOptions() const { return m_nodes; }
    const records::MemoryOptions& memoryOptions() const { return m_memory; }
    void setNodeOptions(const kapla::NodeRunOptions& options);
    void setMemoryOptions(const records::MemoryOptions& options)
    {
        if (std::exchange(m_memory, options) != options)
            Q_EMIT optionsChanged();
    }
    /// Why what stands as their scratchpad is no size, one sentence: then whyNotRun() says it. Empty = it is one.
    void setMemoryProblem(const QString& problem)
    {
        if (std::exchange(m_memoryProblem, problem) != problem)
            Q_EMIT optionsChanged();
    }
    /// Why the engine cannot work with what is in the editor, one sentence; empty = it can.
    QString whyUnserved(std::string_view engine) const;

    // Each of these says what went wrong through problem() and changes nothing then.
    bool chooseAccelerator(const AcceleratorEntry& entry);
    bool chooseNetwork(const NetworkEntry& entry);
    /// `orMend`: the text of an accelerator that cannot be read is put into the editor.
    bool openFile(const QString& path, bool orMend = false);
    bool saveAccelerator(const QString& path);
    void openRun(RunId run);
    void leaveRun();     // the editor is in view, without any result
    void backToEditor(); // the same, and then the run that was shown of it, or else live mapping
    void adopt();        // the editor goes on from what is in view
    /// Opens a value that has no file in the editor; `key` tells it from others. Once something else is shown, its
    /// edits are an accelerator of their own, on the list.
    void editAccelerator(const QString& key, const hardware::Accelerator& accelerator);
    /// Opens the accelerator of the shown run in the editor.
    void editShownAccelerator()
    {
        if (!m_run.isEmpty())
            editAccelerator(QStringLiteral("run:%1").arg(m_run.run()), m_run.accelerator());
    }

    /// Why a run cannot be started, one sentence; empty = it can.
    QString whyNotRun() const;
    JobId startRun(); // 0 when it cannot
    /// Runs something else than what is in the editor, and shows it. 0 when it cannot.
    JobId startRun(const ScheduleRequest& request);
    /// Shows a run that was begun elsewhere: layer by layer as it goes on, or a whole network when it is done.
    void follow(JobId job, const ScheduleRequest& request);
    /// Stops the shown run where it goes on, else another job: a simulation, a sweep, another run.
    void cancelOne()
    {
        if (const JobId job = jobToCancel(); job != 0)
            Q_EMIT jobCancelAsked(job);
    }
    JobId jobToCancel() const
    {
        return runningJob() != 0 || m_runningJobs.empty() ? runningJob() : *m_runningJobs.rbegin();
    }
    /// The run that is to be shown and goes on; 0 = none.
    JobId runningJob() const { return m_wholeJob != 0 ? m_wholeJob : m_run.isRunning() ? m_run.job() : 0; }
    JobId wholeJob() const { return m_wholeJob; } // the same, when it is of a whole network

    /// What the session does not tell of itself: a sweep at work is a job, too.
    void tellJob(const JobState& job);
    int runningJobs() const { return int(m_runningJobs.size()); }
    /// The mapping that is edited by hand; null without one.
    const MappingDraft* draft() const;
    void setDraft(MappingDraft* draft);

Q_SIGNALS:
    void documentChanged(); // another accelerator is in the editor
    void editsChanged();    // the accelerator in the editor changed
    void networkChanged();  // network() or chosenNetwork()
    void contextChanged();  // accelerator() or network()
    void optionsChanged();
    void wholeJobChanged();
    void problem(const QString& message);
    void changedFileKept(); // the accelerator was not saved: another program changed its file since it was read
    void jobTold(const nestloom::ui::JobState& job); // of every kind
    void jobCancelAsked(nestloom::ui::JobId job);
    void runBegan();                 // by startRun(): what stood in its way stands there no more
    void brokenTextOpened(int line); // of an accelerator: it is in the editor, and wrong there
    void brokenNetworkFound(const QString& yaml, const QString& path); // a file that cannot be read, to be mended
    void sweepAsked(qint64 sweep);                                     // show this sweep
    /// A stored run of a whole network, on nodes or of its memory, is to be shown by its page.
    void wholeRunOpened(const nestloom::ui::RunRecord& run);

    // Between the page of the memory plan and that of the graph.
    /// The plan that is shown, with the bytes that each operator moves; a null graph when there is none.
    void planShown(const std::shared_ptr<const workload::OperatorGraph>& graph, const std::vector<Bytes>& traffic,
                   Bytes scratchpad);
    void plannedOperatorSelected(nestloom::OperatorId op);
    void drawnOperatorChosen(nestloom::OperatorId op); // of the planned graph

private:
    void setWholeJob(JobId job)
    {
        if (std::exchange(m_wholeJob, job) != job)
            Q_EMIT wholeJobChanged();
    }
    void shareWithNodes();
    void listenToSession();
    void show(AcceleratorDocument& document);
    void keepEdits();
    void moveDocument(const QString& path);
    void takeInView(const ScheduleRequest& inputs);
    AcceleratorDocument& documentFor(const QString& path);
    bool openBroken(const QString& path);
    std::optional<std::size_t> layerIn(const workload::Network& other) const;
    void onRunLoaded(const RunRecord& record);
    void onPlaceChanged(const Place& place);

    Session& m_session;
    Library m_library;
    ShownRun m_run;
    Selection m_selection;
    std::unique_ptr<Baseline> m_baseline;
    std::unique_ptr<Comparison> m_comparison;
    QUndoGroup m_histories;
    std::map<QString, std::unique_ptr<AcceleratorDocument>> m_documents; // by path
    AcceleratorDocument* m_document = nullptr;
    std::optional<ScheduleRequest> m_opened; // of the shown run, while they are in view instead of the editor's
    /// The last run in view that was of what is in the editor, and that.
    struct Own {
        RunId run = 0;
        hardware::Accelerator accelerator{};
        workload::Network network{};
    } m_own;
    bool m_isEditorsInView = true; // the accelerator of the shown run was the editor's when it was opened
    RunId m_wholeRun = 0;          // the shown run, when it is of another kind than Layers
    bool m_hasWholeRun = false;    // anything came of it
    workload::Network m_network;
    std::string m_networkYaml; // that it was read from
    schedule::ScheduleOptions m_options;
    kapla::NodeRunOptions m_nodes;
    records::MemoryOptions m_memory;
    QString m_memoryProblem;
    records::RunKind m_kind = records::RunKind::Layers;
    RunId m_awaitedRun = 0;
    JobId m_wholeJob = 0; // the newest run of a whole network, shown when it is done; 0 = none
    std::unique_ptr<LivePreview> m_live;
    std::set<JobId> m_runningJobs;
    QPointer<MappingDraft> m_draft;
};

} // namespace nestloom::ui
