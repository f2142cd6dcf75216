// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/own_technologies.h"

#include "engine/io/technology_yaml.h"

#include <algorithm>

namespace nestloom::app {

namespace fs = std::filesystem;

fs::path ownTechnologiesFolder(const fs::path& storePath)
{
    return storePath.empty() ? fs::path() : fs::path(storePath.string() + "-technologies");
}

OwnTechnologies readOwnTechnologies(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".yaml")
            files.push_back(entry->path());
    std::ranges::sort(files);
    OwnTechnologies own;
    for (const fs::path& file : files) {
        auto technology = io::readTechnology(file);
        if (!technology)
            own.unreadable.push_back(technology.error().text());
        else if (std::ranges::none_of(own.tables,
                                      [&](const auto& one) { return one.technology.name == technology->name; }))
            own.tables.push_back({file, *std::move(technology)});
    }
    std::ranges::sort(own.tables, [](const auto& a, const auto& b) { return a.technology.name < b.technology.name; });
    return own;
}

} // namespace nestloom::app
