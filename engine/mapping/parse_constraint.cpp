// SPDX-License-Identifier: Apache-2.0
#include "engine/base/trimmed.h"
#include "engine/mapping/constraints.h"

#include <algorithm>
#include <charconv>

namespace nestloom::mapping {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view withoutComment(std::string_view line) { return trimmed(line.substr(0, line.find('#'))); }

bool isWordPart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Words, numbers, "...", and "=", "<=", ">=".
std::vector<std::string> tokens(std::string_view text)
{
    std::vector<std::string> found;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (isWordPart(text[i]))
            while (end < text.size() && isWordPart(text[end]))
                ++end;
        else if (text.substr(i, 3) == "...")
            end = i + 3;
        else if (text.substr(i, 2) == "<=" || text.substr(i, 2) == ">=" || text.substr(i, 2) == "==")
            end = i + 2;
        if (kBlanks.find(text[i]) == std::string_view::npos && text[i] != ',')
            found.emplace_back(text.substr(i, end - i));
        i = end;
    }
    return found;
}

std::optional<LoopDimension> dimensionOf(const std::string& token)
{
    return token.size() == 1 ? workload::loopDimension(token.front()) : std::nullopt;
}

std::optional<TensorRole> tensorOf(const std::string& token)
{
    const auto role =
        std::find_if(kTensorRoles.begin(), kTensorRoles.end(), [&](TensorRole r) { return name(r) == token; });
    return role == kTensorRoles.end() ? std::nullopt : std::optional(*role);
}

using What = decltype(Constraint::what);

/// Reads what stands behind "LEVEL:". A problem is one clause; the first one counts.
class BodyParser {
public:
    explicit BodyParser(std::string_view text) : m_tokens(tokens(text)) {}

    What run()
    {
        What what = read();
        if (m_problem.empty() && m_next < m_tokens.size())
            fail("'" + m_tokens[m_next] + "' is too much");
        return what;
    }
    const std::string& problem() const { return m_problem; }

private:
    bool take(std::string_view word)
    {
        if (m_next == m_tokens.size() || m_tokens[m_next] != word)
            return false;
        ++m_next;
        return true;
    }
    std::string here() const { return m_next < m_tokens.size() ? "'" + m_tokens[m_next] + "'" : "the end"; }
    void fail(std::string problem)
    {
        if (m_problem.empty())
            m_problem = std::move(problem);
    }

    What read()
    {
        if (take("order"))
            return order();
        if (take("stationary"))
            return stationary();
        if (take("bypass"))
            return keeps(false);
        if (take("keep"))
            return keeps(true);
        if (take("tile"))
            return bound(BoundOf::Tile);
        if (take("no")) {
            const bool spatial = take("spatial");
            const bool all = spatial || take("temporal");
            return loops(spatial, false, all);
        }
        const bool spatial = take("spatial");
        if (!spatial)
            take("temporal");
        if (take("only"))
            return loops(spatial, true, false);
        return bound(spatial ? BoundOf::Spatial : BoundOf::Temporal);
    }

    std::vector<LoopDimension> dimensions()
    {
        std::vector<LoopDimension> list;
        while (m_next < m_tokens.size()) {
            const auto d = dimensionOf(m_tokens[m_next]);
            if (!d)
                break;
            if (std::find(list.begin(), list.end(), *d) != list.end())
                fail(m_tokens[m_next] + " is named twice");
            list.push_back(*d);
            ++m_next;
        }
        return list;
    }

    What loops(bool spatial, bool only, bool mayBeEmpty)
    {
        LoopsConstraint result{spatial, only, dimensions()};
        if (result.dimensions.empty() && !mayBeEmpty)
            fail("a dimension (R S P Q C K N G) belongs where " + here() + " stands");
        return result;
    }

    What order()
    {
        OrderConstraint result;
        result.dimensions = dimensions();
        if (take("...")) {
            result.others = result.dimensions.size();
            for (const LoopDimension d : dimensions()) {
                if (std::find(result.dimensions.begin(), result.dimensions.end(), d) != result.dimensions.end())
                    fail(std::string(1, workload::letter(d)) + " is named twice");
                result.dimensions.push_back(d);
            }
        }
        if (result.dimensions.empty() || (result.dimensions.size() == 1 && !result.others))
            fail("an order names two dimensions at least, or one and '...' for all others");
        return result;
    }

    What stationary()
    {
        const auto tensor = m_next < m_tokens.size() ? tensorOf(m_tokens[m_next]) : std::nullopt;
        if (!tensor)
            fail("weights, inputs or outputs belongs where " + here() + " stands");
        else
            ++m_next;
        return StationaryConstraint{tensor.value_or(TensorRole::Weights)};
    }

    What keeps(bool keep)
    {
        KeepConstraint result{keep, {}};
        while (m_next < m_tokens.size()) {
            const auto tensor = tensorOf(m_tokens[m_next]);
            if (!tensor)
                break;
            result.tensors = result.tensors.with(*tensor);
            ++m_next;
        }
        if (result.tensors.empty())
            fail("weights, inputs or outputs belongs where " + here() + " stands");
        return result;
    }

    What bound(BoundOf of)
    {
        BoundConstraint result;
        result.of = of;
        if (m_next < m_tokens.size())
            result.dimension = dimensionOf(m_tokens[m_next]);
        if (result.dimension)
            ++m_next;
        else if (of != BoundOf::Spatial)
            fail(
                m_next == 0
                    ? "'K = 4', 'spatial C <= 8', 'tile P <= 7', 'only K C', 'no P', 'spatial only C K', 'no spatial', "
                      "'order K ... P', 'stationary weights', 'bypass inputs' or 'keep weights' belongs where "
                          + here() + " stands"
                    : "a dimension (R S P Q C K N G) belongs where " + here() + " stands");
        if (take("<="))
            result.relation = Relation::AtMost;
        else if (take(">="))
            result.relation = Relation::AtLeast;
        else if (!take("=") && !take("=="))
            fail("=, <= or >= belongs where " + here() + " stands");
        value(result);
        return result;
    }

    void value(BoundConstraint& result)
    {
        if (take("all")) {
            if (!result.dimension)
                fail("'all' needs a dimension");
            return;
        }
        const std::string token = m_next < m_tokens.size() ? m_tokens[m_next] : std::string();
        std::int64_t number = 0;
        const auto read = std::from_chars(token.data(), token.data() + token.size(), number);
        if (read.ec != std::errc() || read.ptr != token.data() + token.size() || number < 1)
            return fail("a number above 0 or 'all' belongs where " + here() + " stands");
        result.value = number;
        ++m_next;
    }

    const std::vector<std::string> m_tokens;
    std::size_t m_next = 0;
    std::string m_problem;
};

Error refuse(std::string_view line, const std::string& problem)
{
    return {ErrorCode::InvalidInput, "'" + std::string(line) + "': " + problem, {}};
}

Result<Constraint> parseDataflow(std::string_view line, std::string_view text)
{
    std::string words;
    for (const std::string& token : tokens(text))
        if (token != "-")
            words += (words.empty() ? "" : " ") + token;
    for (const Dataflow dataflow :
         {Dataflow::WeightStationary, Dataflow::OutputStationary, Dataflow::InputStationary, Dataflow::RowStationary})
        if (words == name(dataflow))
            return Constraint{{}, DataflowConstraint{dataflow}};
    return refuse(line, "a dataflow is weight stationary, output stationary, input stationary or row stationary");
}

} // namespace

bool isBlankConstraint(std::string_view line) { return withoutComment(line).empty(); }

Result<Constraint> parseConstraint(std::string_view written)
{
    const std::string_view line = withoutComment(written);
    const std::size_t colon = line.find(':');
    const std::string_view level = trimmed(line.substr(0, colon));
    if (colon == std::string_view::npos || level.empty())
        return refuse(line,
                      "a constraint begins with a level and a colon, like 'GlobalBuffer: K = 4', or with 'dataflow:'");
    const std::string_view rest = trimmed(line.substr(colon + 1));
    if (level == "dataflow")
        return parseDataflow(line, rest);
    BodyParser parser(rest);
    Constraint constraint{std::string(level), parser.run()};
    if (!parser.problem().empty())
        return refuse(line, parser.problem());
    return constraint;
}

} // namespace nestloom::mapping
