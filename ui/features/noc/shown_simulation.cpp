// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/shown_simulation.h"

#include "engine/cost/evaluate.h"
#include "ui/style/wording.h"

#include <algorithm>

namespace nestloom::ui {

ShownSimulation::ShownSimulation(SimulationAsker* simulator, CandidatesAsker* candidates, KeptSimulations* kept,
                                 QObject* parent)
    : QObject(parent), m_simulator(simulator, this, [this](const SimulationNews& news) { hear(news); }),
      m_comparison(candidates, this, [this](const CandidatesNews& news) { takeCandidates(news); }), m_kept(kept)
{
    if (m_kept != nullptr)
        listenToKept();
}

void ShownSimulation::listenToKept()
{
    connect(m_kept, &KeptSimulations::found, this,
            [this](quint64 id, const SimulationSummary& kept, const Simulated& ended) {
                if (id != m_find || id == 0)
                    return;
                m_find = 0;
                m_ended = ended;
                m_keptAs = kept;
                m_isOpened = true;
                Q_EMIT dataChanged();
                setState(State::Finished);
            });
    connect(m_kept, &KeptSimulations::missing, this, [this](quint64 id, const std::optional<SimulationSummary>& other) {
        if (id != m_find || id == 0)
            return;
        m_find = 0;
        takeMissing(other);
    });
    connect(m_kept, &KeptSimulations::kept, this, [this](const SimulationSummary& kept) {
        if (m_state != State::Finished || m_candidate || m_stored != StoredLayer{kept.key.run, kept.key.layer})
            return;
        m_keptAs = kept;
        Q_EMIT stateChanged();
    });
}

void ShownSimulation::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                               const mapping::LayerMapping& mapping, const std::optional<StoredLayer>& stored,
                               cost::Model model)
{
    const simulation::Question question{accelerator, layer, mapping, m_choices, model};
    Candidates kept = candidatesBeside(question);
    dropCandidates();
    if (stored && (!m_stored || m_stored->run != stored->run))
        m_mayAdopt = true;
    m_stored = stored;
    m_hasAdopted = false;
    m_runMapping.reset();
    m_question = question;
    ask();
    if (kept.empty() || !m_question)
        return;
    m_candidates = std::move(kept);
    Q_EMIT candidatesChanged();
}

/// The last ones, where the layer comes back; also under one of their mappings, which was kept as a run: the others are
/// compared with that then.
ShownSimulation::Candidates ShownSimulation::candidatesBeside(const simulation::Question& question) const
{
    if (!m_compared)
        return {};
    simulation::Question same = question;
    same.mapping = m_compared->mapping;
    Candidates kept = m_lastCandidates;
    const auto own = std::ranges::find(kept, question.mapping, &simulation::Candidate::mapping);
    if (same != *m_compared || own == kept.end())
        return {};
    if (own != kept.begin())
        kept.front().origin = "mapping shown before";
    std::rotate(kept.begin(), own, own + 1);
    return kept;
}

void ShownSimulation::clear(const QString& title, const QString& reason, bool isWarning)
{
    dropCandidates();
    forget();
    m_question.reset();
    m_mesh.reset();
    m_title = title;
    m_isWarning = isWarning;
    m_state = State::NoMapping;
    Q_EMIT questionChanged();
    setState(State::NoMapping, reason);
}

void ShownSimulation::setChoices(const simulation::Choices& choices)
{
    if (choices == this->choices())
        return;
    m_choices = choices;
    m_mayAdopt = false;
    if (!m_question)
        return;
    cancelComparison();
    m_candidates.clear(); // their cycles are of other choices
    m_question->choices = choices;
    Q_EMIT candidatesChanged();
    ask();
}

/// Counts the static load, and asks the store or the simulator when the view is in sight.
void ShownSimulation::ask()
{
    forget();
    m_mesh.reset();
    m_state = State::Waiting; // whoever hears that the question changed finds no run
    const auto cycles = simulation::modelCycles(*m_question);
    const auto settings = simulation::settingsFor(m_question->accelerator, m_question->choices);
    const auto port = settings ? settings->traffic.dramPort : noc::DramPort::Own;
    const auto load =
        cycles ? traffic::meshLoad(m_question->accelerator, m_question->layer, m_question->mapping, *cycles, port)
               : Result<traffic::MeshLoad>(cycles.error());
    if (!load) {
        const bool isMissing = load.error().code == ErrorCode::Unsupported;
        return clear(isMissing ? tr("No mesh to simulate") : tr("The mapping does not fit the mesh"),
                     asSentence(qt(load.error().message)), !isMissing);
    }
    m_ofModel = *cycles;
    m_mesh = ShownMesh{m_question->accelerator, m_question->mapping, *load};
    Q_EMIT questionChanged();
    if (!m_simulator.isPossible())
        return setState(State::Failed, tr("This session cannot simulate."));
    setState(State::Waiting);
    if (m_active)
        begin();
}

void ShownSimulation::begin()
{
    if (!mayBeStored())
        return start();
    m_find = m_kept->find(*m_stored, *m_question);
    setState(State::Opening);
}

/// On opening a run, a simulation with other choices is shown rather than none.
void ShownSimulation::takeMissing(const std::optional<SimulationSummary>& other)
{
    if (!m_mayAdopt || m_hasAdopted || !other)
        return start();
    m_hasAdopted = true; // once for each layer: what cannot be read is simulated
    m_question->choices = other->key.choices;
    ask();
}

void ShownSimulation::start()
{
    if (!m_question || !m_simulator.isPossible())
        return;
    if (m_ended) {
        forget();
        Q_EMIT dataChanged();
    }
    m_simulator.ask(*m_question);
    setState(State::Running);
}

void ShownSimulation::setActive(bool active)
{
    if (active == m_active)
        return;
    m_active = active;
    if (active && m_state == State::Waiting)
        begin();
    if (active || (m_state != State::Running && m_state != State::Opening))
        return;
    forget();
    Q_EMIT dataChanged();
    setState(State::Waiting);
}

void ShownSimulation::cancel()
{
    if (m_state != State::Running)
        return;
    m_simulator.finish(); // what was simulated so far may still come
    setState(State::Stopped);
}

void ShownSimulation::forget()
{
    m_simulator.stop();
    m_find = 0;
    m_running.reset();
    m_ended.reset();
    m_keptAs.reset();
    m_isOpened = false;
}

void ShownSimulation::setState(State state, const QString& reason)
{
    m_state = state;
    m_reason = reason;
    Q_EMIT stateChanged();
}

void ShownSimulation::hear(const SimulationNews& news)
{
    if (!news.problem.isEmpty()) {
        forget();
        Q_EMIT dataChanged();
        return setState(State::Failed, news.problem);
    }
    if (news.simulated)
        return takeEnd(news.simulated);
    if (!news.running)
        return;
    m_running = news.running;
    Q_EMIT dataChanged();
}

void ShownSimulation::takeEnd(const Simulated& ended)
{
    m_ended = ended;
    m_running.reset();
    Q_EMIT dataChanged();
    const noc::SimulationResult& run = ended->layer.run;
    if (run.standstill && !run.standstill->waits.empty())
        return setState(State::Stuck, QString::fromStdString(run.standstill->waits.front()));
    setState(run.finished ? State::Finished : State::Stopped);
    if (run.finished && mayBeStored())
        m_kept->keep(*m_stored, *m_question, m_ended);
}

void ShownSimulation::takeCandidates(const CandidatesNews& news)
{
    if (news.problem.isEmpty() || !news.candidates.empty())
        m_candidates = m_lastCandidates = news.candidates;
    m_comparisonProblem = news.problem;
    Q_EMIT candidatesChanged();
}

noc::Cycle ShownSimulation::end() const { return m_ended ? m_ended->layer.run.cycles : m_running ? m_running->now : 0; }

double ShownSimulation::fraction() const
{
    if (m_ended)
        return 1;
    return m_running && m_running->transactions > 0 ? double(m_running->completed) / double(m_running->transactions)
                                                    : 0;
}

const noc::WindowCounters* ShownSimulation::windows() const
{
    return m_ended ? &m_ended->layer.run.windows : m_running ? &m_running->windows : nullptr;
}

const simulation::DramWindows* ShownSimulation::dram() const
{
    return m_ended ? &m_ended->layer.dramWindows : m_running ? &m_running->dram : nullptr;
}

void ShownSimulation::compare()
{
    if (!m_question || !canCompare())
        return;
    simulation::Question question = *m_question;
    if (m_runMapping)
        question.mapping = *m_runMapping;
    m_candidates.clear();
    m_comparisonProblem.clear();
    m_compared = question;
    m_lastCandidates.clear();
    m_comparison.ask({question, kCandidates});
    Q_EMIT candidatesChanged();
}

void ShownSimulation::cancelComparison()
{
    if (!isComparing())
        return;
    m_comparison.stop();
    Q_EMIT candidatesChanged();
}

void ShownSimulation::dropCandidates()
{
    cancelComparison();
    m_candidate.reset();
    m_candidates.clear();
    m_comparisonProblem.clear();
    Q_EMIT candidatesChanged();
}

std::optional<std::size_t> ShownSimulation::bestCandidate() const
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_candidates.size(); ++i)
        if (m_candidates[i].simulated
            && (!best || m_candidates[i].simulated->count < m_candidates[*best].simulated->count))
            best = i;
    return best;
}

void ShownSimulation::showCandidate(std::optional<std::size_t> candidate)
{
    if (!m_question || candidate == m_candidate || (candidate && *candidate >= m_candidates.size()))
        return;
    if (!m_runMapping)
        m_runMapping = m_question->mapping;
    m_candidate = candidate;
    m_question->mapping = candidate ? m_candidates[*candidate].mapping : *m_runMapping;
    ask();
    Q_EMIT candidatesChanged();
}

} // namespace nestloom::ui
