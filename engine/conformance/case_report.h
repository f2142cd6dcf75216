// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/text.h"

#include <cmath>
#include <string>
#include <vector>

namespace nestloom::conformance {

/// How one recorded case of another tool agrees with ours.
struct CaseReport {
    std::string name;
    bool skipped = false;                   // the recording holds no mapping
    std::vector<std::string> differences{}; // one line each with both numbers

    bool passed() const { return !skipped && differences.empty(); }
    void note(std::string line) { differences.push_back(std::move(line)); }
    /// Notes both numbers unless they are within `most` of each other.
    void compare(const std::string& what, double ours, double recorded, double most)
    {
        if (!(std::abs(ours - recorded) <= most))
            note(what + ": ours " + shortestNumber(ours) + ", recorded " + shortestNumber(recorded));
    }
};

} // namespace nestloom::conformance
