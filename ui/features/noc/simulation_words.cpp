// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulation_words.h"

#include "engine/dram/device.h"
#include "ui/features/noc/shown_mesh.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/style/words.h"

namespace nestloom::ui {

namespace {

QString share(noc::Cycle cycles, noc::Cycle all) { return format::percent(all > 0 ? double(cycles) / double(all) : 0); }

QString waitText(const simulation::TimeShares::Wait& wait)
{
    const bool leave = wait.traffic == traffic::TrafficClass::Outputs;
    if (leave)
        return Words::tr("waits until outputs have left");
    const QString what = flitClassName(static_cast<FlitClass>(wait.traffic));
    return wait.fromDram ? Words::tr("waits for %1 from DRAM").arg(what)
                         : Words::tr("waits for %1 on the mesh").arg(what);
}

/// What the parts of one kind of wait add up to.
noc::Cycle waitsFor(const simulation::TimeShares& shares, bool fromDram)
{
    noc::Cycle sum = 0;
    for (const auto& wait : shares.waits)
        sum += wait.fromDram == fromDram ? wait.cycles : 0;
    return sum;
}

} // namespace

QString flitClassName(FlitClass flits)
{
    switch (flits) {
    case FlitClass::Weights: return tensorName(TensorRole::Weights);
    case FlitClass::Inputs: return tensorName(TensorRole::Inputs);
    case FlitClass::PartialSums: return Words::tr("partial sums");
    case FlitClass::Outputs: return tensorName(TensorRole::Outputs);
    case FlitClass::Headers: return Words::tr("headers");
    }
    return {};
}

QColor flitClassColour(const Theme& theme, FlitClass flits)
{
    switch (flits) {
    case FlitClass::Weights: return theme.tensor[TensorRole::Weights];
    case FlitClass::Inputs: return theme.tensor[TensorRole::Inputs];
    case FlitClass::PartialSums: return theme.partialSums;
    case FlitClass::Outputs: return theme.tensor[TensorRole::Outputs];
    case FlitClass::Headers: return theme.otherTensor;
    }
    return {};
}

bool isHatched(FlitClass flits) { return flits == FlitClass::Headers; }

QString dramModelName(const std::string& model)
{
    if (model == "bandwidth")
        return Words::tr("latency and bandwidth");
    if (model == "compat")
        return Words::tr("as in CoSA's simulator");
    return QString::fromStdString(model).toUpper().replace(QStringLiteral("X32"), QStringLiteral("x32"));
}

QString routerKindName(noc::RouterKind router)
{
    return router == noc::RouterKind::Wormhole ? Words::tr("wormhole") : Words::tr("virtual channels");
}

QString reductionName(traffic::Reduction reduction)
{
    switch (reduction) {
    case traffic::Reduction::PacketChain: return Words::tr("PE to PE, by packet");
    case traffic::Reduction::StoreAndForward: return Words::tr("PE to PE, by tile");
    case traffic::Reduction::AtReceiver: return Words::tr("at the buffer");
    }
    return {};
}

QString spanText(const ShownSimulation& shown, const SimulationFocus& focus)
{
    const TimeRange range = focus.cycles();
    QString cycles = Words::tr("cycles %1 to %2").arg(format::integer(range.from), format::integer(range.to));
    switch (focus.span()) {
    case SimulationFocus::Span::Range: return Words::tr("%1, marked").arg(cycles);
    case SimulationFocus::Span::Window: return cycles;
    case SimulationFocus::Span::Run: break;
    }
    return shown.state() == ShownSimulation::State::Finished
               ? Words::tr("the whole run, %1").arg(format::exactCycles(Cycles{shown.end()}))
               : Words::tr("the run so far, %1").arg(format::exactCycles(Cycles{shown.end()}));
}

QString simulationHeadline(const ShownSimulation& shown)
{
    using State = ShownSimulation::State;
    switch (shown.state()) {
    case State::NoMapping:
    case State::Waiting: return {};
    case State::Opening: return Words::tr("looking for a stored simulation ...");
    case State::Running:
        return shown.end() > 0 ? Words::tr("simulating: cycle %1, %2 of the transactions done")
                                     .arg(format::integer(shown.end()), format::percent(shown.fraction(), 0))
                               : Words::tr("simulating ...");
    case State::Stopped: return Words::tr("stopped at cycle %1").arg(format::integer(shown.end()));
    case State::Stuck: return Words::tr("nothing moves after cycle %1").arg(format::integer(shown.end()));
    case State::Failed: return Words::tr("not simulated");
    case State::Finished: break;
    }
    const simulation::LayerSimulation& layer = shown.ended()->layer;
    return (shown.isOfMeshModel() ? Words::tr("%1 simulated, %2 by the mesh model: %3")
                                  : Words::tr("%1 simulated, %2 by the cost model: %3"))
        .arg(format::cycles(layer.simulated()), format::cycles(shown.ofModel()),
             format::percentChange(double(layer.run.cycles), double(shown.ofModel().count)));
}

std::vector<QString> differenceReasons(const ShownSimulation& shown)
{
    if (!shown.ended() || !shown.ended()->layer.run.finished)
        return {};
    const simulation::LayerSimulation& layer = shown.ended()->layer;
    const simulation::TimeShares& shares = layer.shares;
    const noc::Cycle all = layer.run.cycles, fromDram = waitsFor(shares, true), onMesh = waitsFor(shares, false);
    // What the model of the run does not know; the mesh model knows of all of it.
    const auto unknown = [&](const QString& what) { return shown.isOfMeshModel() ? QString() : what; };
    std::vector<QString> reasons{
        Words::tr(
            "Of the PE that is done last: %1 computing, %2 waiting for DRAM, %3 waiting for buffer and mesh, %4 until "
            "the last outputs are stored.")
            .arg(share(shares.compute, all), share(fromDram, all), share(onMesh, all), share(shares.tail, all)),
        Words::tr("DRAM: %1 (%2) pass waiting for data that DRAM has just sent; its bus moves data in %3 of the time, "
                  "its port to the mesh a flit in %4.")
                .arg(format::cycles(double(fromDram)), share(fromDram, all), format::percent(layer.dramBusUse),
                     format::percent(simulation::dramPortUse(layer)))
            + unknown(Words::tr(" The cost model knows DRAM's bandwidth, neither its latency nor its port.")),
        Words::tr("Serial sends: the buffer sends in %1 of the cycles, one transfer at a time.")
                .arg(share(layer.bufferSending, all))
            + unknown(Words::tr(" The cost model lets transfers of all tensors overlap.")),
        Words::tr("Contention: the mesh held buffer and DRAM back for %1 (%2).")
                .arg(format::cycles(double(layer.sendersBlocked)), share(layer.sendersBlocked, all))
            + unknown(Words::tr(" The cost model gives the mesh no limit.")),
        Words::tr(
            "First and last tiles: %1 pass after the last step until all outputs have arrived; nothing overlaps them.")
            .arg(format::cycles(double(shares.tail)))};
    if (shown.question() && simulation::isOfOtherMemory(*shown.question()))
        reasons.insert(
            reasons.begin(),
            Words::tr("Simulated with DRAM %1; the model and what is proven by it count %2: simulated cycles "
                      "may be below the bound.")
                .arg(qt(shown.question()->choices.dram), qt(simulation::dramModelOf(shown.question()->accelerator))));
    if (layer.traffic.mergedLoops > 0)
        reasons.push_back(
            Words::tr("The innermost %1 loops over the PEs' tiles count as one step each, because there are too "
                      "many steps.")
                .arg(layer.traffic.mergedLoops));
    return reasons;
}

std::pair<QString, QString> emptySimulationText(const ShownSimulation& shown)
{
    using State = ShownSimulation::State;
    switch (shown.state()) {
    case State::NoMapping: return {shown.title(), shown.reason()};
    case State::Waiting:
        return {Words::tr("Not simulated yet"), Words::tr("The simulation begins when this view is in sight.")};
    case State::Opening: return {Words::tr("Looking for a stored simulation ..."), {}};
    case State::Running: return {Words::tr("Simulating ..."), Words::tr("The lanes appear when the run has ended.")};
    case State::Stopped:
        return {Words::tr("Stopped"), Words::tr("The run was stopped before its end. \"Simulate\" starts it again.")};
    case State::Stuck: return {Words::tr("Nothing moves any more"), shown.reason()};
    case State::Failed: return {Words::tr("The layer cannot be simulated"), shown.reason()};
    case State::Finished: break;
    }
    if (shown.ended() && !shown.ended()->trace)
        return {
            Words::tr("The lanes were not stored"),
            Words::tr(
                "When each transfer ran is not stored of layers that were simulated all together, nor where it is too "
                "large. \"Simulate\" shows it.")};
    return {};
}

QString keptText(const ShownSimulation& shown)
{
    if (!shown.kept())
        return {};
    return shown.isOpened()
               ? Words::tr("stored %1")
                     .arg(dateOf(shown.kept()->simulatedAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm")))
               : Words::tr("stored with run %1").arg(shown.kept()->key.run);
}

QString keptToolTip(const ShownSimulation& shown)
{
    if (!shown.kept())
        return {};
    const SimulationSummary& kept = *shown.kept();
    return Words::tr("%1 run %2 on %3 by version %4: DRAM %5, routers %6, sums %7. It takes %8 in the database.")
        .arg(shown.isOpened() ? Words::tr("Simulated before and stored with") : Words::tr("Stored with"))
        .arg(kept.key.run)
        .arg(dateOf(kept.simulatedAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm")),
             QString::fromStdString(kept.engineVersion), dramModelName(kept.key.choices.dram),
             routerKindName(kept.key.choices.router), reductionName(kept.key.choices.reduction),
             format::bytes(kept.size));
}

std::vector<TimePart> timeParts(const simulation::LayerSimulation& layer, const Theme& theme)
{
    std::vector<TimePart> parts{{Words::tr("computes"), layer.shares.compute, theme.colour(BoundBy::Compute), false}};
    for (const auto& wait : layer.shares.waits)
        parts.push_back(
            {waitText(wait), wait.cycles, flitClassColour(theme, static_cast<FlitClass>(wait.traffic)), wait.fromDram});
    parts.push_back({Words::tr("last outputs leave"), layer.shares.tail, theme.tensor[TensorRole::Outputs], true});
    return parts;
}

std::vector<GanttStyle> simulationStyles()
{
    std::vector<GanttStyle> styles{{[](const Theme& theme) { return theme.colour(BoundBy::Compute); }, false}};
    for (const bool hatched : {false, true})
        for (const FlitClass flits :
             {FlitClass::Weights, FlitClass::Inputs, FlitClass::PartialSums, FlitClass::Outputs})
            styles.push_back({[flits](const Theme& theme) { return flitClassColour(theme, flits); }, hatched});
    return styles;
}

Provenance simulationProvenance(const ShownSimulation& shown)
{
    Provenance from;
    if (!shown.question())
        return from;
    from.accelerator = QString::fromStdString(shown.question()->accelerator.name);
    from.network = QString::fromStdString(shown.question()->layer.name);
    from.engine =
        Words::tr("simulation, DRAM %1, routers %2, sums %3")
            .arg(dramModelName(shown.choices().dram.empty() ? simulation::dramModelOf(shown.question()->accelerator)
                                                            : shown.choices().dram),
                 routerKindName(shown.choices().router), reductionName(shown.choices().reduction));
    return from;
}

TableValues counterValues(const ShownSimulation& shown)
{
    const noc::WindowCounters* windows = shown.windows();
    const noc::Mesh& mesh = shown.mesh()->load.mesh;
    const std::size_t count = noc::gridOf(mesh).linkCount();
    TableValues table;
    table.columns = {Words::tr("from [cycle]"), Words::tr("to [cycle]"), Words::tr("link"), Words::tr("flits"),
                     Words::tr("blocked [cycles]")};
    for (const FlitClass flits : kFlitClasses)
        table.columns << Words::tr("%1 [flits]").arg(flitClassName(flits));
    std::vector<std::pair<noc::LinkId, QString>> links; // of the grid
    for (noc::LinkId link = 0; link < mesh.linkCount(); ++link)
        if (shown.mesh()->hasLink(link))
            links.emplace_back(noc::gridLinkOf(mesh, link), linkName(*shown.mesh(), link));
    for (std::size_t window = 0; window < windows->windows; ++window) {
        const auto [from, to] = noc::windowCycles(*windows, window, shown.end());
        for (const auto& [link, name] : links) {
            const noc::LinkCount& each = windows->links[window * count + link];
            if (each.flits == 0 && each.blocked == 0)
                continue;
            QVariantList row{qlonglong(from), qlonglong(to), name, each.flits, each.blocked};
            for (const FlitClass flits : kFlitClasses)
                row << (windows->classes.empty() ? QVariant()
                                                 : QVariant(windows->classes[window * count + link][columnOf(flits)]));
            table.rows.push_back(row);
        }
    }
    return table;
}

} // namespace nestloom::ui
