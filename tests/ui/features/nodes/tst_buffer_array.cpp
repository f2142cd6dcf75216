// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/shown_directives.h"

#include <QTest>

#include <set>

using namespace nestloom;
using kapla::Dim;
using ui::BufferArray;

namespace {

/// Weights by output and input channels, outputs by batch and output channels.
kapla::LevelDirectives level(std::vector<kapla::StackDirective> stacks, std::int64_t shared = 1)
{
    return {"a",
            "GBUF",
            {{"w", {{Dim::K, 4}, {Dim::C, 8}}, shared}, {"o", {{Dim::N, 2}, {Dim::K, 4}}, 1}},
            std::move(stacks),
            {}};
}

bool areDistinct(const BufferArray& array)
{
    std::set<kapla::Node> places;
    for (const BufferArray::Buffer& buffer : array.buffers)
        places.insert(buffer.at);
    return places.size() == array.buffers.size();
}

std::size_t partAt(const BufferArray& array, std::size_t tensor, kapla::Node at)
{
    return array.tensors[tensor].part[*array.find(at)];
}

} // namespace

class BufferArrayTest : public QObject {
    Q_OBJECT
private slots:
    void withoutStacksThereIsOneBuffer()
    {
        const BufferArray array = ui::registersOfArray(level({}), {2, 3});
        QCOMPARE(array.buffers.size(), std::size_t(1));
        QCOMPARE(array.tensors[0].parts(), std::size_t(1));
        QVERIFY(array.room == (kapla::Extent{2, 3}));
        QVERIFY(array.find({0, 0}) && !array.find({0, 1}));
    }
    void shiftedTensorsHaveParts()
    {
        // 4 copies along K, then 2 along N: weights have 4 parts, each twice, outputs 8.
        const BufferArray array = ui::registersOfArray(level({{{{Dim::K, 4}}, 4}, {{{Dim::N, 2}}, 2}}), {4, 4});
        QCOMPARE(array.buffers.size(), std::size_t(8));
        QVERIFY(areDistinct(array));
        QCOMPARE(array.tensors[0].parts(), std::size_t(4));
        QCOMPARE(array.tensors[1].parts(), std::size_t(8));
        QCOMPARE(array.tensors[0].offsets[3].front().size, std::int64_t(12)); // K from 12
        QCOMPARE(partAt(array, 0, {2, 0}), partAt(array, 0, {2, 1}));         // K along rows, N along columns
        QVERIFY(partAt(array, 0, {2, 0}) != partAt(array, 0, {1, 0}));
        QVERIFY(partAt(array, 1, {2, 0}) != partAt(array, 1, {2, 1}));
    }
    void aStackWithoutShiftsReplicates()
    {
        const BufferArray array = ui::registersOfArray(level({{{}, 6, {}}}), {6, 1});
        QCOMPARE(array.buffers.size(), std::size_t(6));
        QCOMPARE(array.tensors[0].parts(), std::size_t(1));
        QCOMPARE(array.tensors[1].parts(), std::size_t(1));
    }
    void holdersOfASharedTensorKeepAShareEach()
    {
        const BufferArray array = ui::registersOfArray(level({{{{Dim::N, 2}}, 4}}, 4), {4, 4});
        QCOMPARE(array.tensors[0].parts(), std::size_t(1));
        const std::set<std::int64_t> shares(array.tensors[0].share.begin(), array.tensors[0].share.end());
        QCOMPARE(shares.size(), std::size_t(4));
        for (const std::int64_t share : array.tensors[1].share)
            QCOMPARE(share, std::int64_t(0)); // outputs are not shared
    }
    void whatIsLongerThanTheArrayGoesOnBelow()
    {
        // 5 rows of outputs on 3 columns, 2 rows of filters.
        const BufferArray array = ui::registersOfArray(
            {"a", "REGF", {{"o", {{Dim::Yo, 1}}, 1}}, {{{{Dim::Yo, 1}}, 5}, {{{Dim::S, 1}}, 2}}, {}}, {4, 3});
        QVERIFY(areDistinct(array));
        QVERIFY(array.room == (kapla::Extent{4, 3}));
        QCOMPARE(partAt(array, 0, {0, 2}), std::size_t(2));
        QCOMPARE(partAt(array, 0, {1, 2}), std::size_t(2)); // the other row of filters
        QCOMPARE(partAt(array, 0, {2, 0}), std::size_t(3));
        QVERIFY(!array.find({2, 2}));
    }
    void inputsAreHandedOnAlongColumns()
    {
        // As in a systolic array: partial sums along rows, inputs along columns, although both would fit along rows.
        const kapla::LevelDirectives systolic{"a",
                                              "REGF",
                                              {{"i", {{Dim::C, 1}}, 1}, {"o", {{Dim::K, 1}}, 1}},
                                              {{{{Dim::C, 1}}, 3, {"o"}}, {{{Dim::K, 1}}, 2, {"i"}}},
                                              {}};
        const BufferArray array = ui::registersOfArray(systolic, {8, 8});
        QVERIFY(array.find({2, 1}) && !array.find({3, 0}) && !array.find({0, 2}));
        const std::size_t first = *array.find({0, 0});
        QVERIFY(array.buffers[*array.next(systolic, first, 0)].at == (kapla::Node{1, 0}));
        QVERIFY(array.buffers[*array.next(systolic, first, 1)].at == (kapla::Node{0, 1}));
        QVERIFY(!array.next(systolic, *array.find({2, 0}), 0));
    }
    void moreBuffersThanTheArrayHasGrowIt()
    {
        const BufferArray array = ui::registersOfArray(level({{{{Dim::K, 4}}, 3}, {{{Dim::N, 1}}, 5}}), {3, 3});
        QVERIFY(areDistinct(array));
        QCOMPARE(array.buffers.size(), std::size_t(15));
        QVERIFY(array.room.h > 3);
    }
    void nodesLieWhereTheirPartsAre()
    {
        kapla::Partition partition; // output channels outermost over 2 rows, batch inside over 1 x 3 columns
        partition.order = {kapla::Split::OutputChannels, kapla::Split::Pixels, kapla::Split::InputChannels,
                           kapla::Split::Batch};
        partition.parts[kapla::index(kapla::Split::OutputChannels)] = {2, 1};
        partition.parts[kapla::index(kapla::Split::Batch)] = {1, 3};
        const auto axes = ui::nodeAxes(partition);
        QVERIFY(axes == (std::vector{ui::ArrayAxis::Columns, ui::ArrayAxis::Rows}));
        const kapla::NodeRegion mesh = kapla::rectangle(kapla::RegionKind::Nodes, {4, 4});
        const kapla::NodeRegion nodes = kapla::rectangle(kapla::RegionKind::Nodes, {2, 3}, {1, 1});
        const BufferArray array =
            ui::nodeBuffers(level({{{{Dim::N, 2}}, 3}, {{{Dim::K, 4}}, 2}}), partition, nodes, mesh);
        QVERIFY(array.room == (kapla::Extent{4, 4}));
        QCOMPARE(array.buffers.size(), std::size_t(6));
        QVERIFY(array.find({1, 1}) && array.find({2, 3}) && !array.find({0, 0}) && !array.find({3, 1}));
        QCOMPARE(partAt(array, 0, {1, 1}), partAt(array, 0, {1, 3})); // weights are replicated along the batch
        QVERIFY(partAt(array, 0, {1, 1}) != partAt(array, 0, {2, 1}));
        QCOMPARE(array.tensors[1].parts(), std::size_t(6));
    }
};

QTEST_GUILESS_MAIN(BufferArrayTest)
#include "tst_buffer_array.moc"
