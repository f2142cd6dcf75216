// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::cli {

/// What comparing one file gave.
struct ConformanceTally {
    std::size_t passed = 0, failed = 0, skipped = 0;
    std::vector<std::string> differences; // one line per failed case, with both numbers
};

/// A kind of recording. A new one is a row of the table in conformance_kinds.cpp.
struct ConformanceKind {
    std::string_view name;
    std::string_view description;
    ConformanceTally (*compare)(const std::string& path); // a file it cannot read is one failure
};

std::span<const ConformanceKind> conformanceKinds();

} // namespace nestloom::cli
