// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_askers.h"
#include "app/jobs/experiment.h"
#include "engine/simulation/candidate_orders.h"

#include <algorithm>
#include <thread>

namespace nestloom::app {

namespace {

constexpr std::size_t kKept = 4; // a large mesh takes some ten megabytes
constexpr double kFarBehind = 3; // times the best one's cycles

QString sentence(const Error& error) { return QString::fromStdString(error.text()); }

/// When to look at a run: not before the last look was seen, and not so often that copying the counters takes more than
/// a tenth of the time.
class Looks {
public:
    explicit Looks(const Teller<ui::SimulationNews>& tell) : m_tell(tell) {}

    void look(const simulation::LayerLook& look)
    {
        const auto begin = Clock::now();
        if (begin < m_next || !m_tell.isHeard())
            return;
        ui::SimulationNews news;
        news.running = std::make_shared<const simulation::RunningSimulation>(simulation::runningSimulation(look));
        m_tell(std::move(news));
        const auto end = Clock::now();
        m_next = end + 10 * (end - begin);
    }

private:
    using Clock = std::chrono::steady_clock;
    const Teller<ui::SimulationNews>& m_tell;
    Clock::time_point m_next{};
};

/// What was simulated lately, so that going back to a layer or a choice costs nothing.
class KnownSimulations {
public:
    using Simulated = std::shared_ptr<const simulation::EndedSimulation>;

    Simulated find(const simulation::Question& question)
    {
        const auto same = std::ranges::find_if(m_known, [&](const auto& known) { return known.first == question; });
        if (same == m_known.end())
            return nullptr;
        std::rotate(same, same + 1, m_known.end());
        return m_known.back().second;
    }
    void add(const simulation::Question& question, const Simulated& simulated)
    {
        if (m_known.size() == kKept)
            m_known.erase(m_known.begin());
        m_known.emplace_back(question, simulated);
    }

private:
    std::vector<std::pair<simulation::Question, Simulated>> m_known; // newest last
};

ui::SimulationNews simulate(KnownSimulations& known, const simulation::Question& question, const std::stop_token& stop,
                            const Teller<ui::SimulationNews>& tell)
{
    ui::SimulationNews last;
    last.simulated = known.find(question);
    if (last.simulated)
        return last;
    auto settings = simulation::settingsFor(question.accelerator, question.choices);
    if (!settings) {
        last.problem = sentence(settings.error());
        return last;
    }
    settings->countClasses = true;
    RunControl control;
    control.stop = stop;
    Looks looks(tell);
    auto simulated = simulation::simulateLayer(question.accelerator, question.layer, question.mapping, *settings,
                                               control, [&](const simulation::LayerLook& look) { looks.look(look); });
    if (!simulated) {
        last.problem = sentence(simulated.error());
        return last;
    }
    last.simulated = std::make_shared<const simulation::EndedSimulation>(
        simulation::endedSimulation(std::move(*simulated), question.layer.name + " on " + question.accelerator.name));
    if (last.simulated->layer.run.finished)
        known.add(question, last.simulated);
    return last;
}

schedule::ScheduleOptions optionsOf(schedule::Objective objective, std::uint64_t seed)
{
    schedule::ScheduleOptions options;
    options.cosa.objective = objective;
    options.cosa.proveWithMip = false; // mappings are wanted, no proof
    options.seed = seed;
    options.threads = 1;
    return options;
}

/// Finds several mappings of one layer and simulates one after the other: the question's own, those that CoSA finds
/// with other objectives and seeds, and the same mappings with loops in other orders.
class CandidatesWork {
public:
    CandidatesWork(const ui::CandidatesQuestion& question, const std::stop_token& stop,
                   const Teller<ui::CandidatesNews>& tell)
        : m_question(question.layer), m_count(std::size_t(std::max(1, question.count))), m_tell(tell)
    {
        m_control.stop = stop;
    }

    ui::CandidatesNews perform()
    {
        const auto settings = simulation::settingsFor(m_question.accelerator, m_question.choices);
        if (settings) {
            m_settings = *settings;
            m_settings.countWindows = false;
            if (take("shown mapping", m_question.mapping) && takeSolved())
                takeOrders();
        } else {
            m_news.problem = sentence(settings.error());
        }
        return m_news;
    }

private:
    bool isOver() const { return m_control.stop.stop_requested() || m_news.candidates.size() >= m_count; }

    /// False = the question is over.
    bool takeSolved()
    {
        using schedule::Objective;
        const auto makeSolver = jobs::solverFactory();
        if (!makeSolver) {
            m_news.problem = sentence(makeSolver.error());
            return false;
        }
        const std::size_t most = (m_count + 1) / 2; // leave room for other orders
        const auto solve = [&](const std::string& origin, Objective objective, std::uint64_t seed) {
            if (m_news.candidates.size() >= most || m_control.stop.stop_requested())
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

    void takeOrders()
    {
        const auto mesh = m_question.accelerator.findLevel(m_question.accelerator.interconnect.below);
        if (!mesh)
            return;
        const std::vector<simulation::Candidate> before = m_news.candidates;
        for (const simulation::Candidate& base : before)
            for (const mapping::LayerMapping& other :
                 simulation::otherOrders(m_question.accelerator, m_question.layer, base.mapping, mesh->value))
                if (!isOver() && !take(base.origin + ", loops exchanged", other))
                    return;
    }

    bool take(const std::string& origin, const mapping::LayerMapping& mapping)
    {
        const auto& found = m_news.candidates;
        if (std::ranges::any_of(found, [&](const auto& one) { return one.mapping == mapping; }))
            return true;
        const auto simulated =
            simulation::simulateLayer(m_question.accelerator, m_question.layer, mapping, m_settings, m_control);
        if (m_control.stop.stop_requested())
            return false;
        if (!simulated) {
            m_news.problem = sentence(simulated.error());
            return false;
        }
        simulation::Candidate candidate{origin, mapping, simulated->analytical};
        if (simulated->run.finished) {
            candidate.simulated = simulated->simulated();
            m_settings.maxCycles =
                std::min(m_settings.maxCycles, noc::Cycle(kFarBehind * double(simulated->run.cycles)));
        }
        m_news.candidates.push_back(std::move(candidate));
        m_tell(m_news);
        return true;
    }

    const simulation::Question& m_question;
    const std::size_t m_count;
    const Teller<ui::CandidatesNews>& m_tell;
    RunControl m_control;
    simulation::SimulationSettings m_settings;
    ui::CandidatesNews m_news;
};

} // namespace

LocalAsker<simulation::Question, ui::SimulationNews>::Work simulationWork()
{
    return [known = std::make_shared<KnownSimulations>()](const auto& question, const std::stop_token& stop,
                                                          const auto& tell) {
        return simulate(*known, question, stop, tell);
    };
}

LocalAsker<ui::NetworkSimulationQuestion, ui::NetworkSimulationNews>::Work networkSimulationWork()
{
    return [](const ui::NetworkSimulationQuestion& question, const std::stop_token& stop, const auto& tell) {
        ui::NetworkSimulationNews last;
        auto settings = simulation::settingsFor(question.accelerator, question.choices);
        if (!settings) {
            last.problem = sentence(settings.error());
            return last;
        }
        settings->countClasses = true;
        const Status done = simulation::simulateLayers(
            question.accelerator, question.layers, *settings, int(std::thread::hardware_concurrency()), stop,
            [&](const auto& layers, simulation::LayerSimulation simulated) {
                ui::NetworkSimulationNews news;
                news.layers = layers;
                news.simulated = std::make_shared<const simulation::EndedSimulation>(
                    simulation::EndedSimulation{std::move(simulated), {}, nullptr});
                tell(std::move(news));
            });
        if (!done)
            last.problem = sentence(done.error());
        return last;
    };
}

LocalAsker<ui::CandidatesQuestion, ui::CandidatesNews>::Work candidatesWork()
{
    return [](const auto& question, const std::stop_token& stop, const auto& tell) {
        return CandidatesWork(question, stop, tell).perform();
    };
}

} // namespace nestloom::app
