// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"
#include "engine/io/timeloop/read_problem.h"
#include "engine/mapping/constraints.h"

namespace nestloom::io::timeloop {

/// A name with what it may be: "C=4", "C4", "C <= 16", "C".
struct Factor {
    std::string name;
    mapping::Relation relation = mapping::Relation::Equal;
    std::optional<std::int64_t> bound;
};

/// The factors in a text, between them blanks and commas. Nothing when the text is no list of factors.
std::optional<std::vector<Factor>> factorsOf(std::string_view text);

/// Names of the dimensions in `permutation`, innermost first: one letter each, or a list of names.
std::vector<std::string> readPermutation(ImportMap& map);

/// The tensors that a list names; what is none of the problem is reported. Empty when there is no such list.
TensorSet readTensors(ImportMap& map, std::string_view key, const ProblemNames& names);

/// A constraint on loops at a target of the architecture; `constraint.level` is filled in once the levels are known.
struct LoopRule {
    std::string target;
    mapping::Constraint constraint;
    int line = 0;
    std::string path;
    TensorSet copied = {}; // not empty: tensors that spatial children do not share; there is no constraint then
};

/// Reads `factors`, `factors_only` and `permutation` of a temporal or spatial constraint, and of a spatial one
/// `no_reuse` or `no_multicast_no_reduction`. A factor of 0 is the whole bound. The order of spatial loops and `split`
/// mean nothing here and are told, as is everything else that limits loops.
void readLoopRules(ImportMap& map, const ProblemNames& names, const std::string& target, bool spatial,
                   std::vector<LoopRule>& rules);

} // namespace nestloom::io::timeloop
