// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/edit.h"

#include <algorithm>
#include <string>

namespace nestloom::mapping {

namespace {

std::vector<Loop>& listOf(LayerMapping& mapping, LoopPlace place)
{
    LevelLoops& level = mapping.levels[place.level];
    return place.spatial ? level.spatial : level.temporal;
}

const std::vector<Loop>& listOf(const LayerMapping& mapping, LoopPlace place)
{
    const LevelLoops& level = mapping.levels[place.level];
    return place.spatial ? level.spatial : level.temporal;
}

/// Adds the loop at `from` to the one at `into`, which comes before it, and keeps `followed` on what it was on.
void merge(std::vector<Loop>& loops, std::size_t into, std::size_t from, std::size_t& followed)
{
    loops[into].bound *= loops[from].bound;
    loops.erase(loops.begin() + std::ptrdiff_t(from));
    if (followed == from)
        followed = into;
    else if (followed > from)
        --followed;
}

/// Leaves no loop of bound 1, and no two loops that say the same as one. `followed` stays on its loop.
void tidy(std::vector<Loop>& loops, bool spatial, std::size_t& followed)
{
    for (std::size_t i = 0; i < loops.size();) {
        if (loops[i].bound == 1) {
            loops.erase(loops.begin() + std::ptrdiff_t(i));
            if (followed > i)
                --followed;
            continue;
        }
        std::size_t other = 0;
        const std::size_t first = spatial || i == 0 ? 0 : i - 1; // the order of spatial loops means nothing
        for (other = first; other < i && loops[other].dimension != loops[i].dimension; ++other) {
        }
        if (other < i)
            merge(loops, other, i, followed);
        else
            ++i;
    }
}

bool canSpread(const hardware::Accelerator& accelerator, std::size_t level)
{
    return accelerator.levels[level].fanout.count() > 1;
}

/// Order of the lists from outer to inner.
std::size_t rank(LoopPlace place) { return 2 * place.level + (place.spatial ? 1 : 0); }

} // namespace

const Loop* loopAt(const LayerMapping& mapping, LoopPlace place)
{
    if (place.level >= mapping.levels.size() || place.position >= listOf(mapping, place).size())
        return nullptr;
    return &listOf(mapping, place)[place.position];
}

Result<EditedMapping> moveFactor(const LayerMapping& mapping, LoopPlace from, std::int64_t factor, LoopPlace to)
{
    const Loop* loop = loopAt(mapping, from);
    if (!loop)
        return Error{ErrorCode::InvalidInput, "there is no loop at that place of the mapping", {}};
    if (factor < 2 || loop->bound % factor != 0)
        return Error{ErrorCode::InvalidInput,
                     std::to_string(factor) + " is no factor of the bound " + std::to_string(loop->bound) + " of loop "
                         + workload::letter(loop->dimension),
                     {}};
    if (to.level >= mapping.levels.size() || to.position > listOf(mapping, to).size())
        return Error{ErrorCode::InvalidInput, "there is no such place in the mapping to move a loop to", {}};

    EditedMapping edited{mapping, to};
    std::vector<Loop>& source = listOf(edited.mapping, from);
    source[from.position].bound /= factor;
    const bool sameList = rank(from) == rank(to);
    std::vector<Loop>& target = listOf(edited.mapping, to);
    target.insert(target.begin() + std::ptrdiff_t(to.position), Loop{loop->dimension, factor});
    if (!sameList) {
        std::size_t nothing = 0;
        tidy(source, from.spatial, nothing);
    }
    tidy(target, to.spatial, edited.place.position);
    return edited;
}

Result<LayerMapping> withKept(const LayerMapping& mapping, std::size_t level, TensorRole role, bool kept)
{
    if (level >= mapping.levels.size())
        return Error{ErrorCode::InvalidInput, "the mapping has no level " + std::to_string(level), {}};
    LayerMapping edited = mapping;
    TensorSet& keeps = edited.levels[level].keeps;
    keeps = kept ? keeps.with(role) : keeps.without(role);
    return edited;
}

std::optional<LoopPlace> nextPlace(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopPlace from,
                                   Direction direction)
{
    if (!loopAt(mapping, from))
        return std::nullopt;
    const std::size_t temporal = mapping.levels[from.level].temporal.size();
    if (direction == Direction::Outward) {
        if (from.spatial)
            return LoopPlace{from.level, false, temporal};
        if (from.position > 0)
            return LoopPlace{from.level, false, from.position - 1};
        if (from.level == 0)
            return std::nullopt;
        const std::size_t level = from.level - 1;
        const bool spatial = canSpread(accelerator, level);
        return LoopPlace{level, spatial, listOf(mapping, {level, spatial}).size()};
    }
    if (!from.spatial && from.position + 1 < temporal)
        return LoopPlace{from.level, false, from.position + 2};
    if (!from.spatial && canSpread(accelerator, from.level))
        return LoopPlace{from.level, true, 0};
    if (from.level + 1 == mapping.levels.size())
        return std::nullopt;
    return LoopPlace{from.level + 1, false, 0};
}

std::vector<LoopPlace> otherPlaces(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopPlace from)
{
    std::vector<LoopPlace> places;
    const Loop* loop = loopAt(mapping, from);
    if (!loop)
        return places;
    for (std::size_t level = 0; level < mapping.levels.size(); ++level)
        for (const bool spatial : {false, true}) {
            LoopPlace place{level, spatial, 0};
            if (rank(place) == rank(from) || (spatial && !canSpread(accelerator, level)))
                continue;
            const std::vector<Loop>& loops = listOf(mapping, place);
            const auto same = std::find_if(loops.begin(), loops.end(),
                                           [&](const Loop& other) { return other.dimension == loop->dimension; });
            if (same != loops.end())
                place.position = std::size_t(same - loops.begin());
            else
                place.position = rank(place) < rank(from) ? loops.size() : 0;
            places.push_back(place);
        }
    return places;
}

std::optional<LoopPlace> nextList(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopPlace from,
                                  Direction direction)
{
    std::optional<LoopPlace> nearest;
    for (const LoopPlace& place : otherPlaces(accelerator, mapping, from)) {
        if (direction == Direction::Outward && rank(place) < rank(from))
            nearest = place;
        if (direction == Direction::Inward && rank(place) > rank(from))
            return place;
    }
    return nearest;
}

} // namespace nestloom::mapping
