// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/read_levels.h"

namespace nestloom::io::timeloop {

/// Takes energies from an energy reference table (`ERT` or `ERT_summary`): pJ for one access of a whole block, and pJ
/// that leak in a cycle. Reports   tables without entries, energies that cannot be; entries of parts that there are not
/// are told; a table
///           for no part at all
void readEnergies(const YamlNode& node, const std::string& path, Machine& machine, ImportNotes& notes);

} // namespace nestloom::io::timeloop
