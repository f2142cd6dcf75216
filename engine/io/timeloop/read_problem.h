// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/import_map.h"
#include "engine/workload/layer.h"

namespace nestloom::io::timeloop {

/// What the names of a problem's dimensions and tensors stand for.
struct ProblemNames {
    std::map<std::string, workload::LoopDimension> dimensions; // "M" -> K; several names may share a loop dimension
    std::map<std::string, TensorRole> tensors;                 // "Weights", "Filters", ...

    std::optional<workload::LoopDimension> dimension(const std::string& name) const;
    std::optional<TensorRole> tensor(const std::string& name) const;
};

/// The names of Timeloop's own convolution, with K and with M for output channels.
ProblemNames usualNames();

/// How the dimensions of a problem lie in its tensors.
struct ProblemShape {
    ProblemNames names;
    std::map<std::string, std::int64_t> coefficients;        // "Wstride", with their defaults
    std::map<std::string, std::string> strideOf, dilationOf; // coefficient that goes with a dimension's name
    std::vector<std::string> dimensions;                     // names in the order of the file
    bool isAssumed = false;                                  // no shape was given: Timeloop's convolution
};

/// Timeloop's convolution, which a file may name or leave out.
ProblemShape usualShape();

/// Reads `shape`. Which tensor is which follows from its projections: the written one holds the outputs, the one with
/// sliding windows the inputs; where that leaves it open the names decide, and else the user is asked.
/// Reports   shapes that are no layer: not three tensors, more than two sliding windows, dimensions without a role
ProblemShape readShape(const YamlNode& node, const std::string& path, ImportNotes& notes);

/// Reads a whole `problem` of any version; `ownName` names the layer if the problem does not. `shape` gets its shape.
workload::Layer readProblem(const YamlNode& node, const std::string& path, const std::string& ownName,
                            ProblemShape& shape, ImportNotes& notes);

} // namespace nestloom::io::timeloop
