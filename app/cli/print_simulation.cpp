// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_simulation.h"

#include "app/cli/text_table.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"
#include "engine/io/json_reader.h"

namespace nestloom::cli {

namespace {

using simulation::LayerSimulation;

/// Words for an endpoint: "PE 3", "buffer", "DRAM", "router 17".
std::string place(const noc::Mesh& mesh, noc::EndpointId endpoint)
{
    if (endpoint == noc::endpointOf(mesh, mesh.outsidePort()))
        return "DRAM";
    if (endpoint == noc::endpointOf(mesh, mesh.bufferPort()))
        return "buffer";
    return endpoint < mesh.peCount() ? "PE " + std::to_string(endpoint) : "router " + std::to_string(endpoint);
}

std::string linkWords(const noc::Mesh& mesh, noc::LinkId link)
{
    const noc::GridLink ends = noc::gridLink(noc::gridOf(mesh), link);
    switch (ends.kind) {
    case noc::GridLink::Kind::Hop:
        return "router " + std::to_string(ends.from) + " to router " + std::to_string(ends.to);
    case noc::GridLink::Kind::Leaving: return "mesh to " + place(mesh, ends.endpoint);
    case noc::GridLink::Kind::Entering: return place(mesh, ends.endpoint) + " into the mesh";
    }
    return {};
}

std::string waitWords(const simulation::TimeShares::Wait& wait)
{
    return "waits for " + std::string(name(wait.traffic)) + (wait.fromDram ? " from DRAM" : " on the mesh");
}

std::string share(noc::Cycle cycles, noc::Cycle all)
{
    return percent(all > 0 ? static_cast<double>(cycles) / static_cast<double>(all) : 0);
}

std::string timeTable(const LayerSimulation& simulated)
{
    const noc::Cycle all = simulated.run.cycles;
    TextTable table({{"where the time goes (PE that is done last)"},
                     {"cycles", TextTable::Align::Right},
                     {"share", TextTable::Align::Right}});
    const auto row = [&](const std::string& what, noc::Cycle cycles) {
        table.addRow({what, grouped(cycles), share(cycles, all)});
    };
    row("computes", simulated.shares.compute);
    for (const auto& wait : simulated.shares.waits)
        row(waitWords(wait), wait.cycles);
    row("last outputs leave", simulated.shares.tail);
    return table.print();
}

std::string linkTable(const LayerSimulation& simulated)
{
    TextTable table({{"hottest links"},
                     {"flits", TextTable::Align::Right},
                     {"use", TextTable::Align::Right},
                     {"blocked cycles", TextTable::Align::Right}});
    for (const simulation::HotLink& hot : simulated.hottest)
        table.addRow({linkWords(simulated.traffic.mesh, hot.link), grouped(hot.count.flits), percent(hot.use),
                      grouped(hot.count.blocked)});
    return table.print();
}

std::string dramLine(const std::string& dram, const LayerSimulation& simulated)
{
    const dram::Statistics& s = simulated.dram;
    return "DRAM " + dram + ": " + grouped(s.reads) + " reads, " + grouped(s.writes) + " writes, " + grouped(s.rowHits)
           + " row hits, " + grouped(s.rowMisses) + " rows opened, " + grouped(s.rowConflicts)
           + " row conflicts, bus in use " + percent(simulated.dramBusUse) + "\n";
}

std::string unfinished(const LayerSimulation& simulated)
{
    if (!simulated.run.standstill)
        return "not finished after " + exactCycles({simulated.run.cycles}) + "\n";
    std::string text =
        "stands still: nothing moves any more since cycle " + grouped(simulated.run.standstill->since) + "\n";
    for (const std::string& wait : simulated.run.standstill->waits)
        text += "  " + wait + "\n";
    return text;
}

} // namespace

std::string printSimulation(const workload::Layer& layer, const simulation::Choices& choices,
                            const LayerSimulation& simulated)
{
    std::string text = "layer " + layer.name + ", " + workload::describeShape(layer) + "\n";
    if (!simulated.run.finished)
        return text + unfinished(simulated);
    const auto cycles = static_cast<double>(simulated.run.cycles);
    text += "analytical " + exactCycles(simulated.analytical) + ", simulated " + exactCycles({simulated.run.cycles})
            + " (" + fixedNumber(cycles / static_cast<double>(simulated.analytical.count), 2) + " times)\n";
    if (simulated.traffic.mergedLoops > 0)
        text +=
            simulated.traffic.mergedLoops == 1
                ? std::string("the innermost loop over the PEs' tiles is one step, because there are too many steps\n")
                : "the innermost " + std::to_string(simulated.traffic.mergedLoops)
                      + " loops over the PEs' tiles are one step each, because there are too many steps\n";
    text += "\n" + timeTable(simulated) + "\n";
    text += "serial sends: the buffer sends in " + share(simulated.bufferSending, simulated.run.cycles)
            + " of all cycles, one transfer at a time\n";
    text +=
        "contention: the mesh let nothing of buffer and DRAM in for " + exactCycles({simulated.sendersBlocked}) + "\n";
    text += "routers: " + std::string(name(choices.router)) + ", partial sums: " + std::string(name(choices.reduction))
            + "\n";
    return text + dramLine(choices.dram, simulated) + "\n" + linkTable(simulated);
}

std::string simulationJson(const workload::Layer& layer, const simulation::Choices& choices,
                           const LayerSimulation& simulated)
{
    io::Json json;
    json["layer"] = layer.name;
    json["dram"] = choices.dram;
    json["router"] = name(choices.router);
    json["reduction"] = name(choices.reduction);
    json["finished"] = simulated.run.finished;
    json["analytical_cycles"] = simulated.analytical.count;
    json["simulated_cycles"] = simulated.run.cycles;
    json["steps"] = simulated.traffic.steps;
    json["merged_loops"] = simulated.traffic.mergedLoops;
    json["transactions"] = simulated.traffic.list.size();
    json["flit_hops"] = simulated.run.flitHops;
    json["time"] = {{"compute", simulated.shares.compute}, {"tail", simulated.shares.tail}};
    for (const auto& wait : simulated.shares.waits)
        json["time"]["waits"].push_back(
            {{"for", std::string(name(wait.traffic))}, {"from_dram", wait.fromDram}, {"cycles", wait.cycles}});
    json["buffer_sending_cycles"] = simulated.bufferSending;
    json["senders_blocked_cycles"] = simulated.sendersBlocked;
    const dram::Statistics& s = simulated.dram;
    json["dram_counts"] = {{"reads", s.reads},
                           {"writes", s.writes},
                           {"row_hits", s.rowHits},
                           {"rows_opened", s.rowMisses},
                           {"row_conflicts", s.rowConflicts},
                           {"refreshes", s.refreshes},
                           {"bus_use", simulated.dramBusUse}};
    for (const simulation::HotLink& hot : simulated.hottest)
        json["hottest_links"].push_back({{"link", linkWords(simulated.traffic.mesh, hot.link)},
                                         {"flits", hot.count.flits},
                                         {"use", hot.use},
                                         {"blocked_cycles", hot.count.blocked}});
    return io::dump(json, 2) + "\n";
}

std::string simulationCsv(const LayerSimulation& simulated)
{
    const traffic::MappingTraffic& traffic = simulated.traffic;
    std::string csv = "id,what,tensor,step,actor,destinations,bytes,start_cycle,end_cycle\n";
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id) {
        const traffic::TransactionTag& tag = traffic.tags[id];
        const bool compute = tag.flow == traffic::TransactionTag::kCompute;
        const noc::TransactionTimes& times = simulated.run.times[id];
        std::string destinations;
        for (const noc::EndpointId to : traffic.list.destinations(id))
            destinations += (destinations.empty() ? "" : " / ") + place(traffic.mesh, to);
        csv += std::to_string(id)
               + (compute ? ",compute,," : ",send," + std::string(nestloom::name(traffic.flows[tag.flow].tensor)) + ",")
               + std::to_string(tag.step) + "," + place(traffic.mesh, traffic.list[id].actor) + "," + destinations + ","
               + std::to_string(tag.bytes) + "," + std::to_string(times.start) + "," + std::to_string(times.end) + "\n";
    }
    return csv;
}

} // namespace nestloom::cli
