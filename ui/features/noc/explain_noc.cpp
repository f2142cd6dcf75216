// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/explain_noc.h"

#include "engine/traffic/explain_load.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/words.h"

namespace nestloom::ui {

namespace {

using cost::Formula;

Formula loadOf(const ShownMesh& mesh, noc::LinkId link)
{
    return traffic::explainLoad(mesh.load, mesh.accelerator, link, mesh.tensors,
                                Words::tr("load of %1").arg(linkName(mesh, link)).toStdString());
}

QString place(const QString& what, const ShownMesh& mesh)
{
    return Words::tr("%1 of %2").arg(what, QString::fromStdString(mesh.accelerator.name));
}

/// Loads of all hops between routers, and their mean.
Formula meanOfHops(const ShownMesh& mesh)
{
    std::vector<Formula> hops;
    for (noc::LinkId link = 0; link < mesh.load.mesh.linkCount(); ++link)
        if (const auto ends = noc::linkEnds(mesh.load.mesh, link); ends && ends->kind == noc::LinkEnds::Kind::Hop)
            hops.push_back(loadOf(mesh, link));
    const auto count = double(hops.size());
    return cost::made("mean over the links between routers", cost::Unit::None, Formula::Operation::Quotient,
                      {cost::made("their loads together", cost::Unit::None, Formula::Operation::Sum, std::move(hops)),
                       cost::given("links between routers", count, cost::Unit::None, "the mesh")});
}

} // namespace

ExplainDialog* explainLink(QWidget* parent, const ShownMesh& mesh, noc::LinkId link)
{
    return explainFigures(parent, place(linkName(mesh, link), mesh),
                          {loadOf(mesh, link),
                           traffic::explainLinkBytes(mesh.load, mesh.accelerator, link, mesh.tensors),
                           traffic::explainLinkFlits(mesh.load, mesh.accelerator, link, mesh.tensors)});
}

ExplainDialog* explainMesh(QWidget* parent, const ShownMesh& mesh)
{
    Formula busiest = loadOf(mesh, mesh.load.hottestLink());
    busiest.name = "busiest link: " + busiest.name;
    std::vector<Formula> figures{std::move(busiest)};
    if (Formula mean = meanOfHops(mesh); mean.parts[1].value > 0)
        figures.push_back(std::move(mean));
    return explainFigures(parent, place(Words::tr("Mesh"), mesh), std::move(figures));
}

namespace {

using cost::Formula;
using cost::given;
using cost::made;
using cost::Unit;
using Operation = Formula::Operation;

QString about(const QString& what, const ShownSimulation& shown)
{
    return Words::tr("%1 of %2, simulated cycle by cycle")
        .arg(what, QString::fromStdString(shown.question()->layer.name));
}

Formula useOf(const ShownSimulation& shown, const SimulationFocus& focus, noc::LinkId link)
{
    const noc::LinkRate& rate = focus.rateOf(link);
    const double cycles = focus.rates().cycles;
    std::vector<Formula> classes;
    for (const FlitClass flits : kFlitClasses)
        if (const double count = rate.classes[columnOf(flits)] * cycles; count > 0 && focus.isShown(flits))
            classes.push_back(
                given(flitClassName(flits).toStdString() + " [flits]", count, Unit::None, "counted by the simulator"));
    if (classes.empty() && focus.use(rate) > 0)
        classes.push_back(
            given("flits of all classes", focus.use(rate) * cycles, Unit::None, "counted by the simulator"));
    return made("use of the link", Unit::None, Operation::Quotient,
                {made("flits that crossed", Unit::None, Operation::Sum, std::move(classes)),
                 given("cycles, one flit each", cycles, Unit::None, spanText(shown, focus).toStdString())});
}

Formula blockedOf(const SimulationFocus& focus, noc::LinkId link)
{
    const double cycles = focus.rates().cycles;
    return made("share of cycles in which it was blocked", Unit::None, Operation::Quotient,
                {given("cycles with a flit ready and no room behind", focus.rateOf(link).blocked * cycles, Unit::None,
                       "counted by the simulator"),
                 given("cycles", cycles, Unit::None, "shown")});
}

Formula staticLoadOf(const ShownSimulation& shown, noc::LinkId link)
{
    const ShownMesh& mesh = *shown.mesh();
    return made("static load over all simulated cycles", Unit::None, Operation::Quotient,
                {traffic::explainLinkFlits(mesh.load, mesh.accelerator, link, TensorSet::all()),
                 given("simulated cycles", double(std::max<noc::Cycle>(1, shown.end())), Unit::None, "one flit each")});
}

} // namespace

ExplainDialog* explainSimulatedLink(QWidget* parent, const ShownSimulation& shown, const SimulationFocus& focus,
                                    noc::LinkId link)
{
    if (!shown.mesh() || !shown.question() || !(focus.rates().cycles > 0))
        return nullptr;
    return explainFigures(parent, about(linkName(*shown.mesh(), link), shown),
                          {useOf(shown, focus, link), blockedOf(focus, link), staticLoadOf(shown, link)});
}

ExplainDialog* explainSimulatedCycles(QWidget* parent, const ShownSimulation& shown)
{
    if (!shown.ended() || !shown.question() || !shown.ended()->layer.run.finished)
        return nullptr;
    const simulation::LayerSimulation& layer = shown.ended()->layer;
    std::vector<Formula> parts;
    for (const TimePart& part : timeParts(layer, lightTheme()))
        parts.push_back(
            given(part.name.toStdString(), double(part.cycles), Unit::Cycles, "of the PE that is done last"));
    Formula cycles = made("simulated cycles", Unit::Cycles, Operation::Sum, std::move(parts));
    Formula difference =
        shown.isOfMeshModel()
            ? made("above the mesh model", Unit::None, Operation::Above,
                   {cycles, given("cycles of the mesh model", double(shown.ofModel().count), Unit::Cycles,
                                  "\"Explain cycles\" tells more")})
            : made("above the cost model", Unit::None, Operation::Above,
                   {cycles, given("cycles of the analytical cost model", double(shown.ofModel().count), Unit::Cycles,
                                  "no latency of DRAM, no contention; \"Explain cycles\" tells more")});
    return explainFigures(parent, about(Words::tr("Cycles"), shown), {std::move(cycles), std::move(difference)});
}

} // namespace nestloom::ui
