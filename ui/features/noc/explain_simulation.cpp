// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/explain_simulation.h"

#include "engine/traffic/explain_load.h"
#include "ui/features/noc/mesh_words.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/parts/explain_dialog.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

using cost::Formula;
using cost::given;
using cost::made;
using cost::Unit;
using Operation = Formula::Operation;

class ExplainSimulationWords {
    Q_DECLARE_TR_FUNCTIONS(ExplainSimulation)
};

QString about(const QString& what, const ShownSimulation& shown)
{
    return ExplainSimulationWords::tr("%1 of %2, simulated cycle by cycle")
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
        made("above the cost model", Unit::None, Operation::Above,
             {cycles, given("cycles of the analytical cost model", double(layer.analytical.count), Unit::Cycles,
                            "no latency of DRAM, no contention; \"Explain cycles\" tells more")});
    return explainFigures(parent, about(ExplainSimulationWords::tr("Cycles"), shown),
                          {std::move(cycles), std::move(difference)});
}

} // namespace nestloom::ui
