// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <string_view>

namespace nestloom::ui {

/// Translates what functions outside of any QObject say.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

/// Text of the engine, which is UTF-8.
inline QString qt(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

} // namespace nestloom::ui
