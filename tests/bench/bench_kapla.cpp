// SPDX-License-Identifier: Apache-2.0
// bench_kapla [BATCH]   searches whole networks on 4x4 nodes as nn_dataflow does, exhaustively (KAPLA's baseline B),
// layer after layer and with segments of several layers, and prints CPU time and the number of blockings enumerated,
// beside what nn_dataflow itself would need for them: 4.2 us of CPU each, as measured on its unmodified search under
// CPython 3.11.
#include "engine/base/run_control.h"
#include "engine/kapla/baseline.h"
#include "engine/schedule/kapla/verify_nodes.h"
#include "tests/support/node_networks.h"

#include <cstdio>
#include <cstdlib>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

constexpr double kPythonSeconds = 4.2e-6; // per enumerated blocking

struct Mode {
    const char* name;
    SegmentRules rules;
};

void measure(const Network& network, std::int64_t batch, const Mode& mode)
{
    const Machine machine = fourByFour();
    BaselineOptions options;
    options.segments = mode.rules;
    const auto start = threadCpuTime();
    const BaselineResult result = searchBaseline(machine, network, batch, options);
    const double seconds = std::chrono::duration<double>(threadCpuTime() - start).count();
    if (!result.schedule) {
        std::printf("%-10s %-20s no schedule\n", network.name.c_str(), mode.name);
        return;
    }
    const std::size_t broken = verify(machine, network, batch, *result.schedule).size();
    const double blockings = double(result.effort.sweeps.enumerated);
    std::printf("%-10s %-20s %10.4g %12lld %8zu %9.2f %11.3g %8.2f %10.0f %9.0fx %6zu\n", network.name.c_str(),
                mode.name, result.schedule->cost * 1e3, static_cast<long long>(result.schedule->cycles),
                result.schedule->segments.size(), seconds, blockings, seconds / blockings * 1e9,
                blockings * kPythonSeconds, blockings * kPythonSeconds / seconds, broken);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const std::int64_t batch = argc > 1 ? std::max(1, std::atoi(argv[1])) : 64;
    const Mode modes[] = {{"layer after layer", {}},
                          {"one after the other", {.temporal = true}},
                          {"segments of up to 5", {.spatial = true, .temporal = true, .longest = 5}}};
    std::printf("batch %lld, 4x4 nodes, one thread\n", static_cast<long long>(batch));
    std::printf("%-10s %-20s %10s %12s %8s %9s %11s %8s %10s %10s %6s\n", "network", "layers together", "energy mJ",
                "cycles", "segments", "CPU s", "blockings", "ns each", "Python s", "ratio", "broken");
    for (const Network& network : {mlpOnNodes(), alexnetOnNodes(), resnet50OnNodes()})
        for (const Mode& mode : modes)
            measure(network, batch, mode);
    return 0;
}
