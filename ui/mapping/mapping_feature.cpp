// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mapping/mapping_feature.h"

#include "ui/explain/explain_dialog.h"
#include "ui/explain/explain_run.h"
#include "ui/files/file_opener.h"
#include "ui/main_window.h"
#include "ui/mapping/mapping_draft.h"
#include "ui/mapping/mapping_editor.h"
#include "ui/pages/layer_page.h"
#include "ui/panels/problems_line.h"

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
    window.files().setOpenMapping(
        [&window, editor](const QString& path) { return openMapping(window, *editor, path); });
}

std::vector<TourStep> mappingTour(MainWindow& window)
{
    const auto editor = [&window] { return window.findChild<MappingEditor*>(); };
    const auto view = [&window] { return window.findChild<LoopNestView*>(QStringLiteral("loopNestView")); };
    const auto press = [view](int key, Qt::KeyboardModifiers modifiers) {
        QKeyEvent down(QEvent::KeyPress, key, modifiers);
        QCoreApplication::sendEvent(view(), &down);
    };
    const auto whenJudged = [editor] {
        return editor()->draft() ? QString() : QStringLiteral("the draft of the mapping");
    };
    const auto closeDialog = [&window] {
        if (auto* dialog = window.findChild<ExplainDialog*>())
            dialog->close();
        return true;
    };
    return {
        {QStringLiteral("mapping-edit"),
         [&window, editor, view, press] {
             window.showTab(MainWindow::Tab::LoopNest);
             window.workbench().selection().selectLayer(std::size_t(3));
             editor()->setEditing(true);
             view()->setFocus();
             press(Qt::Key_Down, Qt::NoModifier);
             press(Qt::Key_Right, Qt::NoModifier);
             return true;
         },
         whenJudged},
        {QStringLiteral("mapping-not-valid"),
         [view, press, editor] {
             press(Qt::Key_Home, Qt::NoModifier);
             for (int i = 0; i < 12 && editor()->draft()->isValid(); ++i)
                 press(Qt::Key_Down, Qt::ControlModifier);
             return !editor()->draft()->isValid();
         },
         whenJudged},
        {QStringLiteral("mapping-improving"),
         [editor] {
             editor()->bar()->findChild<QPushButton*>(QStringLiteral("improveMapping"))->click();
             return true;
         },
         [] { return QString(); }, true},
        {QStringLiteral("mapping-improved"), [] { return true; },
         [editor] { return editor()->draft()->isValid() ? QString() : QStringLiteral("a better mapping"); }},
        {QStringLiteral("explain-cycles"),
         [&window] { return explainLayer(&window, window.workbench().run(), 3, schedule::Figure::Cycles) != nullptr; },
         [&window] { return window.findChild<ExplainDialog*>() ? QString() : QStringLiteral("the explanation"); },
         false, [&window]() -> QWidget* { return window.findChild<ExplainDialog*>(); }},
        {QStringLiteral("explain-energy"),
         [&window, closeDialog] {
             delete window.findChild<ExplainDialog*>();
             return explainTotal(&window, window.workbench().run(), schedule::Figure::Energy) != nullptr;
         },
         [&window] { return window.findChild<ExplainDialog*>() ? QString() : QStringLiteral("the explanation"); },
         false, [&window]() -> QWidget* { return window.findChild<ExplainDialog*>(); }},
        {QString(),
         [editor, closeDialog] {
             closeDialog();
             editor()->setEditing(false);
             return true;
         },
         [] { return QString(); }},
    };
}

} // namespace nestloom::ui
