// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/io/yaml_reader.h"

#include <string>

namespace nestloom::io {

/// The sections of an accelerator's file that may be left out: interconnect, area, dram, nodes. `map` is the whole
/// accelerator; what is wrong is reported there, with line and key.
void readSections(const YamlMap& map, hardware::Accelerator& accelerator);
/// The same sections as text, without those that say nothing.
std::string writeSections(const hardware::Accelerator& accelerator);

} // namespace nestloom::io
