// SPDX-License-Identifier: Apache-2.0
// bench_flexer [NETWORK...] [archN...] [layers] [published]
// Schedules VGG-16, ResNet-50, SqueezeNet 1.0 and YOLOv2 (or those named) on flexer-arch1 to 8 and prints cycles and
// transferred bytes beside both static baselines and the proven bound, seeded and unseeded. "layers": a line for each
// layer shape as well. "published": the paper's algorithm, too (slow). The paper's figures: up to 2.17x / 1.53x for a
// layer, 1.67x / 1.26x end to end, against its own static baseline on its own simulator.
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/schedule/flexer/blocks.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/tiled_summary.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "tests/places.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

namespace {

struct Shape {
    workload::Layer layer;
    int times = 1;
};

std::vector<Shape> shapesOf(const workload::Network& network)
{
    std::vector<Shape> shapes;
    std::map<std::uint64_t, std::size_t> known;
    for (const workload::Layer& layer : network.layers) {
        const auto [at, isNew] = known.try_emplace(workload::shapeFingerprint(layer), shapes.size());
        if (isNew)
            shapes.push_back({layer, 1});
        else
            ++shapes[at->second].times;
    }
    return shapes;
}

/// Sums over a network of one kind of schedule.
struct Sum {
    double cycles = 0, bytes = 0;
    void add(const SchedulePoint& point, int times)
    {
        cycles += times * static_cast<double>(point.latency.count);
        bytes += times * static_cast<double>(point.traffic.total().count);
    }
};

/// The same layers of both kinds side by side: speed-up, less traffic, the best of each for one layer.
struct Comparison {
    Sum baseline, ours;
    double bestSpeedup = 0, bestTransfer = 0, logMetric = 0;
    int layers = 0;
    void add(const SchedulePoint& before, const SchedulePoint& after, int times)
    {
        baseline.add(before, times);
        ours.add(after, times);
        const double speedup = static_cast<double>(before.latency.count) / static_cast<double>(after.latency.count);
        const double transfer =
            static_cast<double>(before.traffic.total().count) / static_cast<double>(after.traffic.total().count);
        bestSpeedup = std::max(bestSpeedup, speedup);
        bestTransfer = std::max(bestTransfer, transfer);
        logMetric += std::log(speedup * transfer);
        ++layers;
    }
    void print(const char* what) const
    {
        std::printf(
            "  %-28s %8.3f Mcycle %7.2f MB | speed-up %.3f traffic %.3f | best layer %.3f / %.3f | metric x%.3f\n",
            what, baseline.cycles / 1e6, baseline.bytes / 1e6, baseline.cycles / ours.cycles,
            baseline.bytes / ours.bytes, bestSpeedup, bestTransfer, layers > 0 ? std::exp(logMetric / layers) : 0.0);
    }
};

struct Bench {
    Comparison bestStatic, plain, unseeded, published;
    double logHeadroom = 0, logLatency = 0, logTransfer = 0, cpu = 0, worstCpu = 0,
           slowestFirst = 0; // s; slowestFirst: wall time until a layer's first schedule
    int kept = 0, shapes = 0, notSolved = 0, refused = 0;
};

std::optional<FlexerSolution> solved(const Shape& shape, const Machine& machine, const FlexerParams& params,
                                     Bench& bench, double* cpu = nullptr)
{
    const auto begin = std::chrono::steady_clock::now();
    double first = 0;
    auto outcome = solve(shape.layer, machine, params, {}, 1, [&](const FlexerSolution&) {
        if (first == 0)
            first = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    });
    bench.slowestFirst = std::max(bench.slowestFirst, first);
    if (!outcome || !outcome->solution) {
        ++bench.notSolved;
        return std::nullopt;
    }
    bench.refused += verify(outcome->solution->schedule).empty() ? 0 : 1;
    if (cpu)
        *cpu = std::chrono::duration<double>(outcome->stats.cpu).count();
    return *std::move(outcome->solution);
}

const char* howChosen(const TiledSummary& summary)
{
    const Recipe& recipe = summary.chosen.recipe;
    return isBestStaticKept(summary) ? "seed, "
           : !recipe.isStatic        ? ""
           : blockOf(recipe)         ? "static blocks, "
                                     : "static forth and back, ";
}

void addShape(const Shape& shape, const Machine& machine, bool withPublished, bool withLayers, Bench& bench)
{
    double cpu = 0;
    const auto best = solved(shape, machine, {}, bench, &cpu);
    if (!best)
        return;
    const TiledSummary& summary = best->summary;
    ++bench.shapes;
    bench.cpu += cpu;
    bench.worstCpu = std::max(bench.worstCpu, cpu);
    bench.kept += isBestStaticKept(summary) ? 1 : 0;
    const Headroom headroom = headroomOf({}, summary);
    bench.logTransfer += std::log(1 + headroom.transfer);
    bench.logLatency += std::log(1 + headroom.latency);
    const double metric =
        metricOf({}, double(summary.chosen.latency.count), double(summary.chosen.traffic.total().count));
    bench.logHeadroom += std::log(metric / summary.metricBound);
    if (summary.bestStatic)
        bench.bestStatic.add(*summary.bestStatic, summary.chosen, shape.times);
    if (summary.plain)
        bench.plain.add(*summary.plain, summary.chosen, shape.times);
    FlexerParams unseeded;
    unseeded.extensions.seed = false;
    if (const auto other = solved(shape, machine, unseeded, bench); other && summary.bestStatic)
        bench.unseeded.add(*summary.bestStatic, other->summary.chosen, shape.times);
    FlexerParams published;
    published.extensions = kPublished;
    if (withPublished)
        if (const auto other = solved(shape, machine, published, bench); other && summary.plain)
            bench.published.add(*summary.plain, other->summary.chosen, shape.times);
    if (withLayers)
        std::printf(
            "    %-28s x%-2d %9lld cycle %9lld B | best static %.3f / %.3f | above bound %.3f (cycles %.3f, bytes "
            "%.3f) | %.3f s | %s%s\n",
            shape.layer.name.c_str(), shape.times, static_cast<long long>(summary.chosen.latency.count),
            static_cast<long long>(summary.chosen.traffic.total().count),
            summary.bestStatic ? double(summary.bestStatic->latency.count) / double(summary.chosen.latency.count) : 0.0,
            summary.bestStatic
                ? double(summary.bestStatic->traffic.total().count) / double(summary.chosen.traffic.total().count)
                : 0.0,
            metric / summary.metricBound, 1 + headroom.latency, 1 + headroom.transfer, cpu, howChosen(summary),
            describe(summary.chosen.recipe.tiling).c_str());
}

void run(const std::string& network, const std::string& arch, bool withPublished, bool withLayers)
{
    const std::string presets = NESTLOOM_SOURCE_DIR "/presets/";
    const auto accelerator = io::readAccelerator(presets + "accelerators/flexer-" + arch + ".yaml");
    const auto read = io::readNetwork(presets + "networks/" + network + ".yaml");
    const auto machine = accelerator ? machineOf(*accelerator) : Result<Machine>(accelerator.error());
    if (!machine || !read) {
        std::printf("%s\n", (machine ? read.error() : machine.error()).text().c_str());
        return;
    }
    std::printf("%s on %s\n", network.c_str(), arch.c_str());
    Bench bench;
    for (const Shape& shape : shapesOf(*read))
        addShape(shape, *machine, withPublished, withLayers, bench);
    bench.bestStatic.print("best static -> seeded");
    bench.unseeded.print("best static -> unseeded");
    bench.plain.print("plain static -> seeded");
    if (withPublished)
        bench.published.print("plain static -> as published");
    const auto mean = [&](double logs) { return std::exp(logs / std::max(1, bench.shapes)); };
    std::printf(
        "  seed kept for %d of %d shapes, not solved %d, refused by the verifier %d; above bounds: metric %.3fx, "
        "cycles %.3fx, bytes %.3fx; CPU %.2f s, worst layer %.2f s, first schedule of a layer after %.0f ms or less\n",
        bench.kept, bench.shapes, bench.notSolved, bench.refused, mean(bench.logHeadroom), mean(bench.logLatency),
        mean(bench.logTransfer), bench.cpu, bench.worstCpu, bench.slowestFirst * 1e3);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> networks, archs;
    bool withLayers = false, withPublished = false;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "layers")
            withLayers = true;
        else if (word == "published")
            withPublished = true;
        else
            (word.starts_with("arch") ? archs : networks).push_back(word);
    }
    if (networks.empty())
        networks = {"vgg16", "resnet50", "squeezenet1_0", "yolov2"};
    if (archs.empty())
        for (int i = 1; i <= 8; ++i)
            archs.push_back("arch" + std::to_string(i));
    std::printf("ratios are baseline / ours; the paper reports up to 2.17 / 1.53 for one layer and 1.67 / 1.26 end to "
                "end over its static baseline\n");
    for (const std::string& network : networks)
        for (const std::string& arch : archs)
            run(network, arch, withPublished, withLayers);
    return 0;
}
