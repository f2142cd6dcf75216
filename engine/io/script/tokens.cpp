// SPDX-License-Identifier: Apache-2.0
#include "engine/io/script/tokens.h"

#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace nestloom::io::script {

namespace {

bool isNameLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

} // namespace

std::vector<Token> tokensOf(std::string_view text)
{
    constexpr std::array<std::string_view, 6> kLong{"**", "//", "==", "!=", "<=", ">="};
    std::vector<Token> tokens;
    while (true) {
        while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
            text.remove_prefix(1);
        if (text.empty())
            return tokens;
        const char c = text.front();
        std::size_t length = 1;
        if (std::isdigit(static_cast<unsigned char>(c)) || (c == '.' && text.size() > 1 && std::isdigit(text[1]))) {
            double number = 0;
            const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
            if (parsed.ec != std::errc{})
                throw Mistake{inQuotes(text) + " is no number"};
            length = std::size_t(parsed.ptr - text.data());
            tokens.push_back({Token::Kind::Number, {}, number});
        } else if (c == '"' || c == '\'') {
            length = text.find(c, 1);
            if (length == std::string_view::npos)
                throw Mistake{"a text does not end"};
            tokens.push_back({Token::Kind::Text, std::string(text.substr(1, length - 1))});
            ++length;
        } else if (isNameLetter(c)) {
            while (length < text.size() && isNameLetter(text[length]))
                ++length;
            tokens.push_back({Token::Kind::Name, std::string(text.substr(0, length))});
        } else {
            length = std::ranges::find(kLong, text.substr(0, 2)) != kLong.end() ? 2 : 1;
            tokens.push_back({Token::Kind::Sign, std::string(text.substr(0, length))});
        }
        text.remove_prefix(length);
    }
}

} // namespace nestloom::io::script
