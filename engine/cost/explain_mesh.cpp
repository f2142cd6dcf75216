// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/explain_mesh.h"

#include "engine/cost/evaluate.h"
#include "engine/cost/mesh_model.h"

namespace nestloom::cost {

namespace {

using Operation = Formula::Operation;

std::string flowName(const MeshFlow& flow)
{
    using enum MeshFlow::Kind;
    const std::string tensor(name(flow.role));
    switch (flow.kind) {
    case Deliver: return tensor + (flow.outside ? " from DRAM to the PEs" : " to the PEs");
    case Return: return tensor + " back to the PEs, to be added to";
    case Collect: return tensor + (flow.outside ? " from the PEs to DRAM" : " from the PEs");
    case Fill: return tensor + " from DRAM";
    case Drain: break;
    }
    return tensor + " to DRAM";
}

/// All that one port carries.
Formula portUse(const MeshTraffic& traffic, MeshPort port)
{
    std::vector<Formula> flows;
    for (const MeshFlow& flow : traffic.all())
        if (flow.on(port) > 0)
            flows.push_back(made(flowName(flow), Unit::Cycles, Operation::Product,
                                 {given("transfers", flow.transfers, Unit::None, "loops outside the tile"),
                                  given("cycles of one", flow.on(port), Unit::Cycles, "its packets on this port")}));
    const std::string title(cost::name(static_cast<MeshPart>(std::size_t(port) + 1)));
    return made(title + ": in use", Unit::Cycles, Operation::Sum, std::move(flows));
}

} // namespace

Formula explainMesh(const CostedMapping& costed)
{
    const hardware::Accelerator accelerator = withPortsOf(Model::Mesh, costed.accelerator);
    MeshModel model = meshModel(costed.accelerator, mapping::coveredLayer(costed.layer, costed.mapping)).value();
    Nest nest;
    flatten(accelerator, costed.mapping, nest);
    AccessCounts counts;
    countAccesses(costed.layer, nest, counts);
    const MeshTime time = model.time(nest, counts);
    const MeshTraffic& traffic = model.traffic();

    Formula computing = made("computing", Unit::Cycles, Operation::Product,
                             {given("steps", traffic.steps, Unit::None, "loops outside the PEs"),
                              given("cycles of a step", traffic.stepCycles, Unit::Cycles, "loops inside a PE")});
    const double waited = time.cycles - time.outside - computing.value;
    Formula waiting = given("waiting between steps", waited, Unit::Cycles,
                            "mesh model: transfers that ports, two tiles of room and returning sums do not hide");
    for (std::size_t port = 0; port < kMeshPorts; ++port)
        if (Formula of = portUse(traffic, static_cast<MeshPort>(port)); of.value > 0)
            waiting.parts.push_back(std::move(of));
    Formula ends = given("before the first step and after the last", time.outside, Unit::Cycles,
                         "mesh model: the first tiles come, the last outputs leave");
    Formula exact = made("with the mesh, exact", Unit::Cycles, Operation::Sum,
                         {std::move(computing), std::move(waiting), std::move(ends)});
    Formula whole = made("with the mesh", Unit::Cycles, Operation::RoundedUp, {std::move(exact)});
    whole.source = "mesh model, bound by " + costed.cost.bottleneck.text;
    return whole;
}

} // namespace nestloom::cost
