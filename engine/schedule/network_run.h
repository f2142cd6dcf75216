// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/cost/layer_cost.h"
#include "engine/cost/vector_cost.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/milp/solver.h"
#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/flexer/tiled_summary.h"
#include "engine/schedule/layer_sizes.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nestloom::schedule {

/// Mappings to begin a search with, by layer shape: solutions of the same layers on similar accelerators, newest first.
/// They need not fit the accelerator that is mapped next; what does not fit is repaired, what has other levels is
/// skipped. Thread rule: a value; one thread at a time while it changes.
class Starts {
public:
    static constexpr std::size_t kPerShape = 3; // more costs time and finds nothing

    /// Puts a mapping first; one that was there already moves up.
    void add(const workload::Layer& layer, const mapping::LayerMapping& mapping);
    /// Empty for a shape that was not added.
    std::span<const mapping::LayerMapping> of(const workload::Layer& layer) const;
    bool empty() const { return m_byShape.empty(); }
    void clear() { m_byShape.clear(); }

private:
    std::map<std::uint64_t, std::vector<mapping::LayerMapping>> m_byShape; // shape fingerprint -> newest first
};

/// Everything that decides what a run computes, apart from accelerator and network.
struct ScheduleOptions {
    std::string engine = "cosa"; // see engines()
    cosa::CosaParams cosa;
    std::uint64_t seed = 1;
    int threads = 0; // 0 = all cores; results never depend on it
    std::chrono::milliseconds timeLimitPerLayer = std::chrono::milliseconds::max();
    bool largerSizes = true;     // mappings may run over more than a layer has (layer_sizes.h)
    bool fuseOperators = false;  // operators that are no layers work on what layers have on chip (vector_cost.h)
    bool bypass = false;         // levels may keep fewer tensors than they can, where that is better (keep_choices.h)
    flexer::FlexerParams flexer; // of the engine "flexer"
    std::vector<std::string>
        constraints; // on every mapping, one a line as a user writes them; with those of the accelerator
    friend bool operator==(const ScheduleOptions&, const ScheduleOptions&) = default;
};

struct EngineInfo {
    std::string id;     // "cosa"
    std::string title;  // "CoSA"
    std::string source; // paper
};
const std::vector<EngineInfo>& engines();

/// Proven: no mapping has a lower figure of the run's objective among perfect factors of LayerResult::sizes. BestFound:
/// one may have; `gap` says how far below at most. Damaged: what was stored of the layer does not hold; no engine
/// answers so.
enum class LayerStatus { Pending, Proven, BestFound, Infeasible, Failed, Cancelled, Damaged };
std::string_view name(
    LayerStatus status); // "pending", "proven", "best found", "infeasible", "failed", "cancelled", "damaged"

/// One layer of a run. A layer without a mapping or a tiled schedule carries its reason. `verified` is true only after
/// mapping::verify() accepted the mapping, or flexer::verify() the schedule; costs are there only then.
struct LayerResult {
    std::size_t index = 0; // into Network::layers
    std::string name;
    LayerStatus status = LayerStatus::Pending;
    StopCause cause = StopCause::Completed;
    bool verified = false;
    std::string reason;               // for Infeasible, Failed, Cancelled, Damaged: one sentence
    std::optional<ErrorCode> failure; // of a failed layer: what kept its engine from an answer; not stored
    std::optional<mapping::LayerMapping> mapping;
    std::optional<cost::LayerCost> cost;         // our own model
    std::optional<cost::LayerCost> timeloopCost; // Timeloop compatibility mode
    std::optional<Cycles> simulated;             // of a run that minimises them
    std::optional<double> lowerBoundCycles;      // proven: no mapping is faster, whatever the objective
    std::optional<double>
        objectiveBound;                // proven: no mapping has a lower figureOf() the objective; of latency the same
    std::optional<double> gap;         // figureOf() the objective / objectiveBound - 1
    std::optional<double> leastEnergy; // pJ, proven by the search, not stored: no mapping of the layer's own sizes
                                       // that is as fast as this one needs less
    std::optional<double>
        meshLoad;              // of a mesh's busiest link, on average over `cost`, of what it can carry; above 1 the
                               // layer takes so much longer than the cost model says, which gives meshes no bandwidth
    LayerSizes sizes;          // among perfect factors of which the bounds hold; empty: the layer's own
    bool ofMappedSize = false; // and of the size that the mapping is of, which is none of these (imperfect_search.h)
    bool anyKeeps = false;     // and, of the layer's own sizes, with any choice of the tensors that levels keep
    double solveCpuMs = 0;     // engine thread plus solver process; 0 when sameShapeAs is set
    double solveWallMs = 0;
    std::optional<std::size_t> sameShapeAs;    // solved once for the layer with this index
    std::optional<flexer::TiledSummary> tiled; // instead of a mapping: a schedule of tiles, in short
};
std::vector<LayerResult> pendingResults(const workload::Network& network); // of each layer, before a run

/// Sums over a network. Cycles, energy and the bound of cycles are of layers and of the operators between them
/// (`vector` says how much of it); gap and utilisation are of the layers alone.
struct Totals {
    std::size_t layers = 0, solved = 0, failed = 0;
    Cycles cycles{};
    Picojoules energy{};
    std::int64_t macs = 0;
    double edp = 0;                         // pJ * cycle
    double utilization = 0;                 // macs / (MAC units * cycles), solved layers only
    std::optional<double> lowerBoundCycles; // sum; only when every solved layer has one
    std::optional<double>
        gap; // sum of the layers' figures of the objective over the sum of their bounds, less 1; likewise
    cost::VectorSums vector;  // nothing as long as no layer is solved
    std::size_t overMesh = 0; // layers whose mesh would not carry what the cost model assumes
    double worstMeshLoad = 0; // of all layers; 0 = no mesh
    double solveCpuMs = 0;
    friend bool operator==(const Totals&, const Totals&) = default;
};
/// A link may be busy all the time; what is above that by rounding is not above it.
constexpr bool isOverMesh(double meshLoad) { return meshLoad > 1 + 1e-9; }
/// Of the layers that have one.
std::vector<const cost::LayerCost*> costsOf(const std::vector<LayerResult>& layers);
/// What all these mappings take with the mesh, layers alone: of each layer the mesh model's cycles, or its own where
/// these are more (the mesh model takes the DRAM of dramModelOf(), the level may state less). Nothing where the mesh
/// model cannot count, and for no mapping at all.
std::optional<Cycles> meshCycles(const hardware::Accelerator& accelerator, const workload::Network& network,
                                 const std::vector<LayerResult>& layers);
/// Whether to tell what the mesh makes of them: it would not carry what the cost model assumes, or, as its ports send
/// one transfer at a time, the network takes over 5 % longer. `withMesh` is meshCycles().
bool isMeshHeeded(const Totals& totals, std::optional<Cycles> withMesh);
/// Of layers alone.
Totals totals(const hardware::Accelerator& accelerator, const std::vector<LayerResult>& layers);
/// Of all that a run of the network on the accelerator costs.
Totals totals(const hardware::Accelerator& accelerator, const workload::Network& network,
              const ScheduleOptions& options, const std::vector<LayerResult>& layers);
/// Of the operators that are no layers, and what the totals of such a run leave out. `layers`: by which model it is
/// counted; without costs that of the engine.
cost::VectorSums operatorSums(const hardware::Accelerator& accelerator, const workload::Network& network,
                              const ScheduleOptions& options, const std::vector<LayerResult>& layers = {});
/// The same sums with those of operators that are no layers; without them, and said so, as long as not all layers of
/// the network have a mapping: those of the whole network would drown a part of its layers.
Totals withVector(Totals sums, const cost::VectorSums& vector, std::size_t networkLayers);

/// Live state of one layer that is being solved.
struct LayerProgress {
    std::size_t index = 0;
    Progress progress;
};

/// Heard on worker threads, one call at a time (never two at once).
struct ScheduleEvents {
    std::function<void(const LayerProgress&)> onProgress;
    std::function<void(const LayerResult&)> onLayer; // once per layer, in the order they finish
};

using SolverFactory = std::function<std::unique_ptr<milp::Solver>()>; // called once per worker thread

class LayerCache;    // layer_cache.h
class SettledLayers; // settled_layers.h

/// What a run may take from earlier ones to be done sooner. Runs that are stored as runs take nothing, so that they
/// depend on their inputs only.
struct Hints {
    const Starts* starts = nullptr;   // may be null; not changed while the call lasts
    LayerCache* cache = nullptr;      // may be null; asked first, and given what is found
    bool sameStarts = false;          // take only what was found with the same starts: then the cache changes no result
    std::vector<std::size_t> first;   // layers to begin with, in this order; the others follow in network order
    SettledLayers* settled = nullptr; // may be null; then there is no cache. Asked first, and given what is settled
};

/// Why scheduleNetwork() would compute nothing: findings of check(accelerator) or check(network), an unknown engine,
/// what the engine cannot do. Nothing = it can be called.
std::optional<Error> whyRefused(const hardware::Accelerator& accelerator, const workload::Network& network,
                                const ScheduleOptions& options);

/// Schedules every layer of a network, equal shapes once, on `options.threads` threads that end before the call does.
/// Returns  one result per layer, in network order, whatever the thread count. Without hints it depends on accelerator,
///          network and options only; with starts also on these; with a cache also on what it holds. A failed layer does not stop the others.
/// Fails    as whyRefused() says.
/// Stop     `stop` answers within a second; layers not begun come back as Cancelled, begun ones keep their incumbent.
Result<std::vector<LayerResult>> scheduleNetwork(const hardware::Accelerator& accelerator,
                                                 const workload::Network& network, const ScheduleOptions& options,
                                                 const SolverFactory& makeSolver, std::stop_token stop,
                                                 const ScheduleEvents& events = {}, const Hints& hints = {});

} // namespace nestloom::schedule
