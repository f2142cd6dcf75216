// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/script/value.h"
#include "engine/io/timeloop/import_map.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::io::accelforge {

/// "p * 2 + r" as variables with their factors.
struct Term {
    std::string variable;
    std::int64_t factor = 1;
};
struct Index {
    std::string rank; // upper case
    std::vector<Term> terms;
};

/// One tensor of an Einsum.
struct Access {
    std::string tensor;
    std::vector<Index> indices;
    bool isOutput = false;
    std::optional<std::int64_t> bits{};
};

struct Einsum {
    std::string name;
    std::vector<Access> accesses; // each tensor once
    bool isSum = false;           // its factors are added
    bool isCopy = false;
    std::map<std::string, std::string> renames{}; // "input" -> expression
    std::map<std::string, std::int64_t> bounds{}; // of its own variables
    int line = 0;
    std::string path{};
};

/// Adds bounds of variables: "0 <= m < 128" is one of 128 for m. Reports anything else.
void readBounds(const YamlNode& list, const std::string& path, std::map<std::string, std::int64_t>& bounds,
                timeloop::ImportNotes& notes);

/// Widths of tensors: `All: 8` and the like, in the order of the file.
struct TensorBits {
    std::string written;
    std::set<std::string> tensors;
    std::int64_t bits = 0;
};
/// Reports what is no set of tensors with 1 to 1024 bits.
std::vector<TensorBits> readTensorBits(const YamlNode& map, const std::string& path, script::Scope& scope,
                                       timeloop::ImportNotes& notes);

/// One entry of the list `einsums`: text, or a map. Reports what is not understood.
Einsum readEinsum(const YamlNode& node, const std::string& path, timeloop::ImportNotes& notes);

/// Reports the keys that nobody asked for.
void refuseRest(timeloop::ImportMap& map);

/// Names with expressions: a map, or a list of {name, source}.
std::map<std::string, std::string> readRenames(const YamlNode& node, const std::string& path,
                                               timeloop::ImportNotes& notes);

} // namespace nestloom::io::accelforge
