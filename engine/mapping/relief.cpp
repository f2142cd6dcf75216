// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/relief.h"

#include "engine/base/factors.h"
#include "engine/mapping/verify.h"

#include <algorithm>

namespace nestloom::mapping {

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
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
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
    const bool helps =
        !violations.empty() && std::all_of(violations.begin(), violations.end(), [](const Violation& violation) {
            return violation.rule == Rule::Capacity || violation.rule == Rule::Fanout
                   || violation.rule == Rule::Constraint;
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
