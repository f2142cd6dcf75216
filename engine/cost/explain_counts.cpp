// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/explain_counts.h"

#include "engine/cost/access_counts.h"

#include <string>

namespace nestloom::cost {

namespace {

using enum workload::LoopDimension;
using Operation = Formula::Operation;

std::string nameOf(TensorRole role) { return std::string(name(role)); }

/// Explains the counts of our own model; see access_counts.cpp for the rules.
class Counting {
public:
    explicit Counting(const CostedMapping& costed) : m_costed(costed)
    {
        flatten(costed.accelerator, costed.mapping, m_nest);
    }

    Formula explain(std::size_t level, TensorRole role, CountKind kind) const
    {
        if (role == TensorRole::Outputs)
            return outputs(level, kind);
        switch (kind) {
        case CountKind::Reads: return reads(level, role);
        case CountKind::Fills:
            return level == 0 ? nothing(role, "filled", "the outermost level holds it from the start")
                              : fetches(level, role, "elements filled");
        case CountKind::Updates: break;
        }
        return nothing(role, "updated", "only outputs are updated");
    }

private:
    static Formula nothing(TensorRole role, const std::string& what, const std::string& why)
    {
        return given(nameOf(role) + ": elements " + what, 0, Unit::Elements, why);
    }

    const std::string& levelName(std::size_t level) const { return m_costed.accelerator.levels[level].name; }
    std::string childName(std::size_t level) const
    {
        return level < m_nest.levelCount() ? levelName(level) : "MAC units";
    }

    Formula loop(const NestLoop& l) const
    {
        return given(std::string("for ") + workload::letter(l.dimension) + " at " + levelName(l.level), double(l.bound),
                     Unit::Iterations, "loop of the mapping");
    }

    Formula children(std::size_t level, std::size_t inner, TensorRole role) const
    {
        return given(childName(inner) + " with own elements",
                     distinctChildren(m_costed.layer, m_nest, role, level, inner), Unit::None,
                     "spatial loops that move " + nameOf(role)
                         + (sharesAll(level, inner, role) ? "; others share by multicast"
                                                          : "; others share only where a level multicasts them"));
    }

    /// All fan-outs between a level and the next one that keeps the tensor multicast it.
    bool sharesAll(std::size_t level, std::size_t inner, TensorRole role) const
    {
        while (level < inner && m_nest.multicast[level].contains(role))
            ++level;
        return level == inner;
    }

    /// What one child wants or sends: its fetches, or one element for each multiply-accumulate.
    Formula perChild(std::size_t inner, TensorRole role, const std::string& what) const
    {
        if (inner < m_nest.levelCount())
            return fetches(inner, role, what + " each " + levelName(inner));
        return given(nameOf(role) + ": " + what + " each MAC unit", double(m_nest.computeCycles()), Unit::Elements,
                     "one in every compute cycle");
    }

    Formula reads(std::size_t level, TensorRole role) const
    {
        const std::size_t inner = keeperInside(m_nest, role, level);
        return made(nameOf(role) + ": elements read", Unit::Elements, Operation::Product,
                    {perChild(inner, role, "elements for"), children(level, inner, role)});
    }

    /// The tile of a level times every temporal loop outside it, from the first that moves the tensor on; for inputs
    /// less what a tile shares with the one before.
    Formula fetches(std::size_t level, TensorRole role, const std::string& what) const
    {
        std::vector<Formula> factors{explainTileElements(m_costed.layer, m_costed.mapping, level, role)};
        bool moved = false;
        for (const NestLoop& l : m_nest.temporalOutside(level)) {
            moved = moved || workload::isRelevant(role, l.dimension);
            if (moved)
                factors.push_back(loop(l));
        }
        const std::string title = nameOf(role) + ": " + what;
        if (role != TensorRole::Inputs)
            return made(title, Unit::Elements, Operation::Product, std::move(factors));
        Formula whole = made("whole tiles", Unit::Elements, Operation::Product, std::move(factors));
        const double fills = m_costed.cost.levels[level].tensors[role]->fills;
        if (whole.value == fills) {
            whole.name = title;
            return whole;
        }
        Formula shared = given("shared with the tile before", fills - whole.value, Unit::Elements, "halo that stays");
        return made(title, Unit::Elements, Operation::Sum, {std::move(whole), std::move(shared)});
    }

    Formula updates(std::size_t level) const
    {
        const std::size_t inner = keeperInside(m_nest, TensorRole::Outputs, level);
        return made(
            "outputs: elements updated", Unit::Elements, Operation::Product,
            {perChild(inner, TensorRole::Outputs, "elements from"), children(level, inner, TensorRole::Outputs)});
    }

    /// What comes less the first visits, which bring nothing.
    Formula lessFirstVisits(std::size_t level, const std::string& title, Formula visits) const
    {
        std::vector<Formula> held{explainTileElements(m_costed.layer, m_costed.mapping, level, TensorRole::Outputs)};
        for (const NestLoop& l : m_nest.temporalOutside(level))
            if (workload::isRelevant(TensorRole::Outputs, l.dimension))
                held.push_back(loop(l));
        const Formula first = made("first visits", Unit::Elements, Operation::Product, std::move(held));
        Formula less = given("less first visits, which bring nothing", -first.value, Unit::Elements,
                             "every element is begun once");
        return made(title, Unit::Elements, Operation::Sum, {std::move(visits), std::move(less)});
    }

    Formula outputs(std::size_t level, CountKind kind) const
    {
        constexpr TensorRole role = TensorRole::Outputs;
        if (kind == CountKind::Updates)
            return updates(level);
        if (kind == CountKind::Reads) {
            Formula drained = level == 0 ? nothing(role, "drained", "the outermost level keeps the outputs")
                                         : fetches(level, role, "elements drained outward");
            return made(
                "outputs: elements read", Unit::Elements, Operation::Sum,
                {lessFirstVisits(level, "outputs: partial sums read again", updates(level)), std::move(drained)});
        }
        if (level == 0)
            return nothing(role, "filled", "nothing is outside it");
        return lessFirstVisits(level, "outputs: elements filled", fetches(level, role, "elements drained outward"));
    }

    const CostedMapping& m_costed;
    Nest m_nest;
};

double reported(const TensorAccesses& accesses, CountKind kind)
{
    switch (kind) {
    case CountKind::Reads: return accesses.reads;
    case CountKind::Fills: return accesses.fills;
    case CountKind::Updates: break;
    }
    return accesses.updates;
}

const char* verb(CountKind kind)
{
    return kind == CountKind::Reads ? "read" : kind == CountKind::Fills ? "filled" : "updated";
}

/// (count - 1) * step + (taps - 1) * tapStep + 1
Formula side(const char* title, std::int64_t count, std::int64_t step, std::int64_t taps, std::int64_t tapStep)
{
    const auto number = [](const char* text, std::int64_t value) { return given(text, double(value), Unit::None, {}); };
    return made(title, Unit::None, Operation::Sum,
                {made("steps of the output", Unit::None, Operation::Product,
                      {number("outputs - 1", count - 1), number("stride", step)}),
                 made("reach of the filter", Unit::None, Operation::Product,
                      {number("taps - 1", taps - 1), number("dilation", tapStep)}),
                 number("one", 1)});
}

} // namespace

Formula explainTileElements(const workload::Layer& layer, const mapping::LayerMapping& mapping, std::size_t level,
                            TensorRole role)
{
    const workload::Extents tile = mapping::tileExtents(mapping, level);
    std::vector<Formula> sides;
    const bool inputs = role == TensorRole::Inputs;
    for (const auto d : workload::kLoopDimensions) {
        const bool pixelOrTap = d == P || d == Q || d == R || d == S;
        if (workload::isRelevant(role, d) && tile[d] > 1 && !(inputs && pixelOrTap))
            sides.push_back(given(std::string(1, workload::letter(d)), double(tile[d]), Unit::None,
                                  "loops at this level and inside it"));
    }
    if (inputs) {
        sides.push_back(side("height", tile[P], layer.strideP, tile[R], layer.dilationR));
        sides.push_back(side("width", tile[Q], layer.strideQ, tile[S], layer.dilationS));
    }
    return made(nameOf(role) + ": elements of a tile", Unit::Elements, Operation::Product, std::move(sides));
}

Formula explainCount(const CostedMapping& costed, std::size_t level, TensorRole role, CountKind kind)
{
    const double value = reported(*costed.cost.levels[level].tensors[role], kind);
    if (isTimeloop(costed.cost.model))
        return given(nameOf(role) + ": elements " + verb(kind), value, Unit::Elements,
                     "counted as Timeloop walks the nest");
    Formula formula = Counting(costed).explain(level, role, kind);
    formula.value = value;
    return formula;
}

} // namespace nestloom::cost
