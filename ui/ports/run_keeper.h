// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

namespace nestloom::ui {

/// What the window has in sight and is asked to keep as a run: of the results of another run some were changed by hand,
/// or a page shows a schedule of the whole network. One of the three results is there, by the kind of the request.
struct KeptRun {
    ScheduleRequest request;
    std::vector<schedule::LayerResult> layers{};            // verified ones and such without a mapping
    QString note{};                                         // where it comes from
    QString tag = QStringLiteral("edited");                 // of the new run; may be empty
    std::shared_ptr<const kapla::NodeRun> nodes{};          // with a schedule
    std::shared_ptr<const records::PlannedMemory> memory{}; // verified
};

/// Keeps what was made by hand or is in sight as runs, and reads mappings made by hand. app/gui/local_run_keeper
/// implements it; tests use a fake. Lives on the GUI thread; no call blocks.
class RunKeeper : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 keep(const KeptRun& run) = 0; // its id, answered by kept()
    /// A mapping from a file or the clipboard: JSON, or the text of the loop nest. Not verified.
    virtual Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator,
                                               const std::string& text) const = 0;

Q_SIGNALS:
    void kept(quint64 id, nestloom::ui::RunId run, const QString& problem); // the stored run, or one sentence
};

} // namespace nestloom::ui
