// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nestloom {

/// What the programs were built from, and how: "commit 7e18f3cc of 2026-11-26; Release by GNU 12.2.0 for x86_64,
/// hardened". "commit unknown" where the sources are neither a clone nor an archive that git made.
std::string buildInfo();
/// What --version prints: "nestloom-cli 0.2.0" and the build in a second line.
std::string versionText(const std::string& program);

} // namespace nestloom
