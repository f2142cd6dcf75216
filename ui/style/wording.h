// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/words.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <string>
#include <vector>

namespace nestloom::ui {

/// "a size must be above 0 B" becomes "A size must be above 0 B."
QString asSentence(QString text);

/// "1 layer", "2 layers", "1,024 layers": `one` for exactly one, else `many`, where %1 stands for the number.
QString counted(qint64 count, const QString& one, const QString& many);

/// "a b": the words with a space between two.
QString joined(const std::vector<std::string>& words);

/// In UTC.
QDateTime dateOf(std::chrono::sys_time<std::chrono::milliseconds> time);

} // namespace nestloom::ui
