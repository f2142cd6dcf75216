// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presets_directory.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cstdlib>

namespace nestloom::app {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostTypos = 2;

struct KindWords {
    const char* folder;
    const char* one;
};

KindWords wordsOf(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Accelerator: return {"accelerators", "accelerator"};
    case PresetKind::Network: return {"networks", "network"};
    case PresetKind::Technology: return {"technologies", "technology"};
    }
    return {"", ""};
}

} // namespace

fs::path presetsDirectory()
{
    std::vector<fs::path> candidates;
    if (const char* directory = std::getenv("NESTLOOM_PRESETS"); directory && *directory)
        return fs::path(directory); // who sets it means it, even when it is wrong
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error)
        candidates.push_back(program.parent_path().parent_path() / "share" / "nestloom" / "presets");
    candidates.emplace_back(NESTLOOM_SOURCE_PRESETS);
    for (const fs::path& candidate : candidates)
        if (fs::is_directory(candidate, error))
            return candidate;
    return {};
}

std::vector<Preset> presets(PresetKind kind)
{
    std::vector<Preset> found;
    const fs::path folder = presetsDirectory() / wordsOf(kind).folder;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".yaml")
            found.push_back({entry->path().stem().string(), entry->path()});
    std::ranges::sort(found, [](const Preset& a, const Preset& b) { return a.name < b.name; });
    return found;
}

Result<fs::path> findInput(PresetKind kind, const std::string& nameOrFile)
{
    const std::vector<Preset> known = presets(kind);
    for (const Preset& preset : known)
        if (preset.name == nameOrFile)
            return preset.path;
    std::error_code error;
    if (fs::exists(nameOrFile, error))
        return fs::path(nameOrFile);
    const std::string what = wordsOf(kind).one;
    std::string names;
    const Preset* meant = nullptr;
    std::size_t nearest = kMostTypos + 1;
    for (const Preset& preset : known) {
        names += (names.empty() ? "" : ", ") + preset.name;
        if (const std::size_t typos = editDistance(nameOrFile, preset.name); typos < nearest) {
            nearest = typos;
            meant = &preset;
        }
    }
    return Error{ErrorCode::InvalidInput,
                 "there is no " + what + " preset and no file of this name; "
                     + (meant ? "did you mean " + meant->name + "? presets: " : "presets: ")
                     + (names.empty() ? "none found" : names),
                 nameOrFile};
}

} // namespace nestloom::app
