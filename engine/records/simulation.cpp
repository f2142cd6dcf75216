// SPDX-License-Identifier: Apache-2.0
#include "engine/records/simulation.h"

namespace nestloom::records {

SimulatedCycles simulatedCycles(const std::vector<schedule::LayerResult>& layers)
{
    SimulatedCycles sum;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.cost || !layer.simulated)
            continue;
        ++sum.layers;
        sum.analytical.count += layer.cost->cycles.count;
        sum.simulated.count += layer.simulated->count;
    }
    return sum;
}

} // namespace nestloom::records
