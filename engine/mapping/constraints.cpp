// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/constraints.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"

#include <array>
#include <charconv>

namespace nestloom::mapping {

namespace {

using hardware::Accelerator;

template <typename... F>
struct Overloaded : F... {
    using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>; // clang 14 needs it said

std::string letters(const std::vector<LoopDimension>& dimensions)
{
    std::string text;
    for (const LoopDimension d : dimensions)
        text += std::string(" ") + workload::letter(d);
    return text;
}

std::string tensorNames(TensorSet tensors)
{
    std::string text;
    for (const TensorRole role : kTensorRoles)
        if (tensors.contains(role))
            text += " " + std::string(name(role));
    return text;
}

std::string body(const BoundConstraint& bound)
{
    constexpr std::array<std::string_view, 3> relations{"=", "<=", ">="};
    std::string text = bound.of == BoundOf::Spatial ? "spatial " : bound.of == BoundOf::Tile ? "tile " : "";
    if (bound.dimension)
        text += std::string(1, workload::letter(*bound.dimension)) + " ";
    return text + std::string(relations[std::size_t(bound.relation)]) + " "
           + (bound.value ? std::to_string(*bound.value) : "all");
}

std::string body(const LoopsConstraint& loops)
{
    if (loops.only)
        return (loops.spatial ? "spatial only" : "only") + letters(loops.dimensions);
    return (loops.spatial ? "no spatial" : loops.dimensions.empty() ? "no temporal" : "no") + letters(loops.dimensions);
}

std::string body(const OrderConstraint& order)
{
    std::string text = "order";
    for (std::size_t i = 0; i <= order.dimensions.size(); ++i) {
        if (order.others == i)
            text += " ...";
        if (i < order.dimensions.size())
            text += std::string(" ") + workload::letter(order.dimensions[i]);
    }
    return text;
}

std::string levelNames(const Accelerator& accelerator)
{
    return joinText(accelerator.levels, ", ", &hardware::BufferLevel::name);
}

TensorRole tensorOf(Dataflow dataflow)
{
    return dataflow == Dataflow::OutputStationary  ? TensorRole::Outputs
           : dataflow == Dataflow::InputStationary ? TensorRole::Inputs
                                                   : TensorRole::Weights;
}

std::size_t innermostKeeper(const Accelerator& accelerator, TensorRole tensor)
{
    std::size_t level = accelerator.levels.size() - 1;
    while (level > 0 && !accelerator.levels[level].keeps.contains(tensor))
        --level;
    return level;
}

/// The level with the most children: the array of PEs.
std::size_t arrayLevel(const Accelerator& accelerator)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < accelerator.levels.size(); ++i)
        if (accelerator.levels[i].fanout.count() > accelerator.levels[best].fanout.count())
            best = i;
    return best;
}

std::string dataflowProblem(const Accelerator& accelerator, Dataflow dataflow)
{
    if (accelerator.levels.empty())
        return accelerator.name + " has no levels";
    if (dataflow == Dataflow::RowStationary) {
        const std::size_t array = arrayLevel(accelerator);
        if (accelerator.levels[array].fanout.count() == 1 || array + 1 == accelerator.levels.size())
            return accelerator.name + " has no array of PEs with buffers, which the row stationary dataflow needs";
        return {};
    }
    const TensorRole tensor = tensorOf(dataflow);
    if (innermostKeeper(accelerator, tensor) > 0)
        return {};
    return "no level of " + accelerator.name + " inside " + accelerator.levels.front().name + " keeps "
           + std::string(name(tensor)) + ", so they cannot stay in place";
}

/// Loops of the levels from the next outer keeper of the tensor up to its innermost one leave the tile there in place.
std::vector<Constraint> stationary(const Accelerator& accelerator, TensorRole tensor)
{
    const std::size_t keeper = innermostKeeper(accelerator, tensor);
    std::vector<Constraint> meaning;
    for (std::size_t i = keeper; i-- > 0;) {
        meaning.insert(meaning.begin(), {accelerator.levels[i].name, StationaryConstraint{tensor}});
        if (accelerator.levels[i].keeps.contains(tensor))
            break;
    }
    return meaning;
}

/// Filter rows go down the array, output rows along its diagonals, channels fill what is left; each PE keeps whole rows
/// of the filter and slides over a row of inputs (Chen et al., Eyeriss, ISCA 2016, section V).
std::vector<Constraint> rowStationary(const Accelerator& accelerator)
{
    using enum LoopDimension;
    const std::size_t array = arrayLevel(accelerator);
    const std::string& name = accelerator.levels[array].name;
    return {{name, LoopsConstraint{true, true, {S, Q, C, K}}},
            {name, BoundConstraint{BoundOf::Spatial, S, Relation::Equal, std::nullopt}},
            {accelerator.levels[array + 1].name, BoundConstraint{BoundOf::Tile, R, Relation::Equal, std::nullopt}}};
}

} // namespace

std::string_view name(Dataflow dataflow)
{
    constexpr std::array<std::string_view, 4> names{"weight stationary", "output stationary", "input stationary",
                                                    "row stationary"};
    return names[std::size_t(dataflow)];
}

std::string print(const Constraint& constraint)
{
    const std::string head = constraint.level + ": ";
    return std::visit(
        Overloaded{
            [&](const StationaryConstraint& s) { return head + "stationary " + std::string(name(s.tensor)); },
            [&](const KeepConstraint& k) { return head + (k.keep ? "keep" : "bypass") + tensorNames(k.tensors); },
            [&](const DataflowConstraint& d) { return "dataflow: " + std::string(name(d.dataflow)); },
            [&](const auto& other) { return head + body(other); }},
        constraint.what);
}

std::string constraintProblem(const Accelerator& accelerator, const Constraint& constraint)
{
    if (const auto* dataflow = std::get_if<DataflowConstraint>(&constraint.what))
        return dataflowProblem(withBypasses(accelerator), dataflow->dataflow);
    const auto level = accelerator.findLevel(constraint.level);
    if (!level)
        return accelerator.name + " has no level '" + constraint.level + "'; its levels are " + levelNames(accelerator);
    const auto* keeps = std::get_if<KeepConstraint>(&constraint.what);
    if (keeps && !keeps->keep && level->value == 0)
        return "nothing can bypass the outermost level " + constraint.level;
    return {};
}

std::vector<Constraint> meaningOf(const Accelerator& accelerator, const Constraint& constraint)
{
    const auto* dataflow = std::get_if<DataflowConstraint>(&constraint.what);
    if (!dataflow)
        return {constraint};
    const Accelerator kept = withBypasses(accelerator);
    if (dataflow->dataflow == Dataflow::RowStationary)
        return rowStationary(kept);
    return stationary(kept, tensorOf(dataflow->dataflow));
}

Result<std::vector<Constraint>> parseConstraints(const Accelerator& accelerator, const std::vector<std::string>& lines)
{
    std::vector<Constraint> constraints;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (isBlankConstraint(lines[i]))
            continue;
        const std::string where = "constraint " + std::to_string(i + 1);
        auto constraint = parseConstraint(lines[i]);
        if (!constraint)
            return Error{ErrorCode::InvalidInput, constraint.error().message, where};
        if (std::string problem = constraintProblem(accelerator, *constraint); !problem.empty())
            return Error{ErrorCode::InvalidInput, "'" + print(*constraint) + "': " + problem, where};
        constraints.push_back(*std::move(constraint));
    }
    return constraints;
}

Accelerator withConstraints(const Accelerator& accelerator, const std::vector<std::string>& lines)
{
    Accelerator result = accelerator;
    result.constraints.insert(result.constraints.end(), lines.begin(), lines.end());
    return result;
}

Accelerator withBypasses(const Accelerator& accelerator)
{
    Accelerator result = accelerator;
    for (const std::string& line : accelerator.constraints) {
        const auto constraint = parseConstraint(line);
        const auto* keeps = constraint ? std::get_if<KeepConstraint>(&constraint->what) : nullptr;
        const auto level = keeps && !keeps->keep ? accelerator.findLevel(constraint->level) : std::nullopt;
        if (!level || level->value == 0)
            continue;
        for (const TensorRole role : kTensorRoles)
            if (keeps->tensors.contains(role))
                result.levels[level->value].keeps = result.levels[level->value].keeps.without(role);
    }
    return result;
}

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
    const auto role = std::ranges::find_if(kTensorRoles, [&](TensorRole r) { return name(r) == token; });
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
            if (std::ranges::find(list, *d) != list.end())
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
                if (std::ranges::find(result.dimensions, d) != result.dimensions.end())
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
    const std::string words =
        joinText(tokens(text), " ", [&](const std::string& token) { return token != "-" ? token : std::string(); });
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
