// SPDX-License-Identifier: Apache-2.0
#include "engine/io/script/value.h"

#include "engine/base/text.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace nestloom::io::script {

using Kind = Value::Kind;

bool Value::isTrue() const
{
    return number != 0 || (kind == Kind::Text && !text.empty()) || !items.empty() || !names.empty();
}

std::string Value::asText() const
{
    if (kind != Kind::Number)
        return text;
    const bool isWhole = number == std::floor(number) && std::abs(number) < 1e15;
    return isWhole ? std::to_string(std::int64_t(number)) : shortestNumber(number);
}

namespace {

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxRange = 100'000;

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

bool isNameLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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

double numberOf(const Value& value)
{
    if (value.kind != Kind::Number)
        throw Mistake{"a number is expected" + (value.text.empty() ? "" : ", not " + inQuotes(value.text))};
    return value.number;
}

const std::set<std::string>& namesOf(const Value& value)
{
    if (value.kind != Kind::Names)
        throw Mistake{"a set of tensors is expected"};
    return value.names;
}

Value truth(bool isTrue) { return Value::of(isTrue ? 1.0 : 0.0); }

bool contains(const Value& all, const Value& one)
{
    if (all.kind == Kind::Names)
        return std::ranges::includes(all.names, one.names);
    return std::ranges::find(all.items, one) != all.items.end();
}

bool holds(const Value& a, std::string_view sign, const Value& b)
{
    if (sign == "==" || sign == "!=")
        return (a == b) == (sign == "==");
    const double x = numberOf(a), y = numberOf(b);
    return sign == "<=" ? x <= y : sign == ">=" ? x >= y : sign == "<" ? x < y : x > y;
}

/// Of numbers, or of sets of tensors.
Value combined(const Value& a, std::string_view sign, const Value& b)
{
    if (sign == "|" || sign == "&" || (sign == "-" && a.kind == Kind::Names)) {
        std::set<std::string> all = namesOf(a);
        const std::set<std::string>& other = namesOf(b);
        if (sign == "|")
            all.insert(other.begin(), other.end());
        else
            std::erase_if(all, [&](const std::string& name) { return other.contains(name) == (sign == "-"); });
        return Value::of(std::move(all));
    }
    const double x = numberOf(a), y = numberOf(b);
    if (y == 0 && (sign == "/" || sign == "//" || sign == "%"))
        throw Mistake{"division by zero"};
    return Value::of(sign == "+"    ? x + y
                     : sign == "-"  ? x - y
                     : sign == "*"  ? x * y
                     : sign == "/"  ? x / y
                     : sign == "//" ? std::floor(x / y)
                                    : x - y * std::floor(x / y));
}

std::optional<Value> callOfOne(const std::string& function, const Value& argument)
{
    static const std::map<std::string, double (*)(double)> ofNumbers{
        {"ceil", ::ceil}, {"floor", ::floor}, {"int", ::trunc}, {"round", ::nearbyint},
        {"abs", ::fabs},  {"sqrt", ::sqrt},   {"log2", ::log2}};
    if (const auto found = ofNumbers.find(function); found != ofNumbers.end())
        return Value::of(found->second(numberOf(argument)));
    if (function == "len")
        return Value::of(double(argument.kind == Kind::Names ? argument.names.size() : argument.items.size()));
    if (function == "float")
        return argument.text == "inf" ? Value::of(INFINITY) : argument;
    if (function != "range")
        return std::nullopt;
    const double end = numberOf(argument);
    if (!(end <= double(kMaxRange)))
        throw Mistake{"a range ends at " + std::to_string(kMaxRange)};
    std::vector<Value> items;
    for (std::size_t i = 0; double(i) < end; ++i)
        items.push_back(Value::of(double(i)));
    return Value::list(std::move(items));
}

/// Reads a whole expression before any of it is evaluated, so that what is not chosen never is.
class Parser {
public:
    Parser(std::string_view text, Scope& scope) : m_tokens(tokensOf(text)), m_scope(scope) {}

    Value run()
    {
        const Part value = choice();
        if (m_at != m_tokens.size())
            throw Mistake{inQuotes(m_tokens[m_at].text) + " is not understood here"};
        return value();
    }

private:
    using Part = std::function<Value()>; // of the expression: evaluates it

    bool is(std::string_view sign) const
    {
        return m_at < m_tokens.size() && m_tokens[m_at].kind != Token::Kind::Text && m_tokens[m_at].text == sign;
    }
    bool take(std::string_view sign)
    {
        if (!is(sign))
            return false;
        ++m_at;
        return true;
    }
    void expect(std::string_view sign)
    {
        if (!take(sign))
            throw Mistake{inQuotes(sign) + " is missing"};
    }
    /// The one of these that is next; empty when none is.
    std::string_view takeOneOf(std::initializer_list<std::string_view> signs)
    {
        for (const std::string_view sign : signs)
            if (take(sign))
                return sign;
        return {};
    }

    struct Deeper {
        explicit Deeper(int& now) : depth(now)
        {
            if (++depth > kMaxDepth)
                throw Mistake{"the expression is nested too deeply"};
        }
        ~Deeper() { --depth; }
        int& depth;
    };

    Part choice()
    {
        const Deeper deeper(m_depth);
        Part value = either();
        if (!take("if"))
            return value;
        Part condition = either();
        expect("else");
        return [value = std::move(value), condition = std::move(condition), other = choice()] {
            return condition().isTrue() ? value() : other();
        };
    }

    Part either() { return upTo(true, "or", &Parser::both); }
    Part both() { return upTo(false, "and", &Parser::negated); }

    /// The first operand that is as true as `last`, or the last operand.
    Part upTo(bool last, std::string_view sign, Part (Parser::*operand)())
    {
        std::vector<Part> operands{(this->*operand)()};
        while (take(sign))
            operands.push_back((this->*operand)());
        if (operands.size() == 1)
            return std::move(operands.front());
        return [operands = std::move(operands), last] {
            Value value = operands.front()();
            for (std::size_t i = 1; i < operands.size() && value.isTrue() != last; ++i)
                value = operands[i]();
            return value;
        };
    }

    Part negated()
    {
        if (!take("not"))
            return compared();
        const Deeper deeper(m_depth);
        return [value = negated()] { return truth(!value().isTrue()); };
    }

    Part compared()
    {
        Part left = combination(0);
        if (take("is")) {
            const bool isNot = take("not");
            expect("defined");
            return [left = std::move(left), isNot] { return truth((left().kind != Kind::Missing) != isNot); };
        }
        if (is("in") || is("not")) {
            const bool isNot = take("not");
            expect("in");
            return [left = std::move(left), isNot, all = combination(0)] {
                return truth(contains(all(), left()) != isNot);
            };
        }
        if (const std::string_view sign = takeOneOf({"==", "!=", "<=", ">=", "<", ">"}); !sign.empty())
            return
                [left = std::move(left), sign, right = combination(0)] { return truth(holds(left(), sign, right())); };
        return left;
    }

    /// Operands between signs of one level, the weakest first; from left to right.
    Part combination(std::size_t level)
    {
        static const std::array<std::initializer_list<std::string_view>, 4> kLevels{
            {{"|"}, {"&"}, {"+", "-"}, {"*", "//", "/", "%"}}};
        if (level == kLevels.size())
            return signedPower();
        Part first = combination(level + 1);
        std::vector<std::pair<std::string_view, Part>> others;
        while (!(is("|") && m_scope.isTemplate)) {
            const std::string_view sign = takeOneOf(kLevels[level]);
            if (sign.empty())
                break;
            others.emplace_back(sign, combination(level + 1));
        }
        if (others.empty())
            return first;
        return [first = std::move(first), others = std::move(others)] {
            Value value = first();
            for (const auto& [sign, other] : others)
                value = combined(value, sign, other());
            return value;
        };
    }

    Part signedPower()
    {
        const Deeper deeper(m_depth);
        if (take("-"))
            return [value = signedPower()] { return Value::of(-numberOf(value())); };
        if (take("+"))
            return signedPower();
        if (take("~"))
            return [this, value = signedPower()] { return combined(Value::of(m_scope.tensors), "-", value()); };
        Part value = filtered();
        if (!take("**"))
            return value;
        return [value = std::move(value), power = signedPower()] {
            return Value::of(std::pow(numberOf(value()), numberOf(power())));
        };
    }

    /// A value with filters, whose names must have values from here on.
    Part filtered()
    {
        Part value = atom();
        std::vector<std::pair<std::string, Part>> filters; // with what `default` has
        while (m_scope.isTemplate && take("|")) {
            const std::string filter = name();
            std::vector<Part> arguments;
            if (take("("))
                arguments = partsUpTo(")");
            if (arguments.size() != (filter == "default" ? 1 : 0))
                throw Mistake{"the filter " + inQuotes(filter) + " is not known"};
            filters.emplace_back(filter, arguments.empty() ? Part() : arguments.front());
        }
        return [this, value = std::move(value), filters = std::move(filters), mayMiss = is("is")] {
            Value result = value();
            for (const auto& [filter, usual] : filters)
                result = usual ? orUsual(std::move(result), usual) : call(filter, {defined(std::move(result))});
            return mayMiss ? result : defined(std::move(result));
        };
    }

    Value orUsual(Value value, const Part& usual)
    {
        if (value.kind != Kind::Missing)
            return value;
        const Value instead = usual();
        if (m_scope.useDefault)
            m_scope.useDefault(value.text, instead);
        return instead;
    }

    Value defined(Value value)
    {
        if (value.kind != Kind::Missing)
            return value;
        m_scope.missing.insert(value.text);
        return Value::of(0.0);
    }

    std::vector<Part> partsUpTo(std::string_view end)
    {
        std::vector<Part> parts;
        while (!take(end)) {
            parts.push_back(choice());
            if (!take(",") && !is(end))
                throw Mistake{inQuotes(end) + " is missing"};
        }
        return parts;
    }

    static std::vector<Value> valuesOf(const std::vector<Part>& parts)
    {
        std::vector<Value> values;
        for (const Part& part : parts)
            values.push_back(part());
        return values;
    }

    std::string name()
    {
        if (m_at == m_tokens.size() || m_tokens[m_at].kind != Token::Kind::Name)
            throw Mistake{"a name is missing"};
        return m_tokens[m_at++].text;
    }

    Part atom()
    {
        if (m_at == m_tokens.size())
            throw Mistake{"the expression ends too early"};
        const Token& token = m_tokens[m_at];
        if (token.kind == Token::Kind::Number || token.kind == Token::Kind::Text) {
            ++m_at;
            return
                [&token] { return token.kind == Token::Kind::Text ? Value::of(token.text) : Value::of(token.number); };
        }
        if (take("(")) {
            Part value = choice();
            expect(")");
            return value;
        }
        if (take("["))
            return [items = partsUpTo("]")] { return Value::list(valuesOf(items)); };
        std::string path = name();
        while (take(".")) {
            const std::string part = name();
            if (part == "items" && take("(")) { // of a map, which can only be an empty one
                expect(")");
                break;
            }
            path += "." + part;
        }
        if (take("("))
            return [this, path, arguments = partsUpTo(")")] { return call(path, valuesOf(arguments)); };
        return [this, path] { return named(path); };
    }

    Value named(const std::string& path)
    {
        if (const auto found = m_scope.values.find(path); found != m_scope.values.end())
            return found->second;
        static const std::map<std::string, double> constants{
            {"True", 1}, {"true", 1}, {"False", 0}, {"false", 0}, {"inf", INFINITY}};
        if (const auto found = constants.find(path); found != constants.end())
            return Value::of(found->second);
        if (path == "All" || path == "Nothing")
            return Value::of(path == "All" ? m_scope.tensors : std::set<std::string>{});
        if (m_scope.ask)
            return m_scope.ask(path);
        throw Mistake{inQuotes(path) + " is not known"};
    }

    Value call(const std::string& function, const std::vector<Value>& arguments)
    {
        const std::vector<Value>& all =
            arguments.size() == 1 && arguments[0].kind == Kind::List ? arguments[0].items : arguments;
        if ((function == "min" || function == "max" || function == "sum") && !all.empty()) {
            std::vector<double> numbers;
            for (const Value& value : all)
                numbers.push_back(numberOf(value));
            return Value::of(function == "min"   ? std::ranges::min(numbers)
                             : function == "max" ? std::ranges::max(numbers)
                                                 : std::accumulate(numbers.begin(), numbers.end(), 0.0));
        }
        if (function == "dict" && arguments.empty())
            return Value::list({});
        if (arguments.size() == 1)
            if (const auto value = callOfOne(function, arguments.front()))
                return *value;
        if (m_scope.call) {
            auto value = m_scope.call(function, arguments);
            if (!value)
                throw Mistake{value.error().message, value.error().where};
            return *value;
        }
        throw Mistake{"the function " + inQuotes(function) + " is not known"};
    }

    const std::vector<Token> m_tokens;
    Scope& m_scope;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

Result<Value> evaluate(std::string_view text, Scope& scope)
{
    try {
        return Parser(text, scope).run();
    } catch (const Mistake& mistake) {
        if (!mistake.where.empty())
            return Error{ErrorCode::InvalidInput, mistake.message, mistake.where};
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is not understood: " + mistake.message, ""};
    }
}

Result<double> evaluateNumber(std::string_view text, Scope& scope)
{
    TRY(const Value value, evaluate(text, scope));
    if (value.kind != Kind::Number || std::isnan(value.number))
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is no number", ""};
    return value.number;
}

Result<std::int64_t> evaluateWhole(std::string_view text, Scope& scope, std::int64_t most)
{
    TRY(const double number, evaluateNumber(text, scope));
    if (!(number >= 1 && number <= double(most) && number == std::floor(number)))
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is no whole number from 1 to " + std::to_string(most),
                     ""};
    return std::int64_t(number);
}

Result<std::set<std::string>> evaluateNames(std::string_view text, Scope& scope)
{
    TRY(const Value value, evaluate(text, scope));
    if (value.kind != Kind::Names)
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is no set of tensors", ""};
    return value.names;
}

} // namespace nestloom::io::script
