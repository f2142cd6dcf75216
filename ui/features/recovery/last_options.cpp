// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/recovery/last_options.h"

#include <QSettings>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

void saveOptions(const schedule::ScheduleOptions& options, QSettings& settings)
{
    settings.setValue(QStringLiteral("run/engine"), QString::fromStdString(options.engine));
    settings.setValue(QStringLiteral("run/objective"), static_cast<int>(options.cosa.objective));
    settings.setValue(QStringLiteral("run/cyclePrice"), options.cosa.cyclePrice);
    settings.setValue(QStringLiteral("run/seed"), QVariant::fromValue<qulonglong>(options.seed));
    settings.setValue(QStringLiteral("run/threads"), options.threads);
    settings.setValue(QStringLiteral("run/gap"), options.cosa.gap);
    QStringList constraints;
    for (const std::string& line : options.constraints)
        constraints << QString::fromStdString(line);
    settings.setValue(QStringLiteral("run/constraints"), constraints);
}

schedule::ScheduleOptions readOptions(schedule::ScheduleOptions options, const QSettings& settings)
{
    const std::string engine = settings.value(QStringLiteral("run/engine")).toString().toStdString();
    for (const schedule::EngineInfo& known : schedule::engines())
        if (known.id == engine)
            options.engine = engine;
    bool ok = false;
    const int objective = settings.value(QStringLiteral("run/objective")).toInt(&ok);
    if (ok && objective >= 0 && objective <= static_cast<int>(schedule::Objective::Weighted))
        options.cosa.objective = static_cast<schedule::Objective>(objective);
    if (const double price = settings.value(QStringLiteral("run/cyclePrice")).toDouble(&ok);
        ok && price > 0 && std::isfinite(price))
        options.cosa.cyclePrice = price;
    else if (options.cosa.objective == schedule::Objective::Weighted)
        options.cosa.objective = schedule::Objective::Latency; // no price, no sum
    if (const qulonglong seed = settings.value(QStringLiteral("run/seed")).toULongLong(&ok); ok)
        options.seed = seed;
    if (const int threads = settings.value(QStringLiteral("run/threads")).toInt(&ok); ok && threads >= 0)
        options.threads = std::min(threads, 256);
    if (const double gap = settings.value(QStringLiteral("run/gap")).toDouble(&ok); ok && gap >= 0 && gap <= 1)
        options.cosa.gap = gap;
    options.constraints.clear();
    for (const QString& line : settings.value(QStringLiteral("run/constraints")).toStringList())
        options.constraints.push_back(line.toStdString());
    return options;
}

} // namespace nestloom::ui
