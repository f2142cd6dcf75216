// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::fuzz {

/// Changes a valid input a little, or a lot. What comes out depends on the input, the others and the generator only.
class Mutator {
public:
    /// `others` are spliced in; they outlive the mutator.
    Mutator(Rng& rng, const std::vector<std::string>& others) : m_rng(rng), m_others(others) {}

    /// Half of the time only plausible numbers, words and lines, which parsers accept; else bytes, edges of number
    /// ranges, deep nesting and long runs as well.
    std::string text(std::string text);
    std::string bytes(std::string bytes);
    /// Fields of a protobuf message are changed, repeated, moved and left out; lengths stay right.
    std::string message(std::string bytes) { return changedMessage(bytes, 0); }
    /// One number, as text.
    std::string number(std::string_view before, bool plausible);

private:
    void changeText(std::string& text, bool gentle);
    void changeBytes(std::string& bytes);
    void changeNumber(std::string& text, bool plausible);
    void changeWord(std::string& text);
    void changeLines(std::string& text);
    void splice(std::string& text);
    void nest(std::string& text);
    void insertRun(std::string& text);
    std::string changedMessage(std::string_view bytes, int depth);
    std::string changedContent(const std::string& content, int depth);
    std::size_t below(std::size_t n) { return n == 0 ? 0 : std::size_t(m_rng.below(n)); }
    bool chance(double probability) { return m_rng.unit() < probability; }

    Rng& m_rng;
    const std::vector<std::string>& m_others;
};

} // namespace nestloom::fuzz
