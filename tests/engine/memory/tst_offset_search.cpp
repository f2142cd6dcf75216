// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/offset_search.h"

#include "tests/support/cut_rectangle.h"

#include <QTest>

#include <tuple>

using namespace nestloom;
using memory::Buffer;

namespace {

/// Is there a packing? Every offset of every buffer is tried.
bool canBePacked(const std::vector<Buffer>& buffers, std::vector<Bytes>& offsets, Bytes capacity)
{
    if (offsets.size() == buffers.size())
        return true;
    const std::vector<Buffer> some(buffers.begin(), buffers.begin() + std::ptrdiff_t(offsets.size()) + 1);
    for (std::int64_t at = 0; at + some.back().size.count <= capacity.count; ++at) {
        offsets.push_back({at});
        if (tests::isPacked(some, offsets, capacity) && canBePacked(buffers, offsets, capacity))
            return true;
        offsets.pop_back();
    }
    return false;
}

memory::OffsetSearchResult searched(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes)
{
    return memory::OffsetSearch(buffers, capacity, 1).run(nodes, {});
}

constexpr Bytes kSmall{7};

/// A full memory of kSmall, in which buffers of equal size have changed their ends: full still, but perhaps in no
/// order.
std::vector<Buffer> someBuffers(Rng& rng)
{
    std::vector<Buffer> buffers = tests::cutRectangle(rng, 7, kSmall.count, 13, tests::CutStyle::Pinwheel);
    for (int i = 0; i < 20; ++i) {
        Buffer &a = buffers[rng.below(buffers.size())], &b = buffers[rng.below(buffers.size())];
        if (a.size == b.size && a.first <= b.last && b.first <= a.last)
            std::swap(a.last, b.last);
    }
    return buffers;
}

/// Three pairs would have to be neighbours in a full memory of 77 B, and one of them cannot.
std::vector<Buffer> tornBuffers()
{
    return {{0, 0, {7}}, {0, 1, {10}}, {0, 2, {20}}, {0, 3, {40}}, {1, 1, {1}},
            {1, 2, {2}}, {1, 3, {4}},  {2, 4, {11}}, {3, 4, {22}}, {4, 4, {44}}};
}

} // namespace

class TestOffsetSearch : public QObject {
    Q_OBJECT

private slots:
    void findsOrProves()
    {
        const std::vector<Buffer> between{{0, 0, {2}}, {0, 2, {1}}, {0, 0, {2}}, {1, 1, {4}}, {2, 2, {1}}, {2, 2, {3}}};
        const auto found = searched(between, {5}, 1000);
        QVERIFY(found.offsets && !found.proven);
        QVERIFY(tests::isPacked(between, *found.offsets, {5}));
        const std::vector<Buffer> torn = tornBuffers();
        const auto none = searched(torn, {77}, 10'000);
        QVERIFY(!none.offsets && none.proven);
        QVERIFY(searched(torn, {78}, 10'000).offsets);
        const auto spent = searched(between, {5}, 1);
        QVERIFY(!spent.offsets && !spent.proven);
    }

    void agreesWithEveryOffsetOfSmallOnes()
    {
        Rng rng(11);
        for (int round = 0; round < 400; ++round) {
            const auto buffers = someBuffers(rng);
            const Bytes capacity = kSmall + Bytes{round % 4 == 0 ? 1 : 0};
            std::vector<Bytes> offsets;
            const bool possible = canBePacked(buffers, offsets, capacity);
            const auto found = searched(buffers, capacity, 1'000'000);
            QCOMPARE(found.offsets.has_value(), possible);
            QCOMPARE(found.proven, !possible);
            if (found.offsets)
                QVERIFY(tests::isPacked(buffers, *found.offsets, capacity));
        }
    }

    void theOrderInWhichBuffersAreGivenDoesNotMatter()
    {
        Rng rng(4);
        for (int round = 0; round < 50; ++round) {
            auto buffers = tornBuffers();
            rng.shuffle(std::span(buffers));
            for (Buffer& buffer : buffers)
                if (round % 2 == 1)
                    std::tie(buffer.first, buffer.last) = std::pair(4 - buffer.last, 4 - buffer.first);
            QVERIFY(searched(buffers, {77}, 10'000).proven);
            QVERIFY(searched(buffers, {78}, 10'000).offsets);
        }
    }

    void placesFullMemoriesThatLastLong()
    {
        for (int seed = 0; seed < 3; ++seed) {
            Rng rng(std::uint64_t(seed) + 1);
            const auto buffers = tests::cutRectangle(rng, 500, 100'000, 150, tests::CutStyle::Large);
            const auto found = searched(buffers, {100'000}, 1'000'000);
            QVERIFY(found.offsets);
            QVERIFY(tests::isPacked(buffers, *found.offsets, {100'000}));
        }
    }

    void partsWithoutACommonStepAreSolvedByThemselves()
    {
        // the second part has no packing in 77 B; the first has so many orders that all of them would never be tried
        Rng rng(5);
        std::vector<Buffer> buffers = tests::cutRectangle(rng, 40, 77, 30, tests::CutStyle::Large);
        QVERIFY(searched(buffers, {77}, 10'000).offsets);
        for (const Buffer& b : tornBuffers())
            buffers.push_back({b.first + 40, b.last + 40, b.size});
        QVERIFY(searched(buffers, {77}, 20'000).proven);
    }

    void goesOnWhereItStopped()
    {
        for (std::uint64_t seed = 1; seed < 50; ++seed) {
            Rng rng(seed);
            const auto buffers = tests::cutRectangle(rng, 500, 100'000, 100, tests::CutStyle::Large);
            memory::OffsetSearch some(buffers, {100'000}, 1);
            if (some.run(1000, {}).offsets)
                continue;
            for (int run = 0; run < 200; ++run) {
                const auto result = some.run(1000, {});
                QVERIFY(result.nodes <= 1000);
                if (result.offsets)
                    return;
            }
        }
        QFAIL("none needed more than one run, and was placed then");
    }

    void sameBuffersGiveTheSameOffsets()
    {
        Rng rng(9);
        const auto buffers = tests::cutRectangle(rng, 500, 100'000, 150, tests::CutStyle::Large);
        const auto a = searched(buffers, {100'000}, 1'000'000);
        const auto b = searched(buffers, {100'000}, 1'000'000);
        QVERIFY(a.offsets == b.offsets);
        QCOMPARE(a.nodes, b.nodes);
    }

    void aStopIsObeyed()
    {
        Rng rng(2);
        auto buffers = tests::cutRectangle(rng, 50, 1000, 300, tests::CutStyle::Large);
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        const auto found = memory::OffsetSearch(buffers, {1000}, 1).run(1'000'000'000, control);
        QVERIFY(!found.proven);
        QVERIFY(found.nodes < 1000);
    }
};

QTEST_APPLESS_MAIN(TestOffsetSearch)
#include "tst_offset_search.moc"
