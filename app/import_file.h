// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network_import.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace nestloom::app {

/// A network from a file of any kind that can be imported.
struct ImportedFile {
    std::string_view kind; // "ONNX", "SCALE-Sim", "YAML"
    workload::NetworkImport import;
};

/// Finds out by its content what the file is and imports it; our own YAML is read as it is, and its options are none.
/// Fails   as the reader of its kind does; the error names the file
Result<ImportedFile> importFile(const std::filesystem::path& path, const workload::ImportOptions& options);

/// At most so many bytes; none of what is no regular file.
std::string beginningOf(const std::filesystem::path& path, std::size_t bytes);

} // namespace nestloom::app
