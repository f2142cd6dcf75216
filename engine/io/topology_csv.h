// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/design_import.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// SCALE-Sim's topology files: one layer a line, as a convolution
///   Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,
/// or as a product of an M x K and a K x N matrix
///   Layer, M, N, K,
/// A convolution may have one more number: its stride along the width, or its batch where the header says so. DP in its
/// name makes it depthwise: each channel is convolved by itself with all filters. Cells end with a comma, a tab or a
/// semicolon. Inputs are padded already. Height goes with R and P; of a product, M becomes the batch N, N becomes K and
/// K becomes C.
bool looksLikeTopology(std::string_view head);

/// Reads such files; the layers of several are one network. Output sizes that a stride does not divide are rounded up,
/// as SCALE-Sim does, and told; so are columns beyond these, and names without numbers, which are headings.
/// Fails   Io, InvalidInput: `where` is "file:line: column"
Result<mapping::DesignImport> importTopology(const std::vector<std::filesystem::path>& files,
                                             const mapping::DesignImportOptions& options);

struct TopologyFile {
    std::string csv;
    std::vector<std::string> remarks; // layers that the form cannot hold, which are left out, and names that changed
    std::size_t leftOut = 0;          // layers
};

/// The layers of a network: as products when all are fully connected, else as convolutions. Left out are groups of
/// several channels, dilations and batches of convolutions.
TopologyFile writeTopology(const workload::Network& network);

} // namespace nestloom::io
