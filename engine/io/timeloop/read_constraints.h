// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"
#include "engine/io/timeloop/loop_rules.h"
#include "engine/io/timeloop/read_problem.h"

namespace nestloom::io::timeloop {

/// What constraints, or a mapping, say of the tensors at a level.
struct KeepRule {
    TensorSet keep, bypass;
    int line = 0;
};
using KeepRules = std::map<std::string, KeepRule>; // by the name of the level

/// All that constraints say.
struct Rules {
    KeepRules keeps;
    std::vector<LoopRule> loops;
};

/// Adds "keep", "keep_only" and "bypass" of a map to the rule of a level; tensors named in both ways are reported.
void readKeepRule(ImportMap& map, const ProblemNames& names, const std::string& level, KeepRules& rules);

/// Constraints at a component of v0.4: dataspace, temporal, spatial.
void readOwnConstraints(const YamlNode& node, const std::string& level, const ProblemNames& names, Rules& rules,
                        ImportNotes& notes);

/// A list of constraints, or a map with `targets` or `constraints`.
void readConstraintList(const YamlNode& node, const std::string& path, const ProblemNames& names, Rules& rules,
                        ImportNotes& notes);

} // namespace nestloom::io::timeloop
