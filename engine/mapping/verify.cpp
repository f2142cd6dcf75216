// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/verify.h"

#include "engine/base/integers.h"
#include "engine/base/number_words.h"

#include <algorithm>

namespace nestloom::mapping {

// Naive on purpose: nothing here is shared with nest_limits.cpp, layer_mapping.cpp, the cost model or an engine.

namespace {

std::int64_t productOf(const std::vector<Loop>& loops, std::optional<LoopDimension> dimension)
{
    std::int64_t product = 1;
    for (const Loop& loop : loops)
        product *= !dimension || loop.dimension == *dimension ? loop.bound : 1;
    return product;
}

std::string loopText(const Loop& loop)
{
    return std::string(1, workload::letter(loop.dimension)) + " = " + std::to_string(loop.bound);
}

/// Judges one constraint at its level; the answer is what the mapping does instead, empty when it keeps it.
class Judge {
public:
    Judge(const LayerMapping& mapping, std::size_t level)
        : m_mapping(mapping), m_index(level), m_level(mapping.levels[level])
    {
    }

    std::string operator()(const BoundConstraint& bound) const
    {
        std::int64_t found = 1;
        if (bound.of == BoundOf::Temporal)
            found = productOf(m_level.temporal, bound.dimension);
        else if (bound.of == BoundOf::Spatial)
            found = productOf(m_level.spatial, bound.dimension);
        else
            for (std::size_t i = m_index; i < m_mapping.levels.size(); ++i)
                found *= productOf(m_mapping.levels[i].temporal, bound.dimension)
                         * productOf(m_mapping.levels[i].spatial, bound.dimension);
        const std::int64_t asked = bound.value ? *bound.value : whole(*bound.dimension);
        const bool kept = bound.relation == Relation::Equal    ? found == asked
                          : bound.relation == Relation::AtMost ? found <= asked
                                                               : found >= asked;
        const std::string what = bound.of == BoundOf::Spatial ? "spatial " : bound.of == BoundOf::Tile ? "tile " : "";
        return kept ? std::string()
                    : "the mapping has " + what
                          + (bound.dimension ? std::string(1, workload::letter(*bound.dimension)) + " " : "") + "= "
                          + std::to_string(found) + " there"
                          + (bound.value ? "" : ", all its loops together " + std::to_string(asked));
    }

    std::string operator()(const LoopsConstraint& loops) const
    {
        for (const Loop& loop : loops.spatial ? m_level.spatial : m_level.temporal) {
            const bool named = loops.dimensions.empty() || isAmong(loop.dimension, loops.dimensions);
            if (loop.bound > 1 && named != loops.only)
                return std::string("the mapping has ") + (loops.spatial ? "spatial " : "") + loopText(loop) + " there";
        }
        return {};
    }

    std::string operator()(const OrderConstraint& order) const
    {
        const auto place = [&](LoopDimension d) -> std::optional<std::size_t> {
            const auto found = std::ranges::find(order.dimensions, d);
            const std::size_t index = std::size_t(found - order.dimensions.begin());
            if (found == order.dimensions.end()) // at "...", behind the last one named before it
                return order.others ? std::optional(2 * *order.others) : std::nullopt;
            return 2 * index + 1;
        };
        return firstPair([&](LoopDimension outer, LoopDimension inner) {
            const auto a = place(outer), b = place(inner);
            return !a || !b || *a <= *b;
        });
    }

    std::string operator()(const StationaryConstraint& stationary) const
    {
        return firstPair([&](LoopDimension outer, LoopDimension inner) {
            return workload::isRelevant(stationary.tensor, outer) || !workload::isRelevant(stationary.tensor, inner);
        });
    }

    std::string operator()(const KeepConstraint& keeps) const
    {
        for (const TensorRole role : kTensorRoles)
            if (keeps.tensors.contains(role) && m_level.keeps.contains(role) != keeps.keep)
                return "the mapping " + std::string(keeps.keep ? "does not keep " : "keeps ") + std::string(name(role))
                       + " there";
        return {};
    }

    std::string operator()(const DataflowConstraint&) const { return {}; } // was replaced by what it stands for

private:
    /// What all loops of a dimension multiply to, at every level.
    std::int64_t whole(LoopDimension dimension) const
    {
        std::int64_t product = 1;
        for (const LevelLoops& level : m_mapping.levels)
            product *= productOf(level.temporal, dimension) * productOf(level.spatial, dimension);
        return product;
    }

    /// The first two temporal loops whose order is not allowed.
    template <typename F>
    std::string firstPair(const F& mayStand) const
    {
        for (std::size_t outer = 0; outer < m_level.temporal.size(); ++outer)
            for (std::size_t inner = outer + 1; inner < m_level.temporal.size(); ++inner) {
                const Loop &a = m_level.temporal[outer], &b = m_level.temporal[inner];
                if (a.bound > 1 && b.bound > 1 && a.dimension != b.dimension && !mayStand(a.dimension, b.dimension))
                    return "in the mapping loop " + loopText(a) + " stands outside " + loopText(b);
            }
        return {};
    }

    const LayerMapping& m_mapping;
    const std::size_t m_index;
    const LevelLoops& m_level;
};

} // namespace

std::vector<BrokenConstraint> brokenConstraints(const hardware::Accelerator& accelerator, const LayerMapping& mapping,
                                                const std::vector<Constraint>& constraints)
{
    std::vector<BrokenConstraint> broken;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        for (const Constraint& meant : meaningOf(accelerator, constraints[i])) {
            const std::size_t level = accelerator.findLevel(meant.level)->value;
            const std::string instead = std::visit(Judge(mapping, level), meant.what);
            if (instead.empty())
                continue;
            const std::string via = meant == constraints[i] ? "" : print(constraints[i]) + " means ";
            broken.push_back({i, via + "'" + print(meant) + "', but " + instead});
            break;
        }
    return broken;
}

namespace {

using enum LoopDimension;

/// Length of the coordinate range that offset*outer + tap*inner covers: from 0 to where the last turns of both loops
/// lead.
std::int64_t coveredRange(std::int64_t count, std::int64_t step, std::int64_t taps, std::int64_t tapStep)
{
    return (count - 1) * step + (taps - 1) * tapStep + 1;
}

std::int64_t heldElements(const workload::Layer& layer, TensorRole role, const Extents& held)
{
    if (role == TensorRole::Weights)
        return held[G] * held[C] * held[K] * held[R] * held[S];
    if (role == TensorRole::Outputs)
        return held[G] * held[K] * held[N] * held[P] * held[Q];
    return held[G] * held[C] * held[N] * coveredRange(held[P], layer.strideP, held[R], layer.dilationR)
           * coveredRange(held[Q], layer.strideQ, held[S], layer.dilationS);
}

class Verifier {
public:
    Verifier(const hardware::Accelerator& accelerator, const workload::Layer& layer, const LayerMapping& mapping)
        : m_accelerator(accelerator), m_layer(layer), m_mapping(mapping)
    {
    }

    std::vector<Violation> run()
    {
        if (m_mapping.levels.size() != m_accelerator.levels.size()) {
            report(Rule::LevelCount, "the mapping has " + std::to_string(m_mapping.levels.size())
                                         + " levels, the accelerator has "
                                         + std::to_string(m_accelerator.levels.size()));
            return std::move(m_violations);
        }
        checkBounds();
        if (m_violations.empty())
            checkFactorProducts();
        checkKeeps();
        if (!m_violations.empty())
            return std::move(m_violations); // sizes below would be meaningless
        checkFanouts();
        checkCapacities();
        checkConstraints();
        return std::move(m_violations);
    }

private:
    void report(Rule rule, std::string message) { m_violations.push_back({rule, std::move(message)}); }
    const std::string& levelName(std::size_t i) const { return m_accelerator.levels[i].name; }

    void checkBounds()
    {
        for (std::size_t i = 0; i < m_mapping.levels.size(); ++i)
            for (const auto* loops : {&m_mapping.levels[i].temporal, &m_mapping.levels[i].spatial})
                for (const Loop& loop : *loops)
                    if (loop.bound < 1)
                        report(Rule::LoopBound, "level " + levelName(i) + ": loop " + workload::letter(loop.dimension)
                                                    + " has bound " + std::to_string(loop.bound)
                                                    + ", at least 1 is needed");
    }

    void checkFactorProducts()
    {
        for (const LoopDimension d : workload::kLoopDimensions) {
            std::int64_t product = 1;
            bool overflow = false;
            for (const LevelLoops& level : m_mapping.levels)
                for (const auto* loops : {&level.temporal, &level.spatial})
                    for (const Loop& loop : *loops)
                        if (loop.dimension == d) {
                            const auto next = checkedProduct(product, loop.bound);
                            overflow = overflow || !next;
                            product = next.value_or(1);
                        }
            if (!overflow && product > m_layer.bounds[d])
                checkWaste(d, product);
            else if (overflow || product != m_layer.bounds[d])
                report(Rule::FactorProduct, std::string("the factors of ") + workload::letter(d) + " multiply to "
                                                + (overflow ? std::string("more than 2^63") : std::to_string(product))
                                                + ", the layer needs " + std::to_string(m_layer.bounds[d]));
        }
    }

    /// Loops that multiply to more than the layer has: none of them can be smaller.
    void checkWaste(LoopDimension d, std::int64_t product)
    {
        for (std::size_t i = 0; i < m_mapping.levels.size(); ++i)
            for (const auto* loops : {&m_mapping.levels[i].temporal, &m_mapping.levels[i].spatial})
                for (const Loop& loop : *loops) {
                    const std::int64_t others = product / loop.bound;
                    if (loop.dimension == d && others * (loop.bound - 1) >= m_layer.bounds[d])
                        return report(Rule::Waste, "level " + levelName(i) + ": loop " + loopText(loop) + " could be "
                                                       + std::to_string((m_layer.bounds[d] + others - 1) / others)
                                                       + " and the loops of " + workload::letter(d)
                                                       + " would still cover the " + std::to_string(m_layer.bounds[d])
                                                       + " that the layer needs, not " + std::to_string(product));
                }
    }

    void checkKeeps()
    {
        for (std::size_t i = 0; i < m_mapping.levels.size(); ++i)
            for (const TensorRole role : kTensorRoles) {
                const bool keeps = m_mapping.levels[i].keeps.contains(role);
                if (keeps && !m_accelerator.levels[i].keeps.contains(role))
                    report(Rule::Keep, "level " + levelName(i) + " may not keep " + std::string(name(role)));
                if (i == 0 && !keeps)
                    report(Rule::Keep, "the outermost level " + levelName(i) + " must keep " + std::string(name(role)));
            }
    }

    void checkFanouts()
    {
        for (std::size_t i = 0; i < m_mapping.levels.size(); ++i) {
            std::int64_t columns = 1, rows = 1; // cannot overflow: factor products were checked
            for (const Loop& loop : m_mapping.levels[i].spatial)
                (loop.axis == hardware::Axis::Rows ? rows : columns) *= loop.bound;
            const hardware::Fanout& fanout = m_accelerator.levels[i].fanout;
            if (columns * rows > fanout.columns * fanout.rows)
                report(Rule::Fanout, "level " + levelName(i) + ": spatial loops use " + std::to_string(columns * rows)
                                         + " children, the fan-out is " + std::to_string(fanout.columns * fanout.rows));
            else if (fanout.columns == 1 || fanout.rows == 1)
                continue; // one axis, which takes any loop
            else if (columns > fanout.columns)
                report(Rule::Fanout, tooMany(i, columns, "columns", fanout.columns));
            else if (rows > fanout.rows)
                report(Rule::Fanout, tooMany(i, rows, "rows", fanout.rows));
        }
    }

    std::string tooMany(std::size_t i, std::int64_t used, const std::string& axis, std::int64_t room) const
    {
        const hardware::Fanout& fanout = m_accelerator.levels[i].fanout;
        return "level " + levelName(i) + ": spatial loops along the " + axis + " use " + std::to_string(used)
               + ", the fan-out of " + std::to_string(fanout.columns) + " x " + std::to_string(fanout.rows) + " has "
               + std::to_string(room);
    }

    void checkCapacities()
    {
        for (std::size_t i = 0; i < m_mapping.levels.size(); ++i) {
            const hardware::BufferLevel& level = m_accelerator.levels[i];
            if (!level.capacity)
                continue;
            Extents held = workload::unitExtents();
            for (std::size_t inner = i; inner < m_mapping.levels.size(); ++inner)
                for (const auto* loops : {&m_mapping.levels[inner].temporal, &m_mapping.levels[inner].spatial})
                    for (const Loop& loop : *loops)
                        held[loop.dimension] *= loop.bound;
            std::int64_t bits = 0;
            std::string tiles;
            for (const TensorRole role : kTensorRoles) {
                if (!m_mapping.levels[i].keeps.contains(role))
                    continue;
                const std::int64_t needed = heldElements(m_layer, role, held) * level.elementBits[role].count;
                bits += needed;
                tiles += (tiles.empty() ? "" : ", ") + std::string(name(role)) + " " + grouped(bytesFor({needed}).count)
                         + " B";
            }
            if (bits > level.capacity->count * 8)
                report(Rule::Capacity, "level " + level.name + ": tiles need " + grouped(bytesFor({bits}).count)
                                           + " B, capacity is " + grouped(level.capacity->count) + " B (" + tiles
                                           + ")");
        }
    }

    void checkConstraints()
    {
        const auto constraints = parseConstraints(m_accelerator, m_accelerator.constraints);
        if (!constraints)
            return report(Rule::Constraint, constraints.error().text());
        for (const BrokenConstraint& broken : brokenConstraints(m_accelerator, m_mapping, *constraints))
            report(Rule::Constraint, broken.message);
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const LayerMapping& m_mapping;
    std::vector<Violation> m_violations;
};

} // namespace

std::vector<Violation> verify(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const LayerMapping& mapping)
{
    return Verifier(accelerator, layer, mapping).run();
}

std::optional<Infeasibility> explainInfeasible(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    std::optional<Infeasibility> found; // of the outermost level; its message names the others, too
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        if (!level.capacity)
            continue;
        // The outermost level holds whole tensors, every other at least one element of each tensor it keeps.
        const Extents least = i == 0 ? layer.bounds : workload::unitExtents();
        Bits bits{};
        std::string what;
        for (const TensorRole role : kTensorRoles) {
            if (!level.keeps.contains(role))
                continue;
            bits += level.elementBits[role] * heldElements(layer, role, least);
            what += (what.empty() ? "" : " and ") + std::string(name(role));
        }
        if (bits.count <= level.capacity->count * 8)
            continue;
        const Bytes needed = bytesFor(bits);
        const std::string amount = i == 0 ? "the whole " : "one element of ";
        if (!found)
            found = Infeasibility{level.name, needed, *level.capacity, {}};
        found->message += (found->message.empty() ? "level " : "; and level ") + level.name + " needs "
                          + std::to_string(needed.count) + " B for " + amount + what + " but holds "
                          + std::to_string(level.capacity->count) + " B ("
                          + std::to_string(needed.count - level.capacity->count) + " B short); raise its capacity to "
                          + std::to_string(needed.count) + " B";
    }
    return found;
}

} // namespace nestloom::mapping
