// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::explore {

/// Engine, Objective and YesNo are choices of a run (run_fields.h): their values are indices into choices().
enum class FieldKind {
    Bytes,
    BytesPerCycle,
    BytesPerSecond,
    Count,
    Picojoules,
    Hertz,
    Bits,
    Watts,
    Engine,
    Objective,
    YesNo
};
std::string_view unit(FieldKind kind); // "B", "B/cycle", "B/s", "" for counts and choices, "pJ", "Hz", "bit", "W"
bool isWhole(FieldKind kind);          // bytes, bits, counts and choices come in whole numbers only
/// The words for the values of a choice, "cosa" or "no"; none for other kinds. Stored sweeps count in them: words are
/// added at the end only.
const std::vector<std::string_view>& choices(FieldKind kind);
bool isBandwidth(FieldKind kind); // in bytes a cycle or bytes a second

/// One number of an accelerator. Paths are the keys of our YAML, with the level's name in place of its position:
/// "clock", "mac.energy", "levels.GlobalBuffer.capacity", "levels.DRAM.read_bandwidth",
/// "levels.GlobalBuffer.fanout.columns". A bandwidth is of the kind that the accelerator states it in: a change of the
/// clock leaves B/s as they are.
struct Field {
    std::string path;
    FieldKind kind = FieldKind::Count;
    std::optional<double> value; // in unit(kind); nothing = unbounded, unlimited, or energy from the energy source
    friend bool operator==(const Field&, const Field&) = default;
};

/// Every numeric field with its value: those of the whole accelerator, then level by level, outermost first.
std::vector<Field> fields(const hardware::Accelerator& accelerator);

/// Fails   InvalidInput for an unknown path, naming the nearest known one.
Result<Field> field(const hardware::Accelerator& accelerator, std::string_view path);

/// Writes one field, of any accelerator with the levels and parts of the one it was found for. Finding it takes
/// microseconds, writing does not.
struct FieldSetter {
    FieldKind kind = FieldKind::Count;
    /// Fails   as withField().
    std::function<Status(hardware::Accelerator&, double value, std::optional<FieldKind> unit)> set;
};
/// Fails   InvalidInput for an unknown path, naming the nearest known one.
Result<FieldSetter> fieldSetter(const hardware::Accelerator& accelerator, std::string_view path);

/// The accelerator with one number changed and all else as it was; an unbounded capacity or bandwidth becomes bounded.
/// Whether the accelerator is still usable is for hardware::check() to say.
/// `unit`  what the value of a bandwidth is in; nothing = as it is stated.
/// Fails   InvalidInput for an unknown path, a value that is not finite, or a fraction where whole numbers are counted.
Result<hardware::Accelerator> withField(const hardware::Accelerator& accelerator, std::string_view path, double value,
                                        std::optional<FieldKind> unit = {});

} // namespace nestloom::explore
