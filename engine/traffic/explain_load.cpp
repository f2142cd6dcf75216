// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/explain_load.h"

#include "engine/base/tensor_role.h"

namespace nestloom::traffic {

namespace {

using cost::Formula;
using cost::given;
using cost::made;
using cost::Unit;
using Operation = Formula::Operation;

std::string levelName(const hardware::Accelerator& accelerator, std::size_t level)
{
    return level < accelerator.levels.size() ? accelerator.levels[level].name : std::string("the MAC units");
}

/// Why a flow is as large as it is, and how it travels.
std::string sourceOf(const Flow& flow, const hardware::Accelerator& accelerator)
{
    std::string text = "enters the mesh with " + std::to_string(std::int64_t(flow.entered)) + " B, ";
    switch (flow.cast) {
    case Flow::Cast::Unicast: text += "one to one"; break;
    case Flow::Cast::Multicast: text += "one copy for up to " + std::to_string(flow.largestGroup) + " PEs"; break;
    case Flow::Cast::Reduction:
        text += "sums of up to " + std::to_string(flow.largestGroup) + " PEs are added on the way";
        break;
    }
    for (const FlowLoop& loop : flow.loops) {
        text += "; " + std::string(1, workload::letter(loop.loop.dimension)) + " in 0.."
                + std::to_string(loop.loop.bound)
                + (loop.spatial && accelerator.levels[loop.level].fanout.isPlane()
                       ? " along " + std::string(hardware::name(loop.loop.axis))
                       : "")
                + " at " + levelName(accelerator, loop.level);
        switch (loop.effect) {
        case FlowLoop::Effect::Moves: text += " needs other data each step"; break;
        case FlowLoop::Effect::ReadAgain: text += " sends the same again each step"; break;
        case FlowLoop::Effect::Splits: text += " splits it"; break;
        case FlowLoop::Effect::Shared: text += " shares it"; break;
        case FlowLoop::Effect::Copied: text += " sends each child its own copy"; break;
        }
    }
    return text;
}

Formula linkBandwidth(const MeshLoad& load)
{
    return made("bandwidth of a link", Unit::BytesPerCycle, Operation::Quotient,
                {given("flit, one a cycle [bit]", double(load.flit.count), Unit::None, "accelerator: interconnect"),
                 given("bits of a byte", 8, Unit::None, "")});
}

} // namespace

std::string describe(const Flow& flow, const MeshLoad& load, const hardware::Accelerator& accelerator)
{
    const std::string tensor(name(flow.tensor)), outer = levelName(accelerator, flow.outer),
                                                 buffer = levelName(accelerator, load.level);
    switch (flow.kind) {
    case Flow::Kind::Deliver: return tensor + " from " + outer + " to the PEs";
    case Flow::Kind::Return: return "partial sums from " + outer + " back to the PEs";
    case Flow::Kind::Collect: return tensor + " from the PEs to " + outer;
    case Flow::Kind::Fill:
        return (flow.tensor == TensorRole::Outputs ? std::string("partial sums") : tensor) + " from " + outer + " to "
               + buffer;
    case Flow::Kind::Drain: return tensor + " from " + buffer + " to " + outer;
    }
    return tensor;
}

Formula explainLinkBytes(const MeshLoad& load, const hardware::Accelerator& accelerator, noc::LinkId link,
                         TensorSet tensors)
{
    std::vector<Formula> parts;
    const auto bytes = load.byFlow(link);
    for (std::size_t i = 0; i < load.flows.size(); ++i)
        if (bytes[i] > 0 && tensors.contains(load.flows[i].tensor))
            parts.push_back(given(describe(load.flows[i], load, accelerator), bytes[i], Unit::Bytes,
                                  sourceOf(load.flows[i], accelerator)));
    Formula sum = made("bytes over the link", Unit::Bytes, Operation::Sum, std::move(parts));
    sum.source = "counted along X-Y routes over the whole layer; volumes of the analytical cost model";
    return sum;
}

Formula explainLoad(const MeshLoad& load, const hardware::Accelerator& accelerator, noc::LinkId link, TensorSet tensors,
                    std::string title)
{
    Formula rate = made("bytes in a cycle", Unit::BytesPerCycle, Operation::Quotient,
                        {explainLinkBytes(load, accelerator, link, tensors),
                         given("cycles of the layer", double(load.cycles.count), Unit::Cycles,
                               "analytical cost model, which gives the mesh no bandwidth")});
    Formula share = made(std::move(title), Unit::None, Operation::Quotient, {std::move(rate), linkBandwidth(load)});
    share.source = "static count: no headers, queues or waiting";
    return share;
}

Formula explainLinkFlits(const MeshLoad& load, const hardware::Accelerator& accelerator, noc::LinkId link,
                         TensorSet tensors)
{
    Formula flits =
        made("flits, at least", Unit::None, Operation::RoundedUp,
             {made("bytes by those of a flit", Unit::None, Operation::Quotient,
                   {explainLinkBytes(load, accelerator, link, tensors),
                    given("bytes of a flit", double(load.flit.count) / 8, Unit::Bytes, "accelerator: interconnect")})});
    flits.source = "full but for the last one; no headers";
    return flits;
}

} // namespace nestloom::traffic
