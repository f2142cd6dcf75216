// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/why_not.h"

#include "engine/base/integers.h"
#include "engine/mapping/feasibility.h"
#include "engine/mapping/verify.h"

#include <algorithm>
#include <functional>

namespace nestloom::mapping {

namespace {

using hardware::Accelerator;

constexpr std::int64_t kMostBytes = std::int64_t(1) << 50;
constexpr std::int64_t kMostChildren = std::int64_t(1) << 24;

class Trials {
public:
    Trials(const Accelerator& accelerator, const workload::Layer& layer) : m_accelerator(accelerator), m_layer(layer) {}

    std::vector<Change> run(const std::vector<std::string>& conflict, std::vector<Shortage>& shortages)
    {
        for (const std::string& line : conflict) {
            tryOtherValue(line);
            tryWithout(line);
        }
        for (std::size_t i = 0; i < m_accelerator.levels.size(); ++i) {
            tryCapacity(i, shortages);
            tryFanout(i);
            tryBypass(i);
        }
        return std::move(m_changes);
    }

private:
    bool works(const std::function<void(Accelerator&)>& change) const { return bool(mappingWith(change)); }
    std::optional<LayerMapping> mappingWith(const std::function<void(Accelerator&)>& change) const
    {
        Accelerator other = m_accelerator;
        change(other);
        if (!parseConstraints(other, other.constraints))
            return std::nullopt; // a dataflow that the changed accelerator cannot have
        return findFeasible(other, m_layer).mapping;
    }
    bool worksWith(const std::string& line, const std::string& instead) const
    {
        return works([&](Accelerator& other) {
            std::replace(other.constraints.begin(), other.constraints.end(), line, instead);
        });
    }

    void tryWithout(const std::string& line)
    {
        if (worksWith(line, {}))
            m_changes.push_back({Change::Kind::DropConstraint, line, {}, "drop '" + line + "'"});
    }

    /// The nearest smaller and the nearest larger value that would do.
    void tryOtherValue(const std::string& line)
    {
        const auto constraint = parseConstraint(line);
        const auto* bound = constraint ? std::get_if<BoundConstraint>(&constraint->what) : nullptr;
        if (!bound || !bound->dimension)
            return;
        const std::int64_t whole = m_layer.bounds[*bound->dimension], value = bound->value.value_or(whole);
        std::vector<std::int64_t> values = divisors(whole);
        const auto tryFirst = [&](const std::vector<std::int64_t>& candidates) {
            for (const std::int64_t candidate : candidates) {
                Constraint other = *constraint;
                std::get<BoundConstraint>(other.what).value = candidate;
                const std::string instead = print(other);
                if (worksWith(line, instead)) {
                    m_changes.push_back({Change::Kind::ChangeConstraint, line, instead, "'" + instead + "'"});
                    return;
                }
            }
        };
        const auto above = std::upper_bound(values.begin(), values.end(), value);
        const auto below = std::lower_bound(values.begin(), values.end(), value);
        std::vector<std::int64_t> smaller(values.begin(), below);
        std::ranges::reverse(smaller);
        if (bound->relation != Relation::AtMost)
            tryFirst(smaller);
        if (bound->relation != Relation::AtLeast)
            tryFirst({above, values.end()});
    }

    /// The least number in (from, most] that works, where all larger ones do too; nothing when `most` does not.
    static std::optional<std::int64_t> least(std::int64_t from, std::int64_t most,
                                             const std::function<bool(std::int64_t)>& ok)
    {
        if (!ok(most))
            return std::nullopt;
        while (from + 1 < most) {
            const std::int64_t middle = from < most / 4 && from > 0 ? from * 2 : from + (most - from) / 2;
            (ok(middle) ? most : from) = middle;
        }
        return most;
    }

    void tryCapacity(std::size_t index, std::vector<Shortage>& shortages)
    {
        const hardware::BufferLevel& level = m_accelerator.levels[index];
        if (!level.capacity)
            return;
        const auto larger = [&](std::int64_t bytes) {
            return [index, bytes](Accelerator& other) { other.levels[index].capacity = Bytes{bytes}; };
        };
        const auto needed =
            least(level.capacity->count, kMostBytes, [&](std::int64_t bytes) { return works(larger(bytes)); });
        if (!needed)
            return;
        Shortage shortage{level.name, {}, Bytes{*needed}, *level.capacity};
        Accelerator other = m_accelerator;
        other.levels[index].capacity = Bytes{*needed};
        const auto mapping = findFeasible(other, m_layer).mapping;
        for (const TensorRole role : kTensorRoles)
            if (mapping && mapping->levels[index].keeps.contains(role))
                shortage.tiles[role] = bytesFor(tileBits(other, m_layer, *mapping, index, role));
        shortages.push_back(shortage);
        m_changes.push_back({Change::Kind::RaiseCapacity, level.name, std::to_string(*needed),
                             "raise the capacity of " + level.name + " from " + std::to_string(level.capacity->count)
                                 + " B to " + std::to_string(*needed) + " B"});
    }

    /// A two-dimensional fan-out grows along one axis, whichever makes it smaller.
    void tryFanout(std::size_t index)
    {
        const hardware::BufferLevel& level = m_accelerator.levels[index];
        std::optional<hardware::Fanout> smallest;
        const auto tryAlong = [&](const std::function<hardware::Fanout(std::int64_t)>& widened, std::int64_t from) {
            const auto wider = [&](std::int64_t length) {
                return [&, length](Accelerator& other) { other.levels[index].fanout = widened(length); };
            };
            const auto needed = least(from, kMostChildren / (widened(1).count()),
                                      [&](std::int64_t length) { return works(wider(length)); });
            if (needed && (!smallest || widened(*needed).count() < smallest->count()))
                smallest = widened(*needed);
        };
        const auto [columns, rows] = level.fanout;
        if (!level.fanout.isPlane()) {
            tryAlong([](std::int64_t length) { return hardware::Fanout{length, 1}; }, level.fanout.count());
        } else {
            tryAlong([rows = rows](std::int64_t length) { return hardware::Fanout{length, rows}; }, columns);
            tryAlong([columns = columns](std::int64_t length) { return hardware::Fanout{columns, length}; }, rows);
        }
        if (!smallest)
            return;
        const auto words = [&](const hardware::Fanout& fanout) {
            return level.fanout.isPlane() ? std::to_string(fanout.columns) + " x " + std::to_string(fanout.rows)
                                          : std::to_string(fanout.count());
        };
        m_changes.push_back(
            {Change::Kind::WidenFanout, level.name, words(*smallest),
             "widen the fan-out of " + level.name + " from " + words(level.fanout) + " to " + words(*smallest)});
    }

    void tryBypass(std::size_t index)
    {
        const hardware::BufferLevel& level = m_accelerator.levels[index];
        for (const TensorRole role : kTensorRoles) {
            if (index == 0 || !level.keeps.contains(role))
                continue;
            if (works([&](Accelerator& other) { other.levels[index].keeps = level.keeps.without(role); }))
                m_changes.push_back({Change::Kind::AddBypass, level.name, std::string(name(role)),
                                     "let " + std::string(name(role)) + " bypass " + level.name});
        }
    }

    const Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    std::vector<Change> m_changes;
};

/// For a layer without a mapping: per field, the smallest change after which it has one, fields of the constraints in
/// `conflict` first, then those of the levels. `shortages` gets the levels whose capacity is one of these fields.
std::vector<Change> smallestChanges(const Accelerator& accelerator, const workload::Layer& layer,
                                    const std::vector<std::string>& conflict, std::vector<Shortage>& shortages)
{
    return Trials(accelerator, layer).run(conflict, shortages);
}

using Answer = Feasibility::Answer;
using Lines = std::vector<std::string>;

Answer answerWith(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Lines& lines)
{
    hardware::Accelerator other = accelerator;
    other.constraints = lines;
    return findFeasible(other, layer).answer;
}

bool makesRoom(const std::string& line)
{
    const auto constraint = parseConstraint(line);
    const auto* kept = constraint ? std::get_if<KeepConstraint>(&constraint->what) : nullptr;
    return kept != nullptr && !kept->keep;
}

/// What is left when no line can be left out without a mapping coming into being. Bypasses make room: without one of
/// them there may be no mapping either, for want of capacity, so they stay while the others are tried, and stand in the
/// conflict only when it ends without them.
Lines minimalConflict(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    Lines left;
    for (const std::string& line : accelerator.constraints)
        if (!isBlankConstraint(line))
            left.push_back(line);
    const auto isNeeded = [&](std::size_t i) {
        Lines fewer = left;
        fewer.erase(fewer.begin() + std::ptrdiff_t(i));
        return answerWith(accelerator, layer, fewer) != Answer::No;
    };
    for (std::size_t i = left.size(); i-- > 0;) // later lines first: those of a run before those of its accelerator
        if (!makesRoom(left[i]) && !isNeeded(i))
            left.erase(left.begin() + std::ptrdiff_t(i));
    Lines conflict;
    for (std::size_t i = 0; i < left.size(); ++i)
        if (!makesRoom(left[i]) || isNeeded(i))
            conflict.push_back(left[i]);
    return conflict;
}

hardware::Accelerator withoutLines(hardware::Accelerator accelerator, const Lines& lines)
{
    std::erase_if(accelerator.constraints,
                  [&lines](const std::string& line) { return std::ranges::find(lines, line) != lines.end(); });
    return accelerator;
}

std::string quoted(const Lines& lines)
{
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i)
        text += (i == 0 ? "'" : i + 1 == lines.size() ? " and '" : ", '") + lines[i] + "'";
    return text;
}

/// "; 5 does not divide K = 64", for one constraint that asks for such a factor.
std::string indivisible(const workload::Layer& layer, const Lines& conflict)
{
    const auto constraint = conflict.size() == 1 ? parseConstraint(conflict.front()) : Result<Constraint>(Error{});
    const auto* bound = constraint ? std::get_if<BoundConstraint>(&constraint->what) : nullptr;
    if (!bound || !bound->dimension || !bound->value || bound->relation != Relation::Equal)
        return {};
    const std::int64_t whole = layer.bounds[*bound->dimension];
    return whole % *bound->value == 0 ? std::string()
                                      : "; " + std::to_string(*bound->value) + " does not divide "
                                            + workload::letter(*bound->dimension) + " = " + std::to_string(whole);
}

std::string described(const std::vector<Shortage>& shortages)
{
    std::string text;
    for (const Shortage& shortage : shortages) {
        std::string tiles;
        for (const TensorRole role : kTensorRoles)
            if (shortage.tiles[role].count > 0)
                tiles += (tiles.empty() ? "" : ", ") + std::string(name(role)) + " "
                         + std::to_string(shortage.tiles[role].count) + " B";
        text += "; level " + shortage.level + " would need " + std::to_string(shortage.needed.count) + " B (" + tiles
                + ") and holds " + std::to_string(shortage.available.count) + " B";
    }
    return text;
}

std::string helps(const std::vector<Change>& changes)
{
    std::string text;
    for (const Change& change : changes)
        text += (text.empty() ? "; what helps: " : ", or ") + change.text;
    return text.empty() ? "; no single change helps" : text;
}

} // namespace

std::optional<WhyNot> whyNot(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    const Answer answer = findFeasible(accelerator, layer).answer;
    if (answer == Answer::Yes)
        return std::nullopt;
    WhyNot why;
    if (answer == Answer::Unknown) {
        why.proven = false;
        why.message =
            "no mapping that keeps the constraints was found, and that there is none could not be proven; ease one of "
            + quoted(accelerator.constraints);
        return why;
    }
    why.constraints = minimalConflict(accelerator, layer);
    // Other lines may be impossible as well: of each conflict is told what helps without the other.
    if (auto other = why.constraints.empty() ? std::nullopt : whyNot(withoutLines(accelerator, why.constraints), layer))
        why.besides.push_back(*std::move(other));
    hardware::Accelerator alone = accelerator;
    for (const WhyNot* other = &why; !other->besides.empty();) {
        other = &other->besides.front();
        alone = withoutLines(alone, other->constraints);
    }
    why.changes = smallestChanges(alone, layer, why.constraints, why.shortages);
    if (why.constraints.empty()) {
        why.message = explainInfeasible(accelerator, layer).value_or(Infeasibility{}).message;
        return why;
    }
    why.message = std::string("no mapping of the layer's own sizes keeps ")
                  + (why.constraints.size() == 1 ? "" : "all of ") + quoted(why.constraints)
                  + indivisible(layer, why.constraints) + described(why.shortages) + helps(why.changes);
    for (const WhyNot& other : why.besides)
        why.message += "; besides, " + other.message;
    return why;
}

} // namespace nestloom::mapping
