// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/cost/layer_cost.h"
#include "engine/mapping/design_import.h"
#include "engine/mapping/verify.h"

#include <filesystem>
#include <optional>
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

/// What the verifier and the cost models say of an imported mapping.
struct DesignVerdict {
    bool isGood = true;                            // nothing was refused, and the mapping, if any, is verified
    std::vector<mapping::Violation> violations;    // of the mapping
    std::optional<cost::LayerCost> timeloop, ours; // of a verified mapping
};
DesignVerdict judge(const mapping::DesignImport& import);

} // namespace nestloom::app
