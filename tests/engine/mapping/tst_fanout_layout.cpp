// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/fanout_layout.h"
#include "engine/mapping/feasibility.h"
#include "engine/mapping/mapping_text.h"
#include "engine/mapping/verify.h"
#include "tests/support/builders.h"

#include <QTest>

#include <limits>
#include <set>
#include <utility>

using namespace nestloom;
using enum workload::LoopDimension;
using hardware::Axis;
using hardware::Fanout;
using mapping::Loop;

namespace {

/// All products of spatial loops that some columns and rows make, one by one.
std::set<std::int64_t> products(const Fanout& fanout)
{
    std::set<std::int64_t> all;
    for (std::int64_t c = 1; c <= fanout.columns; ++c)
        for (std::int64_t r = 1; r <= fanout.rows; ++r)
            all.insert(c * r);
    return all;
}

std::int64_t product(const std::vector<Loop>& loops, std::optional<Axis> axis,
                     std::optional<workload::LoopDimension> dimension)
{
    std::int64_t result = 1;
    for (const Loop& loop : loops)
        if ((!axis || loop.axis == *axis) && (!dimension || loop.dimension == *dimension))
            result *= loop.bound;
    return result;
}

/// The least number of loops that are split, and the most columns with so few; tries everything.
std::pair<int, std::int64_t> bestLayout(const Fanout& fanout, const std::vector<Loop>& loops, std::size_t at = 0,
                                        std::int64_t columns = 1, std::int64_t rows = 1)
{
    if (columns > fanout.columns || rows > fanout.rows)
        return {std::numeric_limits<int>::max(), 0};
    if (at == loops.size())
        return {0, columns};
    std::pair<int, std::int64_t> best{std::numeric_limits<int>::max(), 0};
    const std::int64_t bound = loops[at].bound;
    for (std::int64_t part = 1; part <= bound; ++part) {
        if (bound % part != 0)
            continue;
        auto [splits, most] = bestLayout(fanout, loops, at + 1, columns * part, rows * (bound / part));
        if (most > 0 && part > 1 && part < bound)
            ++splits;
        if (most > 0 && (splits < best.first || (splits == best.first && most > best.second)))
            best = {splits, most};
    }
    return best;
}

} // namespace

class TestFanoutLayout : public QObject {
    Q_OBJECT
private slots:
    void knowsEveryProductThatCanBeLaidOut()
    {
        for (const Fanout fanout :
             {Fanout{14, 12}, Fanout{12, 14}, Fanout{4, 4}, Fanout{5, 3}, Fanout{2, 9}, Fanout{7, 1}, Fanout{1, 7}}) {
            auto expected = products(fanout);
            if (!fanout.isPlane())
                for (std::int64_t n = 1; n <= fanout.count(); ++n)
                    expected.insert(n);
            for (std::int64_t children = 1; children <= 2 * fanout.count(); ++children) {
                QCOMPARE(mapping::canBeLaidOut(fanout, children), expected.contains(children));
                QCOMPARE(mapping::layoutExcess(fanout, children) == 1.0, expected.contains(children));
            }
        }
        QVERIFY(!mapping::canBeLaidOut({14, 12}, 128));
    }

    void findsTheMostChildrenOfALayer()
    {
        for (const Fanout fanout : {Fanout{14, 12}, Fanout{4, 4}, Fanout{5, 3}})
            for (const std::int64_t whole : {1, 64, 128, 169, 840, 1155, 4096 * 49}) {
                std::int64_t most = 1;
                for (const std::int64_t children : products(fanout)) // ascending
                    most = whole % children == 0 ? children : most;
                QCOMPARE(mapping::mostChildren(fanout, whole), most);
            }
        QCOMPARE(mapping::mostChildren({14, 12}, 4096), 64);
        QCOMPARE(mapping::mostChildren({2, 5}, 15), 5);       // one column
        QCOMPARE(mapping::mostChildren({168, 1}, 4096), 168); // of a row its length, as ever
    }

    void laysOutWhateverFits()
    {
        Rng rng(7);
        int split = 0;
        for (int i = 0; i < 3000; ++i) {
            const Fanout fanout{1 + std::int64_t(rng.below(16)), 1 + std::int64_t(rng.below(16))};
            std::vector<Loop> loops;
            for (const auto d : {K, C, P})
                if (const auto bound = 1 + std::int64_t(rng.below(20)); bound > 1)
                    loops.push_back({d, bound});
            const auto laid = mapping::layOut(fanout, loops);
            QCOMPARE(laid.has_value(), mapping::canBeLaidOut(fanout, product(loops, {}, {})));
            if (!laid)
                continue;
            QVERIFY(product(*laid, Axis::Columns, {}) <= (fanout.isPlane() ? fanout.columns : fanout.count()));
            QVERIFY(product(*laid, Axis::Rows, {}) <= fanout.rows);
            for (const auto d : {K, C, P})
                QCOMPARE(product(*laid, {}, d), product(loops, {}, d));
            split += laid->size() > loops.size() ? 1 : 0;
            if (fanout.isPlane()) {
                const auto [splits, most] = bestLayout(fanout, loops);
                QCOMPARE(int(laid->size() - loops.size()), splits);
                QCOMPARE(product(*laid, Axis::Columns, {}), most);
            }
        }
        QVERIFY(split > 20);
    }

    void splitsAsFewLoopsAsPossible()
    {
        using Loops = std::vector<Loop>;
        QVERIFY((mapping::layOut({4, 4}, {{K, 4}, {C, 4}}) == Loops{{K, 4, Axis::Rows}, {C, 4}}));
        QVERIFY((mapping::layOut({4, 4}, {{K, 16}}) == Loops{{K, 4, Axis::Rows}, {K, 4}}));
        QVERIFY((mapping::layOut({4, 4}, {{K, 2}, {C, 8}}) == Loops{{K, 2, Axis::Rows}, {C, 2, Axis::Rows}, {C, 4}}));
        QVERIFY((mapping::layOut({14, 12}, {{K, 4}, {C, 3}}) == Loops{{K, 4}, {C, 3}})); // all in a row
        QVERIFY(
            (mapping::layOut({1, 8}, {{K, 4}, {C, 2, Axis::Rows}}) == Loops{{K, 4}, {C, 2}})); // one axis has no name
        QVERIFY((mapping::layOut({8, 1}, {{K, 2}, {C, 2}, {K, 2}}) == Loops{{K, 2}, {C, 2}, {K, 2}})); // as it is
        QVERIFY(!mapping::layOut({14, 12}, {{K, 64}, {C, 2}}));
        QVERIFY(!mapping::layOut({14, 12}, {{K, std::int64_t(1) << 62}, {C, 4}}));
    }

    void textNamesTheAxis()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[1].fanout = {2, 2};
        const auto layer = tests::convolution("conv", 1, 4, 2, 2);
        mapping::LayerMapping nest;
        nest.levels = {{{{C, 2}, {P, 2}}, {}, TensorSet::all()},
                       {{{Q, 4}}, {{K, 2, Axis::Rows}, {P, 2}}, TensorSet::all()}};
        const std::string text = mapping::print(accelerator, layer, nest);
        QVERIFY(text.find("par for K in 0..2 along rows\n") != std::string::npos);
        QVERIFY(text.find("par for P in 0..2 along columns\n") != std::string::npos);
        const auto again = mapping::parse(accelerator, text);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == nest);
        const auto fails = [&](const std::string& spatial) {
            const auto read = mapping::parse(accelerator, "DRAM\nfor C in 0..2\nBuffer\n" + spatial);
            return read ? std::string() : read.error().message;
        };
        QCOMPARE(fails("par for K in 0..2 along diagonals"),
                 std::string("'diagonals' is not an axis; known: columns, rows"));
        QCOMPARE(fails("par for K in 0..2 along rows\npar for P in 0..2"),
                 std::string("of the spatial loops K 2 x P 2 of level Buffer only some name an axis; write columns or "
                             "rows for each"));
        QCOMPARE(fails("par for K in 0..3"),
                 std::string("the spatial loops K 3 of level Buffer cannot be laid out on its 2 x 2 children"));
        QCOMPARE(fails("par for K in 0..2\npar for P in 0..2"), std::string()); // laid out
        accelerator.levels[1].fanout = {4, 1};
        for (Loop& loop : nest.levels[1].spatial)
            loop.axis = Axis::Columns;
        QVERIFY(mapping::print(accelerator, layer, nest).find("along")
                == std::string::npos); // one axis goes without saying
    }

    /// With constraints that only 3 x 2 children keep: not 5, although that is fewer.
    void feasibilityKeepsToColumnsAndRows()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[1].fanout = {4, 4};
        const auto layer = tests::convolution("conv", 1, 1, 6, 15);
        const auto answer = [&](const char* line) {
            accelerator.constraints = {line};
            const auto found = mapping::findFeasible(accelerator, layer);
            if (found.mapping && !mapping::verify(accelerator, layer, *found.mapping).empty())
                return mapping::Feasibility::Answer::Unknown;
            return found.answer;
        };
        using enum mapping::Feasibility::Answer;
        QCOMPARE(answer("Buffer: spatial = 5"), No);
        QCOMPARE(answer("Buffer: spatial = 10"), No);
        QCOMPARE(answer("Buffer: spatial = 6"), Yes);
        QCOMPARE(answer("Buffer: spatial = 9"), Yes);  // C 3 and K 3
        QCOMPARE(answer("Buffer: spatial >= 5"), Yes); // 6, for one
        QCOMPARE(answer("Buffer: spatial K = 5"), No);
        QCOMPARE(answer("Buffer: spatial C = 6"), Yes); // 3 x 2
    }
};

QTEST_GUILESS_MAIN(TestFanoutLayout)
#include "tst_fanout_layout.moc"
