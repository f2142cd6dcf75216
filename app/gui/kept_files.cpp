// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/kept_files.h"

#include "app/write_file.h"

#include <algorithm>

namespace nestloom::app {

namespace {

std::string fileName(std::string name)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    std::replace_if(
        name.begin(), name.end(), [&](char c) { return !isPlain(c); }, '_');
    return name.substr(0, 100);
}

/// NAME.yaml, or NAME-2.yaml and so on when other files have these names.
std::filesystem::path freePath(const std::filesystem::path& folder, const std::string& name,
                               const std::string& extension, const std::string& text)
{
    for (int number = 1;; ++number) {
        const std::filesystem::path path =
            folder / (fileName(name) + (number == 1 ? "" : "-" + std::to_string(number)) + extension);
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            return path;
        if (const auto there = readFile(path); there && *there == text)
            return path;
    }
}

} // namespace

Result<std::filesystem::path> keepFile(const std::filesystem::path& folder, const std::string& name,
                                       const std::string& extension, const std::string& text)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::filesystem::path path = freePath(folder, name, extension, text);
    if (const Status written = writeFile(path, text); !written)
        return written.error();
    return path;
}

} // namespace nestloom::app
