// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace nestloom::ui {

/// Translates what the loop nest says.
class LoopNestViewWords {
    Q_DECLARE_TR_FUNCTIONS(LoopNestView)
};

} // namespace nestloom::ui
