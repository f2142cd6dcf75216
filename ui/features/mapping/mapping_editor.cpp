// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/mapping_editor.h"

#include "engine/mapping/constraints.h"
#include "engine/mapping/mapping_text.h"
#include "ui/features/mapping/kept_drafts.h"
#include "ui/parts/explain_dialog.h"
#include "ui/ports/run_keeper.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"
#include "ui/widgets/ask_file.h"
#include "ui/workbench/shown_run.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>
#include <QSaveFile>

#include <algorithm>
#include <set>

namespace nestloom::ui {

namespace {

/// A menu of the places that `factor` could go to, outermost first.
void addPlaces(QMenu& menu, const MappingDraft& draft, const mapping::LoopPlace& from, std::int64_t factor,
               const std::function<void(const LoopMove&)>& move)
{
    for (const mapping::LoopPlace& to : mapping::otherPlaces(draft.accelerator(), draft.mapping(), from)) {
        const auto edited = mapping::moveFactor(draft.mapping(), from, factor, to);
        if (!edited)
            continue;
        const MappingDraft::Verdict verdict = draft.judge(edited->mapping);
        QAction* action =
            menu.addAction(placeName(draft.accelerator(), to) + QLatin1Char('\t') + verdictBrief(draft, verdict));
        action->setToolTip(verdictWords(draft, verdict));
        QObject::connect(action, &QAction::triggered, &menu,
                         [move, choice = LoopMove{from, factor, to}] { move(choice); });
    }
}

} // namespace

void addMoves(QMenu& menu, const MappingDraft& draft, LoopRef loop, std::function<void(const LoopMove&)> move)
{
    const mapping::LoopPlace from = placeOf(draft.mapping(), loop);
    const mapping::Loop* moved = mapping::loopAt(draft.mapping(), from);
    if (!moved)
        return;
    const QString dimension{QLatin1Char(workload::letter(moved->dimension))};
    const auto add = [&](std::int64_t factor, const QString& title) {
        QMenu* places = menu.addMenu(title);
        places->setToolTipsVisible(true);
        addPlaces(*places, draft, from, factor, move);
    };
    add(moved->bound, MappingEditor::tr("Move %1 %2 to").arg(dimension).arg(moved->bound));
    const std::vector<std::int64_t> primes = primesOf(moved->bound);
    if (primes.size() > 1)
        for (const std::int64_t prime : std::set<std::int64_t>(primes.begin(), primes.end()))
            add(prime, MappingEditor::tr("Move factor %1 of %2 to").arg(prime).arg(dimension));
}

void addKeeps(QMenu& menu, const MappingDraft& draft, std::size_t level, std::function<void(TensorRole, bool)> keep)
{
    if (level == 0)
        return; // the outermost keeps all
    const hardware::BufferLevel& buffer = draft.accelerator().levels[level];
    for (const TensorRole role : kTensorRoles) {
        if (!buffer.keeps.contains(role))
            continue;
        QAction* action = menu.addAction(MappingEditor::tr("Keep %1 in %2").arg(tensorName(role), qt(buffer.name)));
        action->setCheckable(true);
        action->setChecked(draft.mapping().levels[level].keeps.contains(role));
        QObject::connect(action, &QAction::toggled, &menu, [keep, role](bool kept) { keep(role, kept); });
    }
}

using schedule::Figure;

MappingEditor::MappingEditor(Workbench& workbench, LoopNestView* view, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_view(view), m_bar(new DraftBar),
      m_search(workbench.session().askers().improvements, this)
{
    setObjectName(QStringLiteral("mappingEditor"));
    makeBar();
    m_view->setMenu([this](QMenu& menu, const LoopNestTarget& target) { fillMenu(menu, target); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
    connect(m_view, &LoopNestView::moveRequested, this, &MappingEditor::move);
    connect(m_view, &LoopNestView::movePointed, this, &MappingEditor::previewMove);
    connect(m_view, &LoopNestView::pasteRequested, this, &MappingEditor::pasteText);
    connect(&m_search, &MappingSearch::changed, this, &MappingEditor::refreshBar);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &MappingEditor::useDraft);
    connect(&m_workbench.run(), &ShownRun::updated, this, &MappingEditor::refreshBar);
    if (RunKeeper* edited = workbench.session().runKeeper())
        connect(edited, &RunKeeper::kept, this, [this](quint64 id, RunId run, const QString& why) {
            if (id != m_keeping)
                return;
            m_keeping = 0;
            if (why.isEmpty()) {
                kept_drafts::forget(m_kept.first, m_kept.second); // it is in a run now
                m_workbench.openRun(run);
            } else {
                Q_EMIT problem(why);
            }
            refreshBar();
        });
}

MappingEditor::~MappingEditor() { setDraft(nullptr); } // histories speak once more as they go

void MappingEditor::setDraft(MappingDraft* draft)
{
    m_draft = draft;
    m_workbench.setDraft(draft);
}

void MappingEditor::makeBar()
{
    m_bar->hide();
    m_bar->setImproveAvailable(m_search.isAvailable());
    connect(m_bar, &DraftBar::undoRequested, this, [this] { m_draft->history().undo(); });
    connect(m_bar, &DraftBar::redoRequested, this, [this] { m_draft->history().redo(); });
    connect(m_bar, &DraftBar::resetRequested, this, [this] { m_draft->reset(); });
    connect(m_bar, &DraftBar::reliefRequested, this, [this] {
        if (m_draft && m_draft->relief())
            move({m_draft->relief()->from, m_draft->relief()->factor, m_draft->relief()->to});
    });
    connect(m_bar, &DraftBar::improveRequested, this, [this] {
        const schedule::ScheduleOptions& options = m_workbench.run().options();
        m_search.begin(*m_draft, {options.cosa.objective, options.cosa.cyclePrice}, options.seed);
    });
    connect(m_bar, &DraftBar::stopRequested, &m_search, &MappingSearch::stop);
    connect(m_bar, &DraftBar::keepRequested, this, &MappingEditor::keep);
    connect(m_bar, &DraftBar::figureRequested, this, &MappingEditor::explain);
    QMenu* text = m_bar->textMenu();
    text->addAction(tr("&Copy as text"), this, &MappingEditor::copyText);
    text->addAction(tr("&Paste text"), this, [this] { pasteText(QApplication::clipboard()->text()); });
    text->addSeparator();
    text->addAction(tr("&Open..."), this, &MappingEditor::askOpen);
    text->addAction(tr("&Save..."), this, &MappingEditor::askSave);
}

void MappingEditor::setEditing(bool editing)
{
    if (editing == m_editing)
        return;
    m_editing = editing;
    if (!editing)
        m_search.forget();
    m_view->setEditable(editing);
    m_bar->setVisible(editing);
    useDraft();
    if (m_draft)
        m_draft->history().setActive(true);
    else
        giveHistoryBack();
    Q_EMIT editingChanged(editing);
}

void MappingEditor::show(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                         const schedule::LayerResult& result)
{
    m_accelerator =
        mapping::withConstraints(accelerator, m_workbench.run().options().constraints); // an edit must keep them, too
    m_layer = layer;
    m_result = result;
    useDraft();
}

void MappingEditor::clear()
{
    m_result.reset();
    m_search.forget();
    setDraft(nullptr);
    m_view->clear();
    refreshBar();
    giveHistoryBack();
}

/// The draft of the shown layer; made when it is asked for first. A draft of another layer or of other levels makes
/// way.
void MappingEditor::useDraft()
{
    MappingDraft* before = m_draft;
    setDraft(nullptr);
    const bool pending = m_result && m_result->status == schedule::LayerStatus::Pending;
    if (m_editing && m_result && !pending && !m_accelerator.levels.empty()) {
        auto& kept = m_drafts[{m_workbench.run().storedRun(), m_result->index}];
        if (!kept || kept->layer() != m_layer || !kept->rebase(m_accelerator, *m_result)) {
            kept = std::make_unique<MappingDraft>(m_accelerator, m_layer, *m_result, m_workbench.run().options());
            m_workbench.histories().addStack(&kept->history());
            const RunId run = m_workbench.run().storedRun();
            if (const auto edits = kept_drafts::find(run, m_result->index, m_layer.name, m_accelerator))
                kept->change(*edits, tr("edits of another time"));
            connect(kept.get(), &MappingDraft::changed, this, [this, run, draft = kept.get()] {
                kept_drafts::keep(run, *draft);
                refresh();
            });
            connect(&kept->history(), &QUndoStack::indexChanged, this, [this, history = &kept->history()] {
                history->setActive(true);
                if (m_draft && &m_draft->history() == history)
                    refreshBar(); // undo and redo: the draft changed before the history did
            });
            before = nullptr;
        }
        setDraft(kept.get());
    }
    if (m_draft != before)
        m_search.forget();
    refresh();
}

void MappingEditor::refresh()
{
    if (m_draft)
        m_view->setLayer(m_draft->accelerator(), m_draft->layer(), m_draft->result());
    else if (m_result)
        m_view->setLayer(m_accelerator, m_layer, *m_result);
    refreshBar();
}

void MappingEditor::refreshBar()
{
    m_bar->show(m_draft, m_search.state());
    m_bar->setWhyNotKeep(whyNotKeep());
}

void MappingEditor::move(const LoopMove& move)
{
    if (!m_draft)
        return;
    const auto edited = mapping::moveFactor(m_draft->mapping(), move.from, move.factor, move.to);
    if (!edited) {
        Q_EMIT problem(qt(edited.error().text()));
        return;
    }
    m_draft->change(edited->mapping, moveWords(m_draft->accelerator(), m_draft->mapping(), move));
    const mapping::Loop* moved = mapping::loopAt(edited->mapping, edited->place); // may have joined another
    m_view->selectLoop(refOf(edited->mapping, edited->place),
                       moved && moved->bound != move.factor ? std::optional(move.factor) : std::nullopt);
}

void MappingEditor::previewMove(const LoopMove& move)
{
    const auto edited = m_draft ? mapping::moveFactor(m_draft->mapping(), move.from, move.factor, move.to)
                                : Result<mapping::EditedMapping>(Error{});
    if (!edited)
        return;
    const MappingDraft::Verdict verdict = m_draft->judge(edited->mapping);
    m_view->setDropWords(QStringLiteral("%1: %2").arg(moveWords(m_draft->accelerator(), m_draft->mapping(), move),
                                                      verdictWords(*m_draft, verdict)),
                         !verdict.violations.empty());
}

void MappingEditor::fillMenu(QMenu& menu, const LoopNestTarget& target)
{
    if (m_draft && target.loop) {
        addMoves(menu, *m_draft, *target.loop, [this](const LoopMove& chosen) { move(chosen); });
        menu.addSeparator();
    }
    if (m_draft && target.level) {
        addKeeps(menu, *m_draft, *target.level, [this, level = *target.level](TensorRole role, bool kept) {
            if (const auto edited = mapping::withKept(m_draft->mapping(), level, role, kept))
                m_draft->change(*edited, kept ? tr("keep a tensor") : tr("bypass of a tensor"));
        });
        menu.addSeparator();
    }
    if (!m_editing)
        menu.addAction(tr("Edit this mapping"), this, [this] { setEditing(true); });
    if (!m_result)
        return;
    const schedule::LayerResult shown = m_draft ? m_draft->result() : *m_result;
    const hardware::Accelerator accelerator = m_accelerator;
    const workload::Layer layer = m_layer;
    if (target.level && *target.level < accelerator.levels.size() && shown.mapping)
        menu.addAction(tr("Explain %1").arg(qt(accelerator.levels[*target.level].name)), m_view,
                       [=, level = *target.level, view = m_view] {
                           explainLevel(view->window(), accelerator, layer, shown, level);
                       });
    for (const Figure figure : {Figure::Cycles, Figure::Energy, Figure::Utilization})
        if (shown.cost)
            menu.addAction(explainWords(figure), m_view,
                           [=, view = m_view] { explainLayer(view->window(), accelerator, layer, shown, figure); });
}

void MappingEditor::explain(const QString& figure)
{
    if (!m_draft)
        return;
    explainLayer(m_view->window(), m_draft->accelerator(), m_draft->layer(), m_draft->result(), figureNamed(figure));
}

/// Ctrl+Z belongs to the mapping while the loop nest or its bar has the focus, and right after an edit.
void MappingEditor::followFocus(const QWidget* now)
{
    if (now == nullptr)
        return;
    const bool ours = now == m_view || m_view->isAncestorOf(now) || m_bar->isAncestorOf(now);
    if (m_draft && ours)
        m_draft->history().setActive(true);
    else if (!ours)
        giveHistoryBack();
}

void MappingEditor::giveHistoryBack()
{
    const bool taken =
        std::ranges::any_of(m_drafts, [](const auto& draft) { return draft.second->history().isActive(); });
    if (taken)
        m_workbench.document().history().setActive(true);
}

namespace {

constexpr qint64 kLargestText = 1 << 20; // bytes; a nest of 12 levels has some kilobytes

Error fileError(const QString& path, const QString& why)
{
    return {ErrorCode::Io, why.toStdString(), path.toStdString()};
}

/// In every form that the session reads; without a session that does, as the loop nest writes it.
Result<mapping::LayerMapping> read(Session& session, const hardware::Accelerator& accelerator, const std::string& text)
{
    const RunKeeper* edited = session.runKeeper();
    return edited ? edited->read(accelerator, text) : mapping::parse(accelerator, text);
}

} // namespace

void MappingEditor::pasteText(const QString& text)
{
    if (!m_draft)
        return;
    const auto mapping = read(m_workbench.session(), m_draft->accelerator(), text.toStdString());
    if (!mapping) {
        Q_EMIT problem(tr("The text is no mapping of this accelerator: %1").arg(qt(mapping.error().text())));
        return;
    }
    m_draft->change(*mapping, tr("mapping from text"));
}

Status MappingEditor::openText(const QString& path)
{
    QFile file(path);
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile())
        return fileError(path, tr("it is a folder, a device or a pipe"));
    if (!file.open(QIODevice::ReadOnly))
        return fileError(path, file.errorString());
    if (file.size() > kLargestText)
        return fileError(path, tr("it is too large for a mapping"));
    if (!m_draft)
        return fileError(path, tr("select a layer to put the mapping to"));
    const auto mapping = read(m_workbench.session(), m_draft->accelerator(), file.readAll().toStdString());
    if (!mapping)
        return Error{mapping.error().code, mapping.error().text(), path.toStdString()};
    m_draft->change(*mapping, tr("mapping from a file"));
    return success();
}

Status MappingEditor::saveText(const QString& path) const
{
    QSaveFile file(path);
    const QByteArray text = m_view->asText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return fileError(path, file.errorString());
    return success();
}

void MappingEditor::askOpen()
{
    askToOpen(m_view->window(), tr("Open a mapping"), tr("Mappings (*.txt *.json);;All files (*)"),
              [this, guard = QPointer(this)](const QString& path) {
                  if (!guard)
                      return;
                  if (const Status opened = openText(path); !opened)
                      Q_EMIT problem(qt(opened.error().text()));
              });
}

void MappingEditor::askSave()
{
    askToSave(m_view->window(), tr("Save the mapping"), qt(m_layer.name) + QStringLiteral(".txt"),
              tr("Mappings as text (*.txt)"), [this, guard = QPointer(this)](const QString& path) {
                  if (!guard)
                      return;
                  if (const Status saved = saveText(path); !saved)
                      Q_EMIT problem(qt(saved.error().text()));
              });
}

QString MappingEditor::whyNotKeep() const
{
    if (!m_draft || !m_draft->isEdited())
        return tr("Nothing is edited.");
    if (!m_draft->isValid() || !m_draft->cost())
        return tr("The mapping is not valid.");
    if (!m_search.isAvailable())
        return tr("Runs are not stored.");
    if (m_keeping != 0)
        return tr("It is being stored.");
    return whyNotKeepFrom(m_workbench.run());
}

void MappingEditor::keep()
{
    RunKeeper* edited = m_workbench.session().runKeeper();
    if (!edited || !whyNotKeep().isEmpty())
        return;
    const RunId run = m_workbench.run().storedRun();
    const QString layer = qt(m_draft->result().name);
    KeptRun kept{m_workbench.run().storedRequest(), layersWith(m_workbench.run(), m_draft->result()),
                 run != 0 ? tr("run %1 with the mapping of %2 edited by hand").arg(run).arg(layer)
                          : tr("mapping of %1 edited by hand").arg(layer)};
    m_kept = {run, m_draft->origin().index};
    m_keeping = edited->keep(kept);
    refreshBar();
}

} // namespace nestloom::ui
