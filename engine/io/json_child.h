// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/json_reader.h"

namespace nestloom::io {

/// The object that `json` must have under `key`; an empty one, and an error, when there is none.
inline JsonObject child(const JsonObject& json, std::string_view key)
{
    static const Json kEmpty = Json::object();
    const Json* found = json.require(key);
    return {found ? *found : kEmpty, json.pathOf(key), json.errors()};
}

} // namespace nestloom::io
