// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/exact.h"
#include "engine/schedule/mesh/mesh_bound.h"
#include "engine/schedule/network_run.h"

#include <set>

namespace nestloom::schedule {

/// Whether the run looks at larger sizes of its layers: when it is told to, and its engine listens.
bool looksAtSizes(const ScheduleOptions& options);
/// The same of fewer tensors in levels.
bool looksAtKeeps(const ScheduleOptions& options);

/// How the run maps a layer, and judges a mapping.
struct WiderQuestions {
    /// Engine, verifier, cost and bounds for accelerator and layer as they are given.
    std::function<LayerResult(const hardware::Accelerator&, const workload::Layer&, const RunControl&)> map;
    /// Whether the verifier accepts it for accelerator and layer of the run; then what it costs is in the result.
    std::function<bool(const mapping::LayerMapping&, LayerResult&)> judge;
    /// Where other accelerators leave word of what they have refuted; may be null.
    SettledLayers* settled = nullptr;
};

/// Tries larger sizes of a layer that has been mapped as it is and, where the run wants it, mappings of the layer's own
/// sizes in which levels keep fewer tensors. What cannot be better than what is known is cut: first
/// by its MACs, then by linear programs; of the rest some are mapped, the most promising ones first.
/// `result` becomes the best mapping with the bounds that hold for all of them, and says which these are. A mapping
/// that covers more, or keeps less, is taken only when its figure is lower, or when it is as fast with less energy.
/// After the sizes that are listed the loops of the best mapping get bounds that divide nothing
/// (cosa/imperfect_search.h); the size of what that finds is looked at, too, and is one of those that the bounds hold
/// for.
/// Stop      what was found so far; a size that was not looked at counts with its MACs only.
class WiderSearch {
public:
    WiderSearch(const hardware::Accelerator& accelerator, const workload::Layer& layer, const ScheduleOptions& options,
                milp::Solver& solver, const RunControl& control, WiderQuestions questions);

    void run(LayerResult& result);

private:
    struct Bounds {
        double cycles = 0;            // no mapping of that size is faster
        std::optional<double> figure; // nor has a lower figure of the objective
    };

    static constexpr exact::ExactLimits kRefutation{16'000, 50'000, true}; // above, it takes as long as the search

    bool stopped() const { return m_control.stop.stop_requested() || m_control.outOfTime(m_begin); }
    double busyCycles(const workload::Layer& layer) const;
    bool isWorse(const std::optional<double>& bound) const;
    void queue();
    double promise(const workload::Layer& layer) const;
    bool isMirrored(const workload::Layer& layer) const;
    std::optional<Bounds> refutedBefore(const hardware::Accelerator& accelerator, const workload::Layer& layer) const;
    void tellOthers(const hardware::Accelerator& accelerator, const workload::Layer& layer, double cycles) const;
    Bounds relaxed(const hardware::Accelerator& accelerator, const workload::Layer& layer);
    void lookAtSizes();
    void refit();
    bool takeRefitted(std::uint64_t seed);
    void lookAtKeeps();
    bool mayTie(const hardware::Accelerator& accelerator, const Bounds& bounds);
    bool isBetter(const LayerResult& one) const;
    bool searchWholly(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Bounds& bounds,
                      const exact::ExactLimits& limits);
    void look(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Bounds& bounds,
              bool mayTie = false, const exact::ExactLimits& limits = kRefutation);
    void leave(const workload::Layer& layer);
    bool take(const LayerResult& found);
    void lower(const Bounds& bounds);

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const ScheduleOptions& m_options;
    const Goal m_goal;
    milp::Solver& m_solver;
    const RunControl& m_control;
    const WiderQuestions m_questions;
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    MeshBoundEffort m_meshEffort; // for all that is looked at
    LayerSizes m_sizes;
    bool m_addsSizes; // what is found puts its sizes on the list
    std::set<decltype(workload::Extents::values)> m_seen;
    std::vector<workload::Layer> m_waiting; // best last
    LayerResult m_best;
    Bounds m_bounds;                // over all sizes
    std::string m_lost;             // why something was not looked at, when that failed
    int m_mapped = 0, m_mostMapped; // layers of other sizes
    double m_cpuMs = 0;
};

} // namespace nestloom::schedule
