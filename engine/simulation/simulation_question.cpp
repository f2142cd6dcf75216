// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/simulation_question.h"

#include "engine/simulation/simulation_trace.h"

namespace nestloom::simulation {

Result<SimulationSettings> settingsFor(const hardware::Accelerator& accelerator, const Choices& choices)
{
    const std::string dram = choices.dram.empty() ? dramModelOf(accelerator) : choices.dram;
    auto settings = settingsFor(accelerator, std::string_view(dram));
    if (settings) {
        settings->traffic.reduction = choices.reduction;
        settings->router = choices.router;
    }
    return settings;
}

RunningSimulation runningSimulation(const LayerLook& look)
{
    return {look.traffic.mesh,      look.mesh.now,     look.mesh.completed,
            look.mesh.transactions, look.mesh.windows, look.dram};
}

EndedSimulation endedSimulation(LayerSimulation layer, const std::string& name)
{
    EndedSimulation ended{std::move(layer), {}, nullptr};
    ended.users = LinkUsers(ended.layer.traffic);
    if (ended.layer.run.finished)
        ended.trace = std::make_shared<const trace::TraceIndex>(
            std::make_shared<const trace::Trace>(simulationTrace(ended.layer, name)));
    return ended;
}

} // namespace nestloom::simulation
