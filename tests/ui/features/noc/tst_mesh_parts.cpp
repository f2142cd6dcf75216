// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/noc/sample_mesh.h"
#include "ui/features/noc/link_models.h"
#include "ui/features/noc/mesh_layout.h"
#include "ui/features/noc/shown_mesh.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using noc::Side;

class MeshPartsTest : public QObject {
    Q_OBJECT
private slots:
    void topsAreRound_data();
    void topsAreRound();
    void aLogarithmicBarSpansThreeDecades();
    void everyLinkHasAPlaceOfItsOwn_data();
    void everyLinkHasAPlaceOfItsOwn();
    void namesOfPortsAreWhole();
    void travellersKeepToTheRight();
    void arrowKeysWalkAlongARow();
    void linksAreCalledByWhatTheyJoin();
    void loopsSayWhatTheyDo();
    void overloadIsAWarning();
    void theTableListsEveryLink();
    void theTableCountsShownTensorsOnly();
};

void MeshPartsTest::topsAreRound_data()
{
    QTest::addColumn<double>("busiest");
    QTest::addColumn<double>("top");
    QTest::newRow("nothing") << 0.0 << 1.0;
    QTest::newRow("a little") << 0.0012 << 0.00125;
    QTest::newRow("exact") << 0.25 << 0.25;
    QTest::newRow("just above") << 0.26 << 0.3;
    QTest::newRow("over") << 1.3 << 1.5;
}

void MeshPartsTest::topsAreRound()
{
    QFETCH(double, busiest);
    QFETCH(double, top);
    QCOMPARE(roundTop(busiest), top);
}

void MeshPartsTest::aLogarithmicBarSpansThreeDecades()
{
    const MeshScale log{true, 0.5};
    QCOMPARE(log.place(0.5), 1.0);
    QCOMPARE(log.place(0.0005), 0.0);
    QVERIFY(qFuzzyCompare(log.place(0.05), 2.0 / 3));
    QCOMPARE(log.place(0), 0.0);
    QCOMPARE(log.place(7), 1.0);
    QCOMPARE(log.ticks().front().text, u"0.05 %"_s);
    QCOMPARE(log.ticks().back().text, u"50 %"_s);
    const MeshScale linear{false, 0.25};
    QCOMPARE(linear.place(0.125), 0.5);
    QCOMPARE(linear.ticks()[1].text, u"12.5 %"_s);
}

void MeshPartsTest::everyLinkHasAPlaceOfItsOwn_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<QSize>("size");
    QTest::newRow("4 x 4") << 4 << 4 << QSize(560, 440);
    QTest::newRow("16 x 16") << 16 << 16 << QSize(560, 440);
    QTest::newRow("32 x 32") << 32 << 32 << QSize(560, 440);
    QTest::newRow("a row") << 16 << 1 << QSize(560, 300);
}

void MeshPartsTest::everyLinkHasAPlaceOfItsOwn()
{
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(QSize, size);
    const ShownMesh mesh = sample::emptyMesh(std::size_t(columns), std::size_t(rows));
    const QRectF area({0, 0}, size);
    const MeshLayout layout(mesh, area);
    std::size_t hops = 0;
    for (const noc::LinkId link : layout.links()) {
        const QRectF bar = layout.bar(link);
        QVERIFY(area.contains(bar));
        QCOMPARE(layout.linkAt(bar.center()), std::optional(link));
        hops += noc::linkEnds(mesh.load.mesh, link)->kind == noc::LinkEnds::Kind::Hop ? 1 : 0;
    }
    QCOMPARE(hops, std::size_t(2 * ((columns - 1) * (rows + 1) + columns * rows)));
}

void MeshPartsTest::namesOfPortsAreWhole()
{
    const QRectF area(0, 0, 300, 200), chip(240, 20, 50, 24);
    const QRectF inside = portNamePlace(chip, {40, 12}, true, area);
    QVERIFY(chip.contains(inside));
    const QSizeF text(80, 12);
    for (const bool isBuffer : {true, false}) {
        const QRectF beside = portNamePlace(chip, text, isBuffer, area);
        QCOMPARE(beside.size(), text);
        QVERIFY(area.contains(beside));
    }
    QVERIFY(!portNamePlace(chip, text, true, area).intersects(chip)); // below
    QVERIFY(
        !portNamePlace(QRectF(20, 150, 30, 20), text, false, area).intersects(QRectF(20, 150, 30, 20))); // to the right
}

void MeshPartsTest::travellersKeepToTheRight()
{
    const ShownMesh mesh = sample::emptyMesh(4, 4);
    const MeshLayout layout(mesh, QRectF(0, 0, 500, 500));
    const noc::Mesh& m = mesh.load.mesh;
    const QRectF east = layout.bar(m.hop(0, Side::East)), west = layout.bar(m.hop(1, Side::West));
    QVERIFY(east.top() > west.bottom());
    QCOMPARE(east.left(), west.left());
    const QRectF south = layout.bar(m.hop(0, Side::South)), north = layout.bar(m.hop(4, Side::North));
    QVERIFY(south.right() < north.left());
    QVERIFY(layout.bar(m.hop(0, Side::North)).isEmpty());
    // Arrows end where the bytes go.
    QVERIFY(layout.arrow(m.hop(0, Side::East)).at(2).x() > east.center().x());
    QVERIFY(layout.arrow(m.hop(4, Side::North)).at(2).y() < north.center().y());
    QVERIFY(layout.arrow(m.entering(m.bufferPort())).at(2).x() < layout.portChip(m.bufferPort()).left());
}

void MeshPartsTest::arrowKeysWalkAlongARow()
{
    const ShownMesh mesh = sample::emptyMesh(4, 4);
    const MeshLayout layout(mesh, QRectF(0, 0, 500, 500));
    const noc::Mesh& m = mesh.load.mesh;
    noc::LinkId at = m.hop(16, Side::East); // of the row without PEs
    at = layout.neighbour(at, Qt::Key_Right);
    QVERIFY(layout.bar(at).center().x() > layout.bar(m.hop(16, Side::East)).center().x());
    noc::LinkId last = at;
    for (int i = 0; i < 40; ++i)
        last = layout.neighbour(last, Qt::Key_Right);
    QCOMPARE(layout.neighbour(last, Qt::Key_Right), last); // the right edge
}

void MeshPartsTest::linksAreCalledByWhatTheyJoin()
{
    const ShownMesh mesh = sample::mesh();
    const noc::Mesh& m = mesh.load.mesh;
    QCOMPARE(linkName(mesh, m.hop(6, Side::East)), u"PE 6 \u2192 PE 7"_s);
    QCOMPARE(linkName(mesh, m.hop(17, Side::North)), u"router 17 \u2192 PE 13"_s);
    QCOMPARE(linkName(mesh, m.entering(m.bufferPort())), u"GlobalBuffer \u2192 router 19"_s);
    QCOMPARE(linkName(mesh, m.leaving(m.outsidePort())), u"router 16 \u2192 DRAM"_s);
    QCOMPARE(linkName(mesh, m.leaving(3)), u"into PE 3"_s);
    QCOMPARE(linkName(mesh, m.hop(0, Side::North)), QString());
    QCOMPARE(meshText(mesh), u"64-bit flits (8 B/cycle a link), X-Y routes, multicast"_s);
}

void MeshPartsTest::loopsSayWhatTheyDo()
{
    const ShownMesh mesh = sample::mesh();
    for (const traffic::Flow& flow : mesh.load.flows)
        if (flow.kind == traffic::Flow::Kind::Deliver && flow.tensor == TensorRole::Inputs) {
            QCOMPARE(flowName(mesh, flow), u"inputs from GlobalBuffer to the PEs"_s);
            QCOMPARE(castText(flow), u"multicast: one copy for up to 16 PEs"_s);
            QStringList texts;
            for (const traffic::FlowLoop& loop : flow.loops)
                texts << loopText(mesh, flow, loop);
            QVERIFY2(texts.contains(u"for C in 0..16 at GlobalBuffer: other data each step, \u00d716"_s),
                     qPrintable(texts.join(u'\n')));
            QVERIFY(texts.contains(u"for K in 0..2 at GlobalBuffer: the same data again each step, \u00d72"_s));
            QVERIFY2(
                texts.contains(u"par for K in 0..4 along the rows at GlobalBuffer: PEs share the data"_s)
                    && texts.contains(u"par for K in 0..4 along the columns at GlobalBuffer: PEs share the data"_s),
                qPrintable(texts.join(u'\n')));
            return;
        }
    QFAIL("no inputs cross the mesh");
}

void MeshPartsTest::overloadIsAWarning()
{
    ShownMesh mesh = sample::mesh();
    const double utilization = mesh.load.utilization(mesh.load.hottestLink());
    const double balanced =
        double(mesh.load.cycles.count) * utilization; // cycles in which the busiest link just keeps up
    mesh.load.cycles.count = std::int64_t(balanced * 2);
    QVERIFY(!isOverloaded(mesh));
    QVERIFY(hottestSentence(mesh).startsWith(u"Busiest link: "_s));
    mesh.load.cycles.count = std::int64_t(balanced / 1.5);
    QVERIFY(isOverloaded(mesh));
    QVERIFY2(hottestSentence(mesh).contains(u"would need 150 % of what it has"_s), qPrintable(hottestSentence(mesh)));
}

void MeshPartsTest::theTableListsEveryLink()
{
    LinkModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const ShownMesh mesh = sample::mesh();
    model.setMesh(mesh);
    QCOMPARE(model.rowCount(), 2 * (3 * 5 + 4 * 4) + 2 * 18);
    const noc::LinkId hottest = mesh.load.hottestLink();
    const int row = model.rowOf(hottest);
    QCOMPARE(model.at(row).link, hottest);
    QCOMPARE(model.index(row, LinkModel::Load).data(TableModel::ExportRole).toDouble(), mesh.load.utilization(hottest));
    QCOMPARE(model.index(row, LinkModel::Traffic).data(TableModel::ExportRole).toDouble(), mesh.load.bytes(hottest));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.rowOf(hottest), -1);
}

void MeshPartsTest::theTableCountsShownTensorsOnly()
{
    ShownMesh mesh = sample::mesh();
    const noc::LinkId link = mesh.load.mesh.entering(mesh.load.mesh.bufferPort());
    mesh.tensors = TensorSet::of(TensorRole::Weights); // they bypass the buffer
    LinkModel model;
    model.setMesh(mesh);
    const int row = model.rowOf(link);
    QCOMPARE(model.index(row, LinkModel::Traffic).data(TableModel::ExportRole).toDouble(), 0.0);
    QVERIFY(model.index(row, LinkModel::Inputs).data(TableModel::ExportRole).toDouble() > 0);
}

QTEST_MAIN(MeshPartsTest)
#include "tst_mesh_parts.moc"
