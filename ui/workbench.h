// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editor/accelerator_document.h"
#include "ui/editor/unsaved_edit.h"
#include "ui/library.h"
#include "ui/selection.h"
#include "ui/session.h"
#include "ui/shown_run.h"

#include <QObject>
#include <QUndoGroup>

#include <map>
#include <memory>

namespace nestloom::ui {

class Baseline;
class Comparison;
class LivePreview; // ui/live_preview.h

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
    bool isEdited(const QString& path) const;
    /// Everything that would be lost without saving, so that a later start can bring it back.
    std::vector<UnsavedEdit> unsavedEdits() const;
    /// Shows the accelerator with this text as an edit that can be undone. Fails when what it was edited from can no
    /// longer be read.
    bool restoreEdit(const UnsavedEdit& edit);
    const workload::Network& network() const { return m_network; }
    const schedule::ScheduleOptions& options() const { return m_options; }
    void setOptions(const schedule::ScheduleOptions& options);

    // Each of these says what went wrong through problem() and changes nothing then.
    bool chooseAccelerator(const AcceleratorEntry& entry);
    bool chooseNetwork(const NetworkEntry& entry);
    bool openFile(const QString& path);
    bool saveAccelerator(const QString& path);
    void openRun(RunId run);
    /// Opens a value that has no file in the editor; `key` tells it from others, so that its edits are kept.
    void editAccelerator(const QString& key, const hardware::Accelerator& accelerator);
    void editShownAccelerator(); // opens the accelerator of the shown run in the editor

    /// Why a run cannot be started, one sentence; empty = it can.
    QString whyNotRun() const;
    JobId startRun(); // 0 when it cannot
    /// Runs something else than what is in the editor, and shows it. 0 when it cannot.
    JobId startRun(const ScheduleRequest& request);
    void cancelRun();

Q_SIGNALS:
    void documentChanged(); // another accelerator is in the editor
    void editsChanged();    // the accelerator in the editor changed
    void networkChanged();
    void optionsChanged();
    void problem(const QString& message);

private:
    void listenToSession();
    void show(AcceleratorDocument& document);
    AcceleratorDocument& documentFor(const QString& path);
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
    workload::Network m_network;
    schedule::ScheduleOptions m_options;
    RunId m_awaitedRun = 0;
    std::unique_ptr<LivePreview> m_live;
};

/// "InputBuffer capacity" for the key "levels[3].capacity".
QString fieldWords(const hardware::Accelerator& accelerator, const QString& key, const Session& session);

} // namespace nestloom::ui
