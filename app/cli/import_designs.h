// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/workload/network.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace nestloom::cli {

/// What `import` takes for files of another tool's designs (architecture, problem, mapping).
struct DesignArguments {
    std::vector<std::filesystem::path> files;
    std::vector<std::string> answers; // "timeloop=timeloop-2022"
    std::string folder, accelerator, saveFolder, networkOutput;
    bool json = false;
    bool isUsed() const { return !answers.empty() || !folder.empty() || !accelerator.empty() || !saveFolder.empty(); }
};

void addDesignOptions(const Options& command, DesignArguments& arguments);

/// Imports the files, verifies the mapping if there is one, saves what was asked for and prints the report.
Result<ExitCode> importDesigns(const DesignArguments& arguments);

/// The layers of a network with their bounds, as the imports print them.
nlohmann::ordered_json layersJson(const workload::Network& network);

} // namespace nestloom::cli
