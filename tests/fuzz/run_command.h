// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::fuzz {

/// Runs nestloom-cli in this process, and notes when all went well. Each word "@" of `line` is replaced by `argument`,
/// which may hold spaces. Tells what is wrong with how it ended: an exit code that is none for bad input, or a failure
/// without a word.
std::string runCommand(std::string_view line, const std::string& argument);

std::string contentOf(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, std::string_view content);

} // namespace nestloom::fuzz
