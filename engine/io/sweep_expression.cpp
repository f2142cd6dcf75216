// SPDX-License-Identifier: Apache-2.0
#include "engine/io/sweep_expression.h"

#include "engine/base/text.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/script/value.h"

#include <map>
#include <regex>

namespace nestloom::io {

namespace {

using script::Value;

/// What 1 of an expression is in the unit of a field. Bandwidths are B/cycle in expressions, however they are stated,
/// so that one can follow from another.
double unitOf(const explore::Field& field, const hardware::Accelerator& accelerator)
{
    return field.kind == explore::FieldKind::BytesPerSecond ? accelerator.clock.count : 1;
}

/// What a name of an expression is worth on an accelerator; Missing when there is no such thing.
Value valueOf(const hardware::Accelerator& accelerator, const std::string& name)
{
    if (name == "on_chip")
        return Value::of(double(accelerator.onChipBytes().count));
    if (name == "mac_units")
        return Value::of(double(accelerator.macUnits()));
    if (name == "static_power")
        return Value::of(hardware::staticPower(accelerator).count);
    if (name == "area")
        if (const auto area = hardware::chipArea(accelerator))
            return Value::of(area->count);
    const Result<explore::Field> field = explore::field(accelerator, name);
    return field && field->value ? Value::of(*field->value / unitOf(*field, accelerator))
                                 : Value{Value::Kind::Missing, 0, name};
}

const std::map<std::string, double> kUnits{
    {"B", 1},     {"KiB", 1024}, {"MiB", 1024 * 1024}, {"GiB", 1024 * 1024 * 1024},
    {"kHz", 1e3}, {"MHz", 1e6},  {"GHz", 1e9},         {"nJ", 1e3},
    {"W", 1},     {"mW", 1e-3},  {"uW", 1e-6},         {"um2", 1},
    {"mm2", 1e6}};

/// "100 mW" and "2MiB" as elsewhere in the program: "(100*mW)".
std::string withProducts(const std::string& expression)
{
    static const std::regex quantity(
        R"((^|[^\w.])(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*([KMG]iB|B|[kMG]Hz|nJ|[mu]?W|[um]m2)(?!\w))");
    return std::regex_replace(expression, quantity, "$1($2*$3)");
}

Result<Value> evaluated(const std::string& expression, const hardware::Accelerator& accelerator)
{
    script::Scope scope;
    for (const auto& [name, size] : kUnits)
        scope.values.emplace(name, Value::of(size));
    scope.ask = [&](const std::string& name) { return valueOf(accelerator, name); };
    TRY(Value value, script::evaluate(expression, scope));
    if (!scope.missing.empty())
        return Error{ErrorCode::InvalidInput,
                     accelerator.name + " has no field with a value that is named '" + *scope.missing.begin() + "'",
                     {}};
    if (value.kind != Value::Kind::Number)
        return Error{ErrorCode::InvalidInput, "it is no number", {}};
    return value;
}

Error refuse(const Error& error, const std::string& what) { return {ErrorCode::InvalidInput, error.message, what}; }

} // namespace

Result<explore::LinkedField> parseLink(const std::string& text, const hardware::Accelerator& accelerator)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        return Error{ErrorCode::InvalidInput, "a linked field is written PATH=EXPRESSION", "link " + text};
    explore::LinkedField link{std::string(trimmed(std::string_view(text).substr(0, equals))),
                              std::string(trimmed(std::string_view(text).substr(equals + 1))),
                              {}};
    if (const auto field = explore::field(accelerator, link.path); !field)
        return refuse(field.error(), "link " + link.path);
    link.value = [expression = withProducts(link.expression),
                  path = link.path](const hardware::Accelerator& at) -> Result<double> {
        TRY(const auto value, evaluated(expression, at));
        TRY(const auto field, explore::field(at, path));
        return value.number * unitOf(field, at);
    };
    if (const auto value = link.value(accelerator); !value)
        return refuse(value.error(), "link " + link.path);
    return link;
}

Result<explore::Condition> parseCondition(const std::string& text, const hardware::Accelerator& accelerator)
{
    explore::Condition condition{std::string(trimmed(text)), {}};
    condition.holds = [expression =
                           withProducts(condition.expression)](const hardware::Accelerator& at) -> Result<bool> {
        TRY(const auto value, evaluated(expression, at));
        return value.isTrue();
    };
    if (const auto holds = condition.holds(accelerator); !holds)
        return refuse(holds.error(), "condition " + condition.expression);
    return condition;
}

} // namespace nestloom::io
