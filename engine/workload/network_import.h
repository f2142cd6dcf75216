// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::workload {

/// What became of one node of a file that describes a network in another format.
enum class NodeOutcome {
    Mapped,       // an operator with layers, which the mapping engines schedule
    Planned,      // an operator without layers: it has a step and its tensors in a memory plan
    DataMovement, // the same, and it computes nothing: it copies elements
    Folded,       // no operator: computed from constants alone, its input is used in its place, or no output needs it
    Unsupported,  // see the reason; its results have no layers, or are missing from the network
};

std::string_view name(NodeOutcome outcome); // "mapped", "planned", "data movement", "folded", "unsupported"

struct ImportedNode {
    std::string name;
    std::string type; // in the words of the file, "Conv"
    NodeOutcome outcome = NodeOutcome::Unsupported;
    std::string reason; // a clause, "depthwise convolution"
    friend bool operator==(const ImportedNode&, const ImportedNode&) = default;
};

struct ImportOptions {
    std::map<std::string, std::int64_t> dimensions; // sizes of open dimensions, by name
    std::optional<int> elementBits;                 // of floating-point tensors, 1 .. 64; empty = as the file says
};

/// A dimension that the file leaves open.
struct OpenDimension {
    std::string name;
    std::string tensor; // the first input of the network that has it
    int axis = 0;       // of that tensor, 0 = outermost
    friend bool operator==(const OpenDimension&, const OpenDimension&) = default;
};

/// A network that was read from a file of another format, and how. While dimensions are open there is no network yet:
/// import again with their sizes.
struct NetworkImport {
    Network network;
    std::vector<ImportedNode> nodes;           // in the order in which they run
    std::vector<OpenDimension> openDimensions; // those without a size
    std::int64_t parameterElements = 0;        // of all tensors that the imported operators read as parameters
};

std::size_t count(const NetworkImport& import, NodeOutcome outcome);

/// "dimension 'batch' of input 'data' is open: give its size, --dims batch=1"; empty when none is open.
std::string askFor(const std::vector<OpenDimension>& dimensions);

} // namespace nestloom::workload
