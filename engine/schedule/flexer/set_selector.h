// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/key_set.h"
#include "engine/schedule/flexer/ready_list.h"
#include "engine/schedule/flexer/schedule_state.h"

#include <array>

namespace nestloom::schedule::flexer {

/// What decides which of two sets goes first (Section 4.3).
struct SetScore {
    bool fits = false;
    double benefit = 0;           // reused - sum(spilled / min(NPUs, uses left))
    std::int64_t utilization = 0; // bytes held by tiles with uses left
    std::int64_t moved = 0;       // bytes loaded and spilled: memory time is proportional to it
    std::int64_t spilled = 0;     // bytes of tiles with uses left that lose their place
};

/// Chooses the next set of operations. Sets that move data alike (same counts of reused and new tiles by type and uses)
/// are compared once, through the first of them that is met: the paper's pruning by dataflow maps. They are met in
/// descending reuse; sets that cannot reach the best benefit, because benefit <= reused bytes, are not evaluated.
class SetSelector {
public:
    SetSelector(const ScheduleState& state, const FlexerParams& params)
        : m_state(state), m_tiled(state.tiled), m_params(params)
    {
    }

    /// Looks at the first `window` ready operations (0 = all); `countSharing`: further uses of a new tile count as
    /// reuse.
    void begin(const ReadyList& ready, int window, bool countSharing, Decision* trace);
    /// Best set of exactly `size` operations; false when none fits. `uses` is the state's, with its soft pins set.
    bool select(int size, TileUses& uses, PlannedSet& best);
    std::size_t candidates() const { return m_ready.size(); }

private:
    static constexpr int kMost = kMaxNpus;
    using Signature = std::uint32_t;

    void extend(int depth, std::int64_t reused);
    void consider(std::int64_t reused);
    SetScore evaluate(std::int64_t reused);
    bool isBetter(const SetScore& a, const SetScore& b) const;
    void gatherCandidates(int depth, std::vector<Operation>& candidates);
    void planTiles(std::vector<PlannedTile>& tiles) const;
    std::int64_t reusedBytes(const Operation& op) const;
    std::int64_t sharedBytes(int depth, const Operation& op) const;
    int outputState(const Operation& op) const; // 0 here, 1 fresh, 2 spilled
    int classOf(const Operation& op) const;
    bool isReady(const Operation& op) const;
    std::uint64_t coarseKey() const;
    std::uint64_t fineKey(int depth) const;
    void note(const SetScore& score, std::int64_t reused);

    const ScheduleState& m_state;
    const TiledLayer& m_tiled;
    const FlexerParams& m_params;
    TileUses* m_uses = nullptr;
    bool m_countSharing = false;
    Decision* m_trace = nullptr;
    std::vector<Operation> m_ready;
    std::vector<std::int32_t> m_readyStep; // by operation: the step in which it was last looked at
    std::int32_t m_step = 0;
    std::array<std::vector<std::int32_t>, 12> m_classes; // into m_ready
    std::int64_t m_mostReusePerOperation = 0;
    int m_size = 0;
    std::array<Operation, kMost> m_current{};
    std::array<std::vector<Operation>, kMost> m_candidates; // by depth
    SetScore m_bestScore;
    std::vector<Operation> m_bestOperations;
    std::vector<PlannedTile> m_plan, m_bestPlan;
    BlockMap m_map{0};
    KeySet m_seen;
    std::int32_t m_winner = -1;
};

} // namespace nestloom::schedule::flexer
