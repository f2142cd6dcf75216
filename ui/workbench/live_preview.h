// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"

#include <QElapsedTimer>
#include <QTimer>

namespace nestloom::ui {

class Workbench;

/// Maps the network again whenever the accelerator in the editor is edited, and has the shown run preview the results.
/// Newest edit wins: what is heard of an older one is dropped. Without a tuning port it is never available.
class LivePreview : public QObject {
    Q_OBJECT
public:
    enum class Scope { Network, SelectedLayer };
    enum class Phase {
        Idle,    // nothing edited, or off
        Held,    // edited, but it cannot be mapped now: reason()
        Mapping, // results are on their way
        Done,    // everything asked for is there
        Failed,  // it stopped: reason()
    };

    explicit LivePreview(Workbench& workbench, QObject* parent = nullptr);

    bool isAvailable() const { return m_tuning.isPossible(); }
    bool isOn() const { return m_on; }
    void setOn(bool on);
    Scope scope() const { return m_scope; }
    void setScope(Scope scope);

    Phase phase() const { return m_phase; }
    const QString& reason() const { return m_reason; }
    std::size_t layersAsked() const;
    std::size_t layersDone() const { return m_done; }
    qint64 elapsedMs() const { return m_elapsedMs; } // of the newest request, until its end or now

    /// Back to the run below; the edits stay, and the next one begins a preview again.
    void dismiss();
    /// Stores what is previewed: a run of its own. 0 when it cannot.
    JobId keep();
    /// Previews what was chosen in place of what was previewed.
    void follow();

Q_SIGNALS:
    void changed();

private:
    void onEdited();
    void onDocumentChanged();
    void onRunReplaced();
    void consider();
    void ask(const TuningQuestion& request);
    void hear(const TuningNews& news);
    void stop();
    void enter(Phase phase, const QString& reason = {});
    TuningQuestion wanted() const;

    Workbench& m_workbench;
    Tuner* m_tuner; // may be null
    Asking<TuningQuestion, TuningNews> m_tuning;
    bool m_on = true;
    Scope m_scope = Scope::Network;
    Phase m_phase = Phase::Idle;
    QString m_reason;
    bool m_edited = false;        // since the accelerator was chosen, and not dismissed
    hardware::Accelerator m_seen; // what the editor held when it was looked at last
    TuningQuestion m_asked;
    bool m_isAsked = false; // what is in m_asked: its results are heard, or have been
    std::size_t m_done = 0;
    bool m_learned = false; // the tuning port knows the mappings of the stored run
    QElapsedTimer m_clock;
    qint64 m_elapsedMs = 0;
    QTimer m_soon; // gathers the edits of one turn of the event loop
};

} // namespace nestloom::ui
