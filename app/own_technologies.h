// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/technology.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nestloom::app {

/// One of the user's tables of energies, and the file that holds it.
struct OwnTechnology {
    std::filesystem::path path;
    hardware::Technology technology;
};

struct OwnTechnologies {
    std::vector<OwnTechnology> tables;   // by name; of two of one name the first file's
    std::vector<std::string> unreadable; // one sentence for each file that is no table
};

/// The folder of the user's tables beside a store of runs, and what is in it. A folder that is not there has none.
std::filesystem::path ownTechnologiesFolder(const std::filesystem::path& storePath);
OwnTechnologies readOwnTechnologies(const std::filesystem::path& folder);

} // namespace nestloom::app
