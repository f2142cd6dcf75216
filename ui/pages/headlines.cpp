// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/headlines.h"

#include "ui/format.h"
#include "ui/pages/headline_card.h"
#include "ui/pages/run_words.h"
#include "ui/shown_run.h"

#include <QHBoxLayout>

namespace nestloom::ui {

Headlines::Headlines(QWidget* parent)
    : QWidget(parent), m_cycles(new HeadlineCard(tr("Cycles"))), m_energy(new HeadlineCard(tr("Energy"))),
      m_edp(new HeadlineCard(tr("EDP"))), m_utilisation(new HeadlineCard(tr("Utilisation"))),
      m_bound(new HeadlineCard(tr("Above proven bound")))
{
    m_cycles->setObjectName(QStringLiteral("cyclesCard"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    for (HeadlineCard* card : {m_cycles, m_energy, m_edp, m_utilisation, m_bound})
        layout->addWidget(card, 1);
}

void Headlines::show(const ShownRun& run)
{
    const schedule::Totals& totals = run.totals();
    const hardware::Accelerator& accelerator = run.accelerator();
    if (totals.solved == 0) {
        for (HeadlineCard* card : {m_cycles, m_energy, m_edp, m_utilisation, m_bound})
            card->show(format::kNoValue, run.isRunning() ? tr("first layer is being solved") : tr("no layer solved"));
        return;
    }
    const bool partial = totals.solved < run.layers().size();
    const QString scope = tr("%1 of %2 layers").arg(totals.solved).arg(run.layers().size());
    const double seconds = static_cast<double>(totals.cycles.count) / accelerator.clock.count;
    const QString time = tr("%1 at %2").arg(format::si(seconds, QStringLiteral("s")),
                                            format::si(accelerator.clock.count, QStringLiteral("Hz")));
    m_cycles->show(format::cycles(totals.cycles), partial ? scope : time, format::exactCycles(totals.cycles));
    const double perMac = totals.macs > 0 ? totals.energy.count / static_cast<double>(totals.macs) : 0;
    m_energy->show(format::energy(totals.energy),
                   partial ? scope : tr("%1 pJ per MAC").arg(format::exactNumber(perMac, 2)),
                   format::exactEnergy(totals.energy));
    m_edp->show(format::energyDelayProduct(totals.edp, accelerator.clock), tr("energy x delay"),
                tr("%1 pJ x cycle").arg(format::exactNumber(totals.edp, 0)));
    m_utilisation->show(format::percent(totals.utilization), tr("of %1 MAC units").arg(format::integer(accelerator.macUnits())),
                        tr("MACs / (MAC units x cycles) = %1 / (%2 x %3)")
                            .arg(format::integer(totals.macs), format::integer(accelerator.macUnits()),
                                 format::integer(totals.cycles.count)));
    showBound(run);
}

void Headlines::showBound(const ShownRun& run)
{
    const schedule::Totals& totals = run.totals();
    if (!totals.lowerBoundCycles || *totals.lowerBoundCycles <= 0) {
        m_bound->show(format::kNoValue, tr("no bound on cycles for this objective"));
        return;
    }
    const double gap = static_cast<double>(totals.cycles.count) / *totals.lowerBoundCycles - 1;
    const auto worst = worstGapLayer(run.layers());
    const QString worstText =
        worst ? tr("worst %1, %2").arg(format::percent(*run.layers()[*worst].gap, 2),
                                       QString::fromStdString(run.layers()[*worst].name))
              : QString();
    m_bound->show(format::percent(gap, 2), worstText,
                  tr("%1, proven lower bound %2\n%3").arg(format::exactCycles(totals.cycles),
                                                          format::exactCycles(*totals.lowerBoundCycles), worstText));
}

} // namespace nestloom::ui
