// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

namespace nestloom::ui {

/// A run made of the results of another one, some of them changed by hand.
struct EditedRun {
    ScheduleRequest request;
    std::vector<schedule::LayerResult> layers; // verified ones and such without a mapping
    QString note;                              // where it comes from
    QString tag = QStringLiteral("edited");    // of the new run
};

/// Reads mappings made by hand, and keeps them as runs. app/gui/local_edited_runs implements it; tests use a fake.
/// Lives on the GUI thread; no call blocks.
class EditedRuns : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual quint64 keep(const EditedRun& run) = 0; // its id, answered by kept()
    /// A mapping from a file or the clipboard: JSON, or the text of the loop nest. Not verified.
    virtual Result<mapping::LayerMapping> read(const hardware::Accelerator& accelerator,
                                               const std::string& text) const = 0;

Q_SIGNALS:
    void kept(quint64 id, nestloom::ui::RunId run, const QString& problem); // the stored run, or one sentence
};

} // namespace nestloom::ui
