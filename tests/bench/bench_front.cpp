// SPDX-License-Identifier: Apache-2.0
// bench_front [POINTS [NETWORK [OBJECTIVE]]]   solves points drawn from 10,000 variants of `simba` (global, weight and
// input buffer, DRAM bandwidth) and prints how far above the proven bounds of a front search they are, in cycles and
// energy, and what a bound and a solution take.
#include "engine/explore/point_bound.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/milp/process_solver.h"
#include "tests/bench/distribution.h"
#include "tests/places.h"

#include <cstdio>
#include <cstdlib>

using namespace nestloom;

int main(int argc, char** argv)
{
    using Clock = std::chrono::steady_clock;
    const std::size_t points = argc > 1 ? std::size_t(std::atoi(argv[1])) : 30;
    const std::string presets = NESTLOOM_SOURCE_DIR "/presets/";
    explore::SweepInputs inputs;
    inputs.space.base = *io::readAccelerator(presets + "accelerators/simba.yaml");
    inputs.networks = {*io::readNetwork(presets + "networks/" + (argc > 2 ? argv[2] : "resnet50") + ".yaml")};
    if (argc > 3)
        inputs.options.cosa.objective = *schedule::objective(argv[3]);
    for (const auto& [path, step] : {std::pair{"levels.GlobalBuffer.capacity", 16384.0},
                                     {"levels.DRAM.read_bandwidth", 4.0},
                                     {"levels.WeightBuffer.capacity", 4096.0},
                                     {"levels.InputBuffer.capacity", 1024.0}}) {
        inputs.space.axes.push_back({path, {}});
        for (int i = 1; i <= 10; ++i)
            inputs.space.axes.back().values.push_back(i * step);
    }
    explore::PointBounds bounds(inputs.networks[0], inputs.options);
    const explore::PointMaker make(inputs.space);
    const std::size_t all = explore::count(inputs.space);
    const auto begun = Clock::now();
    for (std::size_t i = 0; i < all; ++i)
        bounds.of(make(i).accelerator);
    const double perBound = std::chrono::duration<double, std::micro>(Clock::now() - begun).count() / double(all);

    inputs.space.sample = explore::Sample{explore::Sampling::LatinHypercube, points, 1};
    if (!explore::choosePoints(inputs.space))
        return 1;
    const auto solving = Clock::now();
    const auto results = explore::runSweep(inputs, milp::processSolvers({milp::findSolverProgram()}), {});
    const double perPoint = std::chrono::duration<double, std::milli>(Clock::now() - solving).count() / double(points);
    std::vector<double> cycles, energy;
    for (const explore::PointResult& result : *results) {
        if (!result.cost)
            continue;
        const explore::PointCost least = bounds.of(explore::point(inputs.space, result.point).accelerator);
        cycles.push_back(100 * (double(result.cost->cycles.count) / double(least.cycles.count) - 1));
        energy.push_back(100 * (result.cost->energy.count / least.energy.count - 1));
    }
    bench::print("cycles above the bound", cycles, "%");
    bench::print("energy above the bound", energy, "%");
    std::printf("%.1f us a bound, %.0f ms a point\n", perBound, perPoint);
}
