// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/schedule_state.h"
#include "engine/schedule/flexer/tiled_layer.h"
#include "engine/schedule/flexer/tiled_summary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace nestloom::schedule::flexer {

/// Operations whose predecessors were issued, in the order of the dataflow. One for each output tile that is not
/// finished.
class ReadyList {
public:
    void reset(const TiledLayer& tiled, const OperationOrder& order)
    {
        m_tiled = &tiled;
        m_order = &order;
        m_ranks.clear();
        for (std::int32_t p = 0; p < tiled.pixels; ++p)
            for (std::int32_t o = 0; o < tiled.outputs; ++o)
                m_ranks.push_back(rank(p, o, 0));
        std::ranges::sort(m_ranks);
    }

    bool isEmpty() const { return m_ranks.empty(); }
    std::size_t size() const { return m_ranks.size(); }
    const Operation& operator[](std::size_t i) const { return m_order->operations[std::size_t(m_ranks[i])]; }

    /// An operation was issued, `done` are now on its output tile: the next one on it is ready.
    void issued(const Operation& op, std::int32_t done)
    {
        m_ranks.erase(find(m_order->rank[std::size_t(m_tiled->operation(op.p, op.o, op.r))]));
        if (done < m_tiled->reductions) {
            const std::int32_t next = rank(op.p, op.o, done);
            m_ranks.insert(find(next), next);
        }
    }

private:
    std::int32_t rank(std::int32_t p, std::int32_t o, std::int32_t done) const
    {
        const std::int32_t r = m_order->reductionAt(*m_tiled, p * m_tiled->outputs + o, done);
        return m_order->rank[std::size_t(m_tiled->operation(p, o, r))];
    }
    std::vector<std::int32_t>::iterator find(std::int32_t rank)
    {
        return std::lower_bound(m_ranks.begin(), m_ranks.end(), rank);
    }

    const TiledLayer* m_tiled = nullptr;
    const OperationOrder* m_order = nullptr;
    std::vector<std::int32_t> m_ranks; // ascending
};

/// Set of 64-bit keys that is emptied in constant time: it is emptied at every scheduling step.
class KeySet {
public:
    void clear()
    {
        ++m_epoch;
        m_count = 0;
    }

    /// False when the key was there already.
    bool insert(std::uint64_t key)
    {
        if (m_count * 2 > m_keys.size())
            grow();
        std::size_t i = key & (m_keys.size() - 1);
        for (; m_epochs[i] == m_epoch; i = (i + 1) & (m_keys.size() - 1))
            if (m_keys[i] == key)
                return false;
        m_keys[i] = key;
        m_epochs[i] = m_epoch;
        ++m_count;
        return true;
    }

private:
    void grow()
    {
        std::vector<std::uint64_t> old;
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            if (m_epochs[i] == m_epoch)
                old.push_back(m_keys[i]);
        m_keys.assign(m_keys.size() * 2, 0);
        m_epochs.assign(m_keys.size(), 0);
        m_epoch = 1;
        m_count = 0;
        for (const std::uint64_t key : old)
            insert(key);
    }

    std::vector<std::uint64_t> m_keys = std::vector<std::uint64_t>(4096);
    std::vector<std::uint32_t> m_epochs = std::vector<std::uint32_t>(4096);
    std::uint32_t m_epoch = 1;
    std::size_t m_count = 0;
};

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

    /// `stopped` is asked now and then, as one step may look at millions of sets; null = nobody stops it.
    void reset(const std::function<bool()>* stopped)
    {
        m_stopped = stopped;
        m_isStopped = false;
    }
    bool isStopped() const { return m_isStopped; } // then there is no set
    /// Looks at the first `window` ready operations (0 = all); `countSharing`: further uses of a new tile count as
    /// reuse.
    void begin(const ReadyList& ready, int window, bool countSharing, Decision* trace);
    /// Best set of exactly `size` operations; false when none fits. `uses` is the state's, with its soft pins set.
    bool select(int size, TileUses& uses, PlannedSet& best);
    std::size_t candidates() const { return m_ready.size(); }

private:
    static constexpr int kMost = kMaxNpus;

    bool looksOn();
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
    const std::function<bool()>* m_stopped = nullptr;
    bool m_isStopped = false;
    std::uint32_t m_looks = 0;
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

/// What a schedule in the making must beat: asked at every step, it may fall while the schedule grows.
using Incumbent = std::function<double()>;

/// GetSchedule of Algorithm 1: list scheduling of one tiled layer, set by set.
class ListScheduler {
public:
    ListScheduler(const TiledLayer& tiled, const FlexerParams& params)
        : m_params(params), m_state(tiled), m_selector(m_state, m_params)
    {
    }

    /// Nothing when the metric is sure to end above the incumbent, or once `stopped` says so: it is asked every few
    /// milliseconds. Empty = nobody stops it.
    std::optional<SchedulePoint> run(const OperationOrder& order, const Recipe& recipe, const Incumbent& incumbent,
                                     const std::function<bool()>& stopped, ScheduleRecorder* recorder = nullptr);

private:
    void choose(const Recipe& recipe, PlannedSet& set, Decision* trace);

    const FlexerParams m_params;
    ScheduleState m_state;
    SetSelector m_selector;
    ReadyList m_ready;
};

} // namespace nestloom::schedule::flexer
