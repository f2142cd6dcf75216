// SPDX-License-Identifier: GPL-3.0-or-later
// Edits are mapped again at once, shown over the stored run, and never mixed up with what is older or stored.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/parts/headline_card.h"
#include "ui/parts/layer_table_model.h"
#include "ui/widgets/rich_label.h"
#include "ui/widgets/toast.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/live_preview.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <algorithm>

namespace nestloom::ui {

using Phase = LivePreview::Phase;

namespace {

/// A window that shows a finished run of 1,000 cycles per layer.
struct Tuned : WindowFixture {
    Tuned()
    {
        const JobId job = start();
        base = session.requests[job];
        for (std::size_t i = 0; i < base.network.layers.size(); ++i)
            session.finishLayer(job, solvedLayer(base, i, 1000));
        session.end(job, JobState::End::Finished);
        stored = run().run();
    }
    /// Sets the global buffer to `kib`, and waits for the request that follows; 0 when there is none.
    quint64 edit(int kib)
    {
        hardware::Accelerator changed = window.workbench().document().value();
        changed.levels[1].capacity = Bytes{kib * 1024};
        const quint64 before = session.tuner.last;
        window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), changed);
        QCoreApplication::processEvents();
        return session.tuner.last == before ? 0 : session.tuner.last;
    }
    void answer(quint64 id, std::size_t layer, std::int64_t cycles)
    {
        session.tuner.tell(id, {solvedLayer(session.tuner.requests[id].what, layer, cycles)});
    }
    LivePreview& live() { return window.workbench().live(); }
    std::int64_t cycles(std::size_t layer) { return run().layers()[layer].cost->cycles.count; }
    QString cell(int row, int column)
    {
        return find<QTableView>("layerTable")->model()->index(row, column).data().toString();
    }
    bool barShows() { return find<QWidget>("liveBar")->isVisible(); }

    ScheduleRequest base;
    RunId stored = 0;
};

} // namespace

class TestLivePreview : public QObject {
    Q_OBJECT
private slots:
    void anEditIsMappedAgainAndItsResultsReplaceTheShownOnes();
    void nothingIsEmptiedWhileItIsMapped();
    void whatIsOfTheAcceleratorBeforeIsGrey();
    void figuresStayThoseOfTheLastLegalValue();
    void resultsOfAnOlderEditNeverShow();
    void editingBackShowsTheStoredRunAgain();
    void anIllegalValueIsNotMapped();
    void offAsksForNothingAndEndsThePreview();
    void onlyTheSelectedLayerWhenThatIsWanted();
    void editsDuringARunWaitForItsEnd();
    void choosingAnotherAcceleratorIsNoEdit();
    void aPreviewFollowsToAnotherAccelerator();
    void aStoredRunThatIsOpenedEndsThePreview();
    void selectingALayerDoesNotEndThePreview();
    void keepingStartsARunOfThePreviewedInputs();
    void leavingKeepsTheEditsAndTheNextOneBeginsAgain();
    void aFailureIsTold();
    void editsOfOneTurnAreOneRequest();
    void layersKeepTheAcceleratorTheyWereMappedOn();
};

void TestLivePreview::anEditIsMappedAgainAndItsResultsReplaceTheShownOnes()
{
    Tuned f;
    QVERIFY(!f.barShows());
    const quint64 id = f.edit(96);
    QVERIFY(id != 0);
    QCOMPARE(f.session.tuner.learned, std::vector<std::size_t>{8}); // what the stored run found
    QCOMPARE(f.session.tuner.requests[id].what.accelerator.levels[1].capacity->count, 96 * 1024);
    QVERIFY(f.session.tuner.requests[id].layers.empty());
    QCOMPARE(f.live().phase(), Phase::Mapping);
    f.answer(id, 2, 700);
    QVERIFY(f.run().isPreview());
    QCOMPARE(f.cell(2, LayerTableModel::CycleCount), QStringLiteral("700"));
    QCOMPARE(f.cell(3, LayerTableModel::CycleCount), QStringLiteral("1,000"));
    QCOMPARE(f.run().totals().cycles.count, 7 * 1000 + 700);
    QCOMPARE(f.find<HeadlineCard>("cyclesCard")->value(), QStringLiteral("7.70 kcycle"));
    QCOMPARE(f.find<QLabel>("badge")->text(), QStringLiteral("live, not stored"));
    QVERIFY(f.barShows());
    for (std::size_t i = 0; i < 8; ++i)
        f.answer(id, i, 500);
    f.session.tuner.end(id);
    QCOMPARE(f.live().phase(), Phase::Done);
    QCOMPARE(f.run().totals().cycles.count, 8 * 500);
    QCOMPARE(f.run().freshLayers(), f.run().layers().size());
    QCOMPARE(f.run().run(), RunId{0});          // it is no run
    f.window.actions().exportReport->trigger(); // which says so
    QVERIFY(f.find<Toast>("said")->text().contains(QStringLiteral("keep it as a run first")));
}

void TestLivePreview::nothingIsEmptiedWhileItIsMapped()
{
    Tuned f;
    int replaced = 0;
    connect(&f.run(), &ShownRun::replaced, this, [&replaced] { ++replaced; });
    const quint64 id = f.edit(96);
    QCOMPARE(f.run().totals().solved, std::size_t{8});
    f.answer(id, 0, 700);
    QCOMPARE(f.run().totals().solved, std::size_t{8});
    f.answer(f.edit(128), 1, 600);
    QCOMPARE(f.run().totals().solved, std::size_t{8});
    QCOMPARE(f.run().freshLayers(), std::size_t{1});
    QCOMPARE(replaced, 0);
}

void TestLivePreview::whatIsOfTheAcceleratorBeforeIsGrey()
{
    Tuned f;
    const auto grey = [&f](int row, int role) {
        return f.find<QTableView>("layerTable")->model()->index(row, LayerTableModel::CycleCount).data(role);
    };
    const auto card = [&f] {
        auto* cycles = f.find<HeadlineCard>("cyclesCard");
        const auto labels = cycles->findChildren<QLabel*>();
        const auto value =
            std::ranges::find_if(labels, [&](QLabel* label) { return label->text() == cycles->value(); });
        return (*value)->palette().color(QPalette::WindowText) == cycles->palette().color(QPalette::PlaceholderText);
    };
    QVERIFY(!grey(3, Qt::ForegroundRole).isValid() && !card());
    const quint64 id = f.edit(96);
    f.answer(id, 2, 700);
    QVERIFY(!grey(2, Qt::ForegroundRole).isValid());
    QVERIFY(grey(3, Qt::ForegroundRole).isValid());
    QVERIFY(grey(3, Qt::ToolTipRole).toString().contains(QStringLiteral("before the edit")));
    QVERIFY(card()); // a sum over two accelerators is of neither
    for (std::size_t i = 0; i < 8; ++i)
        f.answer(id, i, 500);
    QVERIFY(!grey(3, Qt::ForegroundRole).isValid() && !card());
    f.live().dismiss();
    QVERIFY(!grey(3, Qt::ForegroundRole).isValid() && !card());
}

void TestLivePreview::figuresStayThoseOfTheLastLegalValue()
{
    Tuned f;
    const quint64 id = f.edit(96);
    for (std::size_t i = 0; i < 8; ++i)
        f.answer(id, i, 500);
    f.session.tuner.end(id);
    const auto says = [&f](const char* text) {
        const auto labels = f.find<QWidget>("liveBar")->findChildren<ElidedLabel*>();
        return std::ranges::any_of(labels,
                                   [&](ElidedLabel* label) { return label->text().contains(QLatin1String(text)); });
    };
    QVERIFY(says("96 KiB"));
    QCOMPARE(f.edit(0), quint64{0});
    QCOMPARE(f.live().phase(), Phase::Held);
    QVERIFY(says("96 KiB")); // that is what is shown
}

void TestLivePreview::resultsOfAnOlderEditNeverShow()
{
    Tuned f;
    const quint64 old = f.edit(96);
    const quint64 newest = f.edit(128);
    QVERIFY(old != newest);
    f.answer(old, 0, 1);
    f.session.tuner.end(old, QStringLiteral("too late"));
    QCOMPARE(f.cycles(0), 1000);
    QCOMPARE(f.live().phase(), Phase::Mapping);
    f.answer(newest, 0, 900);
    QCOMPARE(f.cycles(0), 900);
}

void TestLivePreview::editingBackShowsTheStoredRunAgain()
{
    Tuned f;
    const quint64 id = f.edit(96);
    f.answer(id, 0, 700);
    f.window.actions().undo->trigger();
    QCoreApplication::processEvents();
    QVERIFY(!f.run().isPreview());
    QCOMPARE(f.run().run(), f.stored);
    QCOMPARE(f.cycles(0), 1000);
    QCOMPARE(f.cell(0, LayerTableModel::CycleCount), QStringLiteral("1,000"));
    QVERIFY(f.session.tuner.cancels > 0);
    QVERIFY(!f.barShows());
    f.answer(id, 0, 1); // was on its way
    QCOMPARE(f.cycles(0), 1000);
    f.window.actions().redo->trigger();
    QCoreApplication::processEvents();
    QVERIFY(f.session.tuner.last != id);
}

void TestLivePreview::anIllegalValueIsNotMapped()
{
    Tuned f;
    f.answer(f.edit(96), 0, 700);
    QCOMPARE(f.edit(0), quint64{0});
    QCOMPARE(f.live().phase(), Phase::Held);
    QVERIFY(f.live().reason().contains(QStringLiteral("GlobalBuffer")));
    QCOMPARE(f.cycles(0), 700); // the last legal one stays
    QVERIFY(!f.find<QPushButton>("keepAsRun")->isEnabled());
    QVERIFY(f.edit(128) != 0);
}

void TestLivePreview::offAsksForNothingAndEndsThePreview()
{
    Tuned f;
    f.answer(f.edit(96), 0, 700);
    f.find<QAction>("live")->trigger();
    QVERIFY(!f.live().isOn());
    QTRY_VERIFY(!f.run().isPreview());
    QCOMPARE(f.cycles(0), 1000);
    QCOMPARE(f.edit(128), quint64{0});
    f.find<QAction>("live")->trigger();
    QVERIFY(f.edit(160) != 0);
}

void TestLivePreview::onlyTheSelectedLayerWhenThatIsWanted()
{
    Tuned f;
    f.live().setScope(LivePreview::Scope::SelectedLayer);
    QVERIFY(f.session.tuner.requests[f.edit(96)].layers.empty()); // none is selected
    f.window.workbench().selection().selectLayer(3);
    QCoreApplication::processEvents();
    const quint64 id = f.session.tuner.last;
    QCOMPARE(f.session.tuner.requests[id].layers, std::vector<std::size_t>{3});
    f.answer(id, 3, 700);
    f.session.tuner.end(id);
    QCOMPARE(f.run().totals().cycles.count, 7 * 1000 + 700);
    QVERIFY2(f.find<ElidedLabel>("liveProgress")->text().contains(QStringLiteral("7 as before")),
             qPrintable(f.find<ElidedLabel>("liveProgress")->text()));
}

void TestLivePreview::editsDuringARunWaitForItsEnd()
{
    Tuned f;
    const JobId job = f.start();
    QCOMPARE(f.edit(96), quint64{0});
    QCOMPARE(f.live().phase(), Phase::Held);
    f.session.end(job, JobState::End::Finished);
    QTRY_VERIFY(f.session.tuner.last != 0);
    QCOMPARE(f.session.tuner.requests[f.session.tuner.last].what.accelerator.levels[1].capacity->count, 96 * 1024);
}

void TestLivePreview::choosingAnotherAcceleratorIsNoEdit()
{
    Tuned f;
    const quint64 before = f.session.tuner.last;
    f.window.workbench().chooseAccelerator(f.window.workbench().library().accelerators()[1]);
    QCoreApplication::processEvents();
    QCOMPARE(f.session.tuner.last, before);
    QVERIFY(f.run().isEmpty()); // not scheduled yet
}

void TestLivePreview::aPreviewFollowsToAnotherAccelerator()
{
    Tuned f;
    f.answer(f.edit(96), 0, 700);
    const quint64 before = f.session.tuner.last;
    f.window.workbench().chooseAccelerator(f.window.workbench().library().accelerators()[1]);
    QVERIFY(f.run().isEmpty());
    QCoreApplication::processEvents();
    QCOMPARE(f.session.tuner.last, before + 1);
    QCOMPARE(f.session.tuner.requests[before + 1].what.accelerator.name, std::string("simba-8x8"));
}

void TestLivePreview::aStoredRunThatIsOpenedEndsThePreview()
{
    Tuned f;
    const quint64 id = f.edit(96);
    f.answer(id, 0, 700);
    RunRecord record;
    record.summary.id = 55;
    record.summary.status = RunStatus::Finished;
    record.inputs.accelerator = f.base.accelerator;
    record.inputs.network = f.base.network;
    record.layers = {solvedLayer(f.base, 0, 333)};
    f.window.workbench().openRun(55);
    f.session.answerLoad(record);
    QVERIFY(!f.run().isPreview());
    QCOMPARE(f.cycles(0), 333);
    f.answer(id, 0, 1);
    QCOMPARE(f.cycles(0), 333);
    QVERIFY(!f.barShows());
}

void TestLivePreview::selectingALayerDoesNotEndThePreview()
{
    Tuned f;
    f.answer(f.edit(96), 0, 700);
    f.window.workbench().selection().selectLayer(2);
    QVERIFY(f.run().isPreview());
    QVERIFY(f.session.loads.empty());
}

void TestLivePreview::keepingStartsARunOfThePreviewedInputs()
{
    Tuned f;
    f.window.workbench().selection().selectLayer(2);
    f.answer(f.edit(96), 0, 700);
    f.find<QPushButton>("keepAsRun")->click();
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(2)); // of the same network
    QVERIFY(!f.run().isPreview());
    QVERIFY(f.run().isRunning());
    QCOMPARE(f.session.requests[f.run().job()].accelerator.levels[1].capacity->count, 96 * 1024);
    QVERIFY(!f.barShows());
}

void TestLivePreview::leavingKeepsTheEditsAndTheNextOneBeginsAgain()
{
    Tuned f;
    f.answer(f.edit(96), 0, 700);
    auto* leave = f.find<QPushButton>("leavePreview");
    QVERIFY(leave->text().contains(QString::number(f.stored)));
    leave->click();
    QVERIFY(!f.run().isPreview());
    QCOMPARE(f.run().run(), f.stored);
    QCOMPARE(f.window.workbench().document().value().levels[1].capacity->count, 96 * 1024);
    QVERIFY(f.edit(128) != 0);
}

void TestLivePreview::aFailureIsTold()
{
    Tuned f;
    f.session.tuner.end(f.edit(96), QStringLiteral("The solver cannot be started."));
    QCOMPARE(f.live().phase(), Phase::Failed);
    QCOMPARE(f.find<ElidedLabel>("liveProgress")->text(), QStringLiteral("The solver cannot be started."));
    QCOMPARE(f.run().run(), f.stored);
}

void TestLivePreview::editsOfOneTurnAreOneRequest()
{
    Tuned f;
    const quint64 before = f.session.tuner.last;
    hardware::Accelerator changed = f.base.accelerator;
    for (const int kib : {70, 80, 90}) {
        changed.levels[1].capacity = Bytes{kib * 1024};
        f.window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), changed);
    }
    QCoreApplication::processEvents();
    QCOMPARE(f.session.tuner.last, before + 1);
}

void TestLivePreview::layersKeepTheAcceleratorTheyWereMappedOn()
{
    Tuned f;
    f.answer(f.edit(96), 0, 700);
    QCOMPARE(f.run().acceleratorOf(0).levels[1].capacity->count, 96 * 1024);
    QCOMPARE(f.run().acceleratorOf(1).levels[1].capacity->count, 64 * 1024);
    QVERIFY(f.run().isFresh(0));
    QVERIFY(!f.run().isFresh(1));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestLivePreview)
#include "tst_live_preview.moc"
