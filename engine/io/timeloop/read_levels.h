// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"
#include "engine/io/timeloop/read_constraints.h"

namespace nestloom::io::timeloop {

/// The level that the loops of a mapping's target go to.
struct Target {
    std::string name;
    std::size_t level = 0;
    std::string container{};   // of a fan-out: the part that is there more than once, "PE" of inter_PE_spatial
    std::int64_t children = 1; // of one instance, in the file
};

/// An architecture as an accelerator, and the names that mappings use for its parts, outermost first.
struct Machine {
    hardware::Accelerator accelerator;
    std::vector<Target> targets;
    std::vector<std::string> containers; // names of containers that do not fan out, which have no loops

    /// The target of this name. Spatial loops of a part that is there more than once are those of the fan-out that
    /// leads to it, as in v0.4; temporal ones are its own. Null when there is none.
    const Target* target(const std::string& name, bool spatial) const;
};

/// Makes levels of the storages and fan-outs between them. Sizes are words in the file and bytes here; what a file
/// leaves open is assumed and told. A fan-out within another one becomes a level that keeps nothing, with the
/// constraint that it has no temporal loops; so does a storage that keeps no tensor. Reports   fan-outs that are no
/// whole numbers, sizes that cannot be, and whatever hardware::check() finds
Machine readMachine(const ArchForm& form, const KeepRules& rules, const std::string& ownName, ImportNotes& notes);

} // namespace nestloom::io::timeloop
