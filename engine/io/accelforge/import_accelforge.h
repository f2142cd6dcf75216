// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/design_import.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// Does the text look like YAML of AccelForge: a workload of Einsums, or an architecture with its tags? The beginning
/// of a file is enough.
bool looksLikeAccelforge(std::string_view head);

/// Imports files of AccelForge: an architecture, a workload and its renames, spread over any number of files, with
/// templates and what they include; and a table `component_costs` of ours with what the component libraries say
/// (accelforge/read_arch.h). Variables that the files leave open are questions of their names; until they are answered
/// the part is refused.
/// Fails   InvalidInput, Io: `where` is "file:line: key" of the first thing that is not understood
Result<mapping::DesignImport> importAccelforge(const std::vector<std::filesystem::path>& files,
                                               const mapping::DesignImportOptions& options);

} // namespace nestloom::io
