// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/design_import.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace nestloom::app {

/// Accelerator, layers and mapping from files of another tool.
struct ImportedDesign {
    std::string_view kind; // "Timeloop"
    mapping::DesignImport import;
};

/// Are all of these files of one tool that importDesign() reads? Told by their content.
bool isDesign(const std::vector<std::filesystem::path>& files);

/// Fails   as the reader of their kind does; the error names file, line and key
Result<ImportedDesign> importDesign(const std::vector<std::filesystem::path>& files,
                                    const mapping::DesignImportOptions& options);

} // namespace nestloom::app
