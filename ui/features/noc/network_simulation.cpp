// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/network_simulation.h"

#include "engine/mapping/constraints.h"
#include "ui/ports/run_reader.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/workbench.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr JobId kFirstJob = JobId(1) << 48; // beside those of runs and sweeps

bool isMapped(const schedule::LayerResult& layer) { return layer.verified && layer.mapping; }

} // namespace

NetworkSimulation::NetworkSimulation(Workbench& workbench, QObject* parent)
    : QObject(parent), m_workbench(workbench), m_simulator(workbench.session().askers().networkSimulations, this,
                                                           [this](const NetworkSimulationNews& news) { hear(news); })
{
    m_job.id = kFirstJob;
    connect(&workbench.run(), &ShownRun::replaced, this, &NetworkSimulation::changed);
    connect(&workbench.run(), &ShownRun::updated, this, &NetworkSimulation::changed);
    connect(&workbench.session(), &Session::storedElsewhere, this, &NetworkSimulation::takeStored);
    connect(&workbench, &Workbench::jobCancelAsked, this, [this](JobId job) {
        if (job == m_job.id)
            stop();
    });
}

QString NetworkSimulation::whyNot() const
{
    const ShownRun& run = m_workbench.run();
    if (!m_simulator.isPossible())
        return tr("This session cannot simulate.");
    if (isBusy())
        return tr("Layers are being simulated already; the jobs panel shows how far it is.");
    if (std::ranges::none_of(run.layers(), isMapped))
        return tr("No run with mappings is shown: run a network first.");
    if (run.isRunning() || run.isPreview() || run.run() == 0)
        return run.isRunning() ? tr("The run is not finished.")
                               : tr("What is shown is a preview that is stored nowhere: run it first.");
    if (!run.accelerator().findLevel(run.accelerator().interconnect.below))
        return tr("The accelerator has no mesh: give it an interconnect first.");
    return {};
}

void NetworkSimulation::start()
{
    if (!whyNot().isEmpty())
        return;
    const ShownRun& run = m_workbench.run();
    m_question = {mapping::withConstraints(run.accelerator(), run.options().constraints), {}, {}};
    for (const schedule::LayerResult& layer : run.layers())
        if (isMapped(layer))
            m_question.layers.push_back({layer.index, run.network().layers[layer.index], *layer.mapping});
    JobState job;
    job.id = m_job.id + 1;
    job.run = run.run();
    job.title = tr("Simulation  %1 on %2")
                    .arg(QString::fromStdString(run.network().name), QString::fromStdString(run.accelerator().name))
                    .toStdString();
    job.layerCount = int(m_question.layers.size());
    m_job = job;
    m_isStopped = false;
    m_since.start();
    m_simulator.ask(m_question);
    tellJob(JobState::End::Running);
    Q_EMIT changed();
}

void NetworkSimulation::stop()
{
    m_isStopped = m_isStopped || isBusy();
    m_simulator.finish();
}

void NetworkSimulation::hear(const NetworkSimulationNews& news)
{
    KeptSimulations* kept = m_workbench.session().keptSimulations();
    for (const simulation::MappedLayer& one : m_question.layers) {
        if (!news.simulated || std::ranges::find(news.layers, one.index) == news.layers.end())
            continue;
        ++m_job.layersDone;
        if (!news.simulated->layer.run.finished) {
            ++m_job.layersFailed; // it came to a standstill: its own page says where
            continue;
        }
        m_job.incumbentCycles += double(news.simulated->layer.run.cycles);
        if (m_workbench.run().run() == m_job.run)
            m_workbench.run().takeSimulated(one.index, news.simulated->layer.simulated());
        if (kept != nullptr)
            kept->keep({m_job.run, one.index}, {m_question.accelerator, one.layer, one.mapping, m_question.choices},
                       news.simulated, false);
    }
    if (!news.ended)
        return tellJob(JobState::End::Running);
    tellJob(!news.problem.isEmpty() ? JobState::End::Failed
            : m_isStopped           ? JobState::End::Cancelled
                                    : JobState::End::Finished,
            news.problem);
    m_workbench.comparison().reread(m_job.run);
    Q_EMIT changed();
}

void NetworkSimulation::takeStored()
{
    const ShownRun& shown = m_workbench.run();
    const auto lacksIt = [](const schedule::LayerResult& layer) { return isMapped(layer) && !layer.simulated; };
    if (shown.run() == 0 || shown.isPreview() || shown.isRunning() || std::ranges::none_of(shown.layers(), lacksIt))
        return;
    m_workbench.session().runReader().read(shown.run(), this, [this](const Result<RunRecord>& read) {
        ShownRun& run = m_workbench.run();
        if (!read || read->summary.id != run.run())
            return;
        for (const schedule::LayerResult& layer : read->layers)
            if (layer.simulated)
                run.takeSimulated(layer.index, *layer.simulated);
    });
}

void NetworkSimulation::tellJob(JobState::End end, const QString& problem)
{
    m_job.end = end;
    m_job.message = problem.toStdString();
    m_job.fraction = double(m_job.layersDone) / std::max(1, m_job.layerCount);
    m_job.elapsed = std::chrono::milliseconds(m_since.elapsed());
    m_workbench.tellJob(m_job);
}

bool isUsual(const hardware::Accelerator& accelerator, const simulation::Choices& choices)
{
    simulation::Choices usual;
    usual.dram = choices.dram.empty() ? "" : simulation::dramModelOf(accelerator);
    return choices == usual;
}

} // namespace nestloom::ui
