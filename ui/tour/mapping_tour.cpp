// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/feature_tours.h"

#include "ui/features/mapping/mapping_editor.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/layer_page.h"
#include "ui/window/main_window.h"
#include "ui/workbench/mapping_draft.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QToolButton>

namespace nestloom::ui {

std::vector<TourStep> mappingTour(MainWindow& window)
{
    const auto editor = [&window] { return window.findChild<MappingEditor*>(); };
    const auto view = [&window] { return window.findChild<LoopNestView*>(QStringLiteral("loopNestView")); };
    const auto press = [view](int key, Qt::KeyboardModifiers modifiers) {
        QKeyEvent down(QEvent::KeyPress, key, modifiers);
        QCoreApplication::sendEvent(view(), &down);
    };
    const auto whenJudged = [editor] { return editor()->draft() ? nullptr : "the draft of the mapping"; };
    const auto closeDialog = [&window] {
        if (auto* dialog = window.findChild<ExplainDialog*>())
            dialog->close();
    };
    return {
        {"mapping-edit",
         [&window, editor, view, press] {
             window.showTab(MainWindow::Tab::LoopNest);
             window.workbench().selection().selectLayer(std::size_t(3));
             editor()->setEditing(true);
             view()->setFocus();
             press(Qt::Key_Down, Qt::NoModifier);
             press(Qt::Key_Right, Qt::NoModifier);
         },
         whenJudged},
        {"mapping-not-valid",
         [view, press, editor] {
             press(Qt::Key_Home, Qt::NoModifier);
             for (int i = 0; i < 12 && editor()->draft()->isValid(); ++i)
                 press(Qt::Key_Down, Qt::ControlModifier);
             return !editor()->draft()->isValid();
         },
         whenJudged},
        {"mapping-improving",
         [editor] { editor()->bar()->findChild<QPushButton*>(QStringLiteral("improveMapping"))->click(); },
         [] { return nullptr; }, true},
        {"mapping-improved", [] { return true; },
         [editor] { return editor()->draft()->isValid() ? nullptr : "a better mapping"; }},
        {"explain-cycles",
         [&window] { return explainLayer(&window, window.workbench().run(), 3, schedule::Figure::Cycles) != nullptr; },
         [&window] { return window.findChild<ExplainDialog*>() ? nullptr : "the explanation"; }, false,
         [&window]() -> QWidget* { return window.findChild<ExplainDialog*>(); }},
        {"explain-energy",
         [&window, closeDialog] {
             delete window.findChild<ExplainDialog*>();
             return explainTotal(&window, window.workbench().run(), schedule::Figure::Energy) != nullptr;
         },
         [&window] { return window.findChild<ExplainDialog*>() ? nullptr : "the explanation"; }, false,
         [&window]() -> QWidget* { return window.findChild<ExplainDialog*>(); }},
        {"",
         [editor, closeDialog] {
             closeDialog();
             editor()->setEditing(false);
         },
         [] { return nullptr; }},
    };
}

} // namespace nestloom::ui
