// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/beam.h"
#include "engine/memory/exchanges.h"
#include "engine/memory/fillers.h"
#include "engine/memory/hole_choices.h"
#include "engine/memory/hole_sweep.h"
#include "engine/memory/order_annealing.h"
#include "engine/memory/order_tree.h"
#include "engine/memory/sweep_addresses.h"
#include "engine/memory/sweep_search.h"
#include "engine/memory/valley_search.h"
#include "tests/support/cut_rectangle.h"

#include <QTest>

#include <thread>

using namespace nestloom;
using memory::Buffer;
using memory::Exchange;

namespace {

/// Exchanges of the first arriving item for any of the leaving ones, wherever these lie.
std::vector<Exchange> exchangesOfAny(const std::vector<memory::SweepItem>& leaving,
                                     const std::vector<memory::SweepItem>& arriving, std::int64_t& work,
                                     const memory::SizeMatch& match = {})
{
    std::vector<std::uint32_t> items;
    for (std::uint32_t i = 0; i < leaving.size(); ++i)
        items.push_back(i);
    const auto sets = items.empty() ? std::vector<std::uint64_t>() : memory::OrderTree(items).neighbourSets(items);
    return memory::exchanges(leaving, sets, arriving, memory::subsetsWithFirst(arriving), work, match);
}

} // namespace

class TestSweepSearch : public QObject {
    Q_OBJECT
private slots:
    void exchangesHaveEqualSizesAndBeginWithEverything()
    {
        std::int64_t work = 0;
        const auto found = exchangesOfAny({{5, 0}, {3, 0}, {2, 0}}, {{8, 1}, {2, 2}}, work);
        QCOMPARE(found.size(), std::size_t(2));
        QVERIFY((found[0] == Exchange{{0, 1, 2}, {0, 1}}));
        QVERIFY((found[1] == Exchange{{0, 1}, {0}}));
        QVERIFY(exchangesOfAny({{5, 0}}, {{8, 1}, {2, 2}}, work).empty());
    }

    void exchangesOfManyAreFound()
    {
        std::vector<memory::SweepItem> leaving, arriving;
        std::vector<std::uint64_t> sets;
        for (std::uint32_t i = 0; i < 16; ++i) {
            leaving.push_back({std::int64_t{1} << (2 * i), 0});
            sets.push_back(std::uint64_t{1} << i);
        }
        std::int64_t first = 0, work = 0;
        sets.push_back(0xAAAA); // eight of sixteen
        for (std::size_t i = 1; i < 16; i += 2)
            first += leaving[i].size;
        arriving = {{first, 1}, {2, 2}};
        const auto found = memory::exchanges(leaving, sets, arriving, memory::subsetsWithFirst(arriving), work);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY((found[0] == Exchange{{1, 3, 5, 7, 9, 11, 13, 15}, {0}}));
    }

    void subsetsOfManyAreOfFewItemsOrOfAllButFew()
    {
        std::vector<memory::SweepItem> items;
        for (std::uint32_t i = 0; i < 30; ++i)
            items.push_back({std::int64_t{1} << i, i + 1});
        const auto subsets = memory::subsetsWithFirst(items);
        const auto has = [&](std::uint64_t mask) {
            return std::any_of(subsets.begin(), subsets.end(), [&](const memory::Subset& subset) {
                return subset.items == mask && subset.size == std::int64_t(mask);
            });
        };
        QVERIFY(has(0x3));
        QVERIFY(has(0x3FFFFFFD));
        QVERIFY(has(0x3FFFFFFF));
        QVERIFY(!has(0x2));    // not the first
        QVERIFY(!has(0x7FFF)); // half of them
        QCOMPARE(memory::subsetsWithFirst({{5, 1}, {3, 2}, {3, 2}}).size(),
                 std::size_t(3)); // not both of the twins twice
    }

    void roughExchangesDifferByLittleMoreThanTheirDeviation()
    {
        std::int64_t work = 0;
        const memory::SizeMatch match{0.02, 10'000};
        const auto found = exchangesOfAny({{1000, 0}, {400, 0}}, {{990, 1}, {410, 2}}, work, match);
        QVERIFY(!found.empty());
        const Exchange pair{{0}, {0}}, all{{0, 1}, {0, 1}}, wrong{{1}, {0}};
        QVERIFY(std::find(found.begin(), found.end(), pair) != found.end());
        QVERIFY(std::find(found.begin(), found.end(), all) != found.end());
        QVERIFY(std::find(found.begin(), found.end(), wrong) == found.end());
        QVERIFY(exchangesOfAny({{1000, 0}}, {{800, 1}}, work, match).empty());
        for (const Exchange& exchange : exchangesOfAny({{1000, 0}}, {{5, 1}, {1000, 2}}, work, match))
            QVERIFY(!exchange.leaving.empty());
        QVERIFY(exchangesOfAny({}, {{1, 1}}, work, match).empty());
    }

    void allButFewOfManyAreFound()
    {
        std::vector<memory::SweepItem> leaving, arriving;
        for (int i = 0; i < 24; ++i) {
            leaving.push_back({std::int64_t{1} << i, 0});
            arriving.push_back({std::int64_t{1} << i, std::uint64_t(i + 1)});
        }
        std::int64_t work = 0;
        Exchange all;
        for (std::uint32_t i = 0; i < 23; ++i) {
            all.leaving.push_back(i);
            all.arriving.push_back(i);
        }
        const auto found = exchangesOfAny(leaving, arriving, work);
        QVERIFY(std::find(found.begin(), found.end(), all) != found.end());
    }

    void roughSweepsPlaceWhatWasMadeSmaller()
    {
        Rng rng(4);
        int fit = 0;
        for (int i = 0; i < 10; ++i) {
            auto buffers = tests::cutRectangle(rng, 1000, 100'000, 200, tests::CutStyle::Large);
            tests::shrinkBuffers(rng, buffers, 0.06);
            const auto found = memory::searchRoughSweep(buffers, {100'000}, 50'000, {});
            if (!found.offsets)
                continue;
            const Bytes top = memory::topOf(buffers, *found.offsets);
            QVERIFY(tests::isPacked(buffers, *found.offsets, top));
            fit += top <= Bytes{100'000} ? 1 : 0;
        }
        QVERIFY2(fit >= 8, qPrintable(QString::number(fit)));
    }

    void contradictoryExchangesHaveNoAddresses()
    {
        const std::vector<Buffer> buffers{{0, 0, {1}}, {0, 0, {1}}, {0, 2, {1}}, {1, 2, {2}}};
        const auto good = memory::sweepAddresses(buffers, {0, 1, 2}, {{{0, 1}, {3}}}, 4);
        QVERIFY(good && tests::isPacked(buffers, *good, {3}));
        QVERIFY(!memory::sweepAddresses(buffers, {0, 1, 2}, {{{0, 1}, {3}}, {{0}, {1}}}, 4)); // 0 has gone
    }

    void annealingBringsAPackingDown()
    {
        Rng rng(7);
        auto buffers = tests::cutRectangle(rng, 60, 1000, 120, tests::CutStyle::Large);
        tests::dropBuffers(rng, buffers, 0.94);
        const auto known = *memory::searchValleys(buffers, {1000}, 1, {}).offsets;
        const Bytes top = memory::topOf(buffers, known);
        QVERIFY(top.count > 1000);
        const auto once = memory::annealOrder(buffers, {1000}, known, 100'000, {});
        QVERIFY(once.offsets && memory::topOf(buffers, *once.offsets) < top);
        QCOMPARE(memory::findConflict(buffers, *once.offsets, memory::topOf(buffers, *once.offsets)), std::string());
        QVERIFY(memory::annealOrder(buffers, {1000}, known, 100'000, {}).offsets == once.offsets);
    }

    void annealingEndsWithAPackingThatFitsOrWhenStopped()
    {
        const std::vector<memory::Buffer> two{{.first = 0, .last = 1, .size = {2}},
                                              {.first = 1, .last = 2, .size = {1}}};
        const auto fits = memory::annealOrder(two, {3}, {{0}, {2}}, 1000, {});
        QCOMPARE(fits.nodes, 0);
        QVERIFY(fits.cause == StopCause::Completed);
        const auto never = memory::annealOrder(two, {2}, {{0}, {2}}, 1000, {});
        QCOMPARE(never.nodes, 1000);
        QVERIFY(never.cause == StopCause::WorkLimit && memory::topOf(two, *never.offsets) == Bytes{3});
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        const auto stopped = memory::annealOrder(two, {2}, {{0}, {2}}, 1000, control);
        QVERIFY(stopped.cause == StopCause::Cancelled && stopped.offsets && stopped.nodes == 0);
        QVERIFY(!memory::annealOrder({}, {2}, {}, 1000, {}).offsets);
    }

    void valleysGiveALowPackingOfAnything()
    {
        Rng rng(8);
        const auto buffers = tests::cutRectangle(rng, 60, 1000, 150, tests::CutStyle::Pinwheel);
        const auto once = memory::searchValleys(buffers, {1000}, 200, {});
        QVERIFY(once.offsets);
        const Bytes top = memory::topOf(buffers, *once.offsets);
        QVERIFY2(top < Bytes{1200}, qPrintable(QString::number(top.count)));
        QVERIFY(tests::isPacked(buffers, *once.offsets, top));
        QVERIFY(memory::searchValleys(buffers, {1000}, 200, {}).offsets == once.offsets);
        QVERIFY(memory::topOf(buffers, *memory::searchValleys(buffers, {1000}, 1, {}).offsets) >= top);
        const std::vector<Buffer> some{{0, 0, {0}}, {0, 1, {3}}};
        QCOMPARE(memory::searchValleys(some, {3}, 5, {}).nodes, 1); // fits at once
        QVERIFY(!memory::searchValleys({}, {3}, 5, {}).offsets);
    }

    void aBeamGoesBackAtDeadEnds()
    {
        struct State {
            std::vector<int> tree; // anything that can be forgotten
        };
        std::vector<std::pair<std::size_t, std::size_t>> asked;
        const auto next = [&](std::size_t layer, std::size_t width) -> std::optional<std::vector<State>> {
            asked.emplace_back(layer, width);
            return layer == 3 && width < 2 ? std::vector<State>{} : std::vector<State>{{{1}}};
        };
        std::vector<std::vector<State>> layers{{{{1}}}};
        QVERIFY(!memory::goThrough(layers, 5, {1, 0}, next)); // may not go back
        layers.resize(1);
        asked.clear();
        QVERIFY(memory::goThrough(layers, 5, {1, 1}, next));
        using Asked = std::vector<std::pair<std::size_t, std::size_t>>;
        QCOMPARE(asked, (Asked{{0, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}, {3, 2}, {4, 2}}));
        QCOMPARE(layers.size(), std::size_t{6});
        layers.resize(1);
        const auto none = [](std::size_t, std::size_t) { return std::optional(std::vector<State>{}); };
        QVERIFY(!memory::goThrough(layers, 5, {1, 4}, none));
        const auto stopped = [](std::size_t, std::size_t) { return std::optional<std::vector<State>>(); };
        QVERIFY(!memory::goThrough(layers, 5, {1, 4}, stopped));
    }

    void fillersRaiseTheLoadToTheCapacity()
    {
        Rng rng(9);
        for (int i = 0; i < 50; ++i) {
            auto buffers = tests::cutRectangle(rng, 30, 100, 40);
            tests::dropBuffers(rng, buffers, 0.7);
            const auto made = memory::fillers(buffers, {100}, rng);
            buffers.insert(buffers.end(), made.begin(), made.end());
            std::vector<std::int64_t> load(30);
            for (const Buffer& buffer : buffers) {
                QVERIFY(buffer.size.count > 0 && buffer.first <= buffer.last);
                for (std::size_t step = buffer.first; step <= buffer.last; ++step)
                    load[step] += buffer.size.count;
            }
            std::size_t first = 30, last = 0;
            for (const Buffer& buffer : buffers) {
                first = std::min(first, buffer.first);
                last = std::max(last, buffer.last);
            }
            for (std::size_t step = first; step <= last; ++step)
                QCOMPARE(load[step], 100);
        }
    }

    void aFillerEndsWhereItsBytesAreTaken()
    {
        Rng rng(1);
        // 10 B, of which [2, 4] is missing 3 B and [3, 5] 4 B
        const std::vector<Buffer> buffers{{0, 7, {3}}, {0, 1, {3}}, {5, 7, {3}}, {0, 2, {4}}, {6, 7, {4}}};
        const auto made = memory::fillers(buffers, {10}, rng);
        QVERIFY((made == std::vector<Buffer>{{2, 4, {3}}, {3, 5, {4}}}));
    }

    void saysWhenItGivesUp()
    {
        // 3 + 3 B leave room for 2 + 2 B, but where 4 B must come together: no packing in 6 B
        const std::vector<Buffer> buffers{{0, 1, {2}}, {0, 2, {1}}, {0, 0, {3}}, {1, 2, {3}}, {2, 2, {2}}};
        const auto found = memory::searchSweep(buffers, {6}, 1000, {});
        if (found.offsets)
            QVERIFY(tests::isPacked(buffers, *found.offsets, {6}));
        const std::vector<Buffer> torn{{0, 0, {2}}, {0, 1, {1}}, {0, 0, {2}}, {1, 1, {4}}};
        QVERIFY(memory::searchSweep(torn, {5}, 1000, {}).offsets); // the one at an end
        const std::vector<Buffer> between{{0, 0, {2}}, {0, 2, {1}}, {0, 0, {2}}, {1, 1, {4}}, {2, 2, {1}}, {2, 2, {3}}};
        QVERIFY(memory::searchSweep(between, {5}, 1000, {}).offsets);
    }

    void holesOfJustTheSizeComeFirst()
    {
        using memory::Hole;
        const std::vector<Hole> holes{{{10, 1, 0}, 300, true}, {{11, 1, 1}, 40, false}, {{12, 2, 0}, 7, true}};
        const auto found = memory::holeChoices(holes, {340}, 1'000'000);
        QVERIFY(!found.empty());
        QVERIFY((found[0].holes == std::vector<std::uint32_t>{0, 1}));
        QCOMPARE(found[0].rest, 0);
        for (const memory::HoleChoice& choice : found)
            QVERIFY(choice.rest >= 0);
        QVERIFY(memory::holeChoices(holes, {348}, 1'000'000).empty()); // 347 B are free
    }

    void holesAreUsedInParts()
    {
        // 10 B of which 2 + 5 B come when 7 B have gone, one step later; then 5 B where the 2 B and a hole of 3 B are
        const std::vector<Buffer> buffers{{0, 1, {7}}, {0, 9, {3}}, {3, 5, {2}}, {4, 9, {5}}, {6, 9, {2}}};
        const auto found = memory::searchHoleSweep(buffers, {10}, 1000, {});
        QVERIFY(found.offsets);
        QVERIFY(tests::isPacked(buffers, *found.offsets, {10}));
        const std::vector<Buffer> above{{0, 1, {7}}, {0, 9, {3}}, {1, 2, {1}}};
        QVERIFY(!memory::searchHoleSweep(above, {10}, 1000, {}).offsets);
    }

    void sweepsWithHolesAgreeWithTheCheck()
    {
        Rng rng(11);
        int found = 0;
        for (int i = 0; i < 60; ++i) {
            auto buffers = tests::cutRectangle(rng, 40, 1000, 60);
            i % 2 == 0 ? tests::shrinkBuffers(rng, buffers, 0.1) : tests::shortenBuffers(rng, buffers, 0.3);
            const auto packed = memory::searchHoleSweep(buffers, {1000}, 5000, {});
            if (packed.offsets)
                QVERIFY(tests::isPacked(buffers, *packed.offsets, {1000}));
            found += packed.offsets ? 1 : 0;
        }
        QVERIFY2(found > 40, qPrintable(QString::number(found)));
    }

    void aStopIsObeyed()
    {
        Rng rng(3);
        const auto buffers = tests::cutRectangle(rng, 50, 200, 450, tests::CutStyle::Pinwheel);
        std::stop_source source;
        RunControl control;
        control.stop = source.get_token();
        source.request_stop();
        const auto found = memory::searchSweep(buffers, {200}, 1'000'000'000, control);
        QVERIFY(!found.offsets);
        QCOMPARE(found.cause, StopCause::Cancelled);
    }

    void sameSeedSamePacking()
    {
        Rng rng(5);
        auto buffers = tests::cutRectangle(rng, 200, 10'000, 120, tests::CutStyle::Large);
        tests::dropBuffers(rng, buffers, 0.96);
        const auto once = memory::searchSweep(buffers, {10'000}, 5000, {});
        const auto again = memory::searchSweep(buffers, {10'000}, 5000, {});
        QVERIFY(once.offsets == again.offsets);
        QCOMPARE(once.nodes, again.nodes);
    }
};

QTEST_GUILESS_MAIN(TestSweepSearch)
#include "tst_sweep_search.moc"
