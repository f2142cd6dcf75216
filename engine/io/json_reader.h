// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace nestloom::io {

using Json = nlohmann::ordered_json; // keys are written in the order they are set

/// The first thing that is wrong with a JSON text; readers go on with defaults and ask at the end.
class JsonErrors {
public:
    void report(const std::string& path, const std::string& message);
    const std::optional<Error>& first() const { return m_first; }

private:
    std::optional<Error> m_first;
};

/// Parses JSON without exceptions. Fails with InvalidInput for anything that is not one JSON value.
Result<Json> parseJson(std::string_view text);
/// The same of a text that somebody wrote by hand: an object that has a key twice is refused.
Result<Json> parseWrittenJson(std::string_view text);

/// One line (indent -1) or indented text; invalid UTF-8 is replaced rather than refused.
std::string dump(const Json& json, int indent = -1);

/// A double as JSON; the values that JSON cannot hold as "inf", "-inf" and "nan".
Json numberJson(double value);

/// Reports anything else than a value of this type, which stays as it was then.
void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::string& value);
void readScalar(const Json& json, const std::string& path, JsonErrors& errors, bool& value);
void readScalar(const Json& json, const std::string& path, JsonErrors& errors,
                double& value); // also what numberJson() wrote
void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::int64_t& value);
void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::uint64_t& value);
void readScalar(const Json& json, const std::string& path, JsonErrors& errors, std::int32_t& value);

/// Reads the keys of one object. Keys that it does not ask for are ignored: a newer version may have written them.
class JsonObject {
public:
    JsonObject(const Json& json, std::string path, JsonErrors& errors);

    JsonErrors& errors() const { return m_errors; }
    std::string pathOf(std::string_view key) const;
    void report(std::string_view key, const std::string& message) const { m_errors.report(pathOf(key), message); }

    void allowOnly(std::initializer_list<std::string_view> keys) const; // of what somebody wrote: reports any other key
    const Json* find(std::string_view key) const;                       // nothing for an absent key and for null
    const Json* require(std::string_view key) const;                    // reports an absent key
    const Json* list(std::string_view key) const;                       // required; reports anything but a list

    // Required unless a fallback is given; a wrong type is reported either way.
    std::string text(std::string_view key) const;
    std::string textOr(std::string_view key, std::string fallback) const;
    double number(std::string_view key) const;
    std::int64_t integer(std::string_view key) const;
    std::int64_t integerOr(std::string_view key, std::int64_t fallback) const;
    bool boolean(std::string_view key) const;
    bool booleanOr(std::string_view key, bool fallback) const { return find(key) ? boolean(key) : fallback; }

private:
    template <typename T>
    T read(std::string_view key) const;

    const Json& m_json;
    std::string m_path;
    JsonErrors& m_errors;
};

/// The object that `json` must have under `key`; an empty one, and an error, when there is none.
inline JsonObject child(const JsonObject& json, std::string_view key)
{
    static const Json kEmpty = Json::object();
    const Json* found = json.require(key);
    return {found ? *found : kEmpty, json.pathOf(key), json.errors()};
}

} // namespace nestloom::io
