// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

#include <QString>
#include <QStringList>

namespace nestloom::ui {

/// How the text before the cursor of a constraint can go on: `typed` is the part that is begun, `words` what it can
/// become.
struct ConstraintCompletion {
    QString typed;
    QStringList words;
};
ConstraintCompletion constraintCompletion(const hardware::Accelerator& accelerator, const QString& beforeCursor);

/// What is wrong with one line on this accelerator, as a sentence; empty for nothing, and for blank lines.
QString constraintProblemText(const hardware::Accelerator& accelerator, const std::string& line);

/// What a dataflow stands for here: "GlobalBuffer: stationary weights"; empty for lines that stand for themselves.
QStringList constraintMeaning(const hardware::Accelerator& accelerator, const std::string& line);

} // namespace nestloom::ui
