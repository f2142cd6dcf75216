// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"
#include "engine/io/timeloop/read_constraints.h"

namespace nestloom::io::timeloop {

/// Where the loops of a mapping's target go: a level, and for fan-outs the children of it.
struct Target {
    std::string name;
    std::size_t level = 0;
    bool isFanout = false;
};

/// An architecture as an accelerator, and the names that mappings use for its parts, outermost first.
struct Machine {
    hardware::Accelerator accelerator;
    std::vector<Target> targets;
    std::vector<int> lines; // of each level
};

/// Makes levels of the storages and fan-outs between them. Sizes are words in the file and bytes here; what a file leaves
/// open is assumed and told. A storage that keeps no tensor becomes a fan-out.
/// Reports   fan-outs that are no whole numbers, sizes that cannot be, and whatever hardware::check() finds
Machine readMachine(const ArchForm& form, const KeepRules& rules, const std::string& ownName, ImportNotes& notes);

} // namespace nestloom::io::timeloop
