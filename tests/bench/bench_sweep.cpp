// SPDX-License-Identifier: Apache-2.0
// bench_sweep [VARIANTS] [EVALUATIONS] [THREADS] [no-proof]   maps ResNet-50 on variants of `simba` (global buffer,
// DRAM bandwidth and weight buffer varied) and prints what a variant takes, how far it is from its proven bound, and
// what 1,000 of them take at that pace. Fewer than 1,000 are from all parts of the space.
#include "engine/explore/sweep.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "tests/bench/distribution.h"
#include "tests/places.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace nestloom;

namespace {

using Clock = std::chrono::steady_clock;

/// 10 x 10 x 10 accelerators.
std::vector<explore::Axis> axes()
{
    std::vector<explore::Axis> result{
        {"levels.GlobalBuffer.capacity", {}}, {"levels.DRAM.read_bandwidth", {}}, {"levels.WeightBuffer.capacity", {}}};
    for (int i = 0; i < 10; ++i) {
        result[0].values.push_back(32768.0 + 16384.0 * i);
        result[1].values.push_back(4.0 + 4.0 * i);
        result[2].values.push_back(4096.0 + 4096.0 * i);
    }
    return result;
}

/// CPU seconds of this process and of the solver processes that have ended.
double cpuSeconds()
{
    double sum = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage usage{};
        getrusage(who, &usage);
        for (const timeval& part : {usage.ru_utime, usage.ru_stime})
            sum += double(part.tv_sec) + double(part.tv_usec) * 1e-6;
    }
    return sum;
}

const auto makeSolver = milp::processSolvers({milp::findSolverProgram()});

/// Evenly spread points, `wanted` of them.
std::vector<bool> choose(const explore::DesignSpace& space, std::size_t wanted)
{
    const std::size_t all = explore::count(space), count = std::min(all, wanted);
    std::vector<bool> chosen(all, false);
    for (std::size_t i = 0; i < count; ++i)
        chosen[i * all / count] = true;
    return chosen;
}

void printQuality(const std::vector<explore::PointResult>& results)
{
    std::vector<double> gaps;
    double cycles = 0, energy = 0;
    for (const explore::PointResult& result : results)
        if (result.cost) {
            gaps.push_back(100 * (static_cast<double>(result.cost->cycles.count) / *result.cost->lowerBoundCycles - 1));
            cycles += static_cast<double>(result.cost->cycles.count);
            energy += result.cost->energy.count;
        }
    const double n = static_cast<double>(gaps.size());
    bench::print("cycles above the proven bound", gaps, "%");
    std::printf("mean over %zu variants: %.4f million cycles, %.4f mJ\n", gaps.size(), cycles / n * 1e-6,
                energy / n * 1e-9);
}

} // namespace

int main(int argc, char** argv)
{
    const auto accelerator = io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    const auto network = io::readNetwork(NESTLOOM_SOURCE_DIR "/presets/networks/resnet50.yaml");
    if (!accelerator || !network) {
        std::fprintf(stderr, "bench_sweep: %s\n", (accelerator ? network.error() : accelerator.error()).text().c_str());
        return 2;
    }
    explore::SweepInputs inputs{{*accelerator, axes()}, {*network}, {}};
    if (argc > 2)
        inputs.options.cosa.evaluations = std::strtoll(argv[2], nullptr, 10);
    inputs.options.threads = argc > 3 ? std::atoi(argv[3]) : 2;
    const auto said = [&](std::string_view word) {
        return std::any_of(argv + 1, argv + argc, [&](const char* argument) { return word == argument; });
    };
    inputs.options.cosa.proveWithMip = !said("no-proof");
    const std::vector<bool> chosen = choose(inputs.space, argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100);
    const auto measured = static_cast<std::size_t>(std::count(chosen.begin(), chosen.end(), true));

    explore::SweepEvents events; // points that are not measured are called known
    events.known = [&](std::size_t point, std::size_t index) -> std::optional<explore::PointResult> {
        if (chosen[point])
            return std::nullopt;
        return explore::PointResult{point, index, explore::PointStatus::Cancelled, "not measured", {}};
    };
    const auto start = Clock::now();
    const auto results = explore::runSweep(inputs, makeSolver, {}, events);
    const std::chrono::duration<double> wall = Clock::now() - start;
    if (!results) {
        std::fprintf(stderr, "bench_sweep: %s\n", results.error().text().c_str());
        return 2;
    }
    const double n = static_cast<double>(measured), cpu = cpuSeconds() / n;
    std::printf("%zu variants x ResNet-50, %d threads, budget %lld evaluations per layer, %s\n", measured,
                inputs.options.threads, static_cast<long long>(inputs.options.cosa.evaluations),
                inputs.options.cosa.proveWithMip ? "with proofs" : "without proofs");
    std::printf("wall: %.2f s, %.0f ms per variant; %s 1,000 variants: %.0f s\n", wall.count(), wall.count() / n * 1e3,
                measured == chosen.size() ? "measured," : "extrapolated,", wall.count() / n * 1e3);
    std::printf("CPU: %.0f ms per variant; 1,000 variants on 2 cores that do nothing else: at least %.0f s\n",
                cpu * 1e3, cpu * 500);
    printQuality(*results);
    return 0;
}
