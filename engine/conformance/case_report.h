// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nestloom::conformance {

/// How one recorded case of another tool agrees with ours.
struct CaseReport {
    std::string name;
    bool passed = false;
    bool skipped = false;                   // the recording holds no mapping
    std::vector<std::string> differences{}; // one line each with both numbers
};

} // namespace nestloom::conformance
