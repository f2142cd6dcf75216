// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tiled_layers.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/charts/gantt_chart.h"
#include "ui/charts/pareto_view.h"
#include "ui/features/tiles/comparison_panel.h"
#include "ui/features/tiles/decision_panel.h"
#include "ui/features/tiles/movement_bars.h"
#include "ui/features/tiles/scratchpad_charts.h"
#include "ui/features/tiles/sharing_chart.h"
#include "ui/features/tiles/tiles_page.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/features/tiles/tilings_panel.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QPainter>
#include <QSpinBox>
#include <QTabWidget>

using namespace nestloom;
using namespace nestloom::ui;
namespace flexer = schedule::flexer;

namespace {

struct Page {
    FakeSession session;
    TilesPage page{session};
    explicit Page(bool answered = true)
    {
        page.resize(1000, 700);
        page.setMachine(QStringLiteral("small"), tests::smallMachine());
        page.setMachines(
            {{QStringLiteral("small"), tests::smallMachine()}, {QStringLiteral("larger"), tests::smallMachine(4)}});
        page.setNetwork(tests::tiledNetwork());
        page.show();
        choose(page.controls()->search(), 1); // without the static seed: there are decisions
        if (answered)
            answer();
    }
    void answer() { session.tiles.answerNow(session.tiles.last); }
    static void choose(QComboBox* box, int row)
    {
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row);
    }
    const flexer::LayerDetail& detail() { return *page.tiles().detail(); }
};

/// Three ready operations; sets {0, 1} and {0, 2}.
flexer::Decision twoSets(double firstBenefit, double secondBenefit)
{
    flexer::Decision decision;
    decision.ready = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}};
    decision.candidates = {{{0, 1}, true, firstBenefit, {2048}, {0}, {4096}, {512}},
                           {{0, 2}, true, secondBenefit, {1024}, {256}, {4096}, {1024}}};
    decision.winner = 0;
    return decision;
}

} // namespace

class TilesPageTest : public QObject {
    Q_OBJECT
private slots:
    void choicesTakeTwoRowsWhereOneIsTooNarrow()
    {
        Page f(false);
        const auto last = [&f] { return f.page.controls()->findChild<QComboBox*>(QStringLiteral("tilesSpill")); };
        const auto top = [&f](QWidget* box) { return box->mapTo(f.page.controls(), QPoint()).y(); };
        for (const auto& [width, isOneRow] : {std::pair{1400, true}, {560, false}, {1400, true}}) {
            f.page.resize(width, 700);
            QTRY_COMPARE(top(last()) == top(f.page.controls()->shown()), isOneRow);
        }
        for (const QComboBox* box : f.page.controls()->findChildren<QComboBox*>()) {
            int widest = 0;
            for (int i = 0; i < box->count(); ++i)
                widest = std::max(widest, box->fontMetrics().horizontalAdvance(box->itemText(i)));
            QVERIFY2(box->width() >= widest + 30, qPrintable(box->accessibleName()));
        }
    }

    void anAcceleratorThatIsNoMachineIsNotReplacedByAnother()
    {
        Page f;
        auto* instead = new QWidget;
        f.page.setUnserved(instead);
        QVERIFY(!instead->isVisible());
        QVERIFY(f.page.headline().contains(QStringLiteral("conv1 on small")));
        f.page.setMachine(QStringLiteral("simba"), Error{ErrorCode::Unsupported, "no NPUs", ""});
        QCOMPARE(f.page.tiles().state(), ShownTiles::State::NoMachine);
        QCOMPARE(f.page.tiles().machineName(), QStringLiteral("simba"));
        QVERIFY(instead->isVisible());
        QVERIFY(!f.page.gantt()->isVisible());
        f.page.setMachine(QStringLiteral("small"), tests::smallMachine());
        QVERIFY(!instead->isVisible());
        QVERIFY(f.page.gantt()->isVisible());
    }
    void theTimeInSightLeavesWithTheLayer()
    {
        Page f;
        TimeFocus& time = f.page.tilesFocus().time();
        time.zoom(100, 4);
        time.setRange(TimeRange{10, 20});
        Page::choose(f.page.controls()->shown(), 2); // another schedule of the same layer
        f.answer();
        QVERIFY(!time.isFitted());
        f.page.selectLayer("conv2");
        f.answer();
        QVERIFY(time.isFitted());
        QVERIFY(!time.range());
    }
    void aMarkedRangeShowsWhatItHolds()
    {
        Page f;
        auto* figures = f.page.findChild<QTabWidget*>(QStringLiteral("tilesFigures"));
        TimeFocus& time = f.page.tilesFocus().time();
        time.setRange(TimeRange{10, 20});
        QCOMPARE(figures->currentIndex(), int(TilesPage::Figure::Range));
        figures->setCurrentIndex(0);
        time.setRange(TimeRange{10, 30}); // it grows, and was seen
        QCOMPARE(figures->currentIndex(), 0);
    }

    void theHeadLineSaysWhichScheduleItIsOf()
    {
        Page f;
        const flexer::TiledSummary& summary = *f.page.tiles().answer(f.page.tiles().layer())->summary;
        const auto* plain = flexer::pointOf(summary, flexer::Shown::PlainStatic);
        QVERIFY(plain);
        f.page.tiles().show(flexer::Shown::PlainStatic);
        const QString line = layerSentence(f.page.tiles());
        QVERIFY2(line.startsWith(QStringLiteral("plain static: ") + format::cycles(plain->latency)), qPrintable(line));
        QVERIFY(line.contains(QStringLiteral("chosen: ") + format::cycles(summary.chosen.latency)));
        QVERIFY(tilesProvenance(f.page.tiles()).engine.endsWith(QStringLiteral("plain static schedule")));
    }

    void theHeadLineComparesWithBothBaselines()
    {
        Page f;
        QCOMPARE(f.page.findChild<ModelBadge*>()->text(), QStringLiteral("tiles"));
        const QString line = f.page.headline();
        QVERIFY2(line.contains(QStringLiteral("best static")) && line.contains(QStringLiteral("plain static")),
                 qPrintable(line));
        QVERIFY2(line.contains(QStringLiteral("3 of 3 layers")), qPrintable(line));
    }
    void chartsShareTheTimeAxis()
    {
        Page f;
        f.page.tilesFocus().time().zoom(100, 4);
        const auto& a = f.page.gantt()->geometryOf();
        const auto& b = f.page.addresses()->geometryOf();
        QCOMPARE(a.low, b.low);
        QCOMPARE(a.plot.left(), b.plot.left());
        QCOMPARE(a.plot.right(), b.plot.right());
    }
    void aClickOnABoxSelectsItsTile()
    {
        Page f;
        const auto& boxes = f.detail().occupied;
        const auto widest = std::max_element(
            boxes.begin(), boxes.end(), [](const auto& x, const auto& y) { return x.end - x.start < y.end - y.start; });
        const int index = int(widest - boxes.begin());
        const QPointF at = f.page.addresses()->rectOf(index).center();
        QCOMPARE(f.page.addresses()->boxAt(at), index);
        QTest::mouseClick(f.page.addresses(), Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(*f.page.tilesFocus().tile(), widest->tile);
        QVERIFY(f.page.addresses()->toolTipAt(at).contains(QStringLiteral("addresses")));
    }
    void occupancyAddsUpToWhatLiesThere()
    {
        Page f;
        const auto* chart = f.page.findChild<TypeOccupancyChart*>();
        for (const auto& level : chart->levels()) {
            std::int64_t bytes = 0;
            for (const auto& box : f.detail().occupied)
                if (box.start.count <= level.cycle && level.cycle < box.end.count)
                    bytes += box.size.count;
            QCOMPARE(level.total(), bytes);
        }
        QCOMPARE(chart->levels().back().total(), 0);
    }
    void decisionsStepAndExplainThemselves()
    {
        Page f;
        f.page.showFigure(TilesPage::Figure::Decisions);
        f.page.tilesFocus().selectDecision(0);
        QCOMPARE(f.page.findChild<QSpinBox*>(QStringLiteral("decisionNumber"))->text(), QStringLiteral("1"));
        QVERIFY2(f.page.decisions()->sentence().contains(QStringLiteral("won")),
                 qPrintable(f.page.decisions()->sentence()));
        QCOMPARE(f.page.decisions()->table()->model()->rowCount(),
                 int(f.detail().schedule.decisions[0].candidates.size()));
        QTest::keyClick(f.page.decisions(), Qt::Key_PageDown);
        QCOMPARE(f.page.tilesFocus().decision(), 1);
        QTest::keyClick(f.page.decisions(), Qt::Key_PageUp);
        QTest::keyClick(f.page.decisions(), Qt::Key_PageUp);
        QCOMPARE(f.page.tilesFocus().decision(), 0);
        Page::choose(f.page.controls()->shown(), 2); // best static
        f.answer();
        QVERIFY(f.page.tiles().detail() != nullptr);
    }
    void whyItWon_data()
    {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<QString>("says");
        QTest::newRow("benefit") << 2048.0 << 768.0 << QStringLiteral("memory benefit of 2 KiB is the highest");
        QTest::newRow("equal benefit") << 512.0 << 512.0 << QStringLiteral("data moved of 512 B is the lowest");
    }
    void whyItWon()
    {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(QString, says);
        const QString text = ui::whyItWon(twoSets(first, second), flexer::Priority::MemoryBenefit);
        QVERIFY2(text.contains(says), qPrintable(text));
    }
    void setsWithoutRoomStandLast()
    {
        flexer::Decision decision = twoSets(1, 2);
        decision.candidates.insert(decision.candidates.begin(), {{1, 2}, false, 0, {}, {}, {}, {}});
        decision.winner = 2;
        QCOMPARE(ranking(decision, flexer::Priority::MemoryBenefit), (std::vector<int>{2, 1, 0}));
        CandidateModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setDecision(&decision, flexer::Priority::MemoryBenefit);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("p0 o0 r0, p1 o0 r0"));
        QCOMPARE(model.index(2, 2).data().toString(), QStringLiteral("no room"));
        model.setDecision(nullptr, flexer::Priority::MemoryBenefit);
        QCOMPARE(model.rowCount(), 0);
    }
    void movementBarsAreTheLedger()
    {
        Page f;
        const auto bars = f.page.findChild<MovementBars*>()->bars();
        QCOMPARE(bars.size(), std::size_t(3));
        QCOMPARE(bars[1].bytes(), double(f.detail().schedule.traffic.total().count));
        QVERIFY(bars[0].bytes() <= bars[1].bytes());
        QCOMPARE(bars[2].bytes(), double(f.page.tiles().answer(0)->summary->bestStatic->traffic.total().count));
    }
    void everySetHasAPattern()
    {
        Page f;
        std::int64_t sets = 0;
        for (const auto& pattern : f.page.findChild<SharingChart*>()->patterns())
            sets += pattern.sets;
        QCOMPARE(sets, std::int64_t(f.detail().sharing.size()));
        flexer::SetSharing shared;
        shared.uses[TensorRole::Inputs] = {2, 2};
        shared.uses[TensorRole::Weights] = {2, 1, 1};
        QCOMPARE(sharingText(shared), QStringLiteral("inputs 2 + 2, weights 2"));
    }
    void tilingsShowBothKindsOfSchedules()
    {
        Page f;
        const auto& points = f.page.tilings()->view()->points();
        QVERIFY(std::any_of(points.begin(), points.end(), [](const auto& p) { return p.series == 0; }));
        QVERIFY(std::any_of(points.begin(), points.end(), [](const auto& p) { return p.series == 1; }));
        QVERIFY(f.page.tilings()->description(0).contains(QStringLiteral("operations")));
    }
    void layersAndSpeedUpsSelectTheLayer()
    {
        Page f;
        QSignalSpy chosen(&f.page, &TilesPage::layerChosen);
        QAbstractItemModelTester tester(f.page.layerTable()->model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(f.page.layerTable()->model()->rowCount(), 3);
        f.page.showFigure(TilesPage::Figure::Ratios);
        QTest::keyClick(f.page.ratios()->columns(), Qt::Key_Right);
        QTest::keyClick(f.page.ratios()->columns(), Qt::Key_Right);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(f.page.tiles().layer(), std::size_t(1));
        QCOMPARE(f.page.layerTable()->currentRow(), 1);
        f.page.selectLayer("conv3");
        QCOMPARE(f.page.tiles().layer(), std::size_t(2));
        f.page.selectLayer("nowhere");
        QCOMPARE(f.page.tiles().layer(), std::size_t(2));
    }
    void aLayerThatDoesNotFitSaysWhatItNeeds()
    {
        Page f(false);
        f.page.setMachine(QStringLiteral("tiny"), tests::smallMachine(2, 64));
        f.answer();
        QVERIFY(!f.page.tiles().detail());
        QVERIFY2(f.page.headline().contains(QStringLiteral("B")), qPrintable(f.page.headline()));
        (void)f.page.grab();
    }
    void machinesAreComparedOnRequest()
    {
        Page f;
        ComparisonPanel& panel = *f.page.comparison();
        QVERIFY(!panel.isBusy());
        panel.start();
        QVERIFY(panel.isBusy());
        auto& tiles = f.session.fakes.tileTotals;
        QCOMPARE(tiles.last, quint64(1));
        QCOMPARE(tiles.requests.at(tiles.last).machine, tests::smallMachine());
        const flexer::NetworkTotals totals{3, 1, 100, 120, 150, 1000, 1100, 2000};
        tiles.tell(tiles.last, totals);
        QCOMPARE(tiles.requests.at(tiles.last).machine, tests::smallMachine(4)); // the next one
        const auto& groups = panel.panel()->columns()->groups();
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups[0].name, QStringLiteral("small"));
        QCOMPARE(*groups[0].speedUp, 1.2);
        panel.panel()->baseline()->setCurrentIndex(1);
        QCOMPARE(*groups[0].reduction, 2.0);
        tiles.tell(tiles.last - 1, totals); // of a comparison that is over
        QCOMPARE(groups.size(), std::size_t(1));
        tiles.tell(tiles.last, totals);
        QVERIFY(!panel.isBusy());
        QCOMPARE(groups.size(), std::size_t(2));
        f.page.setNetwork(workload::Network{"other", "", {}, {tests::tiledConvolution()}});
        QVERIFY(panel.panel()->columns()->groups().empty());
    }
    void networksAndMachinesAreComparedOverTheWholeLibrary()
    {
        Page f;
        int reads = 0;
        const auto network = [&reads] {
            ++reads;
            return std::make_shared<const workload::Network>(tests::tiledNetwork());
        };
        f.page.setNetworks({{QStringLiteral("one"), network},
                            {QStringLiteral("broken"), [] { return std::shared_ptr<const workload::Network>(); }},
                            {QStringLiteral("two"), network}});
        ComparisonPanel& panel = *f.page.comparison();
        auto& tiles = f.session.fakes.tileTotals;
        const flexer::NetworkTotals totals{3, 1, 100, 120, 150, 1000, 1100, 2000};
        panel.setKind(ComparisonPanel::Kind::Networks);
        QCOMPARE(reads, 0);
        panel.start();
        tiles.tell(tiles.last, totals);
        tiles.tell(tiles.last, totals);
        QVERIFY(!panel.isBusy());
        QCOMPARE(panel.panel()->columns()->groups().size(), std::size_t(2));
        QCOMPARE(panel.panel()->columns()->groups()[1].name, QStringLiteral("two"));
        panel.setKind(ComparisonPanel::Kind::MachinesAllNetworks);
        QVERIFY(panel.panel()->columns()->groups().empty());
        panel.start();
        for (int i = 0; i < 4; ++i) // two networks on two machines
            tiles.tell(tiles.last, totals);
        QVERIFY(!panel.isBusy());
        QCOMPARE(panel.panel()->columns()->groups().size(), std::size_t(2));
        QVERIFY(panel.panel()->columns()->groups()[0].detail.contains(QStringLiteral("200 cycle"))); // both together
    }
    void policiesAreComparedWithoutTheSeed()
    {
        Page f;
        ComparisonPanel& panel = *f.page.comparison();
        auto& tiles = f.session.fakes.tileTotals;
        panel.setKind(ComparisonPanel::Kind::Policies);
        panel.start();
        for (int i = 0; i < 5; ++i) {
            QVERIFY(!tiles.requests.at(tiles.last).params.extensions.seed);
            tiles.tell(tiles.last, {3, 1, 100, 120, 150, 1000, 1100, 2000});
        }
        QVERIFY(!panel.isBusy());
        QCOMPARE(panel.panel()->columns()->groups().size(), std::size_t(5));
        QCOMPARE(tiles.requests.at(2).params.priority, flexer::Priority::LeastTransfer);
        QCOMPARE(tiles.requests.at(5).params.spillPolicy, flexer::SpillPolicy::SmallestFirst);
        panel.setKind(ComparisonPanel::Kind::Metrics);
        panel.start();
        QVERIFY(panel.isBusy());
        panel.setKind(ComparisonPanel::Kind::Machines); // stops it
        QVERIFY(!panel.isBusy());
        QCOMPARE(tiles.cancels, 1);
    }
    void figuresCanHaveTheWholePage()
    {
        Page f;
        f.page.showFigure(TilesPage::Figure::Tilings);
        QCoreApplication::processEvents();
        const int before = f.page.layerTable()->height();
        f.page.setFigureEnlarged(true);
        QVERIFY(!f.page.gantt()->isVisible());
        QTRY_VERIFY2(f.page.layerTable()->height() > before + 100,
                     qPrintable(QStringLiteral("%1 after %2").arg(f.page.layerTable()->height()).arg(before)));
        f.page.setFigureEnlarged(false);
        QVERIFY(f.page.gantt()->isVisible());
    }
    void theTraceIsWrittenOrSaysWhyNot()
    {
        Page f;
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("conv.json"));
        QVERIFY(bool(f.page.exportTrace(path)));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("\"NPU 1\""));
        QVERIFY(!f.page.exportTrace(folder.path()));
        f.page.tiles().setMachine(QStringLiteral("none"), Error{ErrorCode::Unsupported, "no", ""});
        QVERIFY(!f.page.exportTrace(path));
    }
    void everyChartCanBeExported()
    {
        Page f;
        for (const auto figure : {TilesPage::Figure::Movement, TilesPage::Figure::Sharing, TilesPage::Figure::Ratios})
            f.page.showFigure(figure);
        for (QWidget* widget : f.page.findChildren<QWidget*>())
            if (auto* chart = dynamic_cast<ExportableChart*>(widget)) {
                if (widget == f.page.comparison()->panel()->columns())
                    continue; // nothing is compared yet
                QVERIFY(!chart->chartName().isEmpty());
                QVERIFY(!chart->chartValues().rows.empty());
                QImage image(widget->size().expandedTo({60, 40}), QImage::Format_ARGB32);
                QPainter painter(&image);
                chart->paintChart(painter);
            }
    }
};

QTEST_MAIN(TilesPageTest)
#include "tst_tiles_page.moc"
