// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/layer_words.h"

#include "ui/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace nestloom::ui {

using schedule::LayerResult;
using schedule::LayerStatus;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("LayerWords", text); }

QString causeText(StopCause cause)
{
    switch (cause) {
    case StopCause::Completed: return {};
    case StopCause::TimeLimit: return tr("time limit");
    case StopCause::WorkLimit: return tr("work limit");
    case StopCause::Cancelled: return tr("cancelled");
    }
    return {};
}

} // namespace

QString statusText(const LayerResult& result)
{
    const std::string_view word = schedule::name(result.status);
    const QString status = QString::fromUtf8(word.data(), qsizetype(word.size()));
    if (result.mapping && !result.verified)
        return tr("%1, not verified").arg(status);
    const QString cause = causeText(result.cause);
    return cause.isEmpty() || cause == status ? status : tr("%1 (%2)").arg(status, cause);
}

bool needsAttention(const LayerResult& result)
{
    if (result.status == LayerStatus::Infeasible || result.status == LayerStatus::Failed)
        return true;
    return result.mapping && !result.verified;
}

QString bottleneckText(const LayerResult& result)
{
    return result.cost ? QString::fromStdString(result.cost->bottleneck.text) : format::kNoValue;
}

QString latencyFormula(const cost::LayerCost& cost)
{
    QStringList terms{tr("compute %1").arg(format::integer(cost.computeCycles.count))};
    for (const cost::LevelCost& level : cost.levels) {
        const QString name = QString::fromStdString(level.level);
        if (level.readCycles.count > 0)
            terms << tr("%1 read %2").arg(name, format::integer(level.readCycles.count));
        if (level.writeCycles.count > 0)
            terms << tr("%1 write %2").arg(name, format::integer(level.writeCycles.count));
    }
    return tr("max(%1) cycles").arg(terms.join(QStringLiteral(", ")));
}

QString energyFormula(const cost::LayerCost& cost)
{
    QStringList terms{tr("MACs %1").arg(format::energy(cost.macEnergy))};
    for (const cost::LevelCost& level : cost.levels)
        terms << tr("%1 %2").arg(QString::fromStdString(level.level), format::energy(level.energy));
    return terms.join(QStringLiteral(" + "));
}

QString modelText(cost::Model model)
{
    return model == cost::Model::Nestloom ? tr("nestloom cost model") : tr("Timeloop compatible cost model");
}

} // namespace nestloom::ui
