// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nestloom::app {

enum class PresetKind { Accelerator, Network, Technology };

struct Preset {
    std::string name; // file name without .yaml
    std::filesystem::path path;
};

/// Where the shipped accelerators, networks and tables of energies are: $NESTLOOM_PRESETS,
/// PREFIX/share/nestloom/presets beside the program, or the source tree it was built from. Empty when none of them
/// exists.
std::filesystem::path presetsDirectory();

/// The presets of a kind, sorted by name.
std::vector<Preset> presets(PresetKind kind);

/// A preset's name, or the path of a file of one's own, as the path to read.
/// Fails   InvalidInput when it is neither; the message names the presets.
Result<std::filesystem::path> findInput(PresetKind kind, const std::string& nameOrFile);

} // namespace nestloom::app
