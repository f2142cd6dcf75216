// SPDX-License-Identifier: Apache-2.0
#include "engine/io/script/value.h"

#include "engine/io/script/tokens.h"
#include "engine/io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace nestloom::io::script {

using Kind = Value::Kind;

bool Value::isTrue() const
{
    switch (kind) {
    case Kind::Missing: return false;
    case Kind::Number: return number != 0;
    case Kind::Text: return !text.empty();
    case Kind::List:
    case Kind::Map: return !items.empty();
    case Kind::Names: return !names.empty();
    }
    return false;
}

std::string Value::asText() const
{
    if (kind != Kind::Number)
        return text;
    if (std::isinf(number))
        return number > 0 ? "inf" : "-inf";
    std::array<char, 32> buffer{};
    const bool isWhole = number == std::floor(number) && std::abs(number) < 1e15;
    const auto end = isWhole ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::int64_t(number))
                             : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end.ptr};
}

namespace {

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxRange = 100'000;

class Parser {
public:
    Parser(std::string_view text, Scope& scope) : m_tokens(tokensOf(text)), m_scope(scope) {}

    Value run()
    {
        Value value = choice();
        if (m_at != m_tokens.size())
            throw Mistake{inQuotes(m_tokens[m_at].text) + " is not understood here"};
        return value;
    }

private:
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

    struct Deeper {
        explicit Deeper(int& now) : depth(now)
        {
            if (++depth > kMaxDepth)
                throw Mistake{"the expression is nested too deeply"};
        }
        ~Deeper() { --depth; }
        int& depth;
    };

    /// Reads on without evaluating: the value is not chosen.
    template <typename Read>
    void skip(Read read)
    {
        ++m_skipping;
        read();
        --m_skipping;
    }

    /// Where the `if` of a choice that begins here stands; nothing when there is none.
    std::optional<std::size_t> ifOfChoice() const
    {
        int depth = 0;
        for (std::size_t i = m_at; i < m_tokens.size(); ++i) {
            const Token& token = m_tokens[i];
            if (token.kind == Token::Kind::Text)
                continue;
            if (token.text == "(" || token.text == "[")
                ++depth;
            else if (token.text == ")" || token.text == "]" || (depth == 0 && token.text == ","))
                --depth;
            if (depth < 0 || (depth == 0 && token.text == "else"))
                return std::nullopt;
            if (depth == 0 && token.text == "if")
                return i;
        }
        return std::nullopt;
    }

    Value choice()
    {
        const Deeper deeper(m_depth);
        const std::size_t begin = m_at;
        const auto condition = ifOfChoice();
        if (!condition)
            return either();
        m_at = *condition + 1;
        const bool isFirst = either().isTrue();
        expect("else");
        if (!isFirst)
            return choice();
        skip([&] { choice(); });
        const std::size_t end = m_at;
        m_at = begin;
        Value value = either();
        if (m_at != *condition)
            throw Mistake{"a choice is not understood"};
        m_at = end;
        return value;
    }

    Value either()
    {
        Value value = both();
        while (take("or")) {
            if (value.isTrue())
                skip([&] { both(); });
            else
                value = both();
        }
        return value;
    }

    Value both()
    {
        Value value = negated();
        while (take("and")) {
            if (value.isTrue())
                value = negated();
            else
                skip([&] { negated(); });
        }
        return value;
    }

    Value negated()
    {
        if (!take("not"))
            return compared();
        const Deeper deeper(m_depth);
        return Value::of(negated().isTrue() ? 0.0 : 1.0);
    }

    Value compared()
    {
        Value left = united();
        if (take("is")) {
            const bool isNot = take("not");
            expect("defined");
            return Value::of((left.kind != Kind::Missing) != isNot ? 1.0 : 0.0);
        }
        if (is("in") || is("not")) {
            const bool isNot = take("not");
            expect("in");
            return Value::of(contains(united(), left) != isNot ? 1.0 : 0.0);
        }
        for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"})
            if (take(sign))
                return Value::of(holds(left, sign, united()) ? 1.0 : 0.0);
        return left;
    }

    static bool equal(const Value& a, const Value& b)
    {
        return a.kind == b.kind && a.number == b.number && a.text == b.text && a.names == b.names;
    }

    static bool contains(const Value& all, const Value& one)
    {
        if (all.kind == Kind::Map)
            return std::ranges::find(all.keys, one.text) != all.keys.end();
        if (all.kind == Kind::Names)
            return std::ranges::includes(all.names, one.names);
        return std::ranges::any_of(all.items, [&](const Value& item) { return equal(item, one); });
    }

    bool holds(const Value& a, std::string_view sign, const Value& b) const
    {
        if (sign == "==" || sign == "!=")
            return equal(a, b) == (sign == "==");
        const double x = number(a), y = number(b);
        return sign == "<=" ? x <= y : sign == ">=" ? x >= y : sign == "<" ? x < y : x > y;
    }

    std::set<std::string> names(const Value& value) const
    {
        if (value.kind != Kind::Names && m_skipping == 0)
            throw Mistake{"a set of tensors is expected"};
        return value.names;
    }

    Value united()
    {
        Value left = common();
        while (!m_scope.isTemplate && take("|")) {
            left.names = names(left);
            left.names.merge(names(common()));
        }
        return left;
    }

    Value common()
    {
        Value left = sum();
        while (take("&")) {
            const auto right = names(sum());
            left.names = names(left);
            std::erase_if(left.names, [&](const std::string& name) { return !right.contains(name); });
        }
        return left;
    }

    double number(const Value& value) const
    {
        if (value.kind != Kind::Number && m_skipping == 0)
            throw Mistake{"a number is expected" + (value.text.empty() ? "" : ", not " + inQuotes(value.text))};
        return value.number;
    }

    Value sum()
    {
        Value left = product();
        while (is("+") || is("-")) {
            const bool isPlus = take("+");
            if (!isPlus)
                expect("-");
            Value right = product();
            if (left.kind == Kind::Names && !isPlus) {
                const auto taken = names(right);
                std::erase_if(left.names, [&](const std::string& name) { return taken.contains(name); });
            } else {
                left = Value::of(isPlus ? number(left) + number(right) : number(left) - number(right));
            }
        }
        return left;
    }

    Value product()
    {
        Value left = signedPower();
        while (true) {
            if (take("//"))
                left = Value::of(std::floor(number(left) / number(signedPower())));
            else if (take("*"))
                left = Value::of(number(left) * number(signedPower()));
            else if (take("/"))
                left = Value::of(number(left) / number(signedPower()));
            else if (take("%")) {
                const double divisor = number(signedPower());
                left = Value::of(number(left) - divisor * std::floor(number(left) / divisor));
            } else {
                return left;
            }
        }
    }

    Value signedPower()
    {
        const Deeper deeper(m_depth);
        if (take("-"))
            return Value::of(-number(signedPower()));
        if (take("+"))
            return signedPower();
        if (take("~")) {
            Value value = Value::of(m_scope.tensors);
            for (const std::string& name : names(signedPower()))
                value.names.erase(name);
            return value;
        }
        Value value = filtered();
        return take("**") ? Value::of(std::pow(number(value), number(signedPower()))) : value;
    }

    /// A value with filters, whose names must have values from here on.
    Value filtered()
    {
        Value value = atom();
        while (m_scope.isTemplate && take("|")) {
            const std::string filter = name();
            std::vector<Value> arguments;
            if (take("("))
                arguments = argumentsUpTo(")");
            if (filter == "default" && arguments.size() == 1) {
                if (value.kind != Kind::Missing)
                    continue;
                if (m_scope.useDefault && m_skipping == 0)
                    m_scope.useDefault(value.text, arguments.front());
                value = arguments.front();
            } else if (arguments.empty()) {
                value = call(filter, {defined(std::move(value))});
            } else {
                throw Mistake{"the filter " + inQuotes(filter) + " is not known"};
            }
        }
        return is("is") ? value : defined(std::move(value));
    }

    Value defined(Value value)
    {
        if (value.kind != Kind::Missing)
            return value;
        if (m_skipping == 0)
            m_scope.missing.insert(value.text);
        return Value::of(0.0);
    }

    std::vector<Value> argumentsUpTo(std::string_view end)
    {
        std::vector<Value> arguments;
        while (!take(end)) {
            arguments.push_back(choice());
            if (!take(",") && !is(end))
                throw Mistake{inQuotes(end) + " is missing"};
        }
        return arguments;
    }

    std::string name()
    {
        if (m_at == m_tokens.size() || m_tokens[m_at].kind != Token::Kind::Name)
            throw Mistake{"a name is missing"};
        return m_tokens[m_at++].text;
    }

    Value atom()
    {
        if (m_at == m_tokens.size())
            throw Mistake{"the expression ends too early"};
        const Token& token = m_tokens[m_at];
        if (token.kind == Token::Kind::Number)
            return ++m_at, Value::of(token.number);
        if (token.kind == Token::Kind::Text)
            return ++m_at, Value::of(token.text);
        if (take("(")) {
            Value value = choice();
            expect(")");
            return value;
        }
        if (take("["))
            return Value::list(argumentsUpTo("]"));
        std::string path = name();
        while (take(".")) {
            const std::string part = name();
            if (part == "items" && take("(")) {
                expect(")");
                return itemsOf(named(path));
            }
            path += "." + part;
        }
        return take("(") ? call(path, argumentsUpTo(")")) : named(path);
    }

    static Value itemsOf(const Value& map)
    {
        std::vector<Value> items;
        for (std::size_t i = 0; i < map.keys.size(); ++i)
            items.push_back(Value::list({Value::of(map.keys[i]), map.items[i]}));
        return Value::list(std::move(items));
    }

    Value named(const std::string& path)
    {
        if (const auto found = m_scope.values.find(path); found != m_scope.values.end())
            return found->second;
        if (path == "True" || path == "true" || path == "False" || path == "false")
            return Value::of(path.front() == 'T' || path.front() == 't' ? 1.0 : 0.0);
        if (path == "inf")
            return Value::of(std::numeric_limits<double>::infinity());
        if (path == "All" || path == "Nothing")
            return Value::of(path == "All" ? m_scope.tensors : std::set<std::string>{});
        if (m_scope.ask)
            return m_skipping > 0 ? Value{Kind::Missing, 0, path} : m_scope.ask(path);
        if (m_skipping > 0)
            return {};
        throw Mistake{inQuotes(path) + " is not known"};
    }

    Value call(const std::string& function, const std::vector<Value>& arguments)
    {
        if (m_skipping > 0)
            return Value::of(0.0);
        const std::vector<Value>& all =
            arguments.size() == 1 && arguments[0].kind == Kind::List ? arguments[0].items : arguments;
        if ((function == "min" || function == "max" || function == "sum") && !all.empty()) {
            double value = number(all.front());
            for (std::size_t i = 1; i < all.size(); ++i)
                value = function == "sum"   ? value + number(all[i])
                        : function == "min" ? std::min(value, number(all[i]))
                                            : std::max(value, number(all[i]));
            return Value::of(value);
        }
        if (function == "dict" && arguments.empty())
            return {Kind::Map};
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

    std::optional<Value> callOfOne(const std::string& function, const Value& argument) const
    {
        if (function == "len")
            return Value::of(double(argument.kind == Kind::Names ? argument.names.size() : argument.items.size()));
        if (function == "float")
            return argument.text == "inf" ? Value::of(std::numeric_limits<double>::infinity()) : argument;
        if (function == "ceil")
            return Value::of(std::ceil(number(argument)));
        if (function == "floor")
            return Value::of(std::floor(number(argument)));
        if (function == "int")
            return Value::of(std::trunc(number(argument)));
        if (function == "round")
            return Value::of(std::nearbyint(number(argument)));
        if (function == "abs")
            return Value::of(std::abs(number(argument)));
        if (function == "sqrt")
            return Value::of(std::sqrt(number(argument)));
        if (function == "log2")
            return Value::of(std::log2(number(argument)));
        if (function == "range") {
            const double end = number(argument);
            if (!(end <= double(kMaxRange)))
                throw Mistake{"a range ends at " + std::to_string(kMaxRange)};
            std::vector<Value> items;
            for (std::size_t i = 0; double(i) < end; ++i)
                items.push_back(Value::of(double(i)));
            return Value::list(std::move(items));
        }
        return std::nullopt;
    }

    const std::vector<Token> m_tokens;
    Scope& m_scope;
    std::size_t m_at = 0;
    int m_skipping = 0; // > 0: what is read is not chosen
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

Result<std::set<std::string>> evaluateNames(std::string_view text, Scope& scope)
{
    TRY(const Value value, evaluate(text, scope));
    if (value.kind != Kind::Names)
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is no set of tensors", ""};
    return value.names;
}

} // namespace nestloom::io::script
