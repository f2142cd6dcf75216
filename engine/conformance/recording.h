// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/json_reader.h"
#include "engine/io/text.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

inline constexpr std::size_t kMaxRecordingBytes = 256 * 1024 * 1024;

/// An error of a key, `where` of which becomes "place: key".
inline Error inPlace(Error error, const std::string& place)
{
    error.where = place + (error.where.empty() ? "" : ": " + error.where);
    return error;
}

/// What `parse` makes of a file of JSON. `where` of an Error is "file: key".
template <typename Parse>
auto readJsonFile(const std::filesystem::path& path, Parse parse) -> decltype(parse(io::Json()))
{
    TRY(const auto text, io::readTextFile(path, kMaxRecordingBytes));
    const auto json = io::parseJson(text);
    if (!json)
        return inPlace(json.error(), path.string());
    auto parsed = parse(*json);
    if (!parsed)
        return inPlace(parsed.error(), path.string());
    return parsed;
}

/// What `read` makes of each item of a list. `what` names the items. `where` of an Error is the key.
template <typename T>
Result<std::vector<T>> readList(const io::Json& list, const std::string& what, T (*read)(const io::JsonObject& item))
{
    if (!list.is_array())
        return Error{ErrorCode::InvalidInput, "must be a list of " + what, ""};
    io::JsonErrors errors;
    std::vector<T> items;
    for (const io::Json& item : list)
        items.push_back(read(io::JsonObject(item, "[" + std::to_string(items.size()) + "]", errors)));
    if (errors.first())
        return *errors.first();
    return items;
}

/// A list of numbers from 0 up that fit the type.
template <typename Number>
std::vector<Number> numbersIn(const io::JsonObject& object, std::string_view key)
{
    std::vector<Number> result;
    if (const io::Json* list = object.list(key))
        for (const io::Json& item : *list) {
            if (item.is_number_unsigned() && item.get<std::uint64_t>() <= std::numeric_limits<Number>::max())
                result.push_back(item.get<Number>());
            else
                object.report(key, "holds something that is not a number");
        }
    return result;
}

/// What `parse` makes of every line of a file of JSON lines; empty lines are left out. `where` of an Error is
/// "file:line: key".
template <typename T>
Result<std::vector<T>> readJsonLines(const std::filesystem::path& path, Result<T> (*parse)(std::string_view line))
{
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
        if (!parsed)
            return inPlace(parsed.error(), path.string() + ":" + std::to_string(number));
        cases.push_back(std::move(*parsed));
    }
    return cases;
}

} // namespace nestloom::conformance
