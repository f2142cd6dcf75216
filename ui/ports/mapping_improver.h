// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/improve_mapping.h"
#include "ui/ports/session.h"

namespace nestloom::ui {

/// Where the newest search from a mapping stands.
struct ImproverState {
    quint64 id = 0;
    double fraction = 0;                           // of the budget, 0..1
    std::optional<schedule::ImprovedMapping> best; // verified; nothing better than the start yet when empty
    bool ended = false;
    std::int64_t evaluations = 0; // when ended
    QString problem;              // one sentence when it could not be done
};

/// A run made of the results of another one, some of them changed by hand.
struct EditedRun {
    ScheduleRequest request;
    std::vector<schedule::LayerResult> layers; // verified ones and such without a mapping
    QString note;                              // where it comes from
    QString tag = QStringLiteral("edited");    // of the new run
};

/// Searches on from mappings made by hand, and keeps these as runs. The newest search wins.
/// app/gui/local_mapping_improver implements it on a thread of its own; tests use a fake. Lives on the GUI thread; no
/// call blocks. What is told of a search that was replaced or cancelled since may still be on its way: compare the id.
class MappingImprover : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 improve(const schedule::ImproveInputs& inputs) = 0; // its id; never reused, never 0
    virtual void cancel() = 0;                                          // whatever searches; what was told stays true
    virtual quint64 keep(const EditedRun& run) = 0;                     // its id, answered by kept()
    /// A mapping from a file or the clipboard: JSON, or the text of the loop nest. Not verified.
    virtual Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator,
                                               const std::string& text) const = 0;

Q_SIGNALS:
    void changed(const nestloom::ui::ImproverState& state);                 // at most every 50 ms, and at the end
    void kept(quint64 id, nestloom::ui::RunId run, const QString& problem); // the stored run, or one sentence
};

} // namespace nestloom::ui
