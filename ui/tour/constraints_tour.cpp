// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/tour/feature_tours.h"

#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/run/run_control.h"
#include "ui/parts/constraint_text.h"
#include "ui/parts/constraints_group.h"
#include "ui/window/main_window.h"

#include <memory>

namespace nestloom::ui {

namespace {

void write(QWidget* place, const QString& text) { place->findChild<ConstraintText*>()->setPlainText(text); }

bool show(MainWindow& window)
{
    auto* form = editorIn(window)->findChild<AcceleratorForm*>();
    auto* control = window.findChild<RunControl*>();
    if (form == nullptr || control == nullptr)
        return false;
    control->findChild<ConstraintsGroup*>()->setExpanded(true);
    write(control, QStringLiteral("dataflow: weight stationary\nGlobalBuffer: spatial only C K"));
    write(form, QStringLiteral("GlobalBuffer: spatial C <= 8\nGlobalBufer: K = 4"));
    return form->focusField(QStringLiteral("constraints[1]"));
}

} // namespace

std::vector<TourStep> constraintsTour(MainWindow& window)
{
    const auto before = std::make_shared<RunId>(0);
    return {
        {QStringLiteral("constraints"),
         [&window, before] {
             *before = window.workbench().run().run();
             return show(window);
         },
         {}},
        {{},
         [&window, before] {
             window.workbench().document().revert();
             write(window.findChild<RunControl*>(), {});
             window.findChild<RunControl*>()->findChild<ConstraintsGroup*>()->setExpanded(false);
             window.workbench().openRun(
                 *before); // an edit, even one taken back, shows the preview of what is chosen now
             return true;
         },
         [&window, before] {
             return window.workbench().run().run() == *before ? QString()
                                                              : QStringLiteral("the run that was shown before");
         }},
    };
}

} // namespace nestloom::ui
