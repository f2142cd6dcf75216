// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// Constraints on mappings, as given on the command line.
struct ConstraintArguments {
    std::vector<std::string> lines;
    std::string file; // empty = none
};

void addConstraintOptions(const Options& command, ConstraintArguments& arguments);

/// The lines of the file, then those given one by one.
/// Fails   InvalidInput or Io, naming the file's line or the option.
Result<std::vector<std::string>> readConstraints(const ConstraintArguments& arguments,
                                                 const hardware::Accelerator& accelerator);

/// What holds for a run, one constraint a line, with what a dataflow stands for on this accelerator; empty without any.
std::string printConstraints(const hardware::Accelerator& accelerator, const std::vector<std::string>& lines);

} // namespace nestloom::cli
