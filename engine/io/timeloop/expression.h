// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <map>
#include <string>
#include <string_view>

namespace nestloom::io::timeloop {

using Variables = std::map<std::string, double, std::less<>>;

/// The value of an arithmetic expression as Timeloop's front end writes them in attributes: numbers, names of
/// variables,
/// + - * / // % **, parentheses, and ceil, floor, round, int, abs, sqrt, log2, min, max.
/// Fails   InvalidInput for anything else, and for a result that is not finite
Result<double> evaluateExpression(std::string_view text, const Variables& variables);

} // namespace nestloom::io::timeloop
