// SPDX-License-Identifier: Apache-2.0
// The recursion against the walk that it replaces: every visited iteration (0 or 1 of each loop), one by one.
#include "engine/cost/timeloop_counts.h"
#include "tests/support/builders.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace nestloom;
using enum workload::LoopDimension;
using workload::LoopDimension;

namespace {

using Range = std::pair<std::int64_t, std::int64_t>; // [first, last)
using Box = std::vector<Range>;

/// Bounding box of a tensor for index ranges [low, high].
Box box(const workload::Layer& layer, TensorRole role, const workload::Extents& low, const workload::Extents& high)
{
    const auto plain = [&](LoopDimension d) { return Range{low[d], high[d] + 1}; };
    if (role == TensorRole::Weights)
        return {plain(C), plain(K), plain(R), plain(S)};
    if (role == TensorRole::Outputs)
        return {plain(N), plain(K), plain(Q), plain(P)};
    const auto mixed = [&](LoopDimension p, std::int64_t s, LoopDimension r, std::int64_t d) {
        return Range{low[p] * s + low[r] * d, high[p] * s + high[r] * d + 1};
    };
    return {plain(N), plain(C), mixed(P, layer.strideP, R, layer.dilationR),
            mixed(Q, layer.strideQ, S, layer.dilationS)};
}

double elements(const std::optional<Box>& b)
{
    if (!b)
        return 0;
    double product = 1;
    for (const auto& [first, last] : *b)
        product *= double(last - first);
    return product;
}

/// a minus b when they differ along one axis and overlap; a otherwise; nothing when equal.
std::optional<Box> minus(const Box& a, const std::optional<Box>& b)
{
    if (!b)
        return a;
    if (a == *b)
        return std::nullopt;
    std::vector<std::size_t> differing;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].first >= (*b)[i].second || a[i].second <= (*b)[i].first)
            return a;
        if (a[i] != (*b)[i])
            differing.push_back(i);
    }
    if (differing.size() != 1)
        return a;
    const std::size_t i = differing.front();
    Box rest = a;
    rest[i] = a[i].first > (*b)[i].first ? Range{(*b)[i].second, a[i].second} : Range{a[i].first, (*b)[i].first};
    return rest;
}

using Boxes = std::vector<std::optional<Box>>; // per spatial child

/// Index offsets of the spatial children of level `parent`, the innermost loop fastest, columns faster than rows.
std::vector<workload::Extents> childOffsets(const cost::Nest& nest, std::size_t parent)
{
    std::vector<cost::NestLoop> loops; // outer to inner
    for (auto loop = nest.spatial().rbegin(); loop != nest.spatial().rend(); ++loop)
        if (loop->level == parent)
            loops.push_back(*loop);
    std::ranges::stable_partition(loops, [](const auto& loop) { return loop.axis == hardware::Axis::Rows; });
    std::vector<workload::Extents> offsets{workload::Extents{}};
    for (const cost::NestLoop& loop : loops) {
        std::vector<workload::Extents> next;
        for (const auto& base : offsets)
            for (std::int64_t i = 0; i < loop.bound; ++i) {
                next.push_back(base);
                next.back()[loop.dimension] += i * loop.step;
            }
        offsets = next;
    }
    return offsets;
}

/// The same box at every child.
Boxes atChildren(const workload::Layer& layer, TensorRole role, const std::optional<Box>& delta,
                 const std::vector<workload::Extents>& offsets)
{
    Boxes boxes;
    for (const auto& offset : offsets) {
        std::optional<Box> moved = delta;
        const Box shift = box(layer, role, offset, offset);
        for (std::size_t i = 0; moved && i < shift.size(); ++i) {
            (*moved)[i].first += shift[i].first;
            (*moved)[i].second += shift[i].first;
        }
        boxes.push_back(moved);
    }
    return boxes;
}

/// What one step asks for: equal boxes once if children share, boxes that a neighbour held before from there when that
/// saves reads.
cost::WalkSums stepSums(const Boxes& now, const Boxes& before, bool share)
{
    std::map<std::pair<Box, std::size_t>, int> all, left;
    double neighbour = 0;
    for (std::size_t k = 0; k < now.size(); ++k) {
        if (!now[k])
            continue;
        const std::pair wanted(*now[k], share ? 0 : k);
        ++all[wanted];
        if (!before.empty() && ((k > 0 && before[k - 1] == now[k]) || (k + 1 < now.size() && before[k + 1] == now[k])))
            neighbour += elements(now[k]);
        else
            ++left[wanted];
    }
    const bool forwards = now.size() > 1 && left.size() < all.size();
    cost::WalkSums sums;
    for (const auto& [b, count] : forwards ? left : all) {
        sums.asked += elements(b.first);
        sums.delivered += elements(b.first) * count;
    }
    sums.fromNeighbour = forwards ? neighbour : 0;
    return sums;
}

/// The last tile and the last translation, as Timeloop remembers them.
struct Memory {
    std::optional<Box> tile;
    std::optional<std::vector<std::int64_t>> move;

    /// What is fetched for the next tile.
    std::optional<Box> fetch(const Box& here)
    {
        std::optional<std::vector<std::int64_t>> moved;
        if (tile) {
            moved.emplace();
            for (std::size_t i = 0; i < here.size(); ++i)
                moved->push_back(here[i].first - (*tile)[i].first);
        }
        std::optional<Box> delta = here;
        if (!move || moved == move) {
            delta = minus(here, tile);
            move = moved;
        } else {
            move.reset();
        }
        tile = here;
        return delta;
    }
};

cost::WalkSums walkedSums(const workload::Layer& layer, const cost::Nest& nest, TensorRole role, std::size_t child)
{
    std::vector<cost::NestLoop> temporal; // outer to inner
    for (auto loop = nest.temporal().rbegin(); loop != nest.temporal().rend(); ++loop)
        if (loop->level < child)
            temporal.push_back(*loop);
    const auto offsets = childOffsets(nest, child - 1);

    cost::WalkSums sums;
    Memory memory;
    Boxes before;
    for (std::size_t bits = 0; bits < (std::size_t(1) << temporal.size()); ++bits) {
        double weight = 1;
        workload::Extents low{};
        for (std::size_t i = 0; i < temporal.size(); ++i)
            if (bits >> (temporal.size() - 1 - i) & 1u) {
                weight *= double(temporal[i].bound - 1);
                low[temporal[i].dimension] += temporal[i].step;
            }
        workload::Extents high = low;
        for (const LoopDimension d : workload::kLoopDimensions)
            high[d] += nest.tile(child)[d] - 1;
        const Boxes now = atChildren(layer, role, memory.fetch(box(layer, role, low, high)), offsets);
        sums += weight * stepSums(now, before, nest.multicast[child - 1].contains(role));
        if (now.size() > 1)
            before = now;
    }
    return sums;
}

} // namespace

class TestTimeloopWalk : public QObject {
    Q_OBJECT
private slots:
    void theRecursionEqualsTheWalk()
    {
        Rng rng(5);
        int compared = 0, forwarded = 0;
        for (int i = 0; i < 120; ++i) {
            auto layer = tests::convolution("x", 1 + std::int64_t(rng.below(3)), 2 + std::int64_t(rng.below(7)), 4, 6,
                                            1 + std::int64_t(rng.below(2)));
            layer.dilationS = 1 + std::int64_t(rng.below(2));
            auto accelerator = tests::simba();
            for (hardware::BufferLevel& level : accelerator.levels)
                for (const TensorRole role : kTensorRoles)
                    level.multicast = i % 2 == 0 || rng.below(3) > 0 ? level.multicast : level.multicast.without(role);
            const auto mapping = tests::randomMapping(rng, accelerator, layer);
            cost::Nest nest;
            cost::flatten(accelerator, mapping, nest);
            if (nest.temporal().size() > 11)
                continue; // the walk is exponential
            for (const TensorRole role : kTensorRoles)
                for (std::size_t child = 1; child < nest.levelCount(); ++child) {
                    const auto fast = cost::walkTile(layer, nest, role, child),
                               slow = walkedSums(layer, nest, role, child);
                    QCOMPARE(fast.asked, slow.asked);
                    QCOMPARE(fast.delivered, slow.delivered);
                    QCOMPARE(fast.fromNeighbour, slow.fromNeighbour);
                    ++compared;
                    forwarded += slow.fromNeighbour > 0 ? 1 : 0;
                }
        }
        QVERIFY(compared > 500);
        QVERIFY2(forwarded > 0, "no case with neighbour transfers was drawn");
    }

    /// Which child is whose neighbour says the axis of a loop, not the place in a list of columns and rows.
    void columnsLieWithinRowsHoweverTheyAreListed()
    {
        auto layer = tests::convolution("x", 3, 8, 2, 2);
        hardware::Accelerator accelerator;
        accelerator.levels.resize(2);
        accelerator.levels[0].fanout = {2, 3};
        const auto walked = [&](std::vector<mapping::Loop> spatial) {
            mapping::LayerMapping mapping;
            mapping.levels = {{{{K, 2}, {C, 2}, {Q, 4}, {P, 8}}, std::move(spatial), TensorSet::all()},
                              {{{S, 3}}, {}, TensorSet::all()}};
            cost::Nest nest;
            cost::flatten(accelerator, mapping, nest);
            return cost::walkTile(layer, nest, TensorRole::Inputs, 1);
        };
        const mapping::Loop columns{Q, 2, hardware::Axis::Columns}, rows{R, 3, hardware::Axis::Rows};
        const auto first = walked({columns, rows}), second = walked({rows, columns});
        QCOMPARE(first.asked, second.asked);
        QCOMPARE(first.delivered, second.delivered);
        QCOMPARE(first.fromNeighbour, second.fromNeighbour);
        const mapping::Loop turned{Q, 2, hardware::Axis::Rows}, other{R, 3, hardware::Axis::Columns};
        accelerator.levels[0].fanout = {3, 2};
        QVERIFY(walked({turned, other}).fromNeighbour != first.fromNeighbour);
    }

    void eachVersionNamesItsCommit()
    {
        QVERIFY(cost::commitOf(hardware::TimeloopVersion::June2022).find("June 2022") != std::string_view::npos);
        QVERIFY(cost::commitOf(hardware::TimeloopVersion::March2025).find("March 2025") != std::string_view::npos);
    }

    void macsAskForOneElementPerIteration()
    {
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        mapping::LayerMapping mapping;
        mapping.levels = {{{{C, 2}}, {}, TensorSet::all()}, {{{P, 2}, {Q, 2}}, {{K, 2}}, TensorSet::all()}};
        hardware::Accelerator accelerator;
        accelerator.levels.resize(2);
        cost::Nest nest;
        cost::flatten(accelerator, mapping, nest);
        QCOMPARE(cost::walkTile(layer, nest, TensorRole::Inputs, 2).asked, 8.0); // K children share
        QCOMPARE(cost::walkTile(layer, nest, TensorRole::Weights, 2).asked, 16.0);
        QCOMPARE(cost::walkTile(layer, nest, TensorRole::Inputs, 2).delivered, 16.0);
        accelerator.levels[1].multicast = {}; // Timeloop's no_reuse
        cost::flatten(accelerator, mapping, nest);
        QCOMPARE(cost::walkTile(layer, nest, TensorRole::Inputs, 2).asked, 16.0);
    }
};

QTEST_GUILESS_MAIN(TestTimeloopWalk)
#include "tst_timeloop_walk.moc"
