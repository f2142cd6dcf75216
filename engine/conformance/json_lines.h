// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/io/text.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

/// What `parse` makes of every line of a file of JSON lines; empty lines are left out. `where` of an Error is
/// "file:line: key".
template <typename T>
Result<std::vector<T>> readJsonLines(const std::filesystem::path& path, Result<T> (*parse)(std::string_view line))
{
    constexpr std::size_t kMaxRecordingBytes = 256 * 1024 * 1024;
    TRY(const auto text, io::readTextFile(path, kMaxRecordingBytes));
    std::vector<T> cases;
    const std::string_view all = text;
    int number = 0;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        const std::string_view line = all.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        auto parsed = parse(line);
        if (!parsed) {
            const std::string place = path.string() + ":" + std::to_string(number);
            const std::string& key = parsed.error().where;
            return Error{parsed.error().code, parsed.error().message, key.empty() ? place : place + ": " + key};
        }
        cases.push_back(std::move(*parsed));
    }
    return cases;
}

} // namespace nestloom::conformance
