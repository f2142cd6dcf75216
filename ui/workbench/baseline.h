// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"
#include "ui/words/layer_words.h"

#include <QDateTime>
#include <QObject>

namespace nestloom::ui {

class ShownRun;

/// The run that all shown numbers are compared with: the one the user pinned, or else the last finished run of the same
/// network before the shown one, judged by the same model and, where there is one, of the same objective, engine and
/// accelerator, edited or not. Read from the store without showing it; the pin survives a restart.
class Baseline : public QObject {
    Q_OBJECT
public:
    Baseline(Session& session, ShownRun& shown, QObject* parent = nullptr);

    RunId run() const { return m_run; } // 0 = none
    bool isPinned() const { return m_run != 0 && m_run == m_pinned.run; }
    QString name() const; // "run 11"; empty without a baseline
    void pin(RunId run);  // a stored run; it becomes the baseline of everything shown from now on
    void unpin();

    /// Null without a baseline, and until it is read.
    const RunRecord* record() const { return m_record ? &*m_record : nullptr; }
    /// Its result for a layer of the shown run: the layer of equal shape, by name or place. Null when it has none.
    const schedule::LayerResult* layer(std::size_t shownLayer) const;
    BaselineLayers layers() const;
    /// Its totals over the layers that the shown run has solved so far, so that a run can be compared while it fills
    /// in. Nothing when a figure would stand for other work; whyNothing() says why then.
    std::optional<schedule::Totals> totals() const;

    /// Why there are no totals to compare with, in one sentence; empty when there are.
    QString whyNothing() const;
    /// "tiles against own: different models", when changes say nothing about which run is better; else empty.
    QString otherModel() const;
    /// The same of totals, which may have parts that the other run costs nothing for.
    QString otherTotals() const;
    /// What differs besides the accelerator and should be known when comparing: model, objective, clock, version. May
    /// be empty.
    QString caution() const;

Q_SIGNALS:
    void changed(); // another baseline, or it has been read, or it is matched with another shown run

private:
    /// A number alone may mean another run in another store.
    struct Pin {
        RunId run = 0;
        QDateTime startedAt;
    };
    bool followShown();
    bool choose(); // true when it chose another one, and said so
    RunId automatic() const;
    bool isStored(const Pin& pin) const;
    void take(RunId run, const Result<RunRecord>& record);
    void match();

    Session& m_session;
    ShownRun& m_shown;
    Pin m_pinned;
    RunId m_run = 0;
    RunId m_shownRun = 0;  // number of the shown run, as last seen
    RunId m_previewOf = 0; // the run that is shown changed, and not stored as it is shown
    std::optional<RunRecord> m_record;
    QString m_problem;                                   // why m_run could not be read
    std::vector<std::optional<std::size_t>> m_matches;   // by shown layer: the layer of the baseline
    std::vector<const schedule::LayerResult*> m_results; // by layer of the baseline, into m_record
};

} // namespace nestloom::ui
