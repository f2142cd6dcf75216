// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/mapping_feature.h"

#include "ui/features/mapping/kept_drafts.h"
#include "ui/features/mapping/mapping_editor.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/layer_page.h"
#include "ui/style/words.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/mapping_draft.h"

#include <QAction>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

namespace {

/// A run of this layer that has not been mapped.
RunRecord unmapped(const hardware::Accelerator& accelerator, const workload::Network& network,
                   const schedule::ScheduleOptions& options)
{
    RunRecord record;
    record.summary.acceleratorName = accelerator.name;
    record.summary.networkName = network.name;
    record.summary.engine = options.engine;
    record.summary.status = RunStatus::Cancelled;
    record.summary.layerCount = int(network.layers.size());
    record.summary.engineVersion = NESTLOOM_VERSION;
    record.inputs = {accelerator, network, options};
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        schedule::LayerResult result;
        result.index = i;
        result.name = network.layers[i].name;
        result.status = schedule::LayerStatus::Cancelled;
        result.cause = StopCause::Cancelled;
        result.reason = Words::tr("not mapped; the imported mapping is a draft in the loop nest").toStdString();
        record.layers.push_back(result);
    }
    return record;
}

} // namespace

bool openImportedDraft(MainWindow& window, const mapping::DesignImport& import)
{
    auto* editor = window.findChild<MappingEditor*>();
    const bool isWhole = import.mapping && import.accelerator && import.network && import.network->layers.size() == 1
                         && import.mapping->levels.size() == import.accelerator->levels.size();
    if (!editor || !isWhole)
        return false;
    Workbench& workbench = window.workbench();
    workbench.selection().enterRun(0);
    workbench.run().show(unmapped(*import.accelerator, *import.network, workbench.options()));
    workbench.selection().selectLayer(std::size_t(0));
    window.showTab(MainWindow::Tab::LoopNest);
    editor->setEditing(true);
    if (!editor->draft())
        return false;
    editor->draft()->change(*import.mapping, Words::tr("imported mapping"));
    return true;
}

namespace {

void addActions(MainWindow& window, MappingEditor* editor)
{
    QAction* edit = window.addAction(MainWindow::Menu::Edit, QStringLiteral("editMapping"), Words::tr("Edit &mapping"),
                                     QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
                                     Words::tr("Change the loops of the selected layer by hand, in the loop nest"));
    edit->setCheckable(true);
    QObject::connect(edit, &QAction::triggered, editor, [&window, editor](bool on) {
        if (on)
            window.showTab(MainWindow::Tab::LoopNest);
        editor->setEditing(on);
    });
    QObject::connect(editor, &MappingEditor::editingChanged, edit, &QAction::setChecked);
    QAction* explain = window.addAction(
        MainWindow::Menu::View, QStringLiteral("explainFigures"), Words::tr("&Explain figures..."),
        QKeySequence(Qt::CTRL | Qt::Key_I),
        Words::tr("How the selected figure comes about, or those of the selected layer or the whole run"));
    QObject::connect(explain, &QAction::triggered, &window, [&window] {
        if (explainFocused(window.page(window.currentTab())))
            return;
        Workbench& workbench = window.workbench();
        const auto tell = [&window](const QString& sentence) { window.problems()->report(sentence); };
        if (workbench.hasWholeRun())
            return explainRun(&window, workbench.session().runReader(), workbench.shownRun(), schedule::Figure::Cycles,
                              tell);
        const ShownRun& run = workbench.run();
        const auto layer = workbench.selection().layer();
        if (layer ? !explainLayer(&window, run, *layer, schedule::Figure::Cycles)
                  : !explainTotal(&window, run, schedule::Figure::Cycles))
            tell(Words::tr("There is no figure to explain: no layer has a cost yet."));
    });
}

/// As a draft of the selected layer.
Status openMapping(MainWindow& window, MappingEditor& editor, const QString& path)
{
    const bool wasEditing = editor.isEditing();
    editor.setEditing(true);
    Status opened = editor.openText(path);
    if (opened)
        window.showTab(MainWindow::Tab::LoopNest);
    else
        editor.setEditing(wasEditing);
    return opened;
}

} // namespace

void installLoopNest(MainWindow& window)
{
    auto* nest = new LoopNestView;
    nest->setObjectName(QStringLiteral("loopNestView"));
    auto* editor = new MappingEditor(window.workbench(), nest, &window);
    auto* page = new LayerPage(
        window.workbench(), nest, [editor](const auto&... shown) { editor->show(shown...); },
        [editor] { editor->clear(); });
    page->addStrip(editor->bar());
    auto* edit = page->addButton(Words::tr("Edit"));
    edit->setObjectName(QStringLiteral("editMappingButton"));
    edit->setCheckable(true);
    edit->setToolTip(Words::tr("Change the loops of this layer by hand (Ctrl+Shift+L)"));
    QObject::connect(edit, &QToolButton::clicked, editor, &MappingEditor::setEditing);
    QObject::connect(editor, &MappingEditor::editingChanged, edit, &QToolButton::setChecked);
    QObject::connect(page->addButton(Words::tr("Copy as text")), &QToolButton::clicked, nest,
                     &LoopNestView::copyAsText);
    window.addPage(MainWindow::Tab::LoopNest, page, MainWindow::tr("Loop nest"));
    QObject::connect(editor, &MappingEditor::problem, &window,
                     [&window](const QString& sentence) { window.problems()->report(sentence); });
    addActions(window, editor);
    const Session& session = window.workbench().session();
    QObject::connect(
        &session, &Session::runsChanged, &window,
        [&window, &session] {
            if (const QStringList drafts = kept_drafts::list(session.runs()); !drafts.isEmpty())
                window.say(Words::tr("Edited by hand and in no run yet: %1. Edit on the page Loop nest shows it.")
                               .arg(drafts.join(QStringLiteral(", "))));
        },
        Qt::SingleShotConnection); // at the start
    window.files().setOpenDraft(
        [&window](const mapping::DesignImport& import) { return openImportedDraft(window, import); });
    window.files().setOpenMapping(
        [&window, editor](const QString& path) { return openMapping(window, *editor, path); });
}

} // namespace nestloom::ui
