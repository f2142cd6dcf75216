// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cost/evaluate.h"
#include "engine/io/result_json.h"
#include "engine/mapping/mapping_text.h"
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/mapping/kept_drafts.h"
#include "ui/features/mapping/mapping_editor.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/format.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/mapping_draft.h"

#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using mapping::LoopPlace;

namespace {

/// Two layers of one shape and a third one, all with the mapping of the sample.
ScheduleRequest request()
{
    ScheduleRequest result;
    result.accelerator = simba::accelerator();
    result.network.name = "three";
    result.network.layers = {simba::layer(), simba::layer(), simba::layer()};
    result.network.layers[1].name = "again";
    result.network.layers[2].name = "other";
    result.network.layers[2].strideP = 2;
    return result;
}

schedule::LayerResult resultOf(std::size_t index)
{
    schedule::LayerResult result = simba::solved();
    result.index = index;
    result.name = request().network.layers[index].name;
    result.solveCpuMs = 5;
    return result;
}

/// The window with such a run, the first layer selected, its mapping being edited.
struct EditorFixture : WindowFixture {
    EditorFixture()
    {
        const JobId job = window.workbench().startRun(request());
        for (const std::size_t layer : {0, 1, 2})
            session.finishLayer(job, resultOf(layer));
        session.end(job, JobState::End::Finished);
        QTRY_COMPARE(run().totals().solved, std::size_t(3));
        window.workbench().selection().selectLayer(std::size_t(0));
        window.showTab(MainWindow::Tab::LoopNest);
        editor = window.findChild<MappingEditor*>();
        editor->setEditing(true);
        view = find<LoopNestView>("loopNestView");
        view->setFocus();
    }
    MappingDraft& draft() { return *editor->draft(); }
    void key(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(view, Qt::Key(key), modifiers); }
    QString verdict() { return find<QLabel>("draftVerdict")->text(); }
    /// Too large for the input buffer, and one move of a factor helps.
    void breakIt()
    {
        draft().change(mapping::moveFactor(draft().mapping(), {1, false, 1}, 2, {2, false, 0})->mapping, u"break"_s);
    }

    MappingEditor* editor = nullptr;
    LoopNestView* view = nullptr;
};

} // namespace

class MappingEditorTest : public QObject {
    Q_OBJECT

private slots:
    void aDraftIsJudgedAtOnce()
    {
        schedule::LayerResult proven = simba::solved();
        proven.leastEnergy = proven.cost->energy.count;
        proven.simulated = Cycles{4711};
        MappingDraft draft(simba::accelerator(), simba::layer(), proven);
        QVERIFY(draft.isValid());
        QVERIFY(!draft.isEdited());
        QCOMPARE(draft.cost()->cycles, simba::solved().cost->cycles);
        QSignalSpy changed(&draft, &MappingDraft::changed);
        const auto moved = mapping::moveFactor(draft.mapping(), {1, true, 0}, 2, {0, false, 0});
        draft.change(moved->mapping, u"move"_s);
        QCOMPARE(changed.count(), 1);
        QVERIFY(draft.isEdited());
        QVERIFY(draft.isValid());
        QCOMPARE(draft.cost()->computeCycles.count, 2 * simba::solved().cost->computeCycles.count);
        QVERIFY(*draft.result().gap > 0.9);
        QVERIFY(!draft.result().leastEnergy); // which was of mappings as fast as before
        QVERIFY(!draft.result().simulated);
        draft.history().undo();
        QCOMPARE(draft.result().simulated, proven.simulated); // its own again
        QCOMPARE(draft.mapping(), *simba::solved().mapping);
        draft.history().redo();
        QCOMPARE(draft.mapping(), moved->mapping);
        draft.reset();
        QVERIFY(!draft.isEdited());
        draft.history().undo();
        QVERIFY(draft.isEdited());
    }

    void aDraftIsJudgedByTheModelOfItsRun()
    {
        hardware::Accelerator accelerator = simba::accelerator();
        accelerator.interconnect = {"GlobalBuffer", Bits{64}};
        schedule::ScheduleOptions options;
        options.engine = "cosa-mesh";
        const MappingDraft draft(accelerator, simba::layer(), simba::solved(), options);
        const auto ofMesh =
            cost::evaluate(accelerator, simba::layer(), *simba::solved().mapping, cost::Model::Mesh)->cycles;
        QCOMPARE(draft.cost()->cycles, ofMesh);
        QVERIFY(ofMesh > MappingDraft(accelerator, simba::layer(), simba::solved()).cost()->cycles);
    }

    void aBrokenDraftNamesLevelTensorAndBytes()
    {
        MappingDraft draft(simba::accelerator(), simba::layer(), simba::solved());
        draft.change(mapping::moveFactor(draft.mapping(), {1, false, 1}, 16, {4, false, 0})->mapping, u"too much"_s);
        QVERIFY(!draft.isValid());
        QVERIFY(!draft.cost());
        QVERIFY(!draft.result().verified);
        QVERIFY2(draft.reason().contains(u"level InputBuffer: tiles need"_s) && draft.reason().contains(u"inputs"_s)
                     && draft.reason().contains(u"capacity is 4,096 B"_s),
                 qPrintable(draft.reason()));
    }

    void aLayerWithoutAMappingStartsWithTheMostModestOne()
    {
        schedule::LayerResult failed;
        failed.status = schedule::LayerStatus::Failed;
        MappingDraft draft(simba::accelerator(), simba::layer(), failed);
        QVERIFY(draft.isValid());
        QCOMPARE(draft.mapping(), mapping::outermostMapping(simba::accelerator(), simba::layer()));
        QVERIFY(draft.cost());
    }

    void editsStayWhenTheAcceleratorChanges()
    {
        MappingDraft draft(simba::accelerator(), simba::layer(), simba::solved());
        draft.change(mapping::moveFactor(draft.mapping(), {1, true, 0}, 2, {0, false, 0})->mapping, u"move"_s);
        const auto edited = draft.mapping();
        auto smaller = simba::accelerator();
        smaller.levels[2].capacity = Bytes{64};
        QVERIFY(draft.rebase(smaller, simba::solved()));
        QCOMPARE(draft.mapping(), edited);
        QVERIFY(!draft.isValid());
        smaller.levels.pop_back();
        QVERIFY(!draft.rebase(smaller, simba::solved()));
    }

    void keysEditTheMappingAndTheBarTellsWhatItCosts()
    {
        EditorFixture f;
        QVERIFY(f.editor->bar()->isVisible());
        QVERIFY2(f.verdict().contains(u"verified"_s), qPrintable(f.verdict()));
        f.view->selectLoop(LoopRef{1, 2}); // par for K 4 along rows
        f.key(Qt::Key_Right);
        f.key(Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(f.draft().mapping().levels[1].spatial.front().bound, 2);
        QVERIFY(f.find<QLabel>("draftNumbers")->text().contains(u"+"_s));
        QCOMPARE(f.view->selectedPrime(), std::optional<std::int64_t>(2)); // the factor joined the K that was there
        f.window.actions().undo->trigger();
        QVERIFY(!f.draft().isEdited());
        f.window.actions().redo->trigger();
        QVERIFY(f.draft().isEdited());
        f.find<QPushButton>("resetMapping")->click();
        QVERIFY(!f.draft().isEdited());
    }

    void editsAreThereAtTheNextStart()
    {
        EditorFixture f;
        const RunId run = f.run().run();
        RunSummary summary, other;
        summary.id = run;
        other.id = run + 1;
        f.breakIt(); // even what is not valid yet
        const mapping::LayerMapping edited = f.draft().mapping();
        QCOMPARE(kept_drafts::list({summary, other}),
                 QStringList{u"%1 of run %2"_s.arg(QString::fromStdString(f.run().layers()[0].name)).arg(run)});
        QVERIFY(kept_drafts::list({other}).isEmpty());
        LoopNestView view;
        {
            MappingEditor next(f.window.workbench(), &view);
            next.setEditing(true);
            next.show(simba::accelerator(), simba::layer(), f.run().layers()[0]);
            QVERIFY(next.draft() && next.draft()->mapping() == edited);
            next.show(simba::accelerator(), simba::layer(), f.run().layers()[1]);
            QVERIFY(!next.draft()->isEdited()); // of another layer
            next.show(simba::accelerator(), simba::layer(), f.run().layers()[0]);
            next.draft()->history().undo(); // as in the run
            QVERIFY(!next.draft()->isEdited());
        }
        QVERIFY(kept_drafts::list({summary}).isEmpty());
    }

    void aMappingThatDoesNotFitOffersTheMoveThatHelps()
    {
        EditorFixture f;
        f.draft().change(mapping::moveFactor(f.draft().mapping(), {1, false, 1}, 16, {2, false, 0})->mapping,
                         u"break"_s);
        QVERIFY(!f.draft().isValid());
        QVERIFY2(f.verdict().contains(u"not valid"_s) && f.verdict().contains(u"InputBuffer"_s),
                 qPrintable(f.verdict()));
        QVERIFY(!f.find<QPushButton>("keepMapping")->isEnabled());
        if (f.draft().relief()) {
            Q_EMIT f.find<QLabel>("draftVerdict")->linkActivated(u"relief"_s);
            QVERIFY(f.draft().isValid());
        } else {
            QVERIFY(f.verdict().contains(u"No move of a single factor"_s));
        }
    }

    void theSmallestMoveIsOneClickAway()
    {
        EditorFixture f;
        f.breakIt();
        if (f.draft().isValid())
            QSKIP("the sample mapping has room for that factor");
        QVERIFY(f.draft().relief());
        Q_EMIT f.find<QLabel>("draftVerdict")->linkActivated(u"relief"_s);
        QVERIFY(f.draft().isValid());
        f.window.actions().undo->trigger();
        QVERIFY(!f.draft().isValid());
    }

    void switchingOffShowsTheRunAgainAndKeepsTheDraft()
    {
        EditorFixture f;
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        const QString edited = f.view->asText();
        f.editor->setEditing(false);
        QVERIFY(!f.editor->bar()->isVisible());
        QVERIFY(f.view->asText() != edited);
        f.window.workbench().selection().selectLayer(std::size_t(2));
        f.window.workbench().selection().selectLayer(std::size_t(0));
        f.editor->setEditing(true);
        QCOMPARE(f.view->asText(), edited);
    }

    void everyLayerHasADraftOfItsOwn()
    {
        EditorFixture f;
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(f.draft().isEdited());
        f.window.workbench().selection().selectLayer(std::size_t(2));
        QVERIFY(!f.draft().isEdited());
        f.window.workbench().selection().selectLayer(std::nullopt);
        QVERIFY(!f.editor->draft());
        f.window.workbench().selection().selectLayer(std::size_t(0));
        QVERIFY(f.draft().isEdited());
    }

    void textGoesOutAndComesIn()
    {
        EditorFixture f;
        const QString before = f.view->asText();
        f.editor->copyText();
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(f.view->asText() != before);
        f.key(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(f.view->asText(), before);
        const QString path = f.settings.path(u"nest.txt"_s);
        QVERIFY(f.editor->saveText(path));
        f.window.actions().undo->trigger();
        QVERIFY(f.editor->openText(path));
        QCOMPARE(f.view->asText(), before);
        QVERIFY(!f.editor->openText(f.settings.path(u"missing.txt"_s)));
        QVERIFY(!f.editor->saveText(u"/nowhere/nest.txt"_s));
    }

    void aFileOfJsonBecomesADraftOfTheSelectedLayer()
    {
        EditorFixture f;
        const auto before = f.draft().mapping();
        const auto written = [&f](const QString& name, const std::string& text) {
            QFile file(f.settings.path(name));
            return file.open(QIODevice::WriteOnly) && file.write(text.c_str()) > 0 ? file.fileName() : QString();
        };
        const QString path = written(u"mapping.json"_s, io::mappingToJson(f.draft().accelerator(), before));
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(f.draft().mapping() != before);
        f.editor->setEditing(false);
        QVERIFY(f.window.files().open({path}).front().whyNot.isEmpty());
        QVERIFY(f.editor->isEditing());
        QCOMPARE(int(f.window.currentTab()), int(MainWindow::Tab::LoopNest));
        QCOMPARE(f.draft().mapping(), before);

        const QString other = written(u"other.json"_s, R"([{"level": "Cache", "temporal": []}])");
        const QString refused = f.window.files().open({other}).front().whyNot;
        QVERIFY2(refused.contains(u"other.json"_s) && refused.contains(u"a list of 6 levels"_s), qPrintable(refused));
        QCOMPARE(f.draft().mapping(), before);
        f.window.workbench().selection().selectLayer(std::nullopt);
        QVERIFY(f.window.files().open({path}).front().whyNot.contains(u"select a layer"_s));
    }

    void textThatIsNoMappingChangesNothingAndSaysWhy()
    {
        EditorFixture f;
        QSignalSpy problem(f.editor, &MappingEditor::problem);
        const auto before = f.draft().mapping();
        f.editor->pasteText(u"hello"_s);
        QCOMPARE(problem.count(), 1);
        QVERIFY2(problem.at(0).at(0).toString().contains(u"'hello' stands where simba has level DRAM"_s),
                 qPrintable(problem.at(0).at(0).toString()));
        QCOMPARE(f.draft().mapping(), before);
    }

    void improvingTakesTheBestAsOneStep()
    {
        EditorFixture f;
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        const auto start = f.draft().mapping();
        auto* improve = f.find<QPushButton>("improveMapping");
        improve->click();
        QCOMPARE(f.session.fakes.improvements.last, quint64(1));
        QCOMPARE(f.session.fakes.improvements.requests.at(1).start, start);
        QCOMPARE(improve->text(), u"Stop"_s);
        ImprovementNews state;
        state.fraction = 0.5;
        state.best = schedule::ImprovedMapping{*simba::solved().mapping, *simba::solved().cost};
        f.session.fakes.improvements.tell(state);
        QCOMPARE(f.find<QProgressBar>("improveProgress")->value(), 500);
        QVERIFY(f.find<QLabel>("improveFound")->text().contains(u"best"_s));
        QCOMPARE(f.draft().mapping(), start); // until it ends
        state.ended = true;
        f.session.fakes.improvements.tell(state);
        QCOMPARE(f.draft().mapping(), *simba::solved().mapping);
        QCOMPARE(improve->text(), u"Improve from here"_s);
        f.window.actions().undo->trigger();
        QCOMPARE(f.draft().mapping(), start);
    }

    void stoppingTakesTheBestSoFar()
    {
        EditorFixture f;
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        f.find<QPushButton>("improveMapping")->click();
        ImprovementNews state;
        state.best = schedule::ImprovedMapping{*simba::solved().mapping, *simba::solved().cost};
        f.session.fakes.improvements.tell(state);
        f.find<QPushButton>("improveMapping")->click();
        QCOMPARE(f.session.fakes.improvements.cancels, 1);
        QCOMPARE(f.draft().mapping(), *simba::solved().mapping);
        f.draft().history().undo();
        const auto mine = f.draft().mapping();
        state.ended = true;
        f.session.fakes.improvements.tell(state); // was on its way
        QCOMPARE(f.draft().mapping(), mine);
    }

    void anEditWhileItSearchesWins()
    {
        EditorFixture f;
        f.find<QPushButton>("improveMapping")->click();
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Up, Qt::ControlModifier);
        const auto mine = f.draft().mapping();
        ImprovementNews state;
        state.ended = true;
        state.best = schedule::ImprovedMapping{*simba::solved().mapping, *simba::solved().cost};
        f.session.fakes.improvements.tell(state);
        QCOMPARE(f.draft().mapping(), mine);
        QVERIFY(f.find<QLabel>("improveFound")->text().contains(u"stopped by an edit"_s));
    }

    void aSearchThatFailsSaysWhy()
    {
        EditorFixture f;
        f.find<QPushButton>("improveMapping")->click();
        ImprovementNews state;
        state.ended = true;
        state.problem = u"no mapping fits"_s;
        f.session.fakes.improvements.tell(state);
        QCOMPARE(f.find<QLabel>("improveFound")->text(), u"no mapping fits"_s);
        QVERIFY(!f.draft().isEdited());
    }

    void keepingStoresTheMappingForAllLayersOfTheShape()
    {
        EditorFixture f;
        auto* keep = f.find<QPushButton>("keepMapping");
        QVERIFY(!keep->isEnabled()); // nothing edited
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Right);
        f.key(Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(f.draft().isValid());
        QVERIFY(keep->isEnabled());
        keep->click();
        QCOMPARE(f.session.edited.keeps.size(), std::size_t(1));
        const KeptRun& kept = f.session.edited.keeps.front();
        QCOMPARE(kept.layers.size(), std::size_t(3));
        QCOMPARE(*kept.layers[0].mapping, f.draft().mapping());
        QCOMPARE(*kept.layers[1].mapping, f.draft().mapping());
        QCOMPARE(kept.layers[1].sameShapeAs, std::optional<std::size_t>(0));
        QCOMPARE(QString::fromStdString(kept.layers[1].name), u"again"_s);
        QCOMPARE(*kept.layers[2].mapping, *simba::solved().mapping); // another shape
        QVERIFY(kept.note.contains(u"edited by hand"_s));
        QVERIFY(!keep->isEnabled()); // on its way
        f.session.edited.tellKept(321);
        QCOMPARE(f.session.loads.back(), RunId(321));
    }

    void whatCannotBeKeptIsTold()
    {
        EditorFixture f;
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Right);
        f.key(Qt::Key_Up, Qt::ControlModifier);
        f.editor->keep();
        QSignalSpy problem(f.editor, &MappingEditor::problem);
        f.session.edited.tellKept(0, u"disk full"_s);
        QCOMPARE(problem.at(0).at(0).toString(), u"disk full"_s);
        QVERIFY(f.find<QPushButton>("keepMapping")->isEnabled());
    }

    void theMenuOffersEveryPlaceWithWhatItWouldDo()
    {
        MappingDraft draft(simba::accelerator(), simba::layer(), simba::solved());
        QMenu menu;
        std::vector<LoopMove> moves;
        addMoves(menu, draft, {1, 1}, [&](const LoopMove& move) { moves.push_back(move); }); // C 16
        QCOMPARE(menu.actions().size(), 2); // the loop, and a factor of 2
        QMenu* whole = menu.actions()[0]->menu();
        QMenu* factor = menu.actions()[1]->menu();
        QCOMPARE(menu.actions()[1]->text(), u"Move factor 2 of C to"_s);
        QCOMPARE(factor->actions().front()->text().section(u'\t', 0, 0), u"DRAM"_s);
        bool anyFits = false, anyDoesNot = false;
        for (const QAction* action : whole->actions() + factor->actions()) {
            anyFits = anyFits || action->text().contains(u"cycles "_s);
            anyDoesNot = anyDoesNot || action->text().contains(u"does not fit"_s);
        }
        QVERIFY(anyFits);
        QVERIFY(anyDoesNot);
        factor->actions().front()->trigger();
        QCOMPARE(moves.back(), (LoopMove{{1, false, 1}, 2, {0, false, 1}}));
    }

    void tensorsAreBypassedFromTheMenu()
    {
        MappingDraft draft(simba::accelerator(), simba::layer(), simba::solved());
        QMenu menu;
        std::vector<std::pair<TensorRole, bool>> switched;
        addKeeps(menu, draft, 1, [&](TensorRole role, bool kept) { switched.emplace_back(role, kept); });
        QCOMPARE(menu.actions().size(), 2); // inputs and outputs
        QVERIFY(menu.actions()[0]->isChecked());
        menu.actions()[0]->trigger();
        QCOMPARE(switched, (std::vector<std::pair<TensorRole, bool>>{{TensorRole::Inputs, false}}));
        QMenu outermost;
        addKeeps(outermost, draft, 0, [](TensorRole, bool) {});
        QVERIFY(outermost.isEmpty());
    }

    void figuresOfTheDraftAreExplained()
    {
        EditorFixture f;
        f.view->selectLoop(LoopRef{1, 2});
        f.key(Qt::Key_Right);
        f.key(Qt::Key_Up, Qt::ControlModifier);
        Q_EMIT f.find<QLabel>("draftNumbers")->linkActivated(u"cycles"_s);
        auto* dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->asText().startsWith(u"cycles = "_s));
        QVERIFY(dialog->asText().contains(format::integer(f.draft().cost()->cycles.count)));
    }
};

QTEST_MAIN(MappingEditorTest)
#include "tst_editor.moc"
