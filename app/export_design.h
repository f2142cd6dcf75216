// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/workload/network.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace nestloom::app {

/// Files for another tool, with what that tool cannot say.
struct ExportedFiles {
    std::vector<std::pair<std::string, std::string>> files; // name and text
    std::vector<std::string> remarks;
    std::size_t leftOut = 0; // layers that the other tool's form has no room for
};

/// Timeloop v0.4: architecture.yaml, energies.yaml, problem.yaml and mapping.yaml.
/// Fails   as io::exportTimeloop, and for a mapping that mapping::verify does not accept
Result<ExportedFiles> timeloopFiles(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                    const mapping::LayerMapping& mapping);
/// Architecture and energies alone.
Result<ExportedFiles> timeloopFiles(const hardware::Accelerator& accelerator);

/// SCALE-Sim: topology.csv.
Result<ExportedFiles> topologyFiles(const workload::Network& network);

/// Writes the files into a folder, which is made if it is not there; each whole or not at all. Gives their paths.
/// Fails   Io
Result<std::vector<std::filesystem::path>> writeExport(const ExportedFiles& files, const std::filesystem::path& folder);

} // namespace nestloom::app
