// SPDX-License-Identifier: Apache-2.0
// Keys of sets of operations: equal keys move data alike.
#include "engine/schedule/flexer/set_selector.h"

namespace nestloom::schedule::flexer {

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15ULL + (hash << 6) + (hash >> 2);
    return hash * 0xFF51AFD7ED558CCDULL;
}

/// Distinct tiles of a set with the number of its operations that use each.
struct TileCounts {
    std::array<std::int32_t, kMaxNpus> tiles{}, counts{};
    int size = 0;

    int add(std::int32_t tile)
    {
        int at = 0;
        while (at < size && tiles[std::size_t(at)] != tile)
            ++at;
        if (at == size) {
            tiles[std::size_t(at)] = tile;
            counts[std::size_t(at)] = 0;
            ++size;
        }
        ++counts[std::size_t(at)];
        return at;
    }
};

} // namespace

/// The paper's dataflow map: for inputs and weights, reused and new, how many tiles have how many uses; for outputs,
/// how many are here, fresh and spilled.
std::uint64_t SetSelector::coarseKey() const
{
    TileCounts inputs, weights;
    std::array<std::uint64_t, 3> outputs{};
    for (int i = 0; i < m_size; ++i) {
        const Operation& op = m_current[std::size_t(i)];
        inputs.add(m_tiled.input(op.p, op.o, op.r));
        weights.add(m_tiled.weight(op.o, op.r));
        ++outputs[std::size_t(outputState(op))];
    }
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const TileCounts* kind : {&inputs, &weights})
        for (const bool isReused : {true, false}) {
            std::array<std::uint64_t, kMaxNpus + 1> tilesWithUses{};
            for (int i = 0; i < kind->size; ++i)
                if (m_state.isHere[std::size_t(kind->tiles[std::size_t(i)])] == isReused)
                    ++tilesWithUses[std::size_t(kind->counts[std::size_t(i)])];
            std::uint64_t code = 0;
            for (const std::uint64_t count : tilesWithUses)
                code = code * (kMaxNpus + 1) + count;
            hash = mix(hash, code);
        }
    return mix(hash, (outputs[0] * 16 + outputs[1]) * 16 + outputs[2]);
}

/// Finer, for sets that still grow: for each operation how often its inputs and weights are used, whether they are
/// here, and how its outputs stand.
std::uint64_t SetSelector::fineKey(int depth) const
{
    TileCounts inputs, weights;
    std::array<std::array<int, 2>, kMaxNpus> tilesOf{};
    for (int i = 0; i < depth; ++i) {
        const Operation& op = m_current[std::size_t(i)];
        tilesOf[std::size_t(i)] = {inputs.add(m_tiled.input(op.p, op.o, op.r)),
                                   weights.add(m_tiled.weight(op.o, op.r))};
    }
    std::array<std::int32_t, kMaxNpus> signatures{};
    for (int i = 0; i < depth; ++i) {
        const std::size_t input = std::size_t(tilesOf[std::size_t(i)][0]),
                          weight = std::size_t(tilesOf[std::size_t(i)][1]);
        const std::int32_t uses = inputs.counts[input] * 16 + weights.counts[weight];
        const bool inputHere = m_state.isHere[std::size_t(inputs.tiles[input])],
                   weightHere = m_state.isHere[std::size_t(weights.tiles[weight])];
        const std::int32_t signature =
            ((uses * 2 + int(inputHere)) * 2 + int(weightHere)) * 3 + outputState(m_current[std::size_t(i)]);
        int at = i; // kept sorted: the order of the operations does not count
        for (; at > 0 && signatures[std::size_t(at - 1)] > signature; --at)
            signatures[std::size_t(at)] = signatures[std::size_t(at - 1)];
        signatures[std::size_t(at)] = signature;
    }
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (int i = 0; i < depth; ++i)
        hash = mix(hash, std::uint64_t(signatures[std::size_t(i)]));
    return mix(hash, std::uint64_t(depth) + 1000);
}

} // namespace nestloom::schedule::flexer
