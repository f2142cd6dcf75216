// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io::script {

/// A word of an expression.
struct Token {
    enum class Kind { Name, Number, Text, Sign } kind = Kind::Sign;
    std::string text; // of a text, without quotes
    double number = 0;
};

/// What an expression cannot be; thrown and caught while one is evaluated.
struct Mistake {
    std::string message;
    std::string where{}; // of what a function says of another place
};

/// Throws Mistake.
std::vector<Token> tokensOf(std::string_view text);

} // namespace nestloom::io::script
