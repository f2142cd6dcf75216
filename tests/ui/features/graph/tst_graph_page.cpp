// SPDX-License-Identifier: GPL-3.0-or-later
// The graph of the network in the real window.
#include "engine/io/read_network.h"
#include "engine/zoo/zoo.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/graph/graph_page.h"
#include "ui/features/graph/graph_view.h"
#include "ui/features/memory/memory_page.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

namespace {

struct GraphFixture : WindowFixture {
    explicit GraphFixture(const char* network = "resnet50")
    {
        const auto built = zoo::build(network);
        window.workbench().chooseNetwork({QLatin1String(network), QStringLiteral("zoo.yaml"),
                                          QString::fromStdString(io::writeNetwork(*built)), false});
        window.showTab(MainWindow::Tab::Graph);
    }
    bool isDrawn()
    {
        return QTest::qWaitFor([this] { return !view->isBusy() && !view->folded().nodes.empty(); });
    }
    int nodeOf(const char* path)
    {
        const auto& nodes = view->folded().nodes;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].path == path)
                return int(i);
        return -1;
    }
    void press(int key) { QTest::keyClick(view, Qt::Key(key)); }

    GraphPage* page = window.findChild<GraphPage*>();
    GraphView* view = page->view();
};

} // namespace

class TestGraphPage : public QObject {
    Q_OBJECT
private slots:
    void layersWithoutAGraphAreExplained();
    void itBeginsWithFewNodes();
    void blocksOpenAndCloseWithTheKeyboard();
    void arrowsWalkAlongTheEdges();
    void searchCountsAndGoesOn();
    void aLayerSelectedElsewhereIsShown();
    void anOperatorSelectsItsLayer();
    void anOperatorIsTheStepOfTheMemoryMap();
    void nodesWithoutAFigureAreSeen_data();
    void nodesWithoutAFigureAreSeen();
    void fusedHasFewerOperators();
    void aMemoryPlanColoursItsOwnGraph();
    void theShownRunColoursItsNetwork();
    void bytesAreOfTheAcceleratorsWords();
    void wheelAndDragMoveThePicture();
    void aDraggedPictureIsAsPaintedAnew();
    void manyNodesAreDrawnPlainly();
    void theNewestNetworkWins();
    void aLayoutCanBeStopped();
    void itIsExportedAsItStands();
};

void TestGraphPage::layersWithoutAGraphAreExplained()
{
    WindowFixture f;
    f.window.workbench().chooseNetwork(
        {QStringLiteral("two"), QStringLiteral("two.yaml"),
         QStringLiteral("network:\n  name: two\n  layers:\n    - {name: a, C: 8, K: 8}\n"), false});
    f.window.showTab(MainWindow::Tab::Graph);
    auto* page = f.window.findChild<GraphPage*>();
    QVERIFY(!page->view()->isVisible());
    QCOMPARE(page->findChild<MessagePanel*>()->title(), QStringLiteral("two is a list of layers"));
    QVERIFY(page->view()->chartName().isEmpty());
}

void TestGraphPage::itBeginsWithFewNodes()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    QVERIFY(f.view->folded().nodes.size() <= 40);
    QVERIFY(f.view->rect().contains(f.view->boxOf(0).toRect())); // fitted
    QVERIFY(f.view->rect().contains(f.view->boxOf(int(f.view->folded().nodes.size()) - 1).toRect()));
}

void TestGraphPage::blocksOpenAndCloseWithTheKeyboard()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    f.view->closeAll();
    QVERIFY(f.isDrawn());
    const int block = f.nodeOf("layer1");
    QVERIFY(block >= 0);
    f.view->setFocus();
    QTest::mouseClick(f.view, Qt::LeftButton, {}, f.view->boxOf(block).center().toPoint());
    QCOMPARE(f.view->folded().nodeOf[f.view->current()->value], block);
    f.press(Qt::Key_Return);
    QVERIFY(f.isDrawn());
    QVERIFY(f.nodeOf("layer1") < 0 && f.nodeOf("layer1.0") >= 0);
    f.press(Qt::Key_Return); // opens the block in it
    QVERIFY(f.isDrawn());
    QVERIFY(f.nodeOf("layer1.0.conv1") >= 0);
    f.press(Qt::Key_Return); // closes it again
    QVERIFY(f.isDrawn());
    QVERIFY(f.nodeOf("layer1.0") >= 0);
    f.press(Qt::Key_Home); // elsewhere
    const QSignalSpy chosen(f.view, &GraphView::currentChanged);
    QTest::mouseDClick(f.view, Qt::LeftButton, {}, f.view->boxOf(f.nodeOf("layer1.0")).center().toPoint());
    QVERIFY(f.isDrawn());
    QVERIFY(f.nodeOf("layer1.0.conv1") >= 0);
    QCOMPARE(chosen.size(), 1); // what is marked is what is selected
}

void TestGraphPage::arrowsWalkAlongTheEdges()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    f.view->openAll();
    QVERIFY(f.isDrawn());
    f.view->setFocus();
    f.press(Qt::Key_Home);
    QCOMPARE(f.view->current()->value, 0u);
    f.press(Qt::Key_Down);
    QCOMPARE(f.nodeOf("conv1"), f.view->folded().nodeOf[f.view->current()->value]);
    f.press(Qt::Key_Up);
    QCOMPARE(f.view->current()->value, 0u);
    f.press(Qt::Key_End);
    QCOMPARE(f.view->current()->value, std::uint32_t(f.view->folded().nodeOf.size() - 1));
}

void TestGraphPage::searchCountsAndGoesOn()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    f.page->searchLine()->setText(QStringLiteral("layer2.0.conv"));
    QCOMPARE(f.view->search(QStringLiteral("layer2.0.conv")), 3);
    QTest::keyClick(f.page->searchLine(), Qt::Key_Return);
    QVERIFY(f.isDrawn());
    const OperatorId first = *f.view->current();
    QVERIFY(f.nodeOf("layer2.0.conv1") >= 0); // its blocks were opened
    QTest::keyClick(f.page->searchLine(), Qt::Key_Return);
    QVERIFY(f.isDrawn());
    QVERIFY(f.view->current()->value > first.value);
    QCOMPARE(f.view->search(QStringLiteral("no such operator")), 0);
    QVERIFY(!f.page->searchLine()->text().isEmpty());
    f.window.workbench().chooseNetwork({QStringLiteral("alexnet"), QStringLiteral("alexnet.yaml"),
                                        QString::fromStdString(io::writeNetwork(*zoo::build("alexnet"))), false});
    QVERIFY(f.page->searchLine()->text().isEmpty()); // it was about the other one
}

void TestGraphPage::aLayerSelectedElsewhereIsShown()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    f.start();
    f.window.workbench().selection().selectLayer(1); // layer1.0.conv1
    f.window.showTab(MainWindow::Tab::Graph);        // the run has brought another page
    QVERIFY(f.isDrawn());
    const int node = f.nodeOf("layer1.0.conv1");
    QVERIFY(node >= 0);
    QCOMPARE(f.view->folded().nodeOf[f.view->current()->value], node);
}

void TestGraphPage::anOperatorSelectsItsLayer()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    f.start();
    f.view->openAll();
    QVERIFY(f.isDrawn());
    const int node = f.nodeOf("layer1.0.conv2");
    f.view->showOperator(f.view->folded().nodes[std::size_t(node)].operators.front());
    QTest::mouseClick(f.view, Qt::LeftButton, {}, f.view->boxOf(node).center().toPoint());
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(2));
    QVERIFY(f.find<ElidedLabel>("graphDetails")->text().contains(QStringLiteral("layer1.0.conv2")));
}

void TestGraphPage::anOperatorIsTheStepOfTheMemoryMap()
{
    GraphFixture f;
    auto* memory = f.window.findChild<MemoryPage*>();
    f.window.showTab(MainWindow::Tab::MemoryMap);
    f.session.memory.answerNow(f.session.memory.last);
    memory->plan().setScratchpad(memory->plan().budgets()->peak);
    f.session.memory.answerNow(f.session.memory.last);
    QVERIFY(memory->plan().hasPlan());
    QCOMPARE(memory->planFocus().step(), 0);
    f.window.showTab(MainWindow::Tab::Graph);
    f.view->openAll();
    QVERIFY(f.isDrawn());
    for (const char* name : {"layer2.0.relu1", "layer1.0.conv2"}) { // without a layer, and with one
        const int node = f.nodeOf(name);
        f.view->showOperator(f.view->folded().nodes[std::size_t(node)].operators.front());
        QTest::mouseClick(f.view, Qt::LeftButton, {}, f.view->boxOf(node).center().toPoint());
        const memory::PlanStep& step = memory->plan().steps()[std::size_t(memory->planFocus().step())];
        QCOMPARE(memory->plan().graph().operators[step.op.value].name, std::string(name));
    }
}

void TestGraphPage::nodesWithoutAFigureAreSeen_data()
{
    QTest::addColumn<bool>("open");
    QTest::newRow("near") << false;
    QTest::newRow("far away") << true;
}

void TestGraphPage::nodesWithoutAFigureAreSeen()
{
    QFETCH(bool, open);
    GraphFixture f;
    QVERIFY(f.isDrawn());
    if (open)
        f.view->openAll();
    QVERIFY(f.isDrawn());
    f.view->setColour(NodeColour::Parameters);
    const QRectF box = f.view->boxOf(f.nodeOf("relu")); // has no parameters
    const QImage image = f.view->grab().toImage();
    const Theme& theme = themeFor(f.view->palette());
    double most = 1;
    for (int x = int(box.left()) - 2; x <= int(box.left()) + 2; ++x)
        most = std::max(most, contrast(image.pixelColor(x, int(box.center().y())), theme.base));
    QVERIFY2(most >= 2, qPrintable(QString::number(most)));
}

void TestGraphPage::fusedHasFewerOperators()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    f.view->openAll();
    QVERIFY(f.isDrawn());
    const std::size_t unfused = f.view->folded().nodes.size();
    f.find<QComboBox>("graphGranularity")->setCurrentIndex(1);
    f.view->openAll();
    QVERIFY(f.isDrawn());
    QVERIFY(f.view->folded().nodes.size() < unfused);
    QVERIFY(f.nodeOf("bn1") < 0);
}

void TestGraphPage::aMemoryPlanColoursItsOwnGraph()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    auto* colour = f.find<QComboBox>("graphColour");
    QCOMPARE(colour->findData(int(NodeColour::Traffic)), -1);
    auto graph = std::make_shared<workload::OperatorGraph>(f.window.workbench().network().graph);
    std::vector<Bytes> traffic(graph->operators.size());
    traffic[3] = {4096};
    f.page->setTraffic(graph, traffic, Bytes{2408448});
    QVERIFY(colour->findData(int(NodeColour::Traffic)) >= 0);
    const QString told = QStringLiteral("off-chip traffic beyond the compulsory, scratchpad of 2.30 MiB");
    QVERIFY(f.view->description(f.view->folded().nodeOf[3]).contains(told + QStringLiteral(": 4 KiB (4,096)")));
    QCOMPARE(f.view->figureTitle(NodeColour::Traffic), told); // of the legend
    QCOMPARE(f.view->figureTitle(NodeColour::Outputs), colourTitle(NodeColour::Outputs));
    colour->setCurrentIndex(colour->findData(int(NodeColour::Traffic)));
    f.page->setTraffic(nullptr, {}); // a size in which nothing runs
    QCOMPARE(colour->currentData().toInt(), int(NodeColour::Kind));
    f.page->setTraffic(graph, traffic);
    QCOMPARE(colour->currentData().toInt(), int(NodeColour::Traffic));
    f.page->setTraffic(nullptr, {});
    colour->setCurrentIndex(1); // another one is chosen meanwhile: it stays
    f.page->setTraffic(graph, traffic);
    QCOMPARE(colour->currentIndex(), 1);
    graph = std::make_shared<workload::OperatorGraph>(*graph);
    graph->name = "another";
    f.page->setTraffic(graph, traffic);
    QCOMPARE(colour->findData(int(NodeColour::Traffic)), -1);
    QVERIFY(!f.view->hasTraffic());
}

void TestGraphPage::theShownRunColoursItsNetwork()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    auto* colour = f.find<QComboBox>("graphColour");
    QCOMPARE(colour->findData(int(NodeColour::Cycles)), -1); // there is no run
    hardware::Accelerator withVectorUnit = f.window.workbench().document().value();
    withVectorUnit.vectorUnit = hardware::VectorUnit{.lanes = 8};
    f.window.workbench().document().setValue(QStringLiteral("vector_unit"), withVectorUnit);
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 1, 20480)); // layer1.0.conv1
    f.window.showTab(MainWindow::Tab::Graph);
    QVERIFY(f.isDrawn());
    QTRY_VERIFY(colour->findData(int(NodeColour::Cycles)) >= 0);
    QVERIFY(colour->findData(int(NodeColour::Energy)) >= 0);
    f.view->openAll();
    QVERIFY(f.isDrawn());
    colour->setCurrentIndex(colour->findData(int(NodeColour::Cycles)));
    QVERIFY(f.view->figureTitle(NodeColour::Cycles).startsWith(QStringLiteral("cycles, ")));
    const QString told = f.view->description(f.nodeOf("layer1.0.conv1"));
    QVERIFY2(told.contains(QStringLiteral("20.5 kcycle (20,480)")), qPrintable(told));
    QVERIFY(!f.view->description(f.nodeOf("layer1.0.conv2")).contains(QStringLiteral("cycle")));
    QVERIFY(!f.view->description(f.nodeOf("layer1.0.relu1")).contains(QStringLiteral("cycle")));
    // Once all layers are there, the operators between them count as they do in the totals; fused, with their leader.
    for (std::size_t layer = 0; layer < f.session.requests[job].network.layers.size(); ++layer)
        f.session.finishLayer(job, solvedLayer(f.session.requests[job], layer, 20480));
    QTRY_VERIFY(f.view->description(f.nodeOf("layer1.0.relu1")).contains(QStringLiteral("cycle")));
    auto* granularity = f.find<QComboBox>("graphGranularity");
    granularity->setCurrentIndex(1);
    QVERIFY(f.isDrawn());
    f.view->openAll();
    QVERIFY(f.isDrawn());
    const QString fused = f.view->description(f.nodeOf("layer1.0.conv1"));
    QVERIFY2(fused.contains(QStringLiteral("cycle")) && !fused.contains(QStringLiteral("(20,480)")), qPrintable(fused));
    f.window.workbench().chooseNetwork(f.window.workbench().library().networks().front()); // of another network
    QTRY_COMPARE(colour->findData(int(NodeColour::Cycles)), -1);
    QCOMPARE(colour->currentData().toInt(), int(NodeColour::Kind));
}

void TestGraphPage::bytesAreOfTheAcceleratorsWords()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    const auto totals = [&] { return f.find<QLabel>("graphTotals")->text(); };
    const Bytes parameters = workload::parameterBytes(f.window.workbench().network().graph); // 8 bit each
    QVERIFY2(totals().contains(format::bytes(parameters)), qPrintable(totals()));
    hardware::Accelerator wide = f.window.workbench().document().value();
    for (const TensorRole role : kTensorRoles)
        wide.levels[0].elementBits[role] = {16};
    f.window.workbench().document().setValue(QStringLiteral("levels[0].element"), wide);
    QTRY_VERIFY2(totals().contains(format::bytes(parameters * 2)), qPrintable(totals()));
    QVERIFY(f.isDrawn());
}

void TestGraphPage::wheelAndDragMoveThePicture()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    const QRectF before = f.view->boxOf(0);
    QWheelEvent wheel(before.center(), f.view->mapToGlobal(before.center()), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(f.view, &wheel);
    QVERIFY(f.view->boxOf(0).width() > before.width());
    QVERIFY((f.view->boxOf(0).center() - before.center()).manhattanLength() < 1);
    f.press(Qt::Key_F);
    QCOMPARE(f.view->boxOf(0), before);
}

void TestGraphPage::aDraggedPictureIsAsPaintedAnew()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    (void)f.view->grab();
    const auto send = [&](QEvent::Type type, QPointF at) {
        QMouseEvent event(type, at, f.view->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(f.view, &event);
    };
    send(QEvent::MouseButtonPress, {100, 100});
    for (const QPointF at : {QPointF(130, 90), QPointF(91, 140), QPointF(60, 160)}) {
        send(QEvent::MouseMove, at);
        const QImage moved = f.view->grab().toImage();
        f.view->setColour(NodeColour::Kind); // paints everything anew
        QCOMPARE(f.view->grab().toImage(), moved);
    }
}

void TestGraphPage::manyNodesAreDrawnPlainly()
{
    GraphFixture f("densenet121");
    QVERIFY(f.isDrawn());
    f.view->openAll();
    QVERIFY(f.isDrawn());
    QVERIFY(f.view->folded().nodes.size() > 400);
    const QImage whole = f.view->grab().toImage();
    QVERIFY(f.view->search(QStringLiteral("conv")) > 0);
    QVERIFY(f.view->grab().toImage() != whole); // others are dimmed
    f.view->showOperator({7});
    QVERIFY(f.view->current());
    (void)f.view->grab();
}

void TestGraphPage::theNewestNetworkWins()
{
    GraphFixture f("densenet121");
    const auto other = zoo::build("alexnet");
    f.window.workbench().chooseNetwork({QStringLiteral("alexnet"), QStringLiteral("alexnet.yaml"),
                                        QString::fromStdString(io::writeNetwork(*other)), false});
    QVERIFY(f.isDrawn());
    QCOMPARE(f.view->folded().nodeOf.size(), other->graph.operators.size());
}

void TestGraphPage::aLayoutCanBeStopped()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    const std::size_t nodes = f.view->folded().nodes.size();
    f.view->openAll();
    f.view->cancelLayout();
    QVERIFY(!f.view->isBusy());
    QTest::qWait(30);
    QCOMPARE(f.view->folded().nodes.size(), nodes); // the last picture stays
}

void TestGraphPage::itIsExportedAsItStands()
{
    GraphFixture f;
    QVERIFY(f.isDrawn());
    QCOMPARE(f.view->chartName(), QStringLiteral("graph of resnet50"));
    QCOMPARE(f.view->chartValues().rows.size(), f.view->folded().nodes.size());
    QImage picture(f.view->chartSize(), QImage::Format_RGB32);
    picture.fill(Qt::magenta);
    QPainter painter(&picture);
    f.view->paintChart(painter);
    painter.end();
    QVERIFY(picture.pixelColor(picture.width() - 1, picture.height() - 1) != QColor(Qt::magenta));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestGraphPage)
#include "tst_graph_page.moc"
