// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/proof/convergence_words.h"

#include "ui/features/proof/convergence_dialog.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

namespace nestloom::ui {

using schedule::ConvergenceCurve;
using schedule::Objective;

QString engineName(const std::string& engine)
{
    for (const schedule::EngineInfo& known : schedule::engines())
        if (known.id == engine)
            return qt(known.title);
    return qt(engine);
}

QString goalName(const schedule::Goal& goal)
{
    switch (goal.objective) {
    case Objective::Energy: return ConvergenceDialog::tr("energy");
    case Objective::Edp: return ConvergenceDialog::tr("EDP");
    case Objective::Weighted:
        return ConvergenceDialog::tr("energy + %1 \u00d7 cycles").arg(format::energy({goal.cyclePrice}));
    case Objective::Latency:
    case Objective::CosaPaper: break;
    }
    return ConvergenceDialog::tr("latency");
}

QString figureText(const schedule::Goal& goal, double value, Hertz clock)
{
    switch (goal.objective) {
    case Objective::Energy:
    case Objective::Weighted: return format::energy({value});
    case Objective::Edp: return format::energyDelayProduct(value, clock);
    case Objective::Latency:
    case Objective::CosaPaper: break;
    }
    return format::cycles(value);
}

QString exactFigureText(const schedule::Goal& goal, double value, Hertz clock)
{
    switch (goal.objective) {
    case Objective::Energy:
    case Objective::Weighted: return format::exactEnergy({value});
    case Objective::Edp: return ConvergenceDialog::tr("%1 pJ\u00b7s").arg(format::exactNumber(value / clock.count, 2));
    case Objective::Latency:
    case Objective::CosaPaper: break;
    }
    return format::exactCycles(value);
}

AxisUnit figureUnit(const schedule::Goal& goal, Hertz clock)
{
    switch (goal.objective) {
    case Objective::Energy:
    case Objective::Weighted: return {QStringLiteral("J"), 1e-12};
    case Objective::Edp: return {QStringLiteral("J\u00b7s"), 1e-12 / clock.count};
    case Objective::Latency:
    case Objective::CosaPaper: break;
    }
    return {ConvergenceDialog::tr("cycle"), 1};
}

QString stateText(const ConvergenceCurve& curve, bool ended)
{
    switch (curve.state) {
    case ConvergenceCurve::State::Waiting:
        return ended ? ConvergenceDialog::tr("not begun") : ConvergenceDialog::tr("waiting");
    case ConvergenceCurve::State::Running:
        return ended ? ConvergenceDialog::tr("stopped") : ConvergenceDialog::tr("running");
    case ConvergenceCurve::State::Done:
        return curve.isOutOfTime ? ConvergenceDialog::tr("time is up") : ConvergenceDialog::tr("done");
    case ConvergenceCurve::State::Refused: return qt(curve.reason);
    case ConvergenceCurve::State::Stopped: break;
    }
    return ConvergenceDialog::tr("stopped");
}

QPen enginePen(const std::string& engine, const Theme& theme)
{
    QPen pen(theme.text, 1.6);
    pen.setCapStyle(Qt::FlatCap);
    if (engine == "cosa")
        pen = QPen(theme.accent, 2.6);
    else if (engine == "hybrid") {
        pen.setColor(theme.otherTensor);
        pen.setDashPattern({6, 3});
    } else if (engine == "annealing") {
        pen.setColor(theme.colour(BoundBy::Dram)); // of all colours the farthest from CoSA's
        pen.setDashPattern({7, 2.5, 1.5, 2.5});
    } else if (engine == "random") {
        pen.setColor(theme.mutedText);
        pen.setDashPattern({1.5, 2.5});
    }
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

} // namespace nestloom::ui
