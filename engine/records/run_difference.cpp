// SPDX-License-Identifier: Apache-2.0
#include "engine/records/run_difference.h"

#include "engine/explore/layer_changes.h"
#include "engine/records/comparable.h"
#include "engine/records/compared_layers.h"
#include "engine/schedule/wider_search.h"

#include <algorithm>

namespace nestloom::records {

const std::string& RunDifference::whyNoChange(const RunFigure& figure) const
{
    static const std::string none;
    if (!work.empty())
        return work;
    if (!figure.perInput && !batch.empty())
        return batch;
    if (!figure.ofObjective)
        return none;
    return !objective.empty() ? objective : !model.empty() ? model : bound;
}

std::vector<std::string> RunDifference::reasons() const
{
    std::vector<std::string> all;
    for (const std::string& reason : {work, batch, objective, bound, model})
        if (!reason.empty())
            all.push_back(reason);
    return all;
}

std::string modelsApart(CostModel run, CostModel first)
{
    return run == first ? std::string()
                        : std::string(name(run)) + " against " + std::string(name(first)) + ": different models";
}

std::string boundsApart(const schedule::ScheduleOptions& run, const schedule::ScheduleOptions& first)
{
    const auto among = [](const schedule::ScheduleOptions& options) {
        return mappingsAmong(schedule::looksAtSizes(options), schedule::looksAtKeeps(options));
    };
    if (among(run) != among(first))
        return "a bound among " + among(run) + " against one among " + among(first);
    return run.constraints == first.constraints ? std::string() : "bounds under different constraints";
}

namespace {

/// How a model takes the outermost level where that states no ports (hardware::BufferLevel::ports).
bool takesOnePort(CostModel model) { return model == CostModel::Tiles || model == CostModel::Nodes; }

/// Why two models may be apart that could agree: empty, or to be said after modelsApart().
std::string unstatedPorts(const ComparedSide& run, const ComparedSide& first)
{
    const auto isOpen = [](const ComparedSide& side) {
        const std::vector<hardware::BufferLevel>& levels = side.run->inputs.accelerator.levels;
        return !levels.empty() && !levels.front().ports
               && (levels.front().readBandwidth || levels.front().writeBandwidth);
    };
    const auto countsPorts = [](CostModel model) { return model != CostModel::Memory && model != CostModel::Ideal; };
    if (!isOpen(run) || !isOpen(first) || !countsPorts(run.model) || !countsPorts(first.model)
        || takesOnePort(run.model) == takesOnePort(first.model))
        return {};
    const bool isFirst = takesOnePort(first.model);
    return "; " + run.run->inputs.accelerator.levels.front().name
           + " states no 'ports', so that reads and writes take turns in "
           + std::string(name(isFirst ? first.model : run.model)) + " and not in "
           + std::string(name(isFirst ? run.model : first.model)) + ": state 1 or 2 for both";
}

std::int64_t costedOperators(const RunRecord& run) { return totalsOf(run).vector.operators; }

std::string runName(const RunSummary& run) { return run.id > 0 ? "run " + std::to_string(run.id) : "the run shown"; }

bool haveEqualLayers(const workload::Network& a, const workload::Network& b)
{
    return !a.layers.empty() && std::ranges::all_of(explore::alignLayers({&a, &b}), [](const auto& row) {
        return row.layers[0].has_value() == row.layers[1].has_value();
    });
}

/// Of everything but batch and model, which have sentences of their own.
std::string otherWork(const RunRecord& run, const RunRecord& first)
{
    const auto& [plan, other] = std::pair(run.inputs.memory, first.inputs.memory);
    if (plan && other && (plan->parameters != other->parameters || plan->fused != other->fused))
        return runName(run.summary) + " plans other tensors than " + runName(first.summary);
    RunSummary a = run.summary;
    const RunSummary& b = first.summary;
    a.engine = b.engine;
    if (a.totals && a.batch && b.batch)
        a.totals->macs = a.totals->macs / *a.batch * *b.batch;
    a.batch = b.batch;
    const bool isEqual = run.inputs.network == first.inputs.network;
    if (isEqual || haveEqualLayers(forOneInput(run), forOneInput(first)))
        a.networkName = b.networkName;
    else if (a.networkName == b.networkName)
        return runName(a) + " has other layers than " + runName(b) + " under the same name of the network";
    return whyNotComparable(a, b);
}

/// Those that are judged by another model have none.
bool hasBounds(const RunRecord& run)
{
    return run.summary.kind == RunKind::Layers
           && std::ranges::any_of(run.layers, [](const auto& layer) { return layer.gap.has_value(); });
}

} // namespace

RunDifference difference(const ComparedSide& run, const ComparedSide& first)
{
    const RunSummary &a = run.run->summary, &b = first.run->summary;
    RunDifference all;
    all.work = otherWork(*run.run, *first.run);
    all.model = modelsApart(run.model, first.model) + unstatedPorts(run, first);
    if (all.model.empty() && (costedOperators(*run.run) > 0) != (costedOperators(*first.run) > 0))
        all.model = runName(costedOperators(*run.run) > 0 ? b : a) + " costs no vector operators, the other one does";
    if (a.batch && b.batch && a.batch != b.batch)
        all.batch = runName(a) + " is for a batch of " + std::to_string(*a.batch) + ", " + runName(b) + " for one of "
                    + std::to_string(*b.batch);
    if (objectiveOf(*run.run) != objectiveOf(*first.run))
        all.objective =
            runName(a) + " minimised " + objectiveOf(*run.run) + ", " + runName(b) + " " + objectiveOf(*first.run);
    if (hasBounds(*run.run) && hasBounds(*first.run) && all.model.empty() && all.objective.empty())
        all.bound = boundsApart(run.run->inputs.options, first.run->inputs.options);
    return all;
}

} // namespace nestloom::records
