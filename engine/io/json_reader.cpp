// SPDX-License-Identifier: Apache-2.0
#include "engine/io/json_reader.h"

#include "engine/base/ranges.h"
#include "engine/io/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace nestloom::io {

void JsonErrors::report(const std::string& path, const std::string& message)
{
    if (!m_first)
        m_first = Error{ErrorCode::InvalidInput, message, path.substr(0, 200)};
}

Result<Json> parseJson(std::string_view text)
{
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return Error{ErrorCode::InvalidInput, "this is not valid JSON: " + inQuotes(text), ""};
    return json;
}

Result<Json> parseWrittenJson(std::string_view text)
{
    using Event = Json::parse_event_t;
    std::vector<std::set<std::string>> open; // keys of the objects that have not ended
    std::optional<std::string> twice;
    const auto hear = [&](int, Event event, Json& value) {
        if (event == Event::object_start)
            open.emplace_back();
        else if (event == Event::object_end)
            open.pop_back();
        else if (event == Event::key && !open.back().insert(value.get<std::string>()).second && !twice)
            twice = value.get<std::string>();
        return true;
    };
    Json json = Json::parse(text, hear, false);
    if (json.is_discarded())
        return parseJson(text); // which says why
    if (twice)
        return Error{ErrorCode::InvalidInput, "the key " + inQuotes(*twice) + " stands twice in one object", *twice};
    return json;
}

std::string dump(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

Json numberJson(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

JsonObject::JsonObject(const Json& json, std::string path, JsonErrors& errors)
    : m_json(json), m_path(std::move(path)), m_errors(errors)
{
    if (!json.is_object())
        errors.report(m_path, std::string("an object belongs here, not ") + json.type_name());
}

std::string JsonObject::pathOf(std::string_view key) const
{
    return m_path.empty() ? std::string(key) : m_path + "." + std::string(key);
}

void JsonObject::allowOnly(std::initializer_list<std::string_view> keys) const
{
    if (!m_json.is_object())
        return;
    for (const auto& [key, value] : m_json.items())
        if (std::ranges::find(keys, key) == keys.end())
            report(key, "the key " + inQuotes(key) + " is not known here; known: " + joinText(keys, ", "));
}

const Json* JsonObject::find(std::string_view key) const
{
    if (!m_json.is_object())
        return nullptr;
    const auto found = m_json.find(std::string(key));
    return found == m_json.end() || found->is_null() ? nullptr : &*found;
}

const Json* JsonObject::require(std::string_view key) const
{
    const Json* found = find(key);
    if (!found)
        report(key, "the key '" + std::string(key) + "' is missing");
    return found;
}

const Json* JsonObject::list(std::string_view key) const
{
    const Json* found = require(key);
    if (found && !found->is_array()) {
        report(key, std::string("a list belongs here, not ") + found->type_name());
        return nullptr;
    }
    return found;
}

void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::string& value)
{
    if (json.is_string())
        value = json.get<std::string>();
    else
        errors.report(path, std::string("a text belongs here, not ") + json.type_name());
}

void readScalar(const Json& json, const std::string& path, JsonErrors& errors, bool& value)
{
    if (json.is_boolean())
        value = json.get<bool>();
    else
        errors.report(path, std::string("true or false belongs here, not ") + json.type_name());
}

void readScalar(const Json& json, const std::string& path, JsonErrors& errors, double& value)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::string written = json.is_string() ? json.get<std::string>() : "";
    if (json.is_number())
        value = json.get<double>();
    else if (written == "inf" || written == "-inf")
        value = written == "inf" ? kInfinity : -kInfinity;
    else if (written == "nan")
        value = std::numeric_limits<double>::quiet_NaN();
    else
        errors.report(path, std::string("a number belongs here, not ") + json.type_name());
}

namespace {

template <typename Whole>
void readWhole(const Json& json, const std::string& path, JsonErrors& errors, Whole& value, const char* what)
{
    const bool fits = json.is_number_unsigned()
                          ? std::in_range<Whole>(json.get<std::uint64_t>())
                          : json.is_number_integer() && std::in_range<Whole>(json.get<std::int64_t>());
    if (fits)
        value = json.get<Whole>();
    else
        errors.report(path, std::string(what) + " belongs here");
}

} // namespace

void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::int64_t& value)
{
    readWhole(json, path, errors, value, "a whole number of 64 bit");
}

void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::uint64_t& value)
{
    readWhole(json, path, errors, value, "a whole number of 64 bit that is not negative");
}

void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::int32_t& value)
{
    readWhole(json, path, errors, value, "a whole number of 32 bit");
}

template <typename T>
T JsonObject::read(std::string_view key) const
{
    T value{};
    if (const Json* found = require(key))
        readScalar(*found, pathOf(key), m_errors, value);
    return value;
}

std::string JsonObject::text(std::string_view key) const { return read<std::string>(key); }
double JsonObject::number(std::string_view key) const { return read<double>(key); }
std::int64_t JsonObject::integer(std::string_view key) const { return read<std::int64_t>(key); }
bool JsonObject::boolean(std::string_view key) const { return read<bool>(key); }

std::string JsonObject::textOr(std::string_view key, std::string fallback) const
{
    return find(key) ? text(key) : std::move(fallback);
}

std::int64_t JsonObject::integerOr(std::string_view key, std::int64_t fallback) const
{
    return find(key) ? integer(key) : fallback;
}

} // namespace nestloom::io
