// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace nestloom::ui {

/// Translates what the fields of the form say.
class FieldSpecWords {
    Q_DECLARE_TR_FUNCTIONS(FieldSpec)
};

} // namespace nestloom::ui
