// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/layer_words.h"

#include "engine/schedule/standing.h"
#include "ui/style/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace nestloom::ui {

using schedule::LayerResult;
using schedule::LayerStatus;

namespace {

class LayerWords {
    Q_DECLARE_TR_FUNCTIONS(LayerWords)
};

QString causeText(StopCause cause)
{
    switch (cause) {
    case StopCause::Completed: return {};
    case StopCause::TimeLimit: return LayerWords::tr("time limit");
    case StopCause::WorkLimit: return LayerWords::tr("work limit");
    case StopCause::Cancelled: return LayerWords::tr("cancelled");
    }
    return {};
}

} // namespace

QString statusText(const LayerResult& result)
{
    if (result.status == LayerStatus::Pending && !isAwaited(result))
        return LayerWords::tr("not run");
    const QString status = QString::fromStdString(schedule::standingText(result));
    if (result.mapping && !result.verified)
        return LayerWords::tr("%1, not verified").arg(status);
    const QString cause = causeText(result.cause);
    return cause.isEmpty() || cause == status ? status : LayerWords::tr("%1 (%2)").arg(status, cause);
}

bool isAwaited(const LayerResult& result) { return result.status == LayerStatus::Pending && result.reason.empty(); }

bool needsAttention(const LayerResult& result)
{
    if (result.status == LayerStatus::Infeasible || result.status == LayerStatus::Failed
        || result.status == LayerStatus::Damaged)
        return true;
    return result.mapping && !result.verified;
}

QString bottleneckText(const LayerResult& result)
{
    return result.cost ? QString::fromStdString(result.cost->bottleneck.text) : format::kNoValue;
}

QString latencyFormula(const cost::LayerCost& cost)
{
    QStringList terms{LayerWords::tr("compute %1").arg(format::integer(cost.computeCycles.count))};
    for (const cost::LevelCost& level : cost.levels) {
        const QString name = QString::fromStdString(level.level);
        if (level.readCycles.count > 0)
            terms << LayerWords::tr("%1 read %2").arg(name, format::integer(level.readCycles.count));
        if (level.writeCycles.count > 0)
            terms << LayerWords::tr("%1 write %2").arg(name, format::integer(level.writeCycles.count));
    }
    return LayerWords::tr("max(%1) cycles").arg(terms.join(QStringLiteral(", ")));
}

QString energyFormula(const cost::LayerCost& cost)
{
    QStringList terms{LayerWords::tr("MACs %1").arg(format::energy(cost.macEnergy))};
    for (const cost::LevelCost& level : cost.levels)
        terms << LayerWords::tr("%1 %2").arg(QString::fromStdString(level.level), format::energy(level.energy));
    return terms.join(QStringLiteral(" + "));
}

QString modelText(cost::Model model)
{
    switch (model) {
    case cost::Model::Timeloop2022: return LayerWords::tr("cost model as Timeloop's of June 2022");
    case cost::Model::Timeloop2025: return LayerWords::tr("cost model as Timeloop's of March 2025");
    default: return LayerWords::tr("nestloom cost model");
    }
}

} // namespace nestloom::ui
