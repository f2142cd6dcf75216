// SPDX-License-Identifier: Apache-2.0
// bench_open_nests last|uneven ACCELERATOR NETWORK latency|energy|edp [STEPS [bypass]]   what two kinds of nests would
// be worth that the engines do not look at, beside the best mapping of `cosa` with larger sizes. `last`: a loop may end
// with a smaller iteration, so that nothing is computed beyond the layer. `uneven`: a tensor's tile at a level need not
// lie inside the tiles of the others at the level outside. Plain annealing from that mapping, STEPS (200,000) for each
// shape; so the figures are what is worth at least. As a check the same search, a quarter as long, among the mappings
// that the engine does look at.
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/standing.h"
#include "tests/bench/open_nest.h"
#include "tests/places.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

using namespace nestloom;
using bench::OpenNest;
using bench::OpenNests;
using schedule::Objective;

namespace {

double figure(const cost::Score& score, Objective objective)
{
    const double cycles = std::ceil(score.cycles - 1e-9);
    return objective == Objective::Latency  ? cycles
           : objective == Objective::Energy ? score.energy
                                            : cycles * score.energy;
}

/// Changes a nest a little: another order, other bounds of two loops of a dimension, another place of a tensor's tile.
class Changes {
public:
    Changes(const workload::Layer& layer, OpenNests kind, bool isPerfect)
        : m_layer(layer), m_kind(kind), m_isPerfect(isPerfect)
    {
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            if (layer.bounds[d] > 1)
                m_dimensions.push_back(d);
    }

    void change(OpenNest& nest)
    {
        for (std::uint64_t i = 0, count = 1 + below(3); i < count; ++i) {
            OpenNest::Level& level = nest.levels[below(nest.levels.size())];
            if (m_kind == OpenNests::Uneven && below(3) == 0)
                level.further[kTensorRoles[below(3)]] = int(below(5)) - 2;
            else if (below(4) == 0)
                std::swap(level.order[below(level.order.size())], level.order[below(level.order.size())]);
            else
                changeBounds(nest);
        }
    }
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

private:
    void changeBounds(OpenNest& nest)
    {
        const workload::LoopDimension d = m_dimensions[below(m_dimensions.size())];
        const auto loop = [&](std::size_t at) -> std::int64_t& {
            OpenNest::Level& level = nest.levels[at / 2];
            return at % 2 ? level.spatial[d] : level.temporal[d];
        };
        const std::size_t all = 2 * nest.levels.size(), one = below(all), other = below(all);
        if (one == other)
            return;
        if (m_isPerfect) {
            for (std::int64_t factor = 2; factor <= loop(other); ++factor)
                if (loop(other) % factor == 0 && below(2)) {
                    loop(one) *= factor;
                    loop(other) /= factor;
                    return;
                }
            return;
        }
        const std::int64_t most = std::min<std::int64_t>(64, loop(one) * loop(other));
        const std::int64_t wanted[]{loop(one) + 1, std::max<std::int64_t>(1, loop(one) - 1),
                                    loop(one) * std::int64_t(2 + below(2)),
                                    1 + std::int64_t(below(std::uint64_t(most)))};
        std::int64_t others = 1;
        for (std::size_t at = 0; at < all; ++at)
            others *= at == one || at == other ? 1 : loop(at);
        loop(one) = wanted[below(4)];
        loop(other) = std::max<std::int64_t>(1, (m_layer.bounds[d] - 1) / (others * loop(one)) + 1);
    }

    const workload::Layer& m_layer;
    OpenNests m_kind;
    bool m_isPerfect; // factors of the layer's own bounds
    std::vector<workload::LoopDimension> m_dimensions;
    std::mt19937_64 m_random{1};
};

/// The best score that annealing finds, eight times from the best one.
cost::Score anneal(bench::OpenNestCost& judge, const workload::Layer& layer, const OpenNest& start, Objective objective,
                   OpenNests kind, bool isPerfect, int steps)
{
    constexpr int kRounds = 8;
    constexpr double kWarmest = 0.03;
    Changes changes(layer, kind, isPerfect);
    OpenNest best = start, now = start;
    cost::Score bestScore = judge.score(start, kind);
    double least = figure(bestScore, objective), value = least;
    for (int step = 0; step < steps; ++step) {
        const int round = std::max(1, steps / kRounds), inRound = step % round;
        if (inRound == 0) {
            now = best;
            value = least;
        }
        OpenNest next = now;
        changes.change(next);
        if (!judge.fits(next, kind))
            continue;
        const cost::Score score = judge.score(next, kind);
        const double found = figure(score, objective);
        const double heat = kWarmest * (1 - double(inRound) / round) + 1e-9;
        if (found < value || std::exp((1 - found / value) / heat) > double(changes.below(1'000'000)) / 1e6) {
            now = next;
            value = found;
        }
        if (found < least) {
            least = found;
            best = next;
            bestScore = score;
        }
    }
    return bestScore;
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> words(argv, argv + argc);
    const auto usage = [] {
        std::fprintf(stderr, "bench_open_nests last|uneven ACCELERATOR NETWORK latency|energy|edp [STEPS [bypass]]\n");
        return 2;
    };
    if (words.size() < 5)
        return usage();
    const std::filesystem::path presets = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets";
    const auto accelerator = io::readAccelerator(presets / "accelerators" / (words[2] + ".yaml"));
    const auto network = io::readNetwork(presets / "networks" / (words[3] + ".yaml"));
    const auto objective = schedule::objective(words[4]);
    if (!accelerator || !network || !objective || (words[1] != "last" && words[1] != "uneven"))
        return usage();
    const OpenNests kind = words[1] == "last" ? OpenNests::LastSmaller : OpenNests::Uneven;
    const bool isPerfect = kind == OpenNests::Uneven;
    const int steps = words.size() > 5 ? std::atoi(words[5].c_str()) : 200'000;

    schedule::ScheduleOptions options;
    options.cosa.objective = *objective;
    options.bypass = words.size() > 6 && words[6] == "bypass"; // the engine chooses what levels keep
    options.largerSizes = kind == OpenNests::LastSmaller;      // uneven ones have perfect factors here
    const auto results = schedule::scheduleNetwork(*accelerator, *network, options,
                                                   milp::processSolvers({milp::findSolverProgram()}), {});
    if (!results) {
        std::fprintf(stderr, "bench_open_nests: %s\n", results.error().text().c_str());
        return 2;
    }
    std::printf("%-22s %-34s %-15s %13s %11s %10s %10s\n", "layer", "shape", "engine", "cycles", "uJ", "the same",
                words[1].c_str());
    double before = 0, after = 0, most = 0;
    int shapes = 0, better = 0;
    for (const schedule::LayerResult& result : *results) {
        if (!result.mapping || result.sameShapeAs)
            continue;
        const workload::Layer& layer = network->layers[result.index];
        bench::OpenNestCost judge(*accelerator, layer);
        const OpenNest start(*result.mapping);
        const auto value = [&](const cost::Score& score) { return figure(score, *objective); };
        const double own = value({double(result.cost->cycles.count), result.cost->energy.count});
        const double same =
            value(anneal(judge, layer, start, *objective, OpenNests::Closed, isPerfect, std::max(1, steps / 4))) / own
            - 1;
        const double open = value(anneal(judge, layer, start, *objective, kind, isPerfect, steps)) / own - 1;
        std::printf("%-22s %-34s %-15s %13lld %11.1f %+8.2f %% %+8.2f %%\n", layer.name.c_str(),
                    mapping::describeShape(layer, result.mapping).c_str(), schedule::standingText(result.gap).c_str(),
                    (long long)result.cost->cycles.count, result.cost->energy.count * 1e-6, 100 * same, 100 * open);
        std::fflush(stdout);
        before += own;
        after += own * (1 + open);
        most = std::min(most, open);
        ++shapes;
        better += open < -0.001 ? 1 : 0;
    }
    std::printf("%s on %s, %s: %+.2f %% over %d shapes, at most %.1f %% of one; %d of them by more than 0.1 %%\n",
                network->name.c_str(), accelerator->name.c_str(), words[4].c_str(), 100 * (after / before - 1), shapes,
                100 * most, better);
    return 0;
}
