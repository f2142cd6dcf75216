// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/import_file.h"

#include <string>

namespace nestloom::cli {

/// What became of the nodes, the operators and tensors of the graph, and sums over the network.
std::string printImport(const app::ImportedFile& file);
std::string importToJson(const app::ImportedFile& file);

} // namespace nestloom::cli
