// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/convergence/convergence_dialog.h"

#include "engine/mapping/constraints.h"
#include "ui/convergence/convergence_chart.h"
#include "ui/convergence/convergence_model.h"
#include "ui/convergence/convergence_words.h"
#include "ui/format.h"
#include "ui/pages/copyable_table.h"
#include "ui/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace nestloom::ui {

using schedule::Objective;

ConvergenceDialog::~ConvergenceDialog()
{
    if (isBusy())
        m_comparer->cancel();
}

/// Layers of the shown run; of the open network while there is none.
const workload::Network& ConvergenceDialog::network() const
{
    return m_workbench.run().isEmpty() ? m_workbench.network() : m_workbench.run().network();
}

const hardware::Accelerator& ConvergenceDialog::accelerator() const
{
    return m_workbench.run().isEmpty() ? m_workbench.document().value() : m_workbench.run().accelerator();
}

void ConvergenceDialog::listLayers()
{
    m_layer->clear();
    for (const workload::Layer& layer : network().layers)
        m_layer->addItem(QString::fromStdString(layer.name));
    follow();
    refresh();
}

void ConvergenceDialog::follow()
{
    const auto selected = m_workbench.selection().layer();
    if (!isBusy() && selected && int(*selected) < m_layer->count())
        m_layer->setCurrentIndex(int(*selected));
}

schedule::ConvergenceInputs ConvergenceDialog::inputs() const
{
    schedule::ConvergenceInputs inputs;
    const auto& options = m_workbench.run().isEmpty() ? m_workbench.options() : m_workbench.run().options();
    inputs.accelerator = mapping::withConstraints(accelerator(), options.constraints);
    if (m_layer->currentIndex() >= 0 && std::size_t(m_layer->currentIndex()) < network().layers.size())
        inputs.layer = network().layers[std::size_t(m_layer->currentIndex())];
    inputs.cosa = options.cosa;
    inputs.cosa.proveWithMip = true;
    for (const schedule::EngineInfo& engine : schedule::engines()) // in their order
        if (const auto found = m_engines.find(engine.id); found != m_engines.end() && found->second->isChecked())
            inputs.engines.push_back(engine.id);
    for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp, Objective::Weighted})
        if (m_goals.at(objective)->isChecked())
            inputs.goals.push_back(
                {objective, objective == Objective::Weighted ? m_workbench.options().cosa.cyclePrice : 0});
    inputs.seeds.clear();
    for (int i = 0; i < m_seeds->value(); ++i)
        inputs.seeds.push_back(options.seed + std::uint64_t(i));
    inputs.evaluations = m_evaluations->value();
    return inputs;
}

void ConvergenceDialog::start()
{
    if (m_comparer == nullptr || m_layer->count() == 0)
        return;
    m_asked = inputs();
    m_state = {};
    m_id = m_comparer->request(m_asked);
    m_state.id = m_id;
    listGoals();
    refresh();
}

void ConvergenceDialog::cancel()
{
    m_comparer->cancel();
    m_id = 0;
    m_state.ended = true;
    m_state.all.isProving = false;
    refresh();
}

void ConvergenceDialog::take(const EngineComparerState& state)
{
    if (m_id == 0 || state.id != m_id)
        return;
    m_state = state;
    refresh();
}

void ConvergenceDialog::listGoals()
{
    const int before = m_goal->currentIndex();
    m_goal->clear();
    for (const schedule::Goal& goal : m_asked.goals)
        m_goal->addItem(goalName(goal));
    m_goal->setCurrentIndex(std::clamp(before, 0, std::max(0, m_goal->count() - 1)));
}

schedule::Goal ConvergenceDialog::shownGoal() const
{
    const int index = m_goal->currentIndex();
    return index >= 0 && std::size_t(index) < m_asked.goals.size() ? m_asked.goals[std::size_t(index)]
                                                                   : schedule::Goal();
}

/// One sentence: what is being done, or what came of it.
QString ConvergenceDialog::summary() const
{
    if (!m_state.problem.isEmpty())
        return m_state.problem;
    if (m_id == 0 && m_state.all.curves.empty())
        return tr("Every engine searches the layer by itself, one after the other, with the same cost model; then the "
                  "bound is proven.");
    if (isBusy()) {
        for (const schedule::ConvergenceCurve& curve : m_state.all.curves)
            if (curve.state == schedule::ConvergenceCurve::State::Running)
                return tr("%1 searches for the least %2, seed %3 ...")
                    .arg(engineName(curve.engine), goalName(curve.goal))
                    .arg(curve.seed);
        return m_state.all.isProving ? tr("Proving the bound ...") : tr("Beginning ...");
    }
    for (const schedule::ConvergenceBound& bound : m_state.all.bounds)
        if (bound.goal == shownGoal())
            return tr("Proven: no mapping of %1 on %2 has less %3 than %4; %5.")
                .arg(QString::fromStdString(m_asked.layer.name), QString::fromStdString(m_asked.accelerator.name),
                     goalName(bound.goal), figureText(bound.goal, bound.value, m_asked.accelerator.clock),
                     bound.isReached ? tr("the best one found is proven") : tr("none was found that is this good"));
    return tr("Cancelled; the values so far hold, no bound was proven.");
}

void ConvergenceDialog::refresh()
{
    const Hertz clock = m_asked.accelerator.clock;
    m_chart->setClock(clock);
    m_chart->setEmptyText(isBusy() ? tr("Searching ...") : tr("Nothing was compared yet"),
                          isBusy() ? tr("Values appear as they are found.") : tr("Choose engines and press Compare."));
    Provenance from;
    from.accelerator = QString::fromStdString(m_asked.accelerator.name);
    from.network = QString::fromStdString(network().name + ", layer " + m_asked.layer.name);
    from.engine = tr("several engines, %1").arg(goalName(shownGoal()));
    from.version = QStringLiteral(NESTLOOM_VERSION);
    m_chart->setProvenance(from);
    m_chart->setConvergence(m_state.all, shownGoal());
    m_model->setConvergence(m_state.all, shownGoal(), clock, !isBusy());
    m_summary->setText(summary());
    m_button->setText(isBusy() ? tr("Cancel") : tr("&Compare"));
    const bool complete = !inputs().engines.empty() && !inputs().goals.empty() && m_layer->count() > 0;
    m_button->setEnabled(m_comparer != nullptr && (isBusy() || complete));
    m_button->setToolTip(complete || isBusy() ? tr("Run the chosen engines on this layer")
                                              : tr("Choose a layer, an engine and an objective"));
}

} // namespace nestloom::ui
