// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/constraints/constraints_tour.h"

#include "ui/constraints/constraint_text.h"
#include "ui/constraints/constraints_group.h"
#include "ui/editor/accelerator_editor.h"
#include "ui/editor/accelerator_form.h"
#include "ui/main_window.h"
#include "ui/panels/run_control.h"

namespace nestloom::ui {

namespace {

void write(QWidget* place, const QString& text) { place->findChild<ConstraintText*>()->setPlainText(text); }

bool show(MainWindow& window)
{
    auto* form = window.editor()->findChild<AcceleratorForm*>();
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
    return {
        {QStringLiteral("constraints"), [&window] { return show(window); }, {}},
        {{},
         [&window] {
             window.workbench().document().revert();
             write(window.findChild<RunControl*>(), {});
             window.actions().resetLayout->trigger();
             return true;
         },
         {}},
    };
}

} // namespace nestloom::ui
