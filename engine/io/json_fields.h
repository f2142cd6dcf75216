// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/ranges.h"
#include "engine/base/units.h"
#include "engine/io/json_reader.h"
#include "engine/io/text.h"

#include <algorithm>
#include <map>
#include <vector>

namespace nestloom::io {

/// An enum that is written by name; names[i] is that of the value i.
template <typename Enum>
struct Choice {
    Enum& value;
    std::vector<std::string_view> names;
    std::map<std::string, Enum> former{}; // as older texts have it
};
/// Its values from 0 to `last`, by their name().
template <typename Enum>
Choice<Enum> choice(Enum& value, Enum last)
{
    Choice<Enum> all{value, {}};
    for (int i = 0; i <= int(last); ++i)
        all.names.push_back(name(static_cast<Enum>(i)));
    return all;
}

template <typename T>
inline constexpr bool kIsQuantity = false;
template <typename Tag, typename Rep>
inline constexpr bool kIsQuantity<Quantity<Tag, Rep>> = true;

/// The fields of one JSON object, each named once for both ways. A `describe(JsonFields&, T&)` goes through the members
/// of a T in the order in which they are written; every call here writes the value or replaces it by what is read.
/// Values are bools, numbers, texts, quantities, choices, described structs, optional ones (null = nothing) and lists
/// of all these. What is wrong with a value is reported with its path, and what cannot be read stays as it was.
class JsonFields {
public:
    explicit JsonFields(Json& into) : m_into(&into) { into = Json::object(); }
    explicit JsonFields(const JsonObject& from) : m_from(&from) {}

    const JsonObject* from() const { return m_from; } // nothing while it writes
    /// Whether to go on with a field that is not always there.
    bool has(std::string_view key, bool isWritten) const { return m_from ? m_from->find(key) != nullptr : isWritten; }

    /// Required, unless it is optional.
    template <typename T>
    void field(std::string_view key, T&& value)
    {
        pass(
            key, value, !requires { value.has_value(); });
    }
    /// Older texts lack it.
    template <typename T>
    void newerField(std::string_view key, T&& value)
    {
        pass(key, value, false);
    }
    /// Left out when it is nothing, empty or 0.
    template <typename T>
    void fieldIfAny(std::string_view key, T& value)
    {
        bool isAny = true;
        if constexpr (requires { value.has_value(); })
            isAny = value.has_value();
        else
            isAny = value != T{};
        if (m_from || isAny)
            pass(key, value, false);
    }
    /// An object whose fields `describeFields(JsonFields&)` goes through.
    template <typename Describe>
    void object(std::string_view key, Describe describeFields)
    {
        if (m_into) {
            JsonFields fields((*m_into)[std::string(key)]);
            describeFields(fields);
        } else if (const Json* json = m_from->require(key)) {
            const JsonObject inner(*json, m_from->pathOf(key), m_from->errors());
            JsonFields fields(inner);
            describeFields(fields);
        }
    }
    /// For those who read the text: it follows from the rest, and is not read back.
    void shown(std::string_view key, Json value)
    {
        if (m_into)
            (*m_into)[std::string(key)] = std::move(value);
    }

    template <typename T>
    static void write(Json& into, T& value)
    {
        if constexpr (std::is_same_v<T, double>) {
            into = numberJson(value);
        } else if constexpr (kIsScalar<T>) {
            into = value;
        } else if constexpr (kIsQuantity<T>) {
            write(into, value.count);
        } else if constexpr (requires { value.names; }) {
            into = value.names[std::size_t(value.value)];
        } else if constexpr (requires { value.has_value(); }) {
            if (value)
                write(into, *value);
        } else if constexpr (requires { value.begin(); }) {
            into = Json::array();
            for (auto& each : value)
                write(into.emplace_back(), each);
        } else {
            JsonFields fields(into);
            describe(fields, value);
        }
    }

    template <typename T>
    static void read(const Json& json, const std::string& path, JsonErrors& errors, T& value)
    {
        if constexpr (kIsScalar<T>) {
            readScalar(json, path, errors, value);
        } else if constexpr (kIsQuantity<T>) {
            readScalar(json, path, errors, value.count);
        } else if constexpr (requires { value.names; }) {
            readChoice(json, path, errors, value);
        } else if constexpr (requires { value.has_value(); }) {
            if (!json.is_null())
                read(json, path, errors, value.emplace());
        } else if constexpr (requires { value.begin(); }) {
            readList(json, path, errors, value);
        } else {
            const JsonObject object(json, path, errors);
            JsonFields fields(object);
            describe(fields, value);
        }
    }

private:
    template <typename T>
    static constexpr bool kIsScalar = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

    template <typename T>
    void pass(std::string_view key, T& value, bool isRequired)
    {
        if (m_into)
            write((*m_into)[std::string(key)], value);
        else if (const Json* json = isRequired ? m_from->require(key) : m_from->find(key))
            read(*json, m_from->pathOf(key), m_from->errors(), value);
    }

    template <typename Enum>
    static void readChoice(const Json& json, const std::string& path, JsonErrors& errors, Choice<Enum>& choice)
    {
        std::string text;
        readScalar(json, path, errors, text);
        if (const auto known = std::ranges::find(choice.names, text); known != choice.names.end())
            choice.value = static_cast<Enum>(known - choice.names.begin());
        else if (const auto former = choice.former.find(text); former != choice.former.end())
            choice.value = former->second;
        else
            errors.report(path, inQuotes(text) + " is not known here; known: " + joinText(choice.names, ", "));
    }

    template <typename List>
    static void readList(const Json& json, const std::string& path, JsonErrors& errors, List& list)
    {
        if (!json.is_array())
            return errors.report(path, std::string("a list belongs here, not ") + json.type_name());
        if constexpr (requires { list.resize(0); })
            list.resize(json.size());
        if (json.size() != list.size())
            return errors.report(path, "a list of " + std::to_string(list.size()) + " belongs here");
        for (std::size_t i = 0; i < list.size(); ++i)
            read(json[i], path + "[" + std::to_string(i) + "]", errors, list[i]);
    }

    Json* m_into = nullptr;
    const JsonObject* m_from = nullptr;
};

/// A value that is described, as JSON.
template <typename T>
Json describedJson(T value)
{
    Json json;
    JsonFields::write(json, value);
    return json;
}

/// `value` with what a text says of it. Fails with InvalidInput: the first thing that is wrong with the text.
template <typename T>
Result<T> parseDescribed(std::string_view text, const std::string& path = "", T value = {})
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    JsonFields::read(json, path, errors, value);
    if (errors.first())
        return *errors.first();
    return value;
}

} // namespace nestloom::io
