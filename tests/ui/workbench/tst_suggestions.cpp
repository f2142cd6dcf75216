// SPDX-License-Identifier: GPL-3.0-or-later
// Suggestions on the summary page: when they are asked for, what they say, and when they are dropped.
#include "tests/ui/support/stored_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/suggestions.h"

#include <QAction>
#include <QLabel>
#include <QToolButton>

namespace nestloom::ui {

namespace {

/// A window that shows a finished run and was asked for suggestions.
struct Finished : WindowFixture {
    Finished()
    {
        const JobId job = start();
        const ScheduleRequest request = session.requests[job];
        for (std::size_t i = 0; i < request.network.layers.size(); ++i)
            session.finishLayer(job, solvedLayer(request, i, 1000));
        session.end(job, JobState::End::Finished);
    }
    bool asked(std::size_t times = 1)
    {
        return QTest::qWaitFor([&] { return session.fakes.suggestions.requests.size() == times; }, 3000);
    }
    static explore::Suggestion suggestion(const std::string& path, double from, double to, std::int64_t cycles,
                                          double energy = 1000)
    {
        explore::Suggestion made;
        made.change = {path, explore::FieldKind::BytesPerCycle, from, to, "DRAM read sets 61 % of the cycles"};
        made.before.cycles = Cycles{10'000};
        made.after.cycles = Cycles{cycles};
        made.before.energy = Picojoules{1000};
        made.after.energy = Picojoules{energy};
        return made;
    }
    void tell(std::vector<explore::Suggestion> found, bool ended = true)
    {
        session.fakes.suggestions.tell({ended ? 1.0 : 0.4, std::move(found), ended, {}});
    }
    QFrame* card() { return find<QFrame>("suggestions"); }
    QString status() { return find<QLabel>("suggestionsStatus")->text(); }
    QStringList shown()
    {
        QStringList texts;
        for (const ElidedLabel* label : card()->findChildren<ElidedLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts;
    }
};

const std::string kRead = "levels.DRAM.read_bandwidth";

} // namespace

class TestSuggestions : public QObject {
    Q_OBJECT
private slots:
    void theyAreAskedForWhenARunIsComplete();
    void theBestThreeAreShownFirst();
    void ofTiledRunsTheFastestComesFirst();
    void oneThatSavesNothingIsNotShown();
    void applyingIsOneUndoStep();
    void anEditDropsAndCancelsThem();
    void anotherRunDropsThem();
    void aRunOfSomethingElseIsSaidToBeOne();
    void aFailureIsTold();
};

void TestSuggestions::theyAreAskedForWhenARunIsComplete()
{
    Finished f;
    QVERIFY(f.card()->isVisible()); // before anything is tried, so that nothing moves then
    QVERIFY(f.asked());
    QCOMPARE(f.session.fakes.suggestions.requests.at(1).results.size(), std::size_t{8});
    QVERIFY(f.status().contains(QStringLiteral("being tried")));
    f.tell({Finished::suggestion(kRead, 10, 16, 9100)}, false);
    QVERIFY(f.status().contains(QStringLiteral("40 %")));
    QCOMPARE(f.shown(), QStringList{QStringLiteral("DRAM, read bandwidth 10 B/cycle \u2192 16 B/cycle")});
}

void TestSuggestions::theBestThreeAreShownFirst()
{
    Finished f;
    QVERIFY(f.asked());
    f.tell({Finished::suggestion(kRead, 10, 12, 9900, 980), Finished::suggestion(kRead, 10, 16, 9100),
            Finished::suggestion(kRead, 10, 14, 9500, 990), Finished::suggestion(kRead, 10, 11, 9950, 970)});
    QCOMPARE(f.shown().size(), 3);
    QVERIFY(f.shown().front().contains(QStringLiteral("16 B/cycle")));
    auto* more = f.find<QToolButton>("moreSuggestions");
    QVERIFY(more->isVisible());
    more->click();
    QCOMPARE(f.shown().size(), 4);
    more->click();
    QCOMPARE(f.shown().size(), 3);
    const auto labels = f.card()->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
                        [](const QLabel* label) { return label->text().contains(QStringLiteral("-9.0 % cycles")); }));
}

/// Whatever objective the panel Run has for other engines.
void TestSuggestions::ofTiledRunsTheFastestComesFirst()
{
    const auto first = [](const std::string& engine) {
        Finished f;
        if (!f.asked())
            return QString();
        RunRecord run;
        run.summary.id = 7;
        run.summary.status = RunStatus::Finished;
        run.inputs = {f.window.workbench().document().value(), f.window.workbench().network(), {}};
        run.inputs.options.engine = engine;
        run.inputs.options.cosa.objective = schedule::Objective::Energy;
        run.layers = f.window.workbench().run().layers();
        f.session.setRuns({run.summary});
        f.window.workbench().openRun(7);
        f.session.answerLoad(run);
        if (!f.asked(2))
            return QString();
        f.tell({Finished::suggestion(kRead, 10, 16, 9000, 1000), Finished::suggestion(kRead, 10, 12, 9900, 800)});
        return f.shown().value(0);
    };
    QVERIFY2(first("cosa").contains(QStringLiteral("12 B/cycle")), qPrintable(first("cosa")));
    QVERIFY(Suggestions::areFor("flexer") && Suggestions::areFor("exhaustive") && !Suggestions::areFor("annealing"));
    QVERIFY2(first("flexer").contains(QStringLiteral("16 B/cycle")), qPrintable(first("flexer")));
}

void TestSuggestions::oneThatSavesNothingIsNotShown()
{
    Finished f;
    QVERIFY(f.asked());
    f.tell({Finished::suggestion(kRead, 10, 16, 10'000)});
    QVERIFY(f.shown().isEmpty());
    QVERIFY(f.status().contains(QStringLiteral("no change")));
}

void TestSuggestions::applyingIsOneUndoStep()
{
    Finished f;
    QVERIFY(f.asked());
    f.tell({Finished::suggestion(kRead, 10, 16, 9100)});
    Workbench& workbench = f.window.workbench();
    schedule::ScheduleOptions since = workbench.options();
    since.constraints = {"dataflow: weight stationary"};
    workbench.setOptions(since);
    f.find<QToolButton>("applySuggestion1")->click();
    QCOMPARE(workbench.options(), workbench.run().storedRequest().options); // what it was tried with
    AcceleratorDocument& document = f.window.workbench().document();
    QCOMPARE(document.value().levels[0].readBandwidth->count, 16.0);
    QCOMPARE(document.history().count(), 1);
    f.window.actions().undo->trigger();
    QCOMPARE(document.value().levels[0].readBandwidth->count, 10.0);
    QVERIFY(!document.isDirty());
}

void TestSuggestions::anEditDropsAndCancelsThem()
{
    Finished f;
    QVERIFY(f.asked());
    f.tell({Finished::suggestion(kRead, 10, 16, 9100)}, false);
    hardware::Accelerator changed = f.window.workbench().document().value();
    changed.levels[1].capacity = Bytes{96 * 1024};
    const QRect place = f.card()->geometry();
    f.window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), changed);
    QVERIFY(f.shown().isEmpty());
    QCOMPARE(f.session.fakes.suggestions.cancels, 1);
    f.tell({Finished::suggestion(kRead, 10, 16, 9100)}); // was on its way
    QVERIFY(f.shown().isEmpty());
    QCoreApplication::processEvents();
    QVERIFY(f.card()->isVisible()); // nothing moves under the mouse
    QCOMPARE(f.card()->height(), place.height());
    f.window.actions().undo->trigger();
    QVERIFY(f.asked(2));
}

void TestSuggestions::anotherRunDropsThem()
{
    Finished f;
    QVERIFY(f.asked());
    f.tell({Finished::suggestion(kRead, 10, 16, 9100)});
    QVERIFY(f.card()->isVisible());
    QVERIFY(f.start() != 0);
    QVERIFY(f.shown().isEmpty());
}

void TestSuggestions::aRunOfSomethingElseIsSaidToBeOne()
{
    Finished f;
    QVERIFY(f.asked());
    const int whole = f.card()->height();
    RunRecord other = storedRun(f.session, 41, 1000);
    other.inputs.accelerator.name = "another";
    f.window.workbench().run().show(other);
    QVERIFY(f.card()->isVisible());
    QTRY_VERIFY(f.card()->height() < whole / 2); // no room is kept for what does not come
    QVERIFY2(f.status().contains(QStringLiteral("something else")), qPrintable(f.status()));
}

void TestSuggestions::aFailureIsTold()
{
    Finished f;
    QVERIFY(f.asked());
    f.session.fakes.suggestions.tell({0, {}, true, QStringLiteral("The solver cannot be started.")});
    QCOMPARE(f.status(), QStringLiteral("The solver cannot be started."));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSuggestions)
#include "tst_suggestions.moc"
