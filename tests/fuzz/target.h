// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace nestloom::fuzz {

/// Something that reads what others wrote.
struct Target {
    enum class Form { Text, Message, Bytes, Database };

    std::string name;
    Form form = Form::Text;
    std::string extension; // of its files, with the dot
    std::vector<std::string> seeds;
    /// What is wrong with what became of the input, in words; empty = nothing. `choice` picks one of the things that
    /// can be done with it: one of so many.
    std::uint64_t choices = 1;
    std::function<std::string(const std::string& input, std::uint64_t choice)> attempt;
};

/// Every reader. `folder` is theirs, for files.
std::vector<Target> targets(const std::filesystem::path& folder);

/// The input with this number: the first ones are the seeds themselves, all others are changed ones.
std::string inputOf(const Target& target, std::uint64_t seed, std::uint64_t index, const std::filesystem::path& folder);

} // namespace nestloom::fuzz
