// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network_import.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace nestloom::onnx {

/// Reads the structure of the network in an ONNX file: operators, shapes, types. Weights are neither loaded nor needed,
/// and files that the network refers to are never opened. Shapes follow from those of the inputs; where open dimensions
/// have no size, the import lists them and ends there. A node that is not understood is reported with the reason; the
/// rest of the network is imported.
/// Fails   Io when the file cannot be read; InvalidInput, with the node, when it is no usable ONNX file, when an option
///         does not fit it, or when none of it could be imported. `where` is the file.
Result<workload::NetworkImport> importOnnx(const std::filesystem::path& path,
                                           const workload::ImportOptions& options = {});

/// The same for a file's content.
Result<workload::NetworkImport> parseOnnx(std::string_view content, const std::string& fileName,
                                          const workload::ImportOptions& options = {});

/// May these bytes begin an ONNX file? A guess that needs four of them.
bool looksLikeOnnx(std::string_view head);

} // namespace nestloom::onnx
