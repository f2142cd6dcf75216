// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/read_accelerator.h"
#include "tests/places.h"
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/features/accelerator/accelerator_diagram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using Kind = AcceleratorBlock::Kind;

namespace {

/// The sample with the network-on-chip of the preset.
hardware::Accelerator simbaWithNetwork()
{
    hardware::Accelerator a = simba::accelerator();
    a.interconnect.below = "GlobalBuffer";
    return a;
}

AcceleratorDiagramLayout layoutOf(const hardware::Accelerator& accelerator)
{
    return layOutAccelerator(accelerator, AcceleratorDiagramFonts(qApp->font()), DiagramBoxes::TwoLines);
}

} // namespace

class AcceleratorDiagramTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void drawsEveryPreset_data();
    void drawsEveryPreset();
    void levelsStandWhereTheyAreShared();
    void aLargeArrayShowsItsCorners_data();
    void aLargeArrayShowsItsCorners();
    void withoutAnArrayThereIsOneColumn();
    void aClickSelectsAndADoubleClickEdits();
    void theKeyboardWalksAndEdits();
    void findingsAreMarked();
    void toolTipsAreExact();
    void bandwidthIsSaidInOneWay();
    void keysAndBlocksNameEachOther();
    void nodesAreABlockWhereTheyAreDescribed();
    void fitsAndZooms();
    void withoutAnAcceleratorItSaysWhatToDo();
};

void AcceleratorDiagramTest::drawsEveryPreset_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    bool dark = false;
    for (const QFileInfo& file :
         QDir(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators")).entryInfoList({u"*.yaml"_s}))
        QTest::newRow(qPrintable(file.baseName())) << file.filePath() << (dark = !dark) << QSize(680, 330);
    const QString simba = QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    QTest::newRow("simba large") << simba << false << QSize(1800, 900);
    QTest::newRow("simba narrow") << simba << true << QSize(420, 300);
    QTest::newRow("simba flat") << simba << true << QSize(648, 262);
}

void AcceleratorDiagramTest::drawsEveryPreset()
{
    QFETCH(QString, path);
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    const auto accelerator = io::readAccelerator(path.toStdString());
    QVERIFY(accelerator);
    AcceleratorDiagram view;
    view.setAccelerator(*accelerator, {});
    const QImage image = render(view, size, dark ? ThemeKind::Dark : ThemeKind::Light,
                                u"diagram-%1-%2"_s.arg(QFileInfo(path).baseName()).arg(size.width()));
    const Theme& theme = dark ? darkTheme() : lightTheme();
    QVERIFY(hasColour(image, theme.tensor[TensorRole::Inputs]));
    QVERIFY(hasColour(image, theme.levelColour(0)));
    for (const DiagramBoxes boxes : {DiagramBoxes::TwoLines, DiagramBoxes::OneLine}) {
        const auto layout = layOutAccelerator(*accelerator, AcceleratorDiagramFonts(qApp->font()), boxes);
        QCOMPARE(layout.boxes.size(), accelerator->levels.size() + 1); // and the MAC units
        const QRectF all(QPointF(0, 0), layout.size);
        for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
            const AcceleratorDiagramLayout::Box& box = layout.boxes[i];
            QVERIFY(all.contains(box.rect));
            QVERIFY(i == 0 || !box.rect.intersects(layout.boxes[i - 1].rect));
            QVERIFY(box.rect.contains(box.titleRect) && box.rect.contains(box.noteRect));
            QVERIFY(box.titleRect.width() >= QFontMetricsF(strongFont(qApp->font())).horizontalAdvance(box.title) - 1);
        }
    }
}

void AcceleratorDiagramTest::levelsStandWhereTheyAreShared()
{
    const AcceleratorDiagramLayout layout = layoutOf(simbaWithNetwork());
    for (const AcceleratorDiagramLayout::Box& box : layout.boxes)
        QCOMPARE(layout.pe.contains(box.rect), !box.block.isLevel() || box.block.level > 1);
    QCOMPARE(layout.array->chips.size(), std::size_t(16));
    QCOMPARE(layout.array->links.size(), std::size_t(24)); // of a 4 x 4 mesh
    QCOMPARE(layout.array->note, u"64-bit flits, multicast"_s);
    QCOMPARE(layout.peTitle, u"One of 16 PEs"_s);
    QCOMPARE(layout.boxes.back().title, u"64 MAC units"_s);
    QCOMPARE(layout.boxes[2].note, u"4 KiB (16 in all)"_s);
    QCOMPARE(layout.boxes[3].note, u"8 x 16 KiB (128 in all)"_s);
    QVERIFY(layout.boxes[3].several && !layout.boxes[2].several);
    QCOMPARE(layout.arrows[2].fanout, u"× 8"_s);
}

void AcceleratorDiagramTest::aLargeArrayShowsItsCorners_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("chips");
    QTest::addColumn<bool>("abbreviated");
    QTest::newRow("one") << 1 << 1 << 1 << false;
    QTest::newRow("row") << 8 << 1 << 8 << false;
    QTest::newRow("medium") << 16 << 12 << 192 << false;
    QTest::newRow("wide") << 1000 << 2 << 12 << true;
    QTest::newRow("large") << 64 << 64 << 36 << true;
}

void AcceleratorDiagramTest::aLargeArrayShowsItsCorners()
{
    QFETCH(int, columns);
    QFETCH(int, rows);
    QFETCH(int, chips);
    QFETCH(bool, abbreviated);
    hardware::Accelerator a = simbaWithNetwork();
    a.levels[1].fanout = {columns, rows};
    const auto array = layoutOf(a).array;
    QCOMPARE(int(array->chips.size()), chips);
    QCOMPARE(!array->dots.empty(), abbreviated);
    for (const QRectF& chip : array->chips) {
        QVERIFY(array->rect.contains(chip));
        QVERIFY(chip.width() > 4);
    }
}

void AcceleratorDiagramTest::withoutAnArrayThereIsOneColumn()
{
    hardware::Accelerator a = simba::accelerator();
    for (hardware::BufferLevel& level : a.levels)
        level.fanout = {1, 1};
    const AcceleratorDiagramLayout layout = layoutOf(a);
    QVERIFY(!layout.array);
    QCOMPARE(layout.boxes.size(), std::size_t(7));
    QCOMPARE(layout.boxes.back().title, u"1 MAC unit"_s);
}

void AcceleratorDiagramTest::aClickSelectsAndADoubleClickEdits()
{
    AcceleratorDiagram view;
    view.setAccelerator(simbaWithNetwork(), {});
    const QImage plain = render(view, {800, 500}, ThemeKind::Light, u"diagram-plain"_s);
    QSignalSpy chosen(&view, &AcceleratorDiagram::blockSelected);
    QSignalSpy edited(&view, &AcceleratorDiagram::editRequested);
    const AcceleratorBlock block = AcceleratorBlock::ofLevel(4);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.blockRect(block).center());
    QCOMPARE(view.selected(), std::optional(block));
    QCOMPARE(chosen.size(), 1);
    QVERIFY(edited.isEmpty());
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, view.blockRect(block).center());
    QCOMPARE(edited.size(), 1);
    QVERIFY(render(view, {800, 500}, ThemeKind::Light, u"diagram-selected"_s) != plain);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {3, 3}); // beside: keeps the selection
    QCOMPARE(view.selected(), std::optional(block));
    hardware::Accelerator smaller = simbaWithNetwork();
    smaller.levels.resize(3);
    view.setAccelerator(smaller, {});
    QVERIFY(!view.selected());
}

void AcceleratorDiagramTest::theKeyboardWalksAndEdits()
{
    AcceleratorDiagram view;
    view.setAccelerator(simbaWithNetwork(), {});
    render(view, {800, 500}, ThemeKind::Light, u"diagram-keys"_s);
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&view, key);
        return *view.selected();
    };
    QCOMPARE(press(Qt::Key_Down), AcceleratorBlock::ofLevel(0));
    QCOMPARE(press(Qt::Key_Up), AcceleratorBlock::ofLevel(0));
    QCOMPARE(press(Qt::Key_Down), AcceleratorBlock::ofLevel(1));
    QCOMPARE(press(Qt::Key_Down), (AcceleratorBlock{Kind::Network, 0}));
    QCOMPARE(press(Qt::Key_Right), AcceleratorBlock::ofLevel(2));
    QCOMPARE(press(Qt::Key_Right), AcceleratorBlock::ofLevel(2));
    QCOMPARE(press(Qt::Key_Left), (AcceleratorBlock{Kind::Network, 0}));
    QCOMPARE(press(Qt::Key_End), (AcceleratorBlock{Kind::Macs, 0}));
    QCOMPARE(press(Qt::Key_Down), (AcceleratorBlock{Kind::Macs, 0}));
    QSignalSpy edited(&view, &AcceleratorDiagram::editRequested);
    press(Qt::Key_Return);
    QCOMPARE(edited.front().front().value<AcceleratorBlock>(), (AcceleratorBlock{Kind::Macs, 0}));
    QVERIFY(view.accessibleDescription().contains(u"1,024 MAC units"_s));
}

void AcceleratorDiagramTest::findingsAreMarked()
{
    AcceleratorDiagram view;
    view.setAccelerator(simbaWithNetwork(), {});
    QVERIFY(!hasColour(render(view, {800, 500}, ThemeKind::Light, u"diagram-good"_s), lightTheme().warning));
    view.setAccelerator(simbaWithNetwork(), {{AcceleratorBlock::ofLevel(3), u"the level keeps no tensor"_s}});
    QVERIFY(hasColour(render(view, {800, 500}, ThemeKind::Light, u"diagram-marked"_s), lightTheme().warning));
    QVERIFY(view.toolTipOf(AcceleratorBlock::ofLevel(3)).contains(u"! the level keeps no tensor"_s));
    QVERIFY(!view.toolTipOf(AcceleratorBlock::ofLevel(2)).contains(u"!"_s));
}

void AcceleratorDiagramTest::toolTipsAreExact()
{
    AcceleratorDiagram view;
    view.setAccelerator(simbaWithNetwork(), {});
    const QString buffer = view.toolTipOf(AcceleratorBlock::ofLevel(3));
    QVERIFY2(buffer.contains(u"WeightBuffer: sram, 128 instances in all"_s), qPrintable(buffer));
    QVERIFY(buffer.contains(u"Capacity: 16,384 B each, 2 MiB in all"_s));
    QVERIFY(buffer.contains(u"Keeps: weights (8 bits); bypassed by inputs, outputs"_s));
    QVERIFY(buffer.contains(u"Read: unlimited"_s));
    QVERIFY(buffer.contains(u"(formula) for 8 elements"_s));
    QVERIFY(buffer.contains(u"Area: not known"_s));
    const QString dram = view.toolTipOf(AcceleratorBlock::ofLevel(0));
    QVERIFY2(dram.contains(u"Read: 10 B/cycle (10.0 GB/s)"_s), qPrintable(dram));
    QVERIFY(!dram.contains(u"Area"_s));
    QVERIFY(view.toolTipOf({Kind::Network, 0}).contains(u"a link moves 8 B/cycle"_s));
    QVERIFY(view.toolTipOf({Kind::Macs, 0}).contains(u"Peak rate: 1.02 TMAC/s"_s));
}

void AcceleratorDiagramTest::bandwidthIsSaidInOneWay()
{
    hardware::BufferLevel level;
    QCOMPARE(bandwidthWords(level), u"unlimited"_s);
    level.readBandwidth = level.writeBandwidth = BytesPerCycle{10};
    QCOMPARE(bandwidthWords(level), u"10 B/cycle each way"_s);
    level.ports = 1;
    QCOMPARE(bandwidthWords(level), u"10 B/cycle, in turns"_s);
    level.ports.reset();
    level.writeBandwidth = BytesPerCycle{2.5};
    QCOMPARE(bandwidthWords(level), u"read 10 B/cycle, write 2.5 B/cycle"_s);
    level.readBandwidth.reset();
    QCOMPARE(bandwidthWords(level), u"read unlimited, write 2.5 B/cycle"_s);
}

void AcceleratorDiagramTest::keysAndBlocksNameEachOther()
{
    for (const AcceleratorBlock& block :
         {AcceleratorBlock::ofLevel(0), AcceleratorBlock::ofLevel(12), AcceleratorBlock{Kind::Network, 0},
          AcceleratorBlock{Kind::Nodes, 0}, AcceleratorBlock{Kind::Macs, 0}})
        QCOMPARE(blockOf(keyOf(block)), std::optional(block));
    QCOMPARE(blockOf(u"levels[3].access.energy"_s), std::optional(AcceleratorBlock::ofLevel(3)));
    QCOMPARE(blockOf(u"interconnect.flit"_s), (std::optional(AcceleratorBlock{Kind::Network, 0})));
    QVERIFY(!blockOf(u"clock"_s));
    QVERIFY(!blockOf(u"levels"_s));
}

void AcceleratorDiagramTest::nodesAreABlockWhereTheyAreDescribed()
{
    hardware::Accelerator accelerator = simbaWithNetwork();
    accelerator.interconnect = {};
    accelerator.levels[0].fanout = {2, 2};
    AcceleratorDiagram view;
    view.setAccelerator(accelerator, {});
    QVERIFY(view.blockRect({Kind::Nodes, 0}).isEmpty());
    accelerator.nodes = hardware::NodeArray{.hopEnergy = {9.76}};
    view.setAccelerator(accelerator, {});
    QVERIFY(!view.blockRect({Kind::Nodes, 0}).isEmpty());
    QVERIFY(view.toolTipOf({Kind::Nodes, 0}).contains(u"9.76 pJ a hop"_s));
}

void AcceleratorDiagramTest::fitsAndZooms()
{
    AcceleratorDiagram view;
    view.setAccelerator(simbaWithNetwork(), {});
    render(view, {700, 420}, ThemeKind::Light, u"diagram-fit"_s);
    const double fit = view.scale();
    for (const AcceleratorBlock& block : {AcceleratorBlock::ofLevel(0), AcceleratorBlock{Kind::Macs, 0}})
        QVERIFY(view.viewport()->rect().contains(view.blockRect(block)));
    QTest::keyClick(&view, Qt::Key_Plus, Qt::ControlModifier);
    QVERIFY(view.scale() > fit);
    QTest::keyClick(&view, Qt::Key_F);
    QCOMPARE(view.scale(), fit);
    view.resize(1400, 900);
    QVERIFY(view.scale() > fit); // follows the view until it is zoomed by hand
}

void AcceleratorDiagramTest::withoutAnAcceleratorItSaysWhatToDo()
{
    AcceleratorDiagram view;
    const QImage image = render(view, {600, 300}, ThemeKind::Dark, u"diagram-empty"_s);
    QVERIFY(colourCount(image) > 5);
    QTest::keyClick(&view, Qt::Key_Down);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, {300, 150});
    QVERIFY(!view.selected());
    QVERIFY(view.accessibleDescription().contains(u"No accelerator"_s));
}

QTEST_MAIN(AcceleratorDiagramTest)
#include "tst_accelerator_diagram.moc"
