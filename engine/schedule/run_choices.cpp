// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/run_choices.h"

#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/network_run.h"

namespace nestloom::schedule {

namespace {

using Choice = RunChoice;

/// "engine kapla NEWS".
std::string of(std::string_view engine, const char* news) { return "engine " + std::string(engine) + " " + news; }

std::optional<std::string> unusedOnNodes(RunChoice choice, std::string_view engine, Objective objective)
{
    switch (choice) {
    case Choice::Objective:
        if (objective == Objective::CosaPaper || objective == Objective::Weighted)
            return of(engine, "schedules for energy, latency or edp");
        break;
    case Choice::Seed:
        if (engine != "kapla-random" && engine != "kapla-annealing")
            return of(engine, "draws nothing at random");
        break;
    case Choice::Chains:
        if (engine != "kapla")
            return of(engine, "carries on no chains; kapla does");
        break;
    case Choice::Keep:
        if (engine != "kapla-random")
            return of(engine, "draws no candidates; kapla-random does");
        break;
    case Choice::Iterations:
        if (engine != "kapla-annealing")
            return of(engine, "has no iterations; kapla-annealing has");
        break;
    case Choice::Nodes: break;
    case Choice::TimeLimit: return of(engine, "knows no limit of time");
    case Choice::Gap: return of(engine, "knows no gap at which to stop");
    case Choice::Proof: return of(engine, "proves nothing by branch and bound");
    case Choice::Evaluations: return of(engine, "has no budget of evaluations");
    case Choice::Layers: return of(engine, "schedules whole networks");
    case Choice::Constraints:
    case Choice::Sizes:
    case Choice::Bypass: return of(engine, "decides no loop nests");
    case Choice::Operators: return of(engine, "knows no vector unit");
    case Choice::Tiles: return of(engine, "schedules no tiles; flexer does");
    case Choice::Memory: return of(engine, "plans no memory; cosma does");
    }
    return std::nullopt;
}

std::optional<std::string> unusedOnMemory(RunChoice choice, std::string_view engine)
{
    switch (choice) {
    case Choice::Memory:
    case Choice::TimeLimit: return std::nullopt;
    case Choice::Seed:
        return engine == "cosma-ilp" ? std::optional(of(engine, "draws nothing at random")) : std::nullopt;
    case Choice::Objective: return of(engine, "minimises off-chip traffic");
    case Choice::Layers: return of(engine, "plans whole networks");
    default: return of(engine, "plans order, addresses and spills only");
    }
}

std::optional<std::string> unusedOnTiles(RunChoice choice, std::string_view engine)
{
    switch (choice) {
    case Choice::Objective: return of(engine, "ranks schedules of tiles by its metric, not by an objective");
    case Choice::Seed: return of(engine, "draws nothing at random");
    case Choice::Gap: return of(engine, "knows no gap at which to stop");
    case Choice::Proof: return of(engine, "proves nothing by branch and bound");
    case Choice::Evaluations: return of(engine, "has no budget of evaluations");
    case Choice::Constraints:
    case Choice::Sizes:
    case Choice::Bypass: return of(engine, "decides no loop nests");
    default: return std::nullopt;
    }
}

std::optional<std::string> unusedOnNests(RunChoice choice, std::string_view engine, Objective objective)
{
    const bool isBaseline = schedule::isBaseline(engine), isPaper = objective == Objective::CosaPaper;
    switch (choice) {
    case Choice::Objective:
        if ((isBaseline || engine == kMeshEngine) && isPaper)
            return of(engine, "cannot minimise Eq. 12; cosa can");
        break;
    case Choice::Seed:
        if (engine == "exhaustive" || isPaper)
            return isPaper ? "a search for cosa-paper draws nothing at random" : of(engine, "draws nothing at random");
        break;
    case Choice::Gap:
        if (isBaseline)
            return of(engine, "knows no gap at which to stop");
        if (objective != Objective::Latency)
            return "only a search for latency stops at a gap";
        break;
    case Choice::Proof:
        if (isPaper)
            return "for cosa-paper, branch and bound is the search";
        break;
    case Choice::Sizes:
        if (isPaper)
            return "a search for cosa-paper maps perfect factors, as published";
        if (isBaseline)
            return of(engine, "maps perfect factors; cosa maps larger sizes as well");
        break;
    case Choice::Bypass:
        if (isPaper)
            return "a search for cosa-paper keeps what levels may keep, as published";
        if (isBaseline || engine == kMeshEngine)
            return of(engine, "keeps in every level what it may; cosa decides that");
        break;
    case Choice::Evaluations:
        if (isPaper || (isBaseline && engine != "annealing"))
            return isPaper ? "a search for cosa-paper has no budget of evaluations"
                           : of(engine, "has no budget of evaluations");
        break;
    default: break;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> whyUnused(RunChoice choice, std::string_view engine, Objective objective)
{
    if (kapla::isNodeEngine(engine))
        return unusedOnNodes(choice, engine, objective);
    if (engine == "cosma" || engine == "cosma-ilp")
        return unusedOnMemory(choice, engine);
    const bool isFlexer = engine == "flexer";
    if (!isFlexer && engine != "cosa" && engine != kMeshEngine && !isBaseline(engine))
        return std::nullopt;
    if (choice == Choice::Tiles && !isFlexer)
        return of(engine, "schedules no tiles; flexer does");
    if (choice == Choice::Nodes || choice == Choice::Chains || choice == Choice::Keep || choice == Choice::Iterations)
        return of(engine, "schedules no nodes; kapla does");
    if (choice == Choice::Memory)
        return of(engine, "plans no memory; cosma does");
    return isFlexer ? unusedOnTiles(choice, engine) : unusedOnNests(choice, engine, objective);
}

std::optional<std::string> whyUnused(RunChoice choice, const ScheduleOptions& options)
{
    return whyUnused(choice, options.engine, options.cosa.objective);
}

} // namespace nestloom::schedule
