// SPDX-License-Identifier: Apache-2.0
// bench_kapla_solver [NETWORK...] [accelerator=kapla-4x4] [batch=64] [training] [layers] [alone] [chains=4] [no-baseline]
// Schedules the networks of KAPLA's study (or those named) with KAPLA and with the exhaustive baseline B, and prints what
// KAPLA's schedule costs beyond B's in the same detailed model, the CPU time of both, and the schemes each has counted.
// "training": the training graph. "layers": a line for each layer shape, solved by itself. "alone": no segments.
// The paper's figures: energy 7.7 % above B for inference and 2.2 % for training on average, at most 10 %.
#include "engine/base/cpu_clock.h"
#include "engine/io/read_accelerator.h"
#include "engine/kapla/baseline.h"
#include "engine/kapla/layer_search.h"
#include "engine/schedule/kapla/kapla.h"
#include "engine/schedule/kapla/node_machine.h"
#include "engine/schedule/kapla/training.h"
#include "engine/zoo/zoo.h"
#include "tests/places.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

struct Arguments {
    std::vector<std::string> networks;
    std::string accelerator = "kapla-4x4";
    std::int64_t batch = 64;
    int chains = 4, rounds = KaplaOptions{}.rounds;
    bool training = false, layers = false, alone = false, baseline = true;
};

Arguments parse(int count, char** words)
{
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i], key = word.substr(0, word.find('=')), value = word.substr(std::min(word.size(), key.size() + 1));
        if (key == "accelerator")
            arguments.accelerator = value;
        else if (key == "batch")
            arguments.batch = std::stoll(value);
        else if (key == "chains")
            arguments.chains = std::stoi(value);
        else if (key == "rounds")
            arguments.rounds = std::stoi(value);
        else if (word == "training")
            arguments.training = true;
        else if (word == "layers")
            arguments.layers = true;
        else if (word == "alone")
            arguments.alone = true;
        else if (word == "no-baseline")
            arguments.baseline = false;
        else
            arguments.networks.push_back(word);
    }
    if (arguments.networks.empty())
        arguments.networks = {"alexnet", "mobilenet_v1", "vgg16", "googlenet", "resnet50", "mlp_l", "lstm"};
    return arguments;
}

double secondsSince(std::chrono::nanoseconds start) { return std::chrono::duration<double>(threadCpuTime() - start).count(); }

double percentAbove(double figure, double base) { return 100 * (figure / base - 1); }

/// Sums up how far KAPLA is above the baseline.
struct Overheads {
    double sum = 0, worst = 0;
    int count = 0;
    void add(double percent)
    {
        sum += percent;
        worst = std::max(worst, percent);
        ++count;
    }
    double mean() const { return count > 0 ? sum / count : 0; }
};

void compareLayers(const Machine& machine, const Network& network, std::int64_t batch)
{
    std::set<Layer> seen;
    Overheads all;
    for (const NetworkLayer& one : network.layers) {
        if (!seen.insert(one.layer).second)
            continue;
        const Layer& layer = one.layer;
        DataLayout inputs;
        const auto add = [&](Range channels, std::int64_t height, std::int64_t width) {
            inputs.push_back({FmapRange{{{0, batch}, channels, {0, height}, {0, width}}}, machine.memory, projected({}, machine.memory)});
        };
        const std::int64_t in = made(layer.kind) == TensorRole::Inputs ? 0 : layer.inputChannels;
        if (in > 0)
            add({0, in}, layer.inputHeight(), layer.inputWidth());
        if (made(layer.kind) != TensorRole::Outputs)
            add({in, in + layer.outputChannels}, layer.outputHeight, layer.outputWidth);
        auto start = threadCpuTime();
        LayerSearch search(machine, layer, batch, {}, Goal::Energy);
        const auto best = search.best(wholeMachine(machine), {}, inputs);
        const double searchSeconds = secondsSince(start);
        start = threadCpuTime();
        LayerSolver solver(machine, layer, batch, {}, Goal::Energy, {});
        const auto ours = solver.best(wholeMachine(machine), {}, inputs);
        const double solverSeconds = secondsSince(start);
        if (!best || !ours) {
            std::printf("  %-36s B %s, KAPLA %s\n", one.name.c_str(), best ? "fits" : "nothing fits", ours ? "fits" : "nothing fits");
            continue;
        }
        const double above = percentAbove(ours->cost.total(), best->cost.total());
        all.add(above);
        std::printf("  %-36s B %10.4g pJ  KAPLA %+6.2f %%  CPU %8.2f ms and %6.2f ms\n", one.name.c_str(), best->cost.total(), above,
                    1e3 * searchSeconds, 1e3 * solverSeconds);
    }
    std::printf("  %d layer shapes: mean %+.3f %%, worst %+.2f %%\n", all.count, all.mean(), all.worst);
}

void compare(const Arguments& arguments, const hardware::Accelerator& accelerator, const std::string& name, Overheads& overheads)
{
    const auto machine = machineOf(accelerator);
    const auto network = zoo::build(name);
    const auto lowered = network ? nodeNetwork(*network) : Result<NodeNetwork>(network.error());
    if (!machine || !lowered) {
        std::printf("%s: %s\n", name.c_str(), (machine ? lowered.error() : machine.error()).text().c_str());
        return;
    }
    const Network graph = arguments.training ? trainingNetwork(*lowered).network : lowered->network;
    KaplaOptions options;
    options.chains = arguments.chains;
    options.rounds = arguments.rounds;
    if (!arguments.alone)
        options.segments = segmentRulesOf(accelerator, arguments.training);
    auto start = threadCpuTime();
    const KaplaResult ours = schedule(*machine, graph, arguments.batch, options);
    const double seconds = secondsSince(start);
    if (!ours.schedule) {
        std::printf("%s: layer %s fits no way\n", name.c_str(), ours.unfit ? graph.layers[*ours.unfit].name.c_str() : "?");
        return;
    }
    const KaplaEffort& effort = ours.effort;
    std::printf("%-13s %3zu layers  KAPLA %.4f mJ %12lld cycles %3zu segments  %7.3f s  stacks %lld, blockings %lld; between layers %lld schemes, %lld valid, %lld Pareto, %lld segments solved\n",
                name.c_str(), graph.layers.size(), ours.schedule->cost * 1e-9, (long long)ours.schedule->cycles, ours.schedule->segments.size(), seconds,
                (long long)effort.layers.stacks, (long long)effort.layers.blockings, (long long)effort.schemes, (long long)effort.valid,
                (long long)effort.pareto, (long long)effort.solved);
    std::fflush(stdout);
    if (arguments.layers)
        compareLayers(*machine, graph, arguments.batch);
    if (!arguments.baseline)
        return;
    BaselineOptions exhaustive;
    exhaustive.segments = options.segments;
    start = threadCpuTime();
    const BaselineResult best = searchBaseline(*machine, graph, arguments.batch, exhaustive);
    const double exhaustiveSeconds = secondsSince(start);
    if (!best.schedule)
        return;
    const double above = percentAbove(ours.schedule->cost, best.schedule->cost);
    overheads.add(above);
    std::printf("%-13s %10s  B     %.4f mJ %12lld cycles %3zu segments  %7.3f s  blockings %lld   KAPLA %+.2f %% energy, %+.2f %% cycles, %.0f times sooner\n", "", "",
                best.schedule->cost * 1e-9, (long long)best.schedule->cycles, best.schedule->segments.size(), exhaustiveSeconds,
                (long long)best.effort.sweeps.evaluated, above, percentAbove(double(ours.schedule->cycles), double(best.schedule->cycles)),
                exhaustiveSeconds / seconds);
    std::fflush(stdout);
}

} // namespace

int main(int count, char** words)
{
    const Arguments arguments = parse(count, words);
    const auto accelerator = io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/" + arguments.accelerator + ".yaml");
    if (!accelerator) {
        std::printf("%s\n", accelerator.error().text().c_str());
        return 1;
    }
    std::printf("%s, batch %lld, %s\n", arguments.accelerator.c_str(), (long long)arguments.batch, arguments.training ? "training" : "inference");
    Overheads overheads;
    for (const std::string& name : arguments.networks)
        compare(arguments, *accelerator, name, overheads);
    if (overheads.count > 0)
        std::printf("energy above B: mean %+.2f %%, worst %+.2f %%\n", overheads.mean(), overheads.worst);
    return 0;
}
