// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/sweep/overlay_sweeps.h"

#include "ui/words/run_words.h"

#include <algorithm>
#include <utility>

namespace nestloom::ui {

OverlaySweeps::OverlaySweeps(ShownSweep& shown, QObject* parent) : QObject(parent), m_shown(shown)
{
    connect(&shown, &ShownSweep::stateChanged, this, [this] { remove(m_shown.id()); });
    connect(&shown.sweeps(), &Sweeps::loaded, this, [this](const SweepRecord& record) {
        if (Sweep* sweep = find(record.summary.id); sweep && !sweep->points) {
            sweep->points = std::make_unique<SweepPointModel>();
            sweep->points->setInputs(record.inputs);
            sweep->points->addPoints(record.results);
            Q_EMIT changed();
        }
        readNext();
    });
    connect(&shown.sweeps(), &Sweeps::failed, this, [this] {
        if (const SweepId wanted = std::exchange(m_reading, 0); wanted != 0)
            remove(wanted); // the problem is told by the window
    });
}

OverlaySweeps::Sweep* OverlaySweeps::find(SweepId sweep)
{
    const auto found = std::ranges::find(m_all, sweep, &Sweep::id);
    return found == m_all.end() ? nullptr : &*found;
}

std::vector<SweepSummary> OverlaySweeps::addable() const
{
    std::vector<SweepSummary> sweeps = m_shown.sweeps().stored();
    std::erase_if(sweeps, [this](const SweepSummary& sweep) {
        return sweep.id == m_shown.id() || std::ranges::find(m_all, sweep.id, &Sweep::id) != m_all.end();
    });
    return sweeps;
}

void OverlaySweeps::add(SweepId sweep)
{
    if (sweep == m_shown.id() || find(sweep) || m_all.size() >= kMost)
        return;
    m_all.push_back({sweep, nullptr});
    Q_EMIT changed();
    if (m_reading == 0)
        readNext();
}

void OverlaySweeps::choose(SweepId sweep)
{
    if (m_shown.isEmpty())
        m_shown.open(sweep);
    else
        add(sweep);
}

void OverlaySweeps::remove(SweepId sweep)
{
    if (std::erase_if(m_all, [sweep](const Sweep& each) { return each.id == sweep; }) > 0)
        Q_EMIT changed();
}

/// The port answers the newest request only: what was asked for before somebody else's is asked for again.
void OverlaySweeps::readNext()
{
    const auto next = std::ranges::find_if(m_all, [](const Sweep& sweep) { return !sweep.points; });
    m_reading = next == m_all.end() ? 0 : next->id;
    if (m_reading != 0)
        m_shown.sweeps().load(m_reading);
}

QString sweepName(SweepId id, const explore::SweepInputs& inputs)
{
    const QString name = qt(inputs.acceleratorTitle());
    return id > 0 ? OverlaySweeps::tr("Sweep %1 of %2").arg(id).arg(name) : OverlaySweeps::tr("Sweep of %1").arg(name);
}

QString methodText(const explore::SweepInputs& inputs)
{
    return (explore::sweeps(inputs.space, "run.engine") ? Words::tr("swept engines") : qt(inputs.engine()))
           + QStringLiteral(", ")
           + (explore::sweeps(inputs.space, "run.objective") ? Words::tr("swept objectives")
              : inputs.nodes || inputs.memory                ? qt(inputs.objective())
                                                             : objectiveTitle(inputs.options))
           + qt(inputs.methodOptions());
}

} // namespace nestloom::ui
