// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"
#include "ui/workbench/field_spec.h"

#include <vector>

namespace nestloom::ui {

// Where a slider stops: values around the present one, ascending, the present one among them.

/// Sizes and bandwidths: four octaves each way, four stops per octave (16, 20, 24, 28, 32), which is what memories are
/// built in. Word widths: powers of two, four octaves each way. Energies and clocks: a decade each way in tenths of a
/// decade (1, 1.25, 1.6, 2, 2.5, 3.2, ...). Without a present value around a usual one.
/// Units: as the kind says (B, bit, pJ, Hz, um2).
std::vector<double> quantityStops(QuantityKind kind, std::optional<double> present);
/// In the unit of the present one, round in GB/s or in B/cycle.
std::vector<Bandwidth> bandwidthStops(std::optional<Bandwidth> present);

/// Counts from 1 to 16 times the present one and at least to 64: powers of two.
std::vector<std::int64_t> countStops(std::int64_t present);

/// Grids with 1/16 to 16 times the instances: the shorter side doubles, the longer one is halved, and what is a row or
/// a column stays one.
std::vector<hardware::Fanout> gridStops(const hardware::Fanout& present);

/// What every field has, whatever it holds.
struct FieldLabel {
    QString key;
    QString label;
    QString hint;
};

/// Access to one number of an accelerator. `get` may say "nothing" only when the field is optional.
struct NumberAccess {
    std::function<std::optional<double>(const hardware::Accelerator&)> get;
    std::function<void(hardware::Accelerator&, std::optional<double>)> set;
};

/// A number with a unit, "64 KiB"; legal from `least` on. With a placeholder, empty text means "nothing".
FieldSpec quantityField(const FieldLabel& label, const Session& session, QuantityKind kind, double least,
                        NumberAccess access, const QString& placeholder = {});
/// A bandwidth, "10 B/cycle" or "12.8 GB/s", as it is typed; empty text means "nothing".
FieldSpec bandwidthField(const FieldLabel& label, const Session& session,
                         std::function<std::optional<Bandwidth>&(hardware::Accelerator&)> bandwidth,
                         const QString& placeholder);
/// A whole number without a unit, from `least` on.
FieldSpec countField(const FieldLabel& label, std::int64_t least,
                     std::function<std::int64_t&(hardware::Accelerator&)> number);
/// Columns and rows, "4 x 4".
FieldSpec gridField(const FieldLabel& label, std::function<hardware::Fanout&(hardware::Accelerator&)> fanout);

/// A text; `refuse` says why one will not do, or nothing.
FieldSpec textField(const FieldLabel& label, std::function<QString(const hardware::Accelerator&)> get,
                    std::function<void(hardware::Accelerator&, const QString&)> set,
                    std::function<QString(const hardware::Accelerator&, const QString&)> refuse = {});

/// One of a few texts; `set` is given the index of the chosen one.
FieldSpec choiceField(const FieldLabel& label, const QStringList& choices,
                      std::function<int(const hardware::Accelerator&)> get,
                      std::function<void(hardware::Accelerator&, int)> set);

} // namespace nestloom::ui
