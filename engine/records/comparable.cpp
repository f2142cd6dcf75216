// SPDX-License-Identifier: Apache-2.0
#include "engine/records/comparable.h"

#include "engine/base/number_words.h"

namespace nestloom::records {

namespace {

std::string nameOf(const RunSummary& run)
{
    return run.id > 0 ? "run " + std::to_string(run.id) : "the " + run.engine + " run that is not kept";
}

/// "17 of 54 layers".
std::string ofLayers(int some, const RunSummary& run)
{
    return std::to_string(some) + " of " + counted(run.layerCount, "layer");
}

/// Why a run has no totals of the whole network; empty = it has.
std::string whyNotWhole(const RunSummary& run)
{
    if (run.isWhole())
        return {};
    switch (run.status) {
    case RunStatus::Running: return nameOf(run) + " is not done";
    case RunStatus::Failed: return nameOf(run) + " failed";
    case RunStatus::Cancelled:
    case RunStatus::Interrupted:
        return nameOf(run) + " was " + std::string(name(run.status))
               + (run.kind == RunKind::Layers ? " after " + ofLayers(run.solved(), run) : std::string());
    case RunStatus::Finished: break;
    }
    return nameOf(run)
           + (run.kind == RunKind::Memory ? " has no plan" : " has figures of " + ofLayers(run.solved(), run));
}

std::string withoutCycles(const RunSummary& run)
{
    return nameOf(run) + " plans memory and has neither cycles nor energy";
}

bool isTraining(const RunSummary& run) { return run.nodes && run.nodes->training; }

} // namespace

std::string whyNotComparable(const RunSummary& a, const RunSummary& b)
{
    for (const RunSummary* run : {&a, &b})
        if (std::string why = whyNotWhole(*run); !why.empty())
            return why;
    if (a.networkName != b.networkName)
        return nameOf(a) + " is of network " + a.networkName + ", " + nameOf(b) + " of " + b.networkName;
    if ((a.kind == RunKind::Memory) != (b.kind == RunKind::Memory))
        return withoutCycles(a.kind == RunKind::Memory ? a : b);
    if (a.model() != b.model())
        return "the figures of " + nameOf(a) + " are of model '" + std::string(name(a.model())) + "', those of "
               + nameOf(b) + " of model '" + std::string(name(b.model())) + "'";
    if (a.batch && b.batch && a.batch != b.batch)
        return nameOf(a) + " is for a batch of " + std::to_string(*a.batch) + ", " + nameOf(b) + " for one of "
               + std::to_string(*b.batch);
    if (isTraining(a) != isTraining(b))
        return nameOf(isTraining(a) ? a : b) + " trains the network, " + nameOf(isTraining(a) ? b : a) + " does not";
    if (a.layerCount != b.layerCount)
        return nameOf(a) + " counts " + counted(a.layerCount, "layer") + ", " + nameOf(b) + " "
               + std::to_string(b.layerCount);
    if (a.kind == RunKind::Layers && b.kind == RunKind::Layers && a.totals->macs != b.totals->macs)
        return "network " + a.networkName + " has changed: " + std::to_string(a.totals->macs) + " MACs in " + nameOf(a)
               + ", " + std::to_string(b.totals->macs) + " in " + nameOf(b);
    return {};
}

} // namespace nestloom::records
