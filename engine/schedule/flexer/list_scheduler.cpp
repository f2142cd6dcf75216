// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/list_scheduler.h"

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

/// The best set of as many operations as there are NPUs; of fewer when they do not fit together, at first beside the
/// tiles of the set before (soft pin), then without sparing them. An empty scratchpad has room for one operation.
void ListScheduler::choose(const Recipe& recipe, PlannedSet& set, Decision* trace)
{
    m_selector.begin(m_ready, recipe.window, recipe.countSharing, trace);
    const int most = int(std::min(std::size_t(m_state.tiled.machine.npus), m_selector.candidates()));
    for (int size = most; size >= 1; --size)
        for (const bool spare : {true, false}) {
            if (spare && !recipe.softPin)
                continue;
            m_state.uses.spareSet = spare ? m_state.sets - 1 : -1;
            if (m_selector.select(size, m_state.uses, set))
                return;
        }
    m_state.flush();
    m_selector.begin(m_ready, 1, recipe.countSharing, nullptr);
    m_selector.select(1, m_state.uses, set);
    if (trace) {
        trace->candidates.push_back({{0}, true, 0, {}, {}, {}, {}});
        trace->winner = std::int32_t(trace->candidates.size()) - 1;
    }
}

std::optional<SchedulePoint> ListScheduler::run(const OperationOrder& order, const Recipe& recipe,
                                                const Incumbent& incumbent, const std::function<bool()>& stopped,
                                                ScheduleRecorder* recorder)
{
    m_selector.reset(stopped ? &stopped : nullptr);
    m_state.reset(recipe.prefetch, recorder);
    m_ready.reset(m_state.tiled, order);
    PlannedSet set;
    while (!m_ready.isEmpty()) {
        Decision decision;
        const bool isTraced = recorder && recorder->wantsDecisions();
        choose(recipe, set, isTraced ? &decision : nullptr);
        if (m_selector.isStopped())
            return std::nullopt;
        m_state.issue(set);
        for (const Operation& op : set.operations)
            m_ready.issued(op, m_state.done[std::size_t(m_state.outputIndex(op))]);
        if (isTraced)
            recorder->decide(std::move(decision));
        if (m_state.clock.leastMetric(m_params) > incumbent() || (stopped && stopped()))
            return std::nullopt;
    }
    if (recorder)
        m_state.finish();
    return SchedulePoint{recipe, {m_state.clock.end()}, m_state.clock.traffic()};
}

int SetSelector::outputState(const Operation& op) const
{
    if (m_state.isHere[std::size_t(m_tiled.output(op.p, op.o))])
        return 0;
    return m_state.isFresh(op) ? 1 : 2;
}

int SetSelector::classOf(const Operation& op) const
{
    const bool input = m_state.isHere[std::size_t(m_tiled.input(op.p, op.o, op.r))];
    const bool weight = m_state.isHere[std::size_t(m_tiled.weight(op.o, op.r))];
    return (int(input) * 2 + int(weight)) * 3 + outputState(op);
}

bool SetSelector::isReady(const Operation& op) const
{
    return m_readyStep[std::size_t(m_tiled.operation(op.p, op.o, op.r))] == m_step;
}

std::int64_t SetSelector::reusedBytes(const Operation& op) const
{
    std::int64_t bytes = 0;
    for (const std::int32_t tile : m_state.tilesOf(op))
        bytes += m_state.isHere[std::size_t(tile)] ? m_tiled.size[std::size_t(tile)] : 0;
    return bytes;
}

/// Bytes of new inputs and weights that operations of the set before it bring in anyway.
std::int64_t SetSelector::sharedBytes(int depth, const Operation& op) const
{
    if (!m_countSharing)
        return 0;
    const std::int32_t input = m_tiled.input(op.p, op.o, op.r), weight = m_tiled.weight(op.o, op.r);
    bool sharesInput = false, sharesWeight = false;
    for (int i = 0; i < depth; ++i) {
        const Operation& other = m_current[std::size_t(i)];
        sharesInput = sharesInput || m_tiled.input(other.p, other.o, other.r) == input;
        sharesWeight = sharesWeight || m_tiled.weight(other.o, other.r) == weight;
    }
    const auto bytes = [&](bool shares, std::int32_t tile) {
        return shares && !m_state.isHere[std::size_t(tile)] ? m_tiled.size[std::size_t(tile)] : 0;
    };
    return bytes(sharesInput, input) + bytes(sharesWeight, weight);
}

void SetSelector::begin(const ReadyList& ready, int window, bool countSharing, Decision* trace)
{
    m_countSharing = countSharing;
    m_trace = trace;
    ++m_step;
    m_readyStep.resize(std::size_t(m_tiled.operations()), 0);
    m_ready.clear();
    for (auto& members : m_classes)
        members.clear();
    const std::size_t count = window > 0 ? std::min(std::size_t(window), ready.size()) : ready.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Operation& op = ready[i];
        m_readyStep[std::size_t(m_tiled.operation(op.p, op.o, op.r))] = m_step;
        m_classes[std::size_t(classOf(op))].push_back(std::int32_t(i));
        m_ready.push_back(op);
        if (trace)
            trace->ready.push_back({op.p, op.o, op.r});
    }
    m_mostReusePerOperation = 0;
    for (std::size_t c = 0; c < m_classes.size(); ++c) {
        const bool input = c / 6 % 2 == 1 || countSharing, weight = c / 3 % 2 == 1 || countSharing;
        const std::int64_t reuse = (input ? m_tiled.largest[0] : 0) + (weight ? m_tiled.largest[1] : 0)
                                   + (c % 3 == 0 ? m_tiled.largest[2] : 0);
        if (!m_classes[c].empty())
            m_mostReusePerOperation = std::max(m_mostReusePerOperation, reuse);
    }
}

bool SetSelector::select(int size, TileUses& uses, PlannedSet& best)
{
    m_uses = &uses;
    m_size = size;
    m_bestScore = {};
    m_winner = -1;
    m_seen.clear();
    extend(0, 0);
    if (!m_bestScore.fits)
        return false;
    best.operations = m_bestOperations;
    std::swap(best.tiles, m_bestPlan);
    if (m_trace)
        m_trace->winner = m_winner;
    return true;
}

bool SetSelector::looksOn()
{
    constexpr std::uint32_t kLooks = 256; // some microseconds each
    m_isStopped = m_isStopped || (m_stopped != nullptr && ++m_looks % kLooks == 0 && (*m_stopped)());
    return !m_isStopped;
}

/// Adds one more operation in every way that differs in what it shares with the set and with the scratchpad.
void SetSelector::extend(int depth, std::int64_t reused)
{
    if (!looksOn())
        return;
    if (depth == m_size) {
        consider(reused);
        return;
    }
    const bool canBound = m_params.priority == Priority::MemoryBenefit && m_bestScore.fits;
    if (canBound && double(reused + (m_size - depth) * m_mostReusePerOperation) < m_bestScore.benefit)
        return;
    if (depth > 0 && !m_seen.insert(fineKey(depth)))
        return;
    std::vector<Operation>& candidates = m_candidates[std::size_t(depth)];
    gatherCandidates(depth, candidates);
    std::array<std::pair<std::int64_t, std::int32_t>, 256> byReuse; // most reuse first, then as gathered
    const std::size_t count = std::min(candidates.size(), byReuse.size());
    for (std::size_t i = 0; i < count; ++i)
        byReuse[i] = {-(reusedBytes(candidates[i]) + sharedBytes(depth, candidates[i])), std::int32_t(i)};
    std::sort(byReuse.begin(), byReuse.begin() + std::ptrdiff_t(count));
    for (std::size_t i = 0; i < count; ++i) {
        m_current[std::size_t(depth)] = candidates[std::size_t(byReuse[i].second)];
        extend(depth + 1, reused - byReuse[i].first);
    }
}

namespace {

/// What an operation shares with a set: which of its inputs and weights, and how its outputs stand.
struct Sharing {
    std::array<std::int32_t, kMaxNpus> inputs{}, weights{};
    int inputCount = 0, weightCount = 0;

    static int add(std::array<std::int32_t, kMaxNpus>& tiles, int& count, std::int32_t tile)
    {
        const int at = find(tiles, count, tile);
        if (at < 0)
            tiles[std::size_t(count++)] = tile;
        return at;
    }
    static int find(const std::array<std::int32_t, kMaxNpus>& tiles, int count, std::int32_t tile)
    {
        for (int i = 0; i < count; ++i)
            if (tiles[std::size_t(i)] == tile)
                return i;
        return -1;
    }
};

} // namespace

void SetSelector::gatherCandidates(int depth, std::vector<Operation>& candidates)
{
    candidates.clear();
    Sharing sharing;
    for (int i = 0; i < depth; ++i) {
        const Operation& op = m_current[std::size_t(i)];
        Sharing::add(sharing.inputs, sharing.inputCount, m_tiled.input(op.p, op.o, op.r));
        Sharing::add(sharing.weights, sharing.weightCount, m_tiled.weight(op.o, op.r));
    }
    std::array<bool, (kMost + 2) * (kMost + 2) * 3> isTaken{};
    const auto signature = [&](const Operation& op, bool& shares) {
        const std::int32_t input = m_tiled.input(op.p, op.o, op.r), weight = m_tiled.weight(op.o, op.r);
        const int i = Sharing::find(sharing.inputs, sharing.inputCount, input),
                  w = Sharing::find(sharing.weights, sharing.weightCount, weight);
        shares = i >= 0 || w >= 0;
        const int fromInput = i >= 0 ? 2 + i : int(m_state.isHere[std::size_t(input)]);
        const int fromWeight = w >= 0 ? 2 + w : int(m_state.isHere[std::size_t(weight)]);
        return std::size_t(fromInput * (kMost + 2) + fromWeight) * 3 + std::size_t(outputState(op));
    };
    const auto add = [&](const Operation& op, bool unlessSharing) {
        bool shares = false;
        const std::size_t at = signature(op, shares);
        if (unlessSharing && shares)
            return false;
        for (int i = 0; i < depth; ++i)
            if (m_current[std::size_t(i)].p == op.p && m_current[std::size_t(i)].o == op.o)
                return false;
        if (!isTaken[at]) {
            isTaken[at] = true;
            candidates.push_back(op);
        }
        return true;
    };
    for (int i = 0; i < depth; ++i) {
        const Operation& op = m_current[std::size_t(i)];
        const std::int32_t firstOutput = op.o / m_tiled.outputsPerGroup * m_tiled.outputsPerGroup;
        for (std::int32_t o = firstOutput; o < firstOutput + m_tiled.outputsPerGroup; ++o)
            if (isReady({op.p, o, op.r}))
                add({op.p, o, op.r}, false);
    }
    for (int i = 0; i < depth; ++i) {
        const Operation& op = m_current[std::size_t(i)];
        for (std::int32_t p = 0; p < m_tiled.pixels; ++p)
            if (isReady({p, op.o, op.r}))
                add({p, op.o, op.r}, false);
    }
    for (std::size_t c = m_classes.size(); c-- > 0;)
        for (const std::int32_t i : m_classes[c])
            if (add(m_ready[std::size_t(i)], true))
                break;
}

void SetSelector::consider(std::int64_t reused)
{
    if (m_params.priority == Priority::MemoryBenefit && m_bestScore.fits && double(reused) < m_bestScore.benefit)
        return;
    if (!m_seen.insert(coarseKey()))
        return;
    const SetScore score = evaluate(reused);
    if (m_trace)
        note(score, reused);
    if (!isBetter(score, m_bestScore))
        return;
    m_bestScore = score;
    m_bestOperations.assign(m_current.begin(), m_current.begin() + m_size);
    std::swap(m_plan, m_bestPlan);
    if (m_trace)
        m_winner = std::int32_t(m_trace->candidates.size()) - 1;
}

void SetSelector::note(const SetScore& score, std::int64_t reused)
{
    CandidateSet candidate;
    for (int i = 0; i < m_size; ++i)
        candidate.operations.push_back(
            std::int32_t(std::ranges::find(m_ready, m_current[std::size_t(i)]) - m_ready.begin()));
    candidate.fits = score.fits;
    if (score.fits) {
        candidate.benefit = score.benefit;
        candidate.reused = {reused};
        candidate.spilled = {score.spilled};
        candidate.utilization = {score.utilization};
        candidate.moved = {score.moved};
    }
    m_trace->candidates.push_back(std::move(candidate));
}

/// New tiles of the current set, largest first, each once.
void SetSelector::planTiles(std::vector<PlannedTile>& tiles) const
{
    std::array<std::int32_t, 3 * kMost> found;
    std::size_t count = 0;
    for (int i = 0; i < m_size; ++i)
        for (const std::int32_t tile : m_state.tilesOf(m_current[std::size_t(i)]))
            if (!m_state.isHere[std::size_t(tile)]
                && std::find(found.begin(), found.begin() + std::ptrdiff_t(count), tile)
                       == found.begin() + std::ptrdiff_t(count))
                found[count++] = tile;
    std::stable_sort(found.begin(), found.begin() + std::ptrdiff_t(count), [&](std::int32_t a, std::int32_t b) {
        return m_tiled.size[std::size_t(a)] > m_tiled.size[std::size_t(b)];
    });
    tiles.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        tiles[i].tile = found[i];
}

SetScore SetSelector::evaluate(std::int64_t reused)
{
    SetScore score;
    planTiles(m_plan);
    TileUses& uses = *m_uses;
    ++uses.stamp;
    for (int i = 0; i < m_size; ++i)
        for (const std::int32_t tile : m_state.tilesOf(m_current[std::size_t(i)]))
            uses.pinned[std::size_t(tile)] = uses.stamp;
    const auto isNeeded = [&](std::int32_t tile) { return uses.left[std::size_t(tile)] > 0; };
    double divided = 0;
    const auto spill = [&](std::int32_t tile) {
        const std::int64_t bytes = m_tiled.size[std::size_t(tile)];
        divided += double(bytes) / std::min(m_tiled.machine.npus, uses.left[std::size_t(tile)]);
        score.spilled += bytes;
        score.moved += m_state.isDirty[std::size_t(tile)] ? bytes : 0;
    };
    m_map = m_state.map;
    for (PlannedTile& planned : m_plan) {
        const std::size_t tile = std::size_t(planned.tile);
        const bool isFresh = m_tiled.isOutput(planned.tile) && uses.left[tile] == m_tiled.reductions;
        score.moved += isFresh ? 0 : m_tiled.size[tile];
        if (!m_map.findRoom(m_tiled.size[tile], uses, m_params.spillPolicy, planned.room))
            return {};
        std::vector<ScratchpadBlock>& blocks = m_map.blocks();
        for (std::int32_t i = planned.room.first; i <= planned.room.last; ++i)
            if (blocks[std::size_t(i)].tile >= 0 && isNeeded(blocks[std::size_t(i)].tile))
                spill(blocks[std::size_t(i)].tile);
        for (const std::int32_t victim : planned.room.alsoSpilled) {
            spill(victim);
            for (ScratchpadBlock& block : blocks)
                block.tile = block.tile == victim ? -1 : block.tile;
        }
        m_map.place(planned.room, planned.tile, m_tiled.size[tile], 0);
    }
    for (const ScratchpadBlock& block : m_map.blocks())
        score.utilization +=
            block.tile >= 0 && (isNeeded(block.tile) || uses.pinned[std::size_t(block.tile)] == uses.stamp) ? block.size
                                                                                                            : 0;
    score.fits = true;
    score.benefit = double(reused) - divided;
    return score;
}

bool SetSelector::isBetter(const SetScore& a, const SetScore& b) const
{
    if (a.fits != b.fits)
        return a.fits;
    if (m_params.priority == Priority::LeastTransfer && a.moved != b.moved)
        return a.moved < b.moved;
    if (m_params.priority == Priority::LeastSpill && a.spilled != b.spilled)
        return a.spilled < b.spilled;
    if (a.benefit != b.benefit)
        return a.benefit > b.benefit;
    if (a.utilization != b.utilization)
        return a.utilization > b.utilization;
    return a.moved < b.moved;
}

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
