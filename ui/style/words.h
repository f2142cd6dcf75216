// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace nestloom::ui {

/// Translates what functions outside of any QObject say.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace nestloom::ui
