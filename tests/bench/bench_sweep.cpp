// SPDX-License-Identifier: Apache-2.0
// bench_sweep [VARIANTS] [EVALUATIONS] [THREADS] [no-proof]   maps ResNet-50 on variants of `simba` (global buffer,
// DRAM bandwidth and weight buffer varied) and prints what a variant takes, and what 1,000 of them would take at that
// pace.
#include "engine/explore/sweep.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace nestloom;

namespace {

/// 10 x 10 x 10 accelerators; a stride through them measures a fair mix.
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

} // namespace

int main(int argc, char** argv)
{
    const std::size_t variants = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20;
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
    inputs.options.cosa.proveWithMip = argc <= 4 || std::string_view(argv[4]) != "no-proof";
    const std::size_t all = explore::count(inputs.space);
    const std::size_t measured = std::clamp<std::size_t>(variants, 1, all);
    // Points that are not measured are called known; a stride of 619 (prime to 1,000) visits all parts of the space.
    std::vector<bool> wanted(all, false);
    for (std::size_t i = 0; i < measured; ++i)
        wanted[i * 619 % all] = true;
    explore::SweepEvents events;
    events.known = [&](std::size_t point, std::size_t index) -> std::optional<explore::PointResult> {
        if (wanted[point])
            return std::nullopt;
        return explore::PointResult{point, index, explore::PointStatus::Cancelled, "not measured", {}};
    };
    const auto start = std::chrono::steady_clock::now();
    const auto results = explore::runSweep(
        inputs,
        [] { return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()}); }, {},
        events);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    if (!results) {
        std::fprintf(stderr, "bench_sweep: %s\n", results.error().text().c_str());
        return 2;
    }
    double gap = 0;
    std::size_t finished = 0;
    for (const explore::PointResult& result : *results)
        if (result.cost) {
            ++finished;
            gap += result.cost->lowerBoundCycles
                       ? static_cast<double>(result.cost->cycles.count) / *result.cost->lowerBoundCycles - 1
                       : 0;
        }
    const double each = wall.count() / static_cast<double>(measured);
    std::printf(
        "measured: %zu variants x ResNet-50 (%zu finished), %d threads, %lld evaluations per layer, %s: %.2f s, "
        "%.0f ms per variant\n",
        measured, finished, inputs.options.threads, static_cast<long long>(inputs.options.cosa.evaluations),
        inputs.options.cosa.proveWithMip ? "with proofs" : "without proofs", wall.count(), each * 1e3);
    std::printf("cycles above the proven bound, mean over the variants: %.2f %%\n",
                100 * gap / static_cast<double>(std::max<std::size_t>(1, finished)));
    std::printf("%s 1,000 variants: %.0f s (%.1f min)\n", measured == all ? "measured," : "extrapolated from these,",
                each * 1000, each * 1000 / 60);
    const double cpu = cpuSeconds() / static_cast<double>(measured);
    std::printf("CPU: %.0f ms per variant; 1,000 variants on 2 cores that do nothing else: at least %.0f s\n",
                cpu * 1e3, cpu * 500);
    return 0;
}
