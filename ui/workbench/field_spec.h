// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QCoreApplication>

#include <functional>
#include <vector>

namespace nestloom::ui {

/// One field of the accelerator form: how the value shows as text and how text becomes the value again.
struct FieldSpec {
    using Accelerator = hardware::Accelerator;

    /// The label after other words: "fan-out", "MAC units".
    QString nameInSentence() const { return label.mid(1, 1).isUpper() ? label : label.toLower(); }

    QString key;         // as in our YAML and in hardware::check(): "levels[2].capacity"
    QString label;       // "Capacity"
    QString hint;        // what it means, for the tool tip
    QString placeholder; // shown while the field is empty: "unlimited"; empty text is legal only when this is set
    std::function<QString(const Accelerator&)> text;
    std::function<Result<Accelerator>(const Accelerator&, const QString&)> apply;
    /// The nearest legal text to one that apply() or hardware::check() refused.
    std::function<QString(const Accelerator&, const QString&)> nearest;
    /// Legal texts for a slider, ascending, the present one among them; not set for fields that are no number.
    std::function<QStringList(const Accelerator&)> stops{};
    /// The only legal texts, to be chosen from a list; not set for fields that are typed.
    std::function<QStringList(const Accelerator&)> choices{};
    /// Hint and placeholder where they follow the values; to build the form anew would end what is being typed.
    std::function<std::pair<QString, QString>(const Accelerator&)> words{};
};

struct FieldGroup {
    QString key;   // "levels[2]"
    QString title; // "GlobalBuffer"
    QString note;  // "sram, 16 instances"
    std::vector<FieldSpec> fields;
    std::optional<std::size_t> level; // set for buffer levels
};

/// The form of an accelerator: one group for the whole, one per level, one for the interconnect. The session must
/// outlive the specs.
std::vector<FieldGroup> describeFields(const hardware::Accelerator& accelerator, const Session& session);

/// Two accelerators with levels of the same kinds that keep the same tensors have the same form, whatever they are
/// called.
bool haveSameForm(const hardware::Accelerator& a, const hardware::Accelerator& b);

/// Does a finding or an error at `problemKey` belong to the field with `fieldKey`?
bool belongsTo(const QString& problemKey, const QString& fieldKey);

/// Translates what the fields of the form say.
class FieldSpecWords {
    Q_DECLARE_TR_FUNCTIONS(FieldSpec)
};

/// What can be edited of the buffer level at place `at`, outermost level 0. `session` must outlive the fields.
FieldGroup levelFields(const hardware::Accelerator& accelerator, std::size_t at, const Session& session);

/// One field that two accelerators hold differently.
struct FieldChange {
    QString key;    // "levels[1].capacity"
    QString field;  // "GlobalBuffer, capacity"
    QString before; // "64 KiB"
    QString after;
};

/// What the fields of the form say differently, in their order; empty when the accelerators have different levels.
std::vector<FieldChange> fieldChanges(const hardware::Accelerator& before, const hardware::Accelerator& after,
                                      const Session& session);

/// "GlobalBuffer, capacity 64 KiB → 96 KiB and 2 more"; empty without changes.
QString changeWords(const std::vector<FieldChange>& changes);

/// "InputBuffer capacity" for the key "levels[3].capacity".
QString fieldWords(const hardware::Accelerator& accelerator, const QString& key, const Session& session);

} // namespace nestloom::ui
