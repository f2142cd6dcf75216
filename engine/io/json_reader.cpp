// SPDX-License-Identifier: Apache-2.0
#include "engine/io/json_reader.h"

#include "engine/io/text.h"

#include <cmath>
#include <limits>

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

std::string dump(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

Json numberJson(double value)
{
    if (std::isfinite(value))
        return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json numberJson(const std::optional<double>& value) { return value ? numberJson(*value) : Json(nullptr); }

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

std::string JsonObject::text(std::string_view key) const
{
    const Json* found = require(key);
    if (found && !found->is_string())
        report(key, std::string("a text belongs here, not ") + found->type_name());
    return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::string JsonObject::textOr(std::string_view key, std::string fallback) const
{
    return find(key) ? text(key) : std::move(fallback);
}

double JsonObject::number(std::string_view key) const
{
    const Json* found = require(key);
    if (!found)
        return 0;
    if (found->is_number())
        return found->get<double>();
    if (found->is_string()) {
        const std::string& written = found->get_ref<const std::string&>();
        if (written == "inf" || written == "-inf")
            return written == "inf" ? std::numeric_limits<double>::infinity()
                                    : -std::numeric_limits<double>::infinity();
        if (written == "nan")
            return std::numeric_limits<double>::quiet_NaN();
    }
    report(key, std::string("a number belongs here, not ") + found->type_name());
    return 0;
}

std::optional<double> JsonObject::optionalNumber(std::string_view key) const
{
    return find(key) ? std::optional<double>(number(key)) : std::nullopt;
}

std::int64_t JsonObject::integer(std::string_view key) const
{
    const Json* found = require(key);
    if (!found)
        return 0;
    constexpr auto kLargest = std::uint64_t(std::numeric_limits<std::int64_t>::max());
    if (found->is_number_unsigned() && found->get<std::uint64_t>() <= kLargest)
        return std::int64_t(found->get<std::uint64_t>());
    if (found->is_number_integer() && !found->is_number_unsigned())
        return found->get<std::int64_t>();
    report(key, "a whole number of 64 bit belongs here");
    return 0;
}

std::int64_t JsonObject::integerOr(std::string_view key, std::int64_t fallback) const
{
    return find(key) ? integer(key) : fallback;
}

std::uint64_t JsonObject::unsignedOr(std::string_view key, std::uint64_t fallback) const
{
    const Json* found = find(key);
    if (!found)
        return fallback;
    if (found->is_number_unsigned())
        return found->get<std::uint64_t>();
    report(key, "a whole number of 64 bit that is not negative belongs here");
    return fallback;
}

bool JsonObject::boolean(std::string_view key) const
{
    const Json* found = require(key);
    if (found && !found->is_boolean())
        report(key, std::string("true or false belongs here, not ") + found->type_name());
    return found && found->is_boolean() && found->get<bool>();
}

} // namespace nestloom::io
