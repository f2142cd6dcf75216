// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/expression.h"

#include "engine/io/script/value.h"
#include "engine/io/text.h"

#include <cmath>

namespace nestloom::io::timeloop {

Result<double> evaluateExpression(std::string_view text, const Variables& variables)
{
    script::Scope scope;
    for (const auto& [name, value] : variables)
        scope.values[name] = script::Value::of(value);
    const auto value = script::evaluateNumber(text, scope);
    if (!value || !std::isfinite(*value))
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is not a number or an expression of known names", ""};
    return *value;
}

} // namespace nestloom::io::timeloop
