// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"
#include "engine/io/timeloop/read_problem.h"
#include "engine/mapping/constraints.h"

#include <cctype>

namespace nestloom::io::timeloop {

inline bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
inline bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// A constraint on loops at a target of the architecture; `constraint.level` is filled in once the levels are known.
struct LoopRule {
    std::string target;
    mapping::Constraint constraint;
    int line = 0;
    std::string path;
};

/// Reads `factors`, `factors_only` and `permutation` of a temporal or spatial constraint. A factor of 0 is the whole
/// bound. The order of spatial loops and `split` mean nothing here and are told, as is everything else that limits
/// loops.
void readLoopRules(ImportMap& map, const ProblemNames& names, const std::string& target, bool spatial,
                   std::vector<LoopRule>& rules);

} // namespace nestloom::io::timeloop
