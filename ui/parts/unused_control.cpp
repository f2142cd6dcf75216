// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/unused_control.h"

#include "ui/style/words.h"

#include <QWidget>

namespace nestloom::ui {

namespace {

constexpr const char* kOwnToolTip = "ownToolTip"; // what the tip says while the control is enabled

} // namespace

void followEngine(QWidget& control, schedule::RunChoice choice, const schedule::ScheduleOptions& options)
{
    if (!control.property(kOwnToolTip).isValid())
        control.setProperty(kOwnToolTip, control.toolTip());
    const auto why = schedule::whyUnused(choice, options);
    control.setEnabled(!why);
    control.setToolTip(why ? Words::tr("Does nothing here: %1.").arg(qt(*why))
                           : control.property(kOwnToolTip).toString());
}

} // namespace nestloom::ui
