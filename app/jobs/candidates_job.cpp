// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/candidates_job.h"

#include "app/jobs/solver_factory.h"
#include "app/jobs/tell_newest.h"
#include "engine/simulation/candidate_orders.h"

#include <algorithm>

namespace nestloom::jobs {

namespace {

constexpr double kFarBehind = 3; // times the best one's cycles

schedule::ScheduleOptions optionsOf(schedule::Objective objective, std::uint64_t seed)
{
    schedule::ScheduleOptions options;
    options.cosa.objective = objective;
    options.cosa.proveWithMip = false; // mappings are wanted, no proof
    options.seed = seed;
    options.threads = 1;
    return options;
}

} // namespace

CandidatesJob::CandidatesJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

CandidatesJob::~CandidatesJob() { m_task.reset(); } // Qt drops what is still queued

/// One request, on the worker's thread.
class CandidatesJob::Work {
public:
    Work(CandidatesJob& job, SimulationId id, const simulation::Question& question, std::size_t count,
         const std::stop_token& stop)
        : m_job(job), m_id(id), m_question(question), m_count(count)
    {
        m_control.stop = stop;
    }

    void perform()
    {
        const auto settings = simulation::settingsFor(m_question.accelerator, m_question.choices);
        if (!settings)
            return fail(settings.error());
        m_settings = *settings;
        m_settings.countWindows = false;
        if (!take("shown mapping", m_question.mapping))
            return;
        if (!takeSolved() || !takeOrders())
            return;
        end({});
    }

private:
    bool isOver() const { return m_control.stop.stop_requested() || m_found.size() >= m_count; }

    /// False = the request is over, and has been told so where anyone listens.
    bool takeSolved()
    {
        using schedule::Objective;
        const auto makeSolver = solverFactory();
        if (!makeSolver) {
            fail(makeSolver.error());
            return false;
        }
        const std::size_t most = (m_count + 1) / 2; // leave room for other orders
        const auto solve = [&](const std::string& origin, Objective objective, std::uint64_t seed) {
            if (m_found.size() >= most || m_control.stop.stop_requested())
                return true;
            workload::Network network;
            network.name = m_question.layer.name;
            network.layers = {m_question.layer};
            const auto results = schedule::scheduleNetwork(m_question.accelerator, network, optionsOf(objective, seed),
                                                           *makeSolver, m_control.stop);
            return !results || !results->front().mapping || take(origin, *results->front().mapping);
        };
        if (!solve("CoSA, EDP", Objective::Edp, 1) || !solve("CoSA, energy", Objective::Energy, 1))
            return false;
        for (std::uint64_t seed = 1; seed <= 2 * m_count; ++seed)
            if (!solve("CoSA, latency, seed " + std::to_string(seed), Objective::Latency, seed))
                return false;
        return true;
    }

    bool takeOrders()
    {
        const auto mesh = m_question.accelerator.findLevel(m_question.accelerator.interconnect.below);
        if (!mesh)
            return true;
        const std::vector<simulation::Candidate> before = m_found;
        for (const simulation::Candidate& base : before)
            for (const mapping::LayerMapping& other :
                 simulation::otherOrders(m_question.accelerator, m_question.layer, base.mapping, mesh->value))
                if (!isOver() && !take(base.origin + ", loops exchanged", other))
                    return false;
        return !m_control.stop.stop_requested();
    }

    bool take(const std::string& origin, const mapping::LayerMapping& mapping)
    {
        const bool isKnown = std::any_of(m_found.begin(), m_found.end(),
                                         [&](const auto& candidate) { return candidate.mapping == mapping; });
        if (isKnown)
            return true;
        const auto simulated =
            simulation::simulateLayer(m_question.accelerator, m_question.layer, mapping, m_settings, m_control);
        if (m_control.stop.stop_requested())
            return false;
        if (!simulated) {
            fail(simulated.error());
            return false;
        }
        simulation::Candidate candidate{origin, mapping, simulated->analytical};
        if (simulated->run.finished) {
            candidate.simulated = simulated->simulated();
            m_settings.maxCycles =
                std::min(m_settings.maxCycles, noc::Cycle(kFarBehind * double(simulated->run.cycles)));
        }
        m_found.push_back(std::move(candidate));
        tellNewest(m_job, m_job.m_newest, m_id,
                   [job = &m_job, id = m_id, found = m_found] { Q_EMIT job->compared(id, found); });
        return true;
    }

    void fail(const Error& error) { end(QString::fromStdString(error.text())); }
    void end(const QString& problem)
    {
        tellNewest(m_job, m_job.m_newest, m_id, [job = &m_job, id = m_id, problem] { Q_EMIT job->ended(id, problem); });
    }

    CandidatesJob& m_job;
    const SimulationId m_id;
    const simulation::Question& m_question;
    const std::size_t m_count;
    RunControl m_control;
    simulation::SimulationSettings m_settings;
    std::vector<simulation::Candidate> m_found;
};

SimulationId CandidatesJob::request(const simulation::Question& question, int count)
{
    m_newest = ++m_lastId;
    m_task->begin(
        [this, id = m_newest, question, count](const std::stop_token& stop) {
            Work(*this, id, question, std::size_t(std::max(1, count)), stop).perform();
        },
        [this, id = m_newest](const Error& error) {
            tellNewest(*this, m_newest, id,
                       [this, id, problem = QString::fromStdString(error.text())] { Q_EMIT ended(id, problem); });
        });
    return m_newest;
}

void CandidatesJob::stop()
{
    m_newest = 0;
    m_task->stop();
}

} // namespace nestloom::jobs
