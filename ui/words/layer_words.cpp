// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/layer_words.h"

#include "engine/hardware/energy_table.h"
#include "engine/schedule/standing.h"
#include "ui/style/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace nestloom::ui {

using schedule::LayerResult;
using schedule::LayerStatus;

namespace {

QString causeText(StopCause cause)
{
    switch (cause) {
    case StopCause::Completed: return {};
    case StopCause::TimeLimit: return Words::tr("time limit");
    case StopCause::WorkLimit: return Words::tr("work limit");
    case StopCause::Cancelled: return Words::tr("cancelled");
    }
    return {};
}

} // namespace

QString statusText(const LayerResult& result)
{
    if (result.status == LayerStatus::Pending && !isAwaited(result))
        return Words::tr("not run");
    const QString status = qt(schedule::standingText(result));
    if (result.mapping && !result.verified)
        return Words::tr("%1, not verified").arg(status);
    const QString cause = causeText(result.cause);
    const bool isProven = result.cost && schedule::standingOf(result.gap) == schedule::Standing::Proven;
    return cause.isEmpty() || cause == status || isProven ? status : Words::tr("%1 (%2)").arg(status, cause);
}

QString spaceText(const LayerResult& result)
{
    return result.tiled ? Words::tr("the bound is of schedules of tiles")
                        : Words::tr("the bound holds among %1").arg(qt(schedule::spaceOf(result)));
}

QString staleText() { return Words::tr("Of the accelerator before the edit; this layer has not been mapped again."); }

QString simulatedText(const LayerResult& result)
{
    if (!result.simulated || !result.cost)
        return Words::tr("not simulated: Run > Simulate all layers, or the page NoC");
    return Words::tr("simulated %1, %2 times the cost model's")
        .arg(format::exactCycles(*result.simulated),
             format::exactNumber(double(result.simulated->count) / double(result.cost->cycles.count), 2));
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
    return result.cost ? qt(result.cost->bottleneck.text) : format::kNoValue;
}

QString latencyFormula(const cost::LayerCost& cost)
{
    Cycles most = cost.computeCycles;
    for (const cost::LevelCost& level : cost.levels)
        most = std::max({most, level.readCycles, level.writeCycles});
    QStringList terms{Words::tr("compute %1").arg(format::integer(cost.computeCycles.count))};
    for (const cost::LevelCost& level : cost.levels) {
        const QString name = qt(level.level);
        if (level.readCycles.count > 0)
            terms << Words::tr("%1 read %2").arg(name, format::integer(level.readCycles.count));
        if (level.writeCycles.count > 0)
            terms << Words::tr("%1 write %2").arg(name, format::integer(level.writeCycles.count));
    }
    if (cost.model == cost::Model::Mesh && cost.cycles > most) // packets and waiting: Explain has their parts
        terms << Words::tr("with the mesh %1").arg(format::integer(cost.cycles.count));
    return Words::tr("max(%1) cycles").arg(terms.join(QStringLiteral(", ")));
}

QString energyFormula(const cost::LayerCost& cost)
{
    QStringList terms{Words::tr("MACs %1").arg(format::energy(cost.macEnergy))};
    for (const cost::LevelCost& level : cost.levels)
        terms << Words::tr("%1 %2").arg(qt(level.level), format::energy(level.energy));
    return terms.join(QStringLiteral(" + "));
}

QString modelText(cost::Model model)
{
    switch (model) {
    case cost::Model::Timeloop2022: return Words::tr("cost model as Timeloop's of June 2022");
    case cost::Model::Timeloop2025: return Words::tr("cost model as Timeloop's of March 2025");
    case cost::Model::Mesh: return Words::tr("mesh cost model");
    default: return Words::tr("nestloom cost model");
    }
}

namespace {

QString say(const char* text) { return QCoreApplication::translate("EnergyWords", text); }

enum class Origin { Stated, Formula, Overridden, Missing };

Origin originOf(const hardware::Accelerator& accelerator, std::size_t level)
{
    const bool formula = accelerator.energySource != hardware::EnergySource::Explicit;
    if (accelerator.levels[level].accessEnergy)
        return formula ? Origin::Overridden : Origin::Stated;
    return hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(level)}) ? Origin::Formula : Origin::Missing;
}

QString formulaSentence(const hardware::Accelerator& accelerator, std::size_t level)
{
    const QString formula =
        accelerator.energySource == hardware::EnergySource::TimeloopPat
            ? say("Computed by the pat-public formula of Timeloop (commit 019f107) from capacity, word width and "
                  "cluster size; it was fitted to memories of 0.5 to 100 KiB.")
            : say("Computed by the pat-public formula of Timeloop (commit 019f107) up to 100 KiB; larger memories "
                  "as banks, by the square root of their size.");
    const auto caution = hardware::energyCaution(accelerator, BufferLevelId{std::uint32_t(level)});
    return caution ? formula + QLatin1Char('\n') + say("Caution: %1.").arg(qt(*caution)) : formula;
}

} // namespace

QString energySourceName(hardware::EnergySource source)
{
    switch (source) {
    case hardware::EnergySource::Explicit: return say("stated level by level");
    case hardware::EnergySource::TimeloopPat: return say("formula of Timeloop (pat-public)");
    case hardware::EnergySource::BankedPat: return say("formula of Timeloop, large memories in banks");
    }
    return {};
}

QString energyOrigin(const hardware::Accelerator& accelerator, std::size_t level)
{
    switch (originOf(accelerator, level)) {
    case Origin::Stated: return say("stated");
    case Origin::Formula: return say("formula");
    case Origin::Overridden: return say("stated, overrides");
    case Origin::Missing: return say("missing");
    }
    return {};
}

QString energyOriginSentence(const hardware::Accelerator& accelerator, std::size_t level)
{
    switch (originOf(accelerator, level)) {
    case Origin::Stated: return say("The accelerator states this energy.");
    case Origin::Formula: return formulaSentence(accelerator, level);
    case Origin::Overridden:
        return say("The accelerator states this energy; it overrides the formula of the energy source. Clear it to "
                   "return to the formula.");
    case Origin::Missing:
        return say("No energy per access: state one, or take the formula of Timeloop as the energy source.");
    }
    return {};
}

std::pair<QString, QString> noLayersText(const workload::Network& network)
{
    if (network.name.empty())
        return {Words::tr("No network is chosen"), Words::tr("Choose a network in the project panel.")};
    return {
        Words::tr("%1 has no layers to map").arg(qt(network.name)),
        Words::tr("None of its operators is a convolution or a matrix product. The page Memory plans its tensors.")};
}

std::optional<BaselineLayer> baselineLayer(const schedule::LayerResult* result, const QString& otherModel)
{
    if (result == nullptr || !result->cost)
        return std::nullopt;
    const cost::LayerCost& cost = *result->cost;
    return BaselineLayer{qt(result->name), double(cost.cycles.count), cost.energy.count,
                         cost.utilization, qt(cost.bottleneck.text),  otherModel};
}

WhyNoMapping whyNoMapping(const LayerResult& result)
{
    if (result.tiled)
        return {Words::tr("%1 is scheduled tile by tile").arg(qt(result.name)),
                Words::tr("Flexer decides when every tile runs and moves; it makes no mapping of loops. Its schedules "
                          "are under Tiles, nodes."),
                false};
    return {Words::tr("%1: %2, no mapping").arg(qt(result.name), statusText(result)), qt(result.reason),
            result.status != LayerStatus::Cancelled};
}

} // namespace nestloom::ui
