// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/blocks.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/list_scheduler.h"
#include "engine/schedule/flexer/tilings.h"

#include <atomic>
#include <mutex>

namespace nestloom::schedule::flexer {

/// One way to schedule a tiling out of order.
struct Variant {
    Dataflow dataflow;
    int window = 0;
    bool softPin = false;
};
/// All that the extensions ask for; variants that make the same schedule for these tiles are left out.
std::vector<Variant> variantsOf(const TiledLayer& tiled, const Extensions& extensions);

Recipe outOfOrderRecipe(const Tiling& tiling, const Variant& variant, bool prefetch);

inline constexpr double kGoodEnough = 1.001; // times the bound: a static schedule this good ends the search

/// The search behind solve(). Equal metrics: the tiling that comes first, then the variant; so threads change nothing.
class Search {
public:
    Search(const workload::Layer& layer, const Machine& machine, const FlexerParams& params, const RunControl& control,
           int threads, const OnBetter& onBetter);
    FlexerOutcome run();

private:
    struct Found {
        double metric = 0;
        std::size_t tiling = 0; // rank of the tiling in its pass
        std::size_t variant = 0;
        SchedulePoint point;
        bool comesBefore(const Found& other) const;
    };
    struct Ranked {
        std::size_t candidate = 0;
        std::optional<SchedulePoint> bestStatic;
        double metric = 0;
    };

    void staticPass();
    void tryStatic(std::size_t i);
    std::vector<Ranked> bestTilings() const;
    void listPass(const std::vector<Ranked>& ranked);
    void tryAlternating(std::size_t rank, const Tiling& tiling, const TiledLayer& tiled);
    void tryOutOfOrder(std::size_t rank, const Ranked& ranked);
    void blockPass();
    void tryBlocks(std::size_t rank, const BlockedTiling& blocked);
    void keep(std::optional<Found>& best, Found found);
    void offer(std::optional<Found>& best, Found found);
    void lowerCut(double staticMetric);
    void tell(const SchedulePoint& point, bool isFirst);
    void report(std::string phase, double fraction);
    bool isOver() const;
    double metric(const SchedulePoint& point) const;
    TiledSummary summary() const;
    FlexerOutcome outcome() const;

    const workload::Layer& m_layer;
    const Machine& m_machine;
    const FlexerParams& m_params;
    const RunControl& m_control;
    const int m_threads;
    const OnBetter& m_onBetter;
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::vector<TilingCandidate> m_candidates;
    const LayerBounds m_bounds;                                       // over all candidates
    std::vector<std::optional<SchedulePoint>> m_static;               // by candidate
    std::optional<Found> m_bestStatic, m_bestPlain, m_bestOutOfOrder; // under m_mutex while threads run
    std::optional<Found> m_bestBlocked; // static, block after block: part of the seed as well
    std::optional<Found>
        m_bestAlternating; // static, its loops forth and back: part of the seed, and not of the baseline
    std::atomic<double>
        m_staticCut; // metric of the worst of the tilings that would be scheduled out of order; may only fall
    std::atomic<double> m_plainIncumbent, m_incumbent; // metrics; may only fall
    std::atomic<std::size_t>
        m_firstGood; // first candidate with a static schedule so good that later ones are not looked at
    std::vector<double> m_bestStaticMetrics; // ascending, at most as many as tilings wanted; under m_mutex
    std::atomic<std::int64_t> m_schedules = 0;
    std::atomic<std::int64_t> m_workerCpu = 0; // ns, of other threads than the caller's
    std::mutex m_mutex;
    std::optional<double> m_toldMetric;
    std::chrono::steady_clock::time_point m_toldAt;
};

/// Runs body(i) for i in [0, count) on `threads` threads; returns the CPU time of those that were started.
std::chrono::nanoseconds forEach(std::size_t count, int threads, const std::function<void(std::size_t)>& body);

} // namespace nestloom::schedule::flexer
