// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cctype>

namespace nestloom::io::timeloop {

inline bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
inline bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

} // namespace nestloom::io::timeloop
