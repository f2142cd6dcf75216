// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/edit.h"

#include "engine/base/integers.h"
#include "engine/mapping/verify.h"

#include <algorithm>

namespace nestloom::mapping {

namespace {

using hardware::Axis;

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
        for (other = first;
             other < i && (loops[other].dimension != loops[i].dimension || loops[other].axis != loops[i].axis);
             ++other) {
        }
        if (other < i)
            merge(loops, other, i, followed);
        else
            ++i;
    }
}

/// Order of the lists from outer to inner: temporal, over rows, over columns.
std::size_t rank(LoopPlace place) { return 3 * place.level + (!place.spatial ? 0 : place.axis == Axis::Rows ? 1 : 2); }

/// Of a place with a loop: it lies along the loop's axis.
std::size_t rankOf(const LayerMapping& mapping, LoopPlace place)
{
    place.axis = loopAt(mapping, place)->axis;
    return rank(place);
}

/// Where the loops over rows end: they stand outside those over columns.
std::size_t endOfRows(const std::vector<Loop>& spatial)
{
    std::size_t end = spatial.size();
    while (end > 0 && spatial[end - 1].axis != Axis::Rows)
        --end;
    return end;
}

/// The outer or the inner end of a list, of which `place` says all but the position.
LoopPlace endOf(const LayerMapping& mapping, LoopPlace place, bool inner)
{
    const std::vector<Loop>& loops = listOf(mapping, place);
    const bool overRows = place.spatial && place.axis == Axis::Rows, overColumns = place.spatial && !overRows;
    place.position = inner ? (overRows ? endOfRows(loops) : loops.size()) : overColumns ? endOfRows(loops) : 0;
    return place;
}

} // namespace

std::vector<Axis> axesOf(const hardware::Fanout& fanout)
{
    if (fanout.isPlane())
        return {Axis::Rows, Axis::Columns};
    return fanout.count() > 1 ? std::vector{Axis::Columns} : std::vector<Axis>();
}

Axis axisWithRoom(const hardware::Fanout& fanout, const LevelLoops& loops, std::int64_t bound)
{
    if (!fanout.isPlane())
        return Axis::Columns;
    for (const Axis axis : {Axis::Columns, Axis::Rows}) {
        std::int64_t room = fanout.along(axis);
        for (const Loop& loop : loops.spatial)
            room /= loop.axis == axis ? std::max<std::int64_t>(1, loop.bound) : 1;
        if (bound <= room)
            return axis;
    }
    return fanout.rows > fanout.columns ? Axis::Rows : Axis::Columns;
}

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
    const bool sameList = from.level == to.level && from.spatial == to.spatial;
    std::vector<Loop>& target = listOf(edited.mapping, to);
    target.insert(target.begin() + std::ptrdiff_t(to.position),
                  Loop{loop->dimension, factor, to.spatial ? to.axis : Axis::Columns});
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

std::optional<LoopPlace> nextPlace(const hardware::Accelerator& accelerator, const LayerMapping& mapping,
                                   LoopPlace from, Direction direction)
{
    const Loop* loop = loopAt(mapping, from);
    if (!loop)
        return std::nullopt;
    const std::size_t temporal = mapping.levels[from.level].temporal.size();
    const bool outward = direction == Direction::Outward;
    if (!from.spatial && (outward ? from.position > 0 : from.position + 1 < temporal))
        return LoopPlace{from.level, false, outward ? from.position - 1 : from.position + 2};
    std::vector<LoopPlace> lists; // of this level and its neighbours, outer to inner
    for (std::size_t level = from.level - std::min<std::size_t>(1, from.level);
         level < mapping.levels.size() && level <= from.level + 1; ++level) {
        lists.push_back({level, false, 0});
        for (const Axis axis : axesOf(accelerator.levels[level].fanout))
            lists.push_back({level, true, 0, axis});
    }
    const std::size_t own = rankOf(mapping, from);
    std::optional<LoopPlace> next;
    for (const LoopPlace& list : lists) {
        if (outward && rank(list) < own)
            next = list;
        if (!outward && !next && rank(list) > own)
            next = list;
    }
    return next ? std::optional(endOf(mapping, *next, outward)) : std::nullopt;
}

std::vector<LoopPlace> otherPlaces(const hardware::Accelerator& accelerator, const LayerMapping& mapping,
                                   LoopPlace from)
{
    std::vector<LoopPlace> places;
    const Loop* loop = loopAt(mapping, from);
    if (!loop)
        return places;
    const std::size_t own = rankOf(mapping, from);
    const auto add = [&](LoopPlace place) {
        if (rank(place) == own)
            return;
        const std::vector<Loop>& loops = listOf(mapping, place);
        const auto same = std::ranges::find_if(loops, [&](const Loop& other) {
            return other.dimension == loop->dimension && (!place.spatial || other.axis == place.axis);
        });
        if (same != loops.end())
            place.position = std::size_t(same - loops.begin());
        else
            place = endOf(mapping, place, rank(place) < own);
        places.push_back(place);
    };
    for (std::size_t level = 0; level < mapping.levels.size(); ++level) {
        add({level, false, 0});
        for (const Axis axis : axesOf(accelerator.levels[level].fanout))
            add({level, true, 0, axis});
    }
    return places;
}

std::optional<LoopPlace> nextList(const hardware::Accelerator& accelerator, const LayerMapping& mapping, LoopPlace from,
                                  Direction direction)
{
    std::optional<LoopPlace> nearest;
    for (const LoopPlace& place : otherPlaces(accelerator, mapping, from)) { // none without a loop there
        if (direction == Direction::Outward && rank(place) < rankOf(mapping, from))
            nearest = place;
        if (direction == Direction::Inward && rank(place) > rankOf(mapping, from))
            return place;
    }
    return nearest;
}

namespace {

struct Move {
    LoopPlace from;
    std::int64_t factor = 1;
    LoopPlace to;
    std::size_t distance = 0; // in levels; the other axis is nearest
};

/// Every prime of every loop to every list of temporal loops outside its own, and of spatial loops to the other axis.
std::vector<Move> outwardMoves(const hardware::Accelerator& accelerator, const LayerMapping& mapping)
{
    std::vector<Move> moves;
    for (std::size_t level = mapping.levels.size(); level-- > 0;)
        for (const bool spatial : {true, false}) {
            const auto& loops = spatial ? mapping.levels[level].spatial : mapping.levels[level].temporal;
            for (std::size_t position = loops.size(); position-- > 0;) {
                const LoopPlace from{level, spatial, position};
                for (const LoopPlace& to : otherPlaces(accelerator, mapping, from)) {
                    if (to.level > level || (to.spatial && !(spatial && to.level == level)))
                        continue;
                    for (const PrimeFactor& prime : primeFactors(loops[position].bound))
                        moves.push_back({from, prime.prime, to, to.spatial ? 0 : level + 1 - to.level});
                }
            }
        }
    std::ranges::stable_sort(moves, [](const Move& a, const Move& b) {
        return a.factor != b.factor ? a.factor < b.factor : a.distance < b.distance;
    });
    return moves;
}

std::string words(const hardware::Accelerator& accelerator, const LayerMapping& mapping, const Move& move)
{
    const Loop& loop = *loopAt(mapping, move.from);
    const std::string what = move.factor == loop.bound ? "loop " : "factor " + std::to_string(move.factor) + " of ";
    const auto place = [&](LoopPlace p) {
        const bool isPlane = accelerator.levels[p.level].fanout.isPlane();
        return accelerator.levels[p.level].name
               + (!p.spatial ? ""
                  : isPlane  ? " (" + std::string(hardware::name(p.axis)) + ")"
                             : " (spatial)");
    };
    LoopPlace from = move.from;
    from.axis = loop.axis;
    return "move " + what + workload::letter(loop.dimension) + " from " + place(from) + " to " + place(move.to);
}

} // namespace

std::optional<Relief> smallestRelief(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const LayerMapping& mapping)
{
    const std::vector<Violation> violations = verify(accelerator, layer, mapping);
    const bool helps = !violations.empty() && std::ranges::all_of(violations, [](const Violation& violation) {
        return violation.rule == Rule::Capacity || violation.rule == Rule::Fanout || violation.rule == Rule::Constraint;
    });
    if (!helps)
        return std::nullopt;
    for (const Move& move : outwardMoves(accelerator, mapping)) {
        auto edited = moveFactor(mapping, move.from, move.factor, move.to);
        if (edited && verify(accelerator, layer, edited->mapping).empty())
            return Relief{move.from, move.factor, move.to, *std::move(edited), words(accelerator, mapping, move)};
    }
    return std::nullopt;
}

} // namespace nestloom::mapping
