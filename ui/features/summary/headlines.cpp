// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/summary/headlines.h"

#include "engine/cost/power.h"
#include "engine/records/run_difference.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"
#include "ui/parts/headline_card.h"
#include "ui/style/format.h"
#include "ui/style/words.h"
#include "ui/widgets/folding_row.h"
#include "ui/words/run_words.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/shown_run.h"

#include <utility>

namespace nestloom::ui {

Headlines::Headlines(QWidget* parent)
    : QWidget(parent), m_cycles(new HeadlineCard(tr("Cycles"))), m_energy(new HeadlineCard(tr("Energy"))),
      m_edp(new HeadlineCard(tr("EDP"))), m_utilisation(new HeadlineCard(tr("Utilisation"))),
      m_bound(new HeadlineCard(tr("Gap")))
{
    m_cycles->setObjectName(QStringLiteral("cyclesCard"));
    m_bound->setObjectName(QStringLiteral("gapCard"));
    constexpr int kGap = 10;
    QWidget* costs = panelOf(rowOf({{m_cycles, 1}, {m_energy, 1}, {m_edp, 1}}, kGap));
    QWidget* quality = panelOf(rowOf({{m_utilisation, 1}, {m_bound, 1}}, kGap));
    setLayout(columnOf({new FoldingRow({{costs, 3}, {quality, 2}}, kGap, this)}));
    using schedule::Figure;
    for (const auto& [card, figure] :
         {std::pair{m_cycles, Figure::Cycles}, std::pair{m_energy, Figure::Energy}, std::pair{m_edp, Figure::Edp},
          std::pair{m_utilisation, Figure::Utilization}, std::pair{m_bound, Figure::Gap}})
        connect(card, &HeadlineCard::explainRequested, this,
                [this, asked = figure] { Q_EMIT explainRequested(asked); });
}

void Headlines::show(const ShownRun& run, const Baseline& baseline)
{
    showValues(run);
    showDeltas(run, baseline);
    for (HeadlineCard* card : {m_cycles, m_energy, m_edp, m_utilisation, m_bound})
        card->setMuted(run.isMixed());
}

void Headlines::showDeltas(const ShownRun& run, const Baseline& baseline)
{
    const auto theirs = baseline.totals();
    if (!theirs || run.totals().solved == 0 || run.isMixed()) {
        const QString why = run.totals().solved == 0 ? QString()
                            : run.isMixed()          ? tr("Layers of the accelerator before the edit are among these.")
                                                     : baseline.whyNothing();
        for (HeadlineCard* card : {m_cycles, m_energy, m_edp, m_utilisation, m_bound})
            card->showDelta({}, why);
        return;
    }
    const schedule::Totals& ours = run.totals();
    const QString caution = baseline.caution().isEmpty() ? QString() : QLatin1Char('\n') + baseline.caution();
    const QString otherModel = baseline.otherModel(), otherTotals = baseline.otherTotals();
    const auto show = [&](HeadlineCard* card, const Delta& delta, const QString& exact, const QString& apart) {
        const Delta shown = unlike(delta, apart);
        card->showDelta(shown, deltaSentence(shown, exact, baseline.name()) + caution);
    };
    const Hertz clock = run.accelerator().clock;
    const Hertz theirClock = baseline.record()->inputs.accelerator.clock;
    show(m_cycles, delta(double(ours.cycles.count), double(theirs->cycles.count), Better::Smaller),
         format::exactCycles(theirs->cycles), otherTotals);
    show(m_energy, delta(ours.energy.count, theirs->energy.count, Better::Smaller), format::exactEnergy(theirs->energy),
         otherTotals);
    show(m_edp, delta(ours.edp / clock.count, theirs->edp / theirClock.count, Better::Smaller),
         format::energyDelayProduct(theirs->edp, theirClock), otherTotals);
    show(m_utilisation, pointsDelta(ours.utilization, theirs->utilization, Better::Larger),
         format::percent(theirs->utilization, 2), otherModel);
    const schedule::ScheduleOptions& theirOptions = baseline.record()->inputs.options;
    const std::string otherBound = records::boundsApart(run.options(), theirOptions);
    if (schedule::objectiveName(run.options()) != schedule::objectiveName(theirOptions))
        m_bound->showDelta({},
                           tr("%1 minimised another objective: its gap says nothing of this one").arg(baseline.name()));
    else if (!otherBound.empty())
        m_bound->showDelta({}, tr("Not compared with %1: %2").arg(baseline.name(), qt(otherBound)));
    else
        show(m_bound, pointsDelta(ours.gap, theirs->gap, Better::Smaller), format::percent(theirs->gap, 2), otherModel);
}

void Headlines::showValues(const ShownRun& run)
{
    const schedule::Totals& totals = run.totals();
    const hardware::Accelerator& accelerator = run.accelerator();
    if (totals.solved == 0) {
        for (HeadlineCard* card : {m_cycles, m_energy, m_edp, m_utilisation, m_bound})
            card->show(format::kNoValue, run.isWaiting()   ? tr("waits for its turn")
                                         : run.isRunning() ? tr("first layer is being solved")
                                                           : tr("no layer solved"));
        return;
    }
    const bool mixed = run.isMixed(); // a preview on its way
    const bool partial = mixed || totals.solved < run.layers().size();
    const QString scope = mixed ? tr("%1 of %2 layers mapped again").arg(run.freshLayers()).arg(run.layers().size())
                                : tr("%1 of %2 layers").arg(totals.solved).arg(run.layers().size());
    const double seconds = double(totals.cycles.count) / accelerator.clock.count;
    const QString time =
        tr("%1 at %2")
            .arg(format::si(seconds, QStringLiteral("s")), format::si(accelerator.clock.count, QStringLiteral("Hz")));
    QString exact = format::exactCycles(totals.cycles);
    if (totals.vector.operators > 0)
        exact += tr("\nlayers %1, vector operators %2")
                     .arg(format::exactCycles(totals.cycles - totals.vector.cycles),
                          format::exactCycles(totals.vector.cycles));
    if (totals.overMesh > 0)
        exact += tr("\nThe cost model gives the mesh no bandwidth: on %1 of %2 layers it would not carry what the "
                    "model assumes; for its bytes alone the worst needs at least %3 times its cycles (page NoC).")
                     .arg(totals.overMesh)
                     .arg(totals.solved)
                     .arg(format::exactNumber(totals.worstMeshLoad, 2));
    m_cycles->show(format::cycles(totals.cycles), partial ? scope : time, exact);
    const double perMac = totals.macs > 0 ? totals.energy.count / double(totals.macs) : 0;
    const Watts power = cost::meanPower(totals.energy, double(totals.cycles.count), accelerator.clock);
    m_energy->show(format::energy(totals.energy),
                   partial ? scope
                           : tr("%1, %2 pJ/MAC") // of the two what is cut off first says less
                                 .arg(format::si(power.count, QStringLiteral("W")),
                                      format::exactNumber(perMac, perMac < 10    ? 2
                                                                  : perMac < 100 ? 1
                                                                                 : 0)),
                   tr("%1\n%2 on average: energy over time")
                       .arg(format::exactEnergy(totals.energy), format::si(power.count, QStringLiteral("W"))));
    m_edp->show(format::energyDelayProduct(totals.edp, accelerator.clock), tr("energy × delay"),
                tr("%1 pJ\u00b7s").arg(format::exactNumber(totals.edp / accelerator.clock.count, 2)));
    m_utilisation->show(format::percent(totals.utilization),
                        tr("of %1 MAC units").arg(format::integer(accelerator.macUnits())),
                        tr("MACs / (MAC units x cycles) = %1 / (%2 x %3)")
                            .arg(format::integer(totals.macs), format::integer(accelerator.macUnits()),
                                 format::integer((totals.cycles - totals.vector.cycles).count)));
    showBound(run);
}

void Headlines::showBound(const ShownRun& run)
{
    const schedule::Totals& totals = run.totals();
    if (!totals.gap) {
        m_bound->show(tr("best found"), tr("nothing proven"), tr("nothing was proven of what the run minimises"));
        return;
    }
    const auto worst = worstGapLayer(run.layers());
    const auto words = [](double value) { return QString::fromStdString(schedule::standingText(value)); };
    const bool isProven = !worst || schedule::standingOf(run.layers()[*worst].gap) == schedule::Standing::Proven;
    QString exact =
        tr("%1: %2 above the proven lower bounds of all layers together")
            .arg(QString::fromStdString(schedule::objectiveName(run.options())), format::percent(totals.gap, 4));
    if (run.options().cosa.objective == schedule::Objective::Edp)
        exact += tr("\nof the layers' own products, added up; the product of the network's sums has no bound");
    if (worst)
        exact += tr("\nworst layer: %1, %2")
                     .arg(QString::fromStdString(run.layers()[*worst].name), words(*run.layers()[*worst].gap));
    exact += QLatin1Char('\n')
             + QString::fromStdString(schedule::spaceOf(run.layers(), run.network(), run.accelerator(), run.options()));
    m_bound->show(words(*totals.gap),
                  isProven ? QString::fromStdString(schedule::objectiveName(run.options()))
                           : tr("worst %1").arg(words(*run.layers()[*worst].gap)),
                  exact);
}

} // namespace nestloom::ui
