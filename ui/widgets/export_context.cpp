// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/export_context.h"

namespace nestloom::ui {

QStringList Provenance::lines() const
{
    QStringList lines{QStringLiteral("program: Nestloom %1").arg(QStringLiteral(NESTLOOM_VERSION))};
    const auto add = [&lines](const char* key, const QString& value) {
        if (!value.isEmpty())
            lines << QStringLiteral("%1: %2").arg(QLatin1String(key), value);
    };
    add("run", run);
    add("accelerator", accelerator);
    add("network", network);
    add("engine", engine);
    add("seed", seed);
    add("made with version", version);
    return lines;
}

} // namespace nestloom::ui
