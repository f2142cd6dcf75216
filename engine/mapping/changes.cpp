// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/changes.h"

#include "engine/base/factors.h"
#include "engine/mapping/feasibility.h"

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
        std::reverse(smaller.begin(), smaller.end());
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

} // namespace

std::vector<Change> smallestChanges(const Accelerator& accelerator, const workload::Layer& layer,
                                    const std::vector<std::string>& conflict, std::vector<Shortage>& shortages)
{
    return Trials(accelerator, layer).run(conflict, shortages);
}

} // namespace nestloom::mapping
