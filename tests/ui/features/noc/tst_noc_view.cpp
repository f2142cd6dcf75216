// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/noc/sample_mesh.h"
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/features/noc/mesh_map.h"
#include "ui/features/noc/noc_view.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/theme.h"
#include "ui/widgets/message_panel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class NocViewTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void drawsTheMeshInBothThemes_data();
    void drawsTheMeshInBothThemes();
    void largeMeshesAreDrawn_data();
    void largeMeshesAreDrawn();
    void aClickSaysWhoLoadsTheLink();
    void theMenuOfTheDrawingExplainsWhatIsUnderIt();
    void keysWalkAndEnterSelects();
    void theTableSelectsToo();
    void tensorsCanBeLeftOut();
    void theDramPortCanMove();
    void toolTipsNameLinksAndPes();
    void statesSayWhatToDo_data();
    void statesSayWhatToDo();
};

void NocViewTest::drawsTheMeshInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light laptop") << false << QSize(840, 560);
    QTest::newRow("dark laptop") << true << QSize(840, 560);
    QTest::newRow("light large") << false << QSize(1960, 1150);
    QTest::newRow("dark narrow") << true << QSize(640, 420);
}

void NocViewTest::drawsTheMeshInBothThemes()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    NocView view;
    view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
    view.map().selectLink(sample::mesh().load.hottestHop());
    const QImage image = render(view, size, dark ? ThemeKind::Dark : ThemeKind::Light, u"noc-%1"_s.arg(size.width()));
    QVERIFY(!view.showsMessage());
    const Theme& theme = dark ? darkTheme() : lightTheme();
    const double busiest = sample::mesh().load.utilization(sample::mesh().load.hottestHop());
    QVERIFY(hasColour(image, sequentialColour(theme, view.map().scale().place(busiest))));
    QVERIFY(hasColour(image, theme.accent));
}

void NocViewTest::largeMeshesAreDrawn_data()
{
    QTest::addColumn<int>("side");
    QTest::addColumn<bool>("dark");
    QTest::newRow("16 x 16") << 16 << false;
    QTest::newRow("32 x 32") << 32 << true;
}

void NocViewTest::largeMeshesAreDrawn()
{
    QFETCH(int, side);
    QFETCH(bool, dark);
    MeshMap map;
    map.setMesh(sample::emptyMesh(std::size_t(side), std::size_t(side)));
    const QImage image = render(map, {560, 440}, dark ? ThemeKind::Dark : ThemeKind::Light, u"mesh-%1"_s.arg(side));
    QVERIFY(colourCount(image) > 50);
}

void NocViewTest::aClickSaysWhoLoadsTheLink()
{
    NocView view;
    view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
    render(view, {900, 600}, ThemeKind::Light, u"noc-clicked"_s);
    QVERIFY(view.details().contains(u"What crosses the mesh"_s));
    QSignalSpy selected(&view.map(), &MeshMap::linkSelected);
    const noc::Mesh mesh = sample::mesh().load.mesh;
    const noc::LinkId link = mesh.hop(17, noc::Side::North); // to column 1
    QTest::mouseClick(&view.map(), Qt::LeftButton, {}, view.map().layOut().bar(link).center().toPoint());
    QCOMPARE(selected.count(), 1);
    QCOMPARE(view.map().selectedLink(), std::optional(link));
    const QString text = view.details();
    QVERIFY2(text.contains(u"router 17 \u2192 PE 13"_s), qPrintable(text));
    QVERIFY(text.contains(u"weights from DRAM to the PEs"_s));
    QVERIFY(text.contains(u"inputs from GlobalBuffer to the PEs"_s));
    QVERIFY2(text.contains(u"par for K in 0..4 along the rows at GlobalBuffer"_s), qPrintable(text));
    QVERIFY2(text.contains(u"par for K in 0..4 along the columns at GlobalBuffer"_s), qPrintable(text));
    QTest::mouseClick(&view.map(), Qt::LeftButton, {}, QPoint(2, 2)); // beside every link
    QVERIFY(!view.map().selectedLink());
}

void NocViewTest::theMenuOfTheDrawingExplainsWhatIsUnderIt()
{
    NocView view;
    view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
    render(view, {900, 600}, ThemeKind::Light, u"noc-menu"_s);
    auto* explain = view.map().findChild<QAction*>(u"explainMap"_s);
    QVERIFY(explain && view.map().actions().front() == explain);
    explain->trigger();
    const auto about = [&view] { return view.window()->findChild<ExplainDialog*>()->findChild<QLabel*>()->text(); };
    QVERIFY2(about().startsWith(u"Mesh"_s), qPrintable(about()));
    const noc::LinkId link = sample::mesh().load.mesh.hop(17, noc::Side::North);
    QTest::mouseClick(&view.map(), Qt::RightButton, {}, view.map().layOut().bar(link).center().toPoint());
    QCOMPARE(view.map().selectedLink(), std::optional(link));
    QTest::mouseClick(&view.map(), Qt::RightButton, {}, QPoint(2, 2)); // the menu alone takes no selection away
    QCOMPARE(view.map().selectedLink(), std::optional(link));
    delete view.window()->findChild<ExplainDialog*>();
    explain->trigger();
    QVERIFY2(about().startsWith(u"router 17"_s), qPrintable(about()));
}

void NocViewTest::keysWalkAndEnterSelects()
{
    MeshMap map;
    map.setMesh(sample::mesh());
    render(map, {560, 440}, ThemeKind::Light, u"mesh-keys"_s);
    map.setFocus();
    QTest::keyClick(&map, Qt::Key_Home);
    QCOMPARE(map.cursorLink(), std::optional(sample::mesh().load.hottestLink()));
    QVERIFY(!map.selectedLink());
    QTest::keyClick(&map, Qt::Key_Return);
    QCOMPARE(map.selectedLink(), map.cursorLink());
    QTest::keyClick(&map, Qt::Key_Up);
    QVERIFY(map.selectedLink() != map.cursorLink());
    QTest::keyClick(&map, Qt::Key_Escape);
    QVERIFY(!map.selectedLink());
}

void NocViewTest::theTableSelectsToo()
{
    NocView view;
    view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
    render(view, {900, 600}, ThemeKind::Light, u"noc-table"_s);
    auto* table = view.findChild<QTableView*>(u"linkTable"_s);
    table->selectRow(0); // the busiest
    QCOMPARE(view.map().selectedLink(), std::optional(sample::mesh().load.hottestLink()));
}

void NocViewTest::tensorsCanBeLeftOut()
{
    NocView view;
    view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
    render(view, {900, 600}, ThemeKind::Light, u"noc-filter"_s);
    const noc::Mesh mesh = sample::mesh().load.mesh;
    view.map().selectLink(mesh.hop(17, noc::Side::North));
    for (QCheckBox* check : view.findChildren<QCheckBox*>())
        if (check->text() == tensorName(TensorRole::Weights))
            check->click();
    QVERIFY(!view.details().contains(u"weights from DRAM"_s));
    QVERIFY(view.details().contains(u"inputs from GlobalBuffer"_s));
    QCOMPARE(view.map().selectedLink(), std::optional(mesh.hop(17, noc::Side::North)));
}

void NocViewTest::theDramPortCanMove()
{
    NocView view;
    view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
    render(view, {900, 600}, ThemeKind::Light, u"noc-own-port"_s);
    const noc::Mesh own = sample::mesh().load.mesh;
    const QRectF before = view.map().layOut().portChip(own.outsidePort());
    auto* port = view.findChild<QComboBox*>();
    port->setFocus();
    QTest::keyClick(port, Qt::Key_Down);
    render(view, {900, 600}, ThemeKind::Light, u"noc-shared-router"_s);
    QVERIFY(view.map().layOut().portChip(own.outsidePort()).left() > before.right());
}

void NocViewTest::toolTipsNameLinksAndPes()
{
    MeshMap map;
    map.setMesh(sample::emptyMesh(4, 4));
    render(map, {560, 440}, ThemeKind::Light, u"mesh-tips"_s);
    const noc::Mesh mesh = sample::emptyMesh(4, 4).load.mesh;
    QVERIFY(map.toolTipAt(map.layOut().bar(mesh.hop(0, noc::Side::East)).center()).startsWith(u"PE 0 \u2192 PE 1: "_s));
    QCOMPARE(map.toolTipAt(map.layOut().chip(15).topLeft() + QPointF(4, 4)),
             u"PE 15 is idle: the mapping uses 8 of 16 PEs"_s);
    QVERIFY(map.toolTipAt(map.layOut().chip(17).center()).contains(u"it has no PE"_s));
    QVERIFY(map.toolTipAt({1, 1}).isEmpty());
}

void NocViewTest::statesSayWhatToDo_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("title");
    QTest::newRow("empty") << 0 << "Select a layer with a mapping";
    QTest::newRow("pending") << 1 << "conv1 is waiting for its mapping";
    QTest::newRow("failed") << 2 << "conv1: infeasible, no mapping";
    QTest::newRow("wrong accelerator") << 3 << "layer3.1.conv2: the mapping does not fit the mesh";
    QTest::newRow("no interconnect") << 4 << "No mesh to show";
}

void NocViewTest::statesSayWhatToDo()
{
    QFETCH(int, state);
    QFETCH(QString, title);
    NocView view;
    schedule::LayerResult pending;
    pending.name = "conv1";
    hardware::Accelerator other = sample::accelerator();
    other.interconnect.below = "GlobalBuffer";
    if (state == 1)
        view.setLayer(sample::meshAccelerator(), simba::layer(), pending);
    else if (state == 2)
        view.setLayer(sample::meshAccelerator(), simba::layer(), sample::failed(0, "conv1"));
    else if (state == 3)
        view.setLayer(other, simba::layer(), simba::solved());
    else if (state == 4)
        view.setLayer(simba::accelerator(), simba::layer(), simba::solved());
    const QImage image =
        render(view, {700, 400}, state == 2 ? ThemeKind::Dark : ThemeKind::Light, u"noc-state-%1"_s.arg(state));
    QVERIFY(view.showsMessage());
    QCOMPARE(view.message().title(), title);
    auto* add = view.findChild<QPushButton*>(u"addMesh"_s);
    QCOMPARE(add->isVisibleTo(&view), state == 4);
    QVERIFY(colourCount(image) > 5);
    if (state != 4)
        return;
    QVERIFY2(view.message().text().contains(u"interconnect: {below: GlobalBuffer}"_s),
             qPrintable(view.message().text()));
    QSignalSpy asked(&view, &NocView::meshRequested);
    add->click();
    QCOMPARE(asked.size(), 1);
}

QTEST_MAIN(NocViewTest)
#include "tst_noc_view.moc"
