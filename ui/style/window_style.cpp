// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/window_style.h"

#include "ui/style/theme.h"

#include <QFile>

#include <utility>

namespace nestloom::ui {

QString windowStyleSheet(const Theme& theme)
{
    QFile file(QStringLiteral(":/window.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {}; // linked without the resources
    QString sheet = QString::fromUtf8(file.readAll());
    QColor warningSoft = theme.warning;
    warningSoft.setAlpha(theme.dark ? 40 : 22);
    const QColor hover = theme.dark ? theme.accent.lighter(112) : theme.accent.lighter(118);
    // Longer names first: @accent is the beginning of @accentSoft.
    const std::pair<const char*, QString> colours[] = {{"@accentSoft", theme.accentSoft.name()},
                                                       {"@accentHover", hover.name()},
                                                       {"@warningSoft", warningSoft.name(QColor::HexArgb)},
                                                       {"@better", theme.better.name()},
                                                       {"@warning", theme.warning.name()},
                                                       {"@accent", theme.accent.name()},
                                                       {"@onAccent", theme.onAccent.name()},
                                                       {"@mutedText", theme.mutedText.name()},
                                                       {"@window", theme.window.name()},
                                                       {"@border", theme.border.name()},
                                                       {"@text", theme.text.name()},
                                                       {"@base", theme.base.name()},
                                                       {"@card", theme.card.name()},
                                                       {"@grid", theme.grid.name()}};
    for (const auto& [name, colour] : colours)
        sheet.replace(QLatin1String(name), colour);
    return sheet;
}

} // namespace nestloom::ui
