// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io::script {

/// What an expression in files of other tools is worth: in templates (Jinja) and in values, which are Python.
struct Value {
    enum class Kind { Missing, Number, Text, List, Names };
    Kind kind = Kind::Missing;
    double number = 0;             // also of true (1) and false (0)
    std::string text{};            // Kind::Text; Kind::Missing: the name that has no value
    std::vector<Value> items{};    // Kind::List
    std::set<std::string> names{}; // Kind::Names: tensors

    static Value of(double number) { return {Kind::Number, number}; }
    static Value of(std::string text) { return {Kind::Text, 0, std::move(text)}; }
    static Value of(std::set<std::string> names) { return {Kind::Names, 0, {}, {}, std::move(names)}; }
    static Value list(std::vector<Value> items) { return {Kind::List, 0, {}, std::move(items)}; }
    bool operator==(const Value&) const = default;
    bool isTrue() const;
    std::string asText() const; // as a template writes it
};

/// What names stand for while an expression is evaluated.
struct Scope {
    std::map<std::string, Value, std::less<>> values; // names, also with dots: "weight.bits_per_value"
    std::set<std::string> tensors;                    // "All"; ~ is what else there is of them
    bool isTemplate = false;                          // | is a filter; else the union of sets
    /// Functions besides the usual ones; nothing for one that is not known.
    std::function<Result<Value>(const std::string& name, const std::vector<Value>& arguments)> call{};
    /// The value of a name that is not among the others; Missing when it has none.
    std::function<Value(const std::string& name)> ask{};
    std::function<void(const std::string& name, const Value& value)> useDefault{}; // of a name without a value
    std::set<std::string> missing{}; // names that were needed and have no value; 0 is taken for them
};

/// The value of an expression: numbers, texts, lists, names, + - * / // % **, comparisons, `in`, `and`, `or`, `not`,
/// `a if b else c`, sets with & | - ~, `is defined`, the filter default, min, max, sum, ceil, floor, int, round,
/// abs, sqrt, log2, len, float, range, dict. What is not chosen is not evaluated.
/// Fails   InvalidInput for anything else
Result<Value> evaluate(std::string_view text, Scope& scope);
/// The same as a number.
Result<double> evaluateNumber(std::string_view text, Scope& scope);
/// The same as a whole number from 1 to `most`.
Result<std::int64_t> evaluateWhole(std::string_view text, Scope& scope, std::int64_t most);
/// The same as tensors of the scope.
Result<std::set<std::string>> evaluateNames(std::string_view text, Scope& scope);

} // namespace nestloom::io::script
