// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace nestloom::ui {

/// Translates what the block diagram says.
class AcceleratorDiagramWords {
    Q_DECLARE_TR_FUNCTIONS(AcceleratorDiagram)
};

} // namespace nestloom::ui
