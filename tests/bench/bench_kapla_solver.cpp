// SPDX-License-Identifier: Apache-2.0
// bench_kapla_solver [NETWORK...] [accelerator=kapla-4x4] [batch=64] [training] [alone] [against=B,S,R,M|none] [--ks
// 1,2,4,8]
//                    [goal=energy|latency|edp] [keep=0.1] [iterations=64] [chains=4] [rounds=N] [stacks=N] [layers] [segments]
// Schedules the networks of KAPLA's study (or those named) with KAPLA and with the baselines named (default B), every
// schedule verified and judged by the same detailed model, and prints for each of them energy, cycles, CPU time and
// blockings that were counted, how far KAPLA is above it and how many times sooner (Table IV of the paper); for KAPLA
// also what pruning leaves of the schemes between layers (Table VI, here over all segments). With --ks the same of
// KAPLA for several kS instead (Fig. 11). "training": the training graph. "alone": no segments. "layers": a line for
// each layer shape, solved by itself. "segments": the segments of every schedule. The paper's figures: energy 7.7 %
// above B for inference and 2.2 % for training on average, at most 10 %; 174 and 518 times sooner.
#include "engine/base/run_control.h"
#include "engine/io/read_accelerator.h"
#include "engine/kapla/layer_search.h"
#include "engine/schedule/kapla/node_machine.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/zoo/zoo.h"
#include "tests/places.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

struct Arguments {
    std::vector<std::string> networks, against{"B"};
    std::vector<int> chains;
    std::string accelerator = "kapla-4x4";
    NodeRunOptions options;
    bool layers = false, segments = false;
};

std::vector<std::string> list(const std::string& text)
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');)
        words.push_back(word);
    return words;
}

void take(Arguments& arguments, const std::string& word, const std::string& key, const std::string& value)
{
    if (key == "accelerator")
        arguments.accelerator = value;
    else if (key == "batch")
        arguments.options.batch = std::stoll(value);
    else if (key == "chains")
        arguments.options.kapla.chains = std::stoi(value);
    else if (key == "rounds")
        arguments.options.kapla.rounds = std::stoi(value);
    else if (key == "stacks")
        arguments.options.kapla.stacks = std::stoll(value);
    else if (key == "beam")
        arguments.options.kapla.solver.beam = std::stoi(value);
    else if (key == "thorough")
        arguments.options.kapla.solver.thoroughStacks = std::stoi(value);
    else if (key == "margin")
        arguments.options.kapla.solver.thoroughMargin = std::stod(value);
    else if (key == "exact")
        arguments.options.kapla.solver.exactMargin = std::stod(value);
    else if (key == "keep")
        arguments.options.keep = std::stod(value);
    else if (key == "iterations")
        arguments.options.iterations = std::stoi(value);
    else if (key == "against")
        arguments.against = value == "none" ? std::vector<std::string>() : list(value);
    else if (key == "goal")
        arguments.options.goal = value == "latency" ? Goal::Delay : value == "edp" ? Goal::EnergyDelay : Goal::Energy;
    else if (word == "training")
        arguments.options.training = true;
    else if (word == "alone")
        arguments.options.alone = true;
    else if (word == "layers")
        arguments.layers = true;
    else if (word == "segments")
        arguments.segments = true;
    else
        arguments.networks.push_back(word);
}

Arguments parse(int count, char** words)
{
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i], key = word.substr(0, word.find('=')),
                          value = word.substr(std::min(word.size(), key.size() + 1));
        if (word == "--ks" && i + 1 < count) {
            for (const std::string& number : list(words[++i]))
                arguments.chains.push_back(std::stoi(number));
            arguments.against.clear();
        } else {
            take(arguments, word, key, value);
        }
    }
    if (arguments.networks.empty())
        arguments.networks = {"alexnet", "mobilenet_v1", "vgg16", "googlenet", "resnet50", "mlp_l", "lstm"};
    return arguments;
}

double percentAbove(double figure, double base) { return 100 * (figure / base - 1); }

/// A layer shape by itself, for the table of layers: KAPLA against the exhaustive search.
void compareLayer(const Machine& machine, const NetworkLayer& one, std::int64_t batch, std::vector<double>& overheads)
{
    const Layer& layer = one.layer;
    DataLayout inputs;
    const auto add = [&](Range channels, std::int64_t height, std::int64_t width) {
        inputs.push_back({FmapRange{{{0, batch}, channels, {0, height}, {0, width}}}, machine.memory,
                          projected({}, machine.memory)});
    };
    const std::int64_t in = made(layer.kind) == TensorRole::Inputs ? 0 : layer.inputChannels;
    if (in > 0)
        add({0, in}, layer.inputHeight(), layer.inputWidth());
    if (made(layer.kind) != TensorRole::Outputs)
        add({in, in + layer.outputChannels}, layer.outputHeight, layer.outputWidth);
    const auto since = [](std::chrono::nanoseconds start) {
        return std::chrono::duration<double, std::milli>(threadCpuTime() - start).count();
    };
    auto start = threadCpuTime();
    LayerSearch search(machine, layer, batch, {}, Goal::Energy);
    const auto best = search.best(wholeMachine(machine), {}, inputs);
    const double searchMs = since(start);
    start = threadCpuTime();
    LayerSolver solver(machine, layer, batch, {}, Goal::Energy, {});
    const auto ours = solver.best(wholeMachine(machine), {}, inputs);
    const double solverMs = since(start);
    if (!best || !ours) {
        std::printf("  %-36s B %s, KAPLA %s\n", one.name.c_str(), best ? "fits" : "nothing fits",
                    ours ? "fits" : "nothing fits");
        return;
    }
    overheads.push_back(percentAbove(ours->cost.total(), best->cost.total()));
    std::printf("  %-36s B %10.4g pJ  KAPLA %+6.2f %%  CPU %8.2f ms and %6.2f ms\n", one.name.c_str(),
                best->cost.total(), overheads.back(), searchMs, solverMs);
}

void compareLayers(const NodeRun& run, std::int64_t batch)
{
    std::set<Layer> seen;
    std::vector<double> overheads;
    for (const NetworkLayer& one : run.graph.network.layers)
        if (seen.insert(one.layer).second)
            compareLayer(run.machine, one, batch, overheads);
    double sum = 0;
    for (const double percent : overheads)
        sum += percent;
    if (!overheads.empty())
        std::printf("  %zu layer shapes: mean %+.3f %%, worst %+.2f %%\n", overheads.size(),
                    sum / double(overheads.size()), *std::max_element(overheads.begin(), overheads.end()));
}

void printSegments(const NodeRun& run)
{
    for (const ScheduledSegment& segment : run.schedule->segments) {
        std::printf("   ");
        double cost = 0;
        for (std::size_t i = 0; i < segment.layers.size(); ++i) {
            const SegmentLayer& one = segment.segment.layers[i];
            const PerLoop& top = segment.layers[i]->blocking.factors[0];
            cost += segment.layers[i]->cost.total();
            std::printf(" %s[%zu.%zu, %lld nodes, top C%lld K%lld N%lld]",
                        run.graph.network.layers[one.layer].name.c_str(), one.slot.spatial, one.slot.temporal,
                        (long long)one.placement.nodes.extent.size(), (long long)top[0], (long long)top[1],
                        (long long)top[2]);
        }
        std::printf("  %.4f mJ\n", cost * 1e-9);
    }
}

/// Schedules with one engine; nothing, and why, when there is no schedule.
std::optional<NodeRun> runOne(const hardware::Accelerator& accelerator, const workload::Network& network,
                              NodeRunOptions options, const std::string& engine)
{
    const std::map<std::string, std::string> ids{
        {"B", "kapla-exhaustive"}, {"S", "kapla-directives"}, {"R", "kapla-random"}, {"M", "kapla-annealing"}};
    options.engine = ids.contains(engine) ? ids.at(engine) : "kapla";
    auto run = scheduleOnNodes(accelerator, network, options);
    if (!run || !run->schedule) {
        std::printf("%-13s %-5s %s\n", network.name.c_str(), engine.c_str(),
                    (run ? run->reason : run.error().text()).c_str());
        return std::nullopt;
    }
    std::printf("%-13s %-5s %12.4f %14lld %6zu %10.3f %14lld", network.name.c_str(), engine.c_str(),
                run->schedule->cost * 1e-9, (long long)run->schedule->cycles, run->schedule->segments.size(),
                run->cpuMs * 1e-3, (long long)run->evaluated);
    return std::move(*run);
}

using Overheads = std::map<std::string, std::vector<double>>; // KAPLA's energy above a baseline's

void compare(const Arguments& arguments, const hardware::Accelerator& accelerator, const workload::Network& network,
             Overheads& overheads)
{
    const auto ours = runOne(accelerator, network, arguments.options, "KAPLA");
    if (!ours)
        return;
    const KaplaEffort& effort = ours->effort;
    std::printf("   stacks %lld; segments %lld, schemes %lld, valid %lld, Pareto %lld (%.1f %% pruned), solved %lld\n",
                (long long)effort.layers.stacks, (long long)effort.segments, (long long)effort.schemes,
                (long long)effort.valid, (long long)effort.pareto,
                effort.schemes > 0 ? 100 * (1 - double(effort.pareto) / double(effort.schemes)) : 0.0,
                (long long)effort.solved);
    if (arguments.segments)
        printSegments(*ours);
    std::fflush(stdout);
    if (arguments.layers)
        compareLayers(*ours, arguments.options.batch);
    for (const std::string& name : arguments.against) {
        const auto other = runOne(accelerator, network, arguments.options, name);
        if (!other)
            continue;
        const double above = percentAbove(ours->schedule->cost, other->schedule->cost);
        overheads[name].push_back(above);
        std::printf("   KAPLA %+.2f %% energy, %+.2f %% cycles, %.1f times sooner, %.1f times fewer blockings\n", above,
                    percentAbove(double(ours->schedule->cycles), double(other->schedule->cycles)),
                    other->cpuMs / ours->cpuMs, double(other->evaluated) / double(ours->evaluated));
        if (arguments.segments)
            printSegments(*other);
        std::fflush(stdout);
    }
}

void printTradeOff(const Arguments& arguments, const hardware::Accelerator& accelerator,
                   const workload::Network& network)
{
    for (const int chains : arguments.chains) {
        NodeRunOptions options = arguments.options;
        options.kapla.chains = chains;
        if (const auto run = runOne(accelerator, network, options, "kS=" + std::to_string(chains)))
            std::printf("   segments solved %lld\n", (long long)run->effort.solved);
        std::fflush(stdout);
    }
}

} // namespace

int main(int count, char** words)
{
    const Arguments arguments = parse(count, words);
    const auto accelerator =
        io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/" + arguments.accelerator + ".yaml");
    if (!accelerator) {
        std::printf("%s\n", accelerator.error().text().c_str());
        return 1;
    }
    std::printf("%s, batch %lld, %s, one thread\n", arguments.accelerator.c_str(), (long long)arguments.options.batch,
                arguments.options.training ? "training" : "inference");
    std::printf("%-13s %-5s %12s %14s %6s %10s %14s\n", "network", "by", "energy mJ", "cycles", "segm.", "CPU s",
                "blockings");
    Overheads overheads;
    for (const std::string& name : arguments.networks) {
        const auto network = zoo::build(name);
        if (!network)
            std::printf("%s\n", network.error().text().c_str());
        else if (!arguments.chains.empty())
            printTradeOff(arguments, *accelerator, *network);
        else
            compare(arguments, *accelerator, *network, overheads);
    }
    for (const auto& [name, percents] : overheads) {
        double sum = 0;
        for (const double percent : percents)
            sum += percent;
        std::printf("energy above %s: mean %+.2f %%, worst %+.2f %%\n", name.c_str(), sum / double(percents.size()),
                    *std::max_element(percents.begin(), percents.end()));
    }
    return 0;
}
