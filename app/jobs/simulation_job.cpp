// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/simulation_job.h"

#include "app/jobs/tell_newest.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace nestloom::jobs {

namespace {

constexpr std::size_t kKept = 4; // a large mesh takes some ten megabytes

} // namespace

/// When to look at a run: not before the last look was seen, and not so often that copying the counters takes more than
/// a tenth of the time.
class SimulationJob::Looks {
public:
    explicit Looks(std::atomic<bool>& isUnderWay) : m_isUnderWay(isUnderWay) {}

    template <typename Copy>
    void look(Copy copy)
    {
        const auto begin = Clock::now();
        if (begin < m_next || m_isUnderWay.exchange(true))
            return;
        copy();
        const auto end = Clock::now();
        m_next = end + 10 * (end - begin);
    }

private:
    using Clock = std::chrono::steady_clock;
    std::atomic<bool>& m_isUnderWay;
    Clock::time_point m_next{};
};

SimulationJob::SimulationJob(QObject* parent) : QObject(parent), m_task(std::make_unique<LatestTask>()) {}

SimulationJob::~SimulationJob() { m_task.reset(); } // Qt drops what is still queued

void SimulationJob::tell(SimulationId id, simulation::RunningSimulation running)
{
    auto shared = std::make_shared<const simulation::RunningSimulation>(std::move(running));
    QMetaObject::invokeMethod(
        this,
        [this, id, shared] {
            m_isLookUnderWay = false;
            if (id == m_newest)
                Q_EMIT progressed(id, shared);
        },
        Qt::QueuedConnection);
}

SimulationId SimulationJob::request(const simulation::Question& question)
{
    const SimulationId id = ++m_newest;
    m_task->begin([this, id, question](const std::stop_token& stop) { perform(id, question, stop); },
                  [this, id](const Error& error) { fail(id, error); });
    return id;
}

void SimulationJob::stop() { m_task->stop(); }

SimulationJob::Ended SimulationJob::known(const simulation::Question& question)
{
    const auto same =
        std::find_if(m_known.begin(), m_known.end(), [&](const Known& known) { return known.question == question; });
    if (same == m_known.end())
        return nullptr;
    std::rotate(same, same + 1, m_known.end());
    return m_known.back().answer;
}

void SimulationJob::fail(SimulationId id, const Error& error)
{
    tellNewest(*this, m_newest, id,
               [this, id, text = QString::fromStdString(error.text())] { Q_EMIT failed(id, text); });
}

void SimulationJob::perform(SimulationId id, const simulation::Question& question, const std::stop_token& stop)
{
    if (const Ended before = known(question))
        return tellNewest(*this, m_newest, id, [this, id, before] { Q_EMIT ended(id, before); });
    auto settings = simulation::settingsFor(question.accelerator, question.choices);
    if (!settings)
        return fail(id, settings.error());
    settings->countClasses = true;
    RunControl control;
    control.stop = stop;
    Looks looks(m_isLookUnderWay);
    auto simulated = simulation::simulateLayer(
        question.accelerator, question.layer, question.mapping, *settings, control,
        [&](const simulation::LayerLook& look) { looks.look([&] { tell(id, simulation::runningSimulation(look)); }); });
    if (!simulated)
        return fail(id, simulated.error());
    const Ended answer = std::make_shared<const simulation::EndedSimulation>(
        simulation::endedSimulation(std::move(*simulated), question.layer.name + " on " + question.accelerator.name));
    if (answer->layer.run.finished) {
        if (m_known.size() == kKept)
            m_known.erase(m_known.begin());
        m_known.push_back({question, answer});
    }
    tellNewest(*this, m_newest, id, [this, id, answer] { Q_EMIT ended(id, answer); });
}

} // namespace nestloom::jobs
