// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"
#include "engine/schedule/network_run.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::explore {

/// Options of a run that are swept as fields of an accelerator are, with the values that `options` have: "run.engine",
/// "run.objective", "run.evaluations", "run.seed", "run.larger_sizes", "run.bypass", "run.fuse_operators". Engines are
/// those that map layers under our own cost model: a front of several models would compare what cannot be compared.
std::vector<Field> runFields(const schedule::ScheduleOptions& options);

/// A field that an axis can be over: of the accelerator, or of the run, then with the value of default options.
/// Fails   InvalidInput for an unknown path, naming the nearest field or all options.
Result<Field> sweptField(const hardware::Accelerator& accelerator, std::string_view path);

/// "run.engine" and so on, known or not.
bool isRunField(std::string_view path);

/// Whether some axis is over this field.
bool sweeps(const DesignSpace& space, std::string_view path);

/// What a run at a point is told: `options`, changed as the axes say.
schedule::ScheduleOptions optionsAt(const DesignSpace& space, std::size_t point,
                                    const schedule::ScheduleOptions& options);

/// The values of the axes over the run, one after the other: equal for points whose runs are told the same.
std::vector<double> runValuesAt(const DesignSpace& space, std::size_t point);

/// Whether every value is one of the choices and every combination of engine and objective listens to all that is
/// swept of the run. Fails   InvalidInput, in one sentence.
Status checkRunAxes(const DesignSpace& space, const schedule::ScheduleOptions& options);

} // namespace nestloom::explore
