// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/mapping/mapping_feature.h"

#include "ui/features/mapping/imported_draft.h"
#include "ui/features/mapping/mapping_editor.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/layer_page.h"
#include "ui/window/main_window.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/mapping_draft.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

namespace {

class MappingFeatureWords {
    Q_DECLARE_TR_FUNCTIONS(MappingFeature)
};

void addActions(MainWindow& window, MappingEditor* editor)
{
    QAction* edit =
        window.addAction(MainWindow::Menu::Edit, QStringLiteral("editMapping"),
                         MappingFeatureWords::tr("Edit &mapping"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L),
                         MappingFeatureWords::tr("Change the loops of the selected layer by hand, in the loop nest"));
    edit->setCheckable(true);
    QObject::connect(edit, &QAction::triggered, editor, [&window, editor](bool on) {
        if (on)
            window.showTab(MainWindow::Tab::LoopNest);
        editor->setEditing(on);
    });
    QObject::connect(editor, &MappingEditor::editingChanged, edit, &QAction::setChecked);
    QAction* explain = window.addAction(
        MainWindow::Menu::View, QStringLiteral("explainFigures"), MappingFeatureWords::tr("&Explain figures..."),
        QKeySequence(Qt::CTRL | Qt::Key_I),
        MappingFeatureWords::tr("How the figures of the selected layer, or of the whole run, come about"));
    QObject::connect(explain, &QAction::triggered, &window, [&window] {
        const ShownRun& run = window.workbench().run();
        const auto layer = window.workbench().selection().layer();
        if (layer ? !explainLayer(&window, run, *layer, schedule::Figure::Cycles)
                  : !explainTotal(&window, run, schedule::Figure::Cycles))
            window.problems()->report(
                MappingFeatureWords::tr("There is no figure to explain: no layer has a cost yet."));
    });
}

/// As a draft of the selected layer.
Status openMapping(MainWindow& window, MappingEditor& editor, const QString& path)
{
    const bool wasEditing = editor.isEditing();
    editor.setEditing(true);
    const Status opened = editor.openText(path);
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
    auto* edit = page->addButton(MappingFeatureWords::tr("Edit"));
    edit->setObjectName(QStringLiteral("editMappingButton"));
    edit->setCheckable(true);
    edit->setToolTip(MappingFeatureWords::tr("Change the loops of this layer by hand (Ctrl+Shift+L)"));
    QObject::connect(edit, &QToolButton::clicked, editor, &MappingEditor::setEditing);
    QObject::connect(editor, &MappingEditor::editingChanged, edit, &QToolButton::setChecked);
    QObject::connect(page->addButton(MappingFeatureWords::tr("Copy as text")), &QToolButton::clicked, nest,
                     &LoopNestView::copyAsText);
    window.addPage(MainWindow::Tab::LoopNest, page, MainWindow::tr("Loop nest"));
    QObject::connect(editor, &MappingEditor::problem, &window,
                     [&window](const QString& sentence) { window.problems()->report(sentence); });
    addActions(window, editor);
    window.files().setOpenDraft(
        [&window](const mapping::DesignImport& import) { return openImportedDraft(window, import); });
    window.files().setOpenMapping(
        [&window, editor](const QString& path) { return openMapping(window, *editor, path); });
}

} // namespace nestloom::ui
