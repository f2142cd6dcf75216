// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/progress.h"

#include <QProgressBar>

namespace nestloom::ui {

void setProgress(QProgressBar& bar, int value)
{
    if (value == bar.value())
        return;
    bar.setUpdatesEnabled(false);
    bar.setValue(value);
    bar.setUpdatesEnabled(true); // asks for a paint with the next ones
}

} // namespace nestloom::ui
