// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/design_import.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// Does the text look like YAML of Timeloop, in any of its versions? The beginning of a file is enough.
bool looksLikeTimeloop(std::string_view head);

/// Imports files of Timeloop: architecture, problems, constraints, mapping and energy reference table, spread over any
/// number of files, in v0.4 (with templates, merges and tags), as processed input, in v0.2 and v0.3, and in the
/// first form, which CoSA uses. Several problems become the layers of one network. A mapping needs an architecture and
/// one problem.
/// Fails   InvalidInput, Io: `where` is "file:line: key" of the first mistake; nothing is taken over then
Result<mapping::DesignImport> importTimeloop(const std::vector<std::filesystem::path>& files,
                                             const mapping::DesignImportOptions& options);

} // namespace nestloom::io
