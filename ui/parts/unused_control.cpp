// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/unused_control.h"

#include <QCoreApplication>
#include <QWidget>

namespace nestloom::ui {

namespace {

class UnusedControlWords {
    Q_DECLARE_TR_FUNCTIONS(UnusedControl)
};

constexpr const char* kOwnToolTip = "ownToolTip"; // what the tip says while the control is enabled

} // namespace

void followEngine(QWidget& control, schedule::RunChoice choice, const schedule::ScheduleOptions& options)
{
    if (!control.property(kOwnToolTip).isValid())
        control.setProperty(kOwnToolTip, control.toolTip());
    const auto why = schedule::whyUnused(choice, options.engine, options.cosa.objective);
    control.setEnabled(!why);
    control.setToolTip(why ? UnusedControlWords::tr("Does nothing here: %1.").arg(QString::fromStdString(*why))
                           : control.property(kOwnToolTip).toString());
}

} // namespace nestloom::ui
