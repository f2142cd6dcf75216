// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestloom::ui {

/// An accelerator whose text was edited and not saved.
struct UnsavedEdit {
    QString path; // of its file; "run:12" for the accelerator of a run
    QString name;
    QString saved; // text that was opened or saved last; can be read
    QString text;  // text as edited; may hold errors
    friend bool operator==(const UnsavedEdit&, const UnsavedEdit&) = default;
};

} // namespace nestloom::ui
