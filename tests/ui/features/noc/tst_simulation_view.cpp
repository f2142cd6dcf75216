// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/noc/sample_simulation.h"
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/charts/gantt_chart.h"
#include "ui/features/noc/flit_map.h"
#include "ui/features/noc/simulation_controls.h"
#include "ui/features/noc/simulation_view.h"
#include "ui/features/noc/time_share_bar.h"
#include "ui/features/noc/window_charts.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/message_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

namespace {

/// A view of the sample layer in a window.
struct Shown {
    FakeSession session;
    FakeSimulations& simulator = session.simulations;
    SimulationView view{session};

    QImage draw(QSize size, ThemeKind theme, const QString& name) { return render(view, size, theme, name); }
    void finish(QSize size = {840, 560})
    {
        draw(size, ThemeKind::Light, u"simulation-begun"_s);
        view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
        simulator.answerNow(simulator.last);
    }
};

} // namespace

class SimulationViewTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }

    void drawsARunInBothThemes_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        QTest::newRow("laptop") << false << QSize(840, 560);
        QTest::newRow("dark laptop") << true << QSize(840, 560);
        QTest::newRow("large") << false << QSize(1960, 1150);
        QTest::newRow("dark large") << true << QSize(1960, 1150);
    }

    void drawsARunInBothThemes()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        Shown s;
        s.finish(size);
        const ThemeKind kind = dark ? ThemeKind::Dark : ThemeKind::Light;
        const Theme& theme = dark ? darkTheme() : lightTheme();
        const QImage whole = s.draw(size, kind, u"simulation-%1"_s.arg(size.width()));
        QVERIFY(colourCount(whole) > 100);
        QVERIFY(hasColour(whole, sequentialColour(theme, 0)));
        QVERIFY(hasColour(whole, theme.tensor[TensorRole::Weights])); // of the lanes
        QVERIFY2(s.view.headline().contains(u"by the cost model"_s), qPrintable(s.view.headline()));
        s.view.showChart(SimulationView::Chart::Dram);
        s.view.simulationFocus().time().setRange(TimeRange{20'000, 60'000});
        QVERIFY(
            hasColour(s.draw(size, kind, u"simulation-dram-%1"_s.arg(size.width())), theme.colour(BoundBy::Network)));
        s.view.showChart(SimulationView::Chart::Flits);
        s.view.map()->setFocus();
        QTest::keyClick(s.view.map(), Qt::Key_Home);
        QTest::keyClick(s.view.map(), Qt::Key_Return);
        QVERIFY(hasColour(s.draw(size, kind, u"simulation-flits-%1"_s.arg(size.width())),
                          theme.tensor[TensorRole::Inputs]));
    }

    void aRunOnItsWayIsDrawn()
    {
        Shown s;
        s.draw({840, 560}, ThemeKind::Light, u"simulation-empty"_s);
        s.view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
        QVERIFY(s.view.controls()->runButton()->isVisible());
        s.simulator.progressNow(s.simulator.last, 20'000);
        const QImage image = s.draw({840, 560}, ThemeKind::Light, u"simulation-running"_s);
        QVERIFY(colourCount(image) > 60);
        QVERIFY(s.view.headline().startsWith(u"simulating: cycle 20,000"_s));
        QVERIFY(s.view.gantt()->chartName().isEmpty()); // the lanes come at the end
        s.view.controls()->runButton()->click();
        QCOMPARE(s.simulator.cancels, 1);
        QVERIFY(s.view.headline().startsWith(u"stopped"_s));
        QCOMPARE(s.view.controls()->runButton()->text(), u"Simulate"_s);
        s.view.controls()->runButton()->click();
        QCOMPARE(s.view.shown().state(), ShownSimulation::State::Running);
    }

    void hiddenViewsDoNotSimulate()
    {
        FakeSession session;
        FakeSimulations& simulator = session.simulations;
        SimulationView view(session);
        view.setLayer(sample::meshAccelerator(), simba::layer(), simba::solved());
        QCOMPARE(simulator.last, quint64(0));
    }

    void statesSayWhatToDo_data()
    {
        QTest::addColumn<int>("state");
        QTest::addColumn<QString>("title");
        QTest::newRow("empty") << 0 << "Select a layer with a mapping";
        QTest::newRow("pending") << 1 << "conv1 is waiting for its mapping";
        QTest::newRow("failed") << 2 << "conv1: infeasible, no mapping";
        QTest::newRow("no interconnect") << 3 << "No mesh to simulate";
    }

    void statesSayWhatToDo()
    {
        QFETCH(int, state);
        QFETCH(QString, title);
        Shown s;
        schedule::LayerResult pending;
        pending.name = "conv1";
        if (state == 1)
            s.view.setLayer(sample::meshAccelerator(), simba::layer(), pending);
        else if (state == 2)
            s.view.setLayer(sample::meshAccelerator(), simba::layer(), sample::failed(0, "conv1"));
        else if (state == 3)
            s.view.setLayer(simba::accelerator(), simba::layer(), simba::solved());
        const QImage image =
            s.draw({700, 400}, state == 2 ? ThemeKind::Dark : ThemeKind::Light, u"simulation-state-%1"_s.arg(state));
        QCOMPARE(s.view.findChild<MessagePanel*>()->title(), title);
        QVERIFY(colourCount(image) > 5);
    }

    void aClickSaysWhoLoadsTheLink()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-clicked"_s);
        const noc::Mesh& mesh = s.view.shown().mesh()->load.mesh;
        const noc::LinkId link = mesh.hop(17, noc::Side::North);
        QTest::mouseClick(s.view.map(), Qt::LeftButton, {}, s.view.map()->layOut().bar(link).center().toPoint());
        QCOMPARE(s.view.simulationFocus().link(), std::optional(link));
        const QString text = s.view.details();
        QVERIFY2(text.contains(u"router 17 \u2192 PE 13"_s) && text.contains(u"Who loads it"_s), qPrintable(text));
        QVERIFY2(text.contains(u"par for K in 0..4 along the rows at GlobalBuffer"_s), qPrintable(text));
        QVERIFY2(text.contains(u"par for K in 0..4 along the columns at GlobalBuffer"_s), qPrintable(text));
        QVERIFY(s.view.map()->toolTipAt(s.view.map()->layOut().bar(link).center()).contains(u"blocked in"_s));
        QVERIFY(s.view.map()->toolTipAt(s.view.map()->layOut().chip(5).center()).contains(u"flits on average"_s));
    }

    void theHottestLinkCanBeChosenInTheTable()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-table"_s);
        s.view.hotLinks()->selectRow(0);
        QVERIFY(s.view.simulationFocus().link().has_value());
        QCOMPARE(s.view.map()->selectedLink(), s.view.simulationFocus().link());
    }

    void timeCanBePlayedAndStepped()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-time"_s);
        TimeBar* bar = s.view.timeBar();
        QVERIFY(bar->wholeRunButton()->isChecked());
        bar->slider()->setFocus();
        QTest::keyClick(bar->slider(), Qt::Key_Right);
        QCOMPARE(s.view.simulationFocus().span(), SimulationFocus::Span::Window);
        QCOMPARE(s.view.simulationFocus().window(), std::size_t(1));
        QVERIFY(!bar->wholeRunButton()->isChecked());
        bar->playButton()->click();
        QVERIFY(s.view.simulationFocus().isPlaying());
        QTRY_VERIFY(s.view.simulationFocus().window() > 3);
        QCOMPARE(bar->slider()->value(), int(s.view.simulationFocus().window()));
        bar->playButton()->click();
        QVERIFY(!s.view.simulationFocus().isPlaying());
        bar->wholeRunButton()->click();
        QCOMPARE(s.view.simulationFocus().span(), SimulationFocus::Span::Run);
    }

    void aRangeFiltersEveryPanel()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-marked"_s);
        const QString before = s.view.details();
        GanttChart* gantt = s.view.gantt();
        const QRectF plot = gantt->geometryOf().plot;
        const QPoint from = QPointF(plot.left() + 20, plot.center().y()).toPoint(), to = from + QPoint(60, 0);
        QTest::mousePress(gantt, Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseMove(gantt, from + QPoint(30, 0));
        QTest::mouseMove(gantt, to);
        QTest::mouseRelease(gantt, Qt::LeftButton, Qt::ShiftModifier, to);
        QCOMPARE(s.view.simulationFocus().span(), SimulationFocus::Span::Range);
        QVERIFY(s.view.details() != before);
        QVERIFY(s.view.details().contains(u"marked"_s));
        const TimeRange range = s.view.simulationFocus().cycles();
        QCOMPARE(s.view.simulationFocus().rates().cycles, double(range.length()));
        QVERIFY(dramSentence(s.view.shown(), s.view.simulationFocus()).contains(u"marked"_s));
    }

    void classesFilterTheMap()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-all-classes"_s);
        for (QCheckBox* check : s.view.findChildren<QCheckBox*>())
            if (check->text() != tensorName(TensorRole::Weights) && check->isVisible())
                check->setChecked(false);
        QVERIFY(!s.view.simulationFocus().isShown(FlitClass::Headers));
        QVERIFY(s.view.simulationFocus().isShown(FlitClass::Weights));
        s.draw({900, 640}, ThemeKind::Dark, u"simulation-weights"_s);
        const noc::Mesh& mesh = s.view.shown().mesh()->load.mesh;
        QCOMPARE(s.view.simulationFocus().use(mesh.entering(mesh.bufferPort())), 0.0); // weights bypass the buffer
    }

    void coloursCanBeChosen()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-automatic"_s);
        ColourEditor* editor = s.view.colours();
        QVERIFY(editor->automatic()->isChecked());
        editor->refresh();
        QVERIFY(editor->to()->value() > 0);
        editor->to()->setValue(40);
        editor->from()->setValue(10);
        QVERIFY(!editor->automatic()->isChecked());
        QCOMPARE(s.view.map()->scale(), (MeshScale{false, 0.4, 0.1}));
        QCOMPARE(s.view.map()->scale().place(0.25), 0.5);
        editor->logarithmic()->setChecked(true);
        QCOMPARE(s.view.map()->scale().place(0.2), 0.5);
        editor->from()->setValue(90); // not below the other end: stays a range
        QVERIFY(s.view.map()->scale().top > s.view.map()->scale().bottom);
        editor->automatic()->setChecked(true);
        editor->routers()->setCurrentIndex(1);
        QCOMPARE(s.view.map()->colours().routers, FlitMap::RouterFigure::WaitingHeaders);
        s.view.findChild<QToolButton*>(u"staticLoad"_s)->click();
        QVERIFY(s.view.map()->colours().staticLoad);
        s.draw({900, 640}, ThemeKind::Light, u"simulation-static"_s);
    }

    void choicesAskAgain()
    {
        Shown s;
        s.finish();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-choices"_s);
        QComboBox* dram = s.view.controls()->dram();
        dram->setFocus();
        const quint64 before = s.simulator.last;
        QTest::keyClick(dram, Qt::Key_Down);
        QCOMPARE(s.simulator.last, before + 1);
        QVERIFY(!s.simulator.requests.at(s.simulator.last).choices.dram.empty());
        QComboBox* sums = s.view.controls()->reduction();
        sums->setFocus();
        QTest::keyClick(sums, Qt::Key_End);
        QCOMPARE(s.simulator.requests.at(s.simulator.last).choices.reduction, traffic::Reduction::AtReceiver);
    }

    void mappingsAreComparedAndShown()
    {
        Shown s;
        s.finish();
        s.view.controls()->compareButton()->click();
        mapping::LayerMapping other = simba::layerMapping();
        std::swap(other.levels[1].temporal[0], other.levels[1].temporal[1]);
        s.session.fakes.candidates.tellCandidates(
            {{"shown mapping", simba::layerMapping(), Cycles{112'896}, Cycles{131'000}}});
        s.session.fakes.candidates.tellCandidates(
            {{"shown mapping", simba::layerMapping(), Cycles{112'896}, Cycles{131'000}},
             {"CoSA, EDP, loops exchanged", other, Cycles{112'896}, Cycles{127'000}}});
        s.session.fakes.candidates.endComparison();
        s.draw({900, 640}, ThemeKind::Light, u"simulation-mappings"_s);
        QVERIFY(s.view.candidates()->isVisible());
        s.view.candidates()->selectRow(0); // the fastest stands first
        QCOMPARE(s.view.shown().candidate(), std::optional<std::size_t>(1));
        QVERIFY(s.simulator.requests.at(s.simulator.last).mapping == other);
    }

    void everythingCanBeExported()
    {
        QTemporaryDir folder;
        Shown s;
        QVERIFY(!s.view.exportTrace(folder.filePath(u"early.json"_s)));
        QVERIFY(!s.view.exportCounters(folder.filePath(u"early.csv"_s)));
        s.finish();
        QVERIFY(s.view.exportTrace(folder.filePath(u"run.json"_s)));
        QFile trace(folder.filePath(u"run.json"_s));
        QVERIFY(trace.open(QIODevice::ReadOnly));
        QVERIFY(trace.readAll().contains("\"PE 3\""));
        QVERIFY(s.view.exportCounters(folder.filePath(u"run.csv"_s)));
        QFile counters(folder.filePath(u"run.csv"_s));
        QVERIFY(counters.open(QIODevice::ReadOnly));
        const QByteArray text = counters.readAll();
        QVERIFY(text.contains("flits") && text.contains("router 19"));
        QVERIFY(text.count('\n') > 100);
        s.draw({840, 560}, ThemeKind::Light, u"simulation-export"_s);
        QVERIFY(s.view.map()->chartName().contains(u"layer3.1.conv2"_s));
        QCOMPARE(s.view.map()->chartValues().rows.size(), s.view.map()->layOut().links().size());
        QVERIFY(!s.view.findChild<TimeShareBar*>()->chartValues().rows.empty());
        for (WindowChart* chart : s.view.findChildren<WindowChart*>()) {
            QVERIFY(!chart->chartValues().rows.empty());
            QCOMPARE(chart->chartValues().rows.front().size(), chart->chartValues().columns.size());
        }
    }
};

QTEST_MAIN(SimulationViewTest)
#include "tst_simulation_view.moc"
