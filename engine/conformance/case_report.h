// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace nestloom::conformance {

/// All digits of a number.
inline std::string shown(double value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

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
            note(what + ": ours " + shown(ours) + ", recorded " + shown(recorded));
    }
};

} // namespace nestloom::conformance
