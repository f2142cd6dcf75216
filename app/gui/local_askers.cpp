// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_askers.h"

#include "app/jobs/tuning_job.h"

namespace nestloom::app {

namespace {

/// Maps again and again while an accelerator is tuned; see jobs::TuningJob.
class LocalTuner final : public ui::Tuner {
public:
    LocalTuner()
    {
        QObject::connect(&m_job, &jobs::TuningJob::layersFinished, &m_job, [this](quint64, const auto& layers) {
            if (m_hear && m_hearer)
                m_hear(ui::TuningNews{layers, false, {}});
        });
        QObject::connect(&m_job, &jobs::TuningJob::changed, &m_job, [this](const jobs::TuningState& state) {
            if (state.end != jobs::TuningState::End::Running && m_hear && m_hearer)
                m_hear(ui::TuningNews{{}, true, QString::fromStdString(state.message)});
        });
    }

    void ask(ui::TuningQuestion question, QObject* hearer, std::function<void(const ui::TuningNews&)> hear) override
    {
        m_hearer = hearer;
        m_hear = std::move(hear);
        m_job.request({question.what.accelerator, question.what.network, question.layers, question.what.options});
    }
    void finish() override { stop(); } // what was mapped has been told
    void stop() override { m_job.stop(); }
    void learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers) override
    {
        m_job.learn(network, layers);
    }

private:
    jobs::TuningJob m_job;
    QPointer<QObject> m_hearer;
    std::function<void(const ui::TuningNews&)> m_hear;
};

} // namespace

struct LocalAskers::Threads {
    LocalAsker<ui::PlanQuestion, ui::PlanNews> plans{planWork()};
    LocalAsker<ui::NodesQuestion, ui::NodesNews> nodes{nodesWork()};
    LocalAsker<ui::NodesQuestion, ui::NodesNews> moreNodes{nodesWork()};
    LocalAsker<schedule::flexer::TilesQuestion, ui::TilesNews> tiles{tilesWork()};
    LocalAsker<schedule::flexer::TilesQuestion, ui::TotalsNews> tileTotals{totalsWork()};
    LocalAsker<simulation::Question, ui::SimulationNews> simulations{simulationWork()};
    LocalAsker<ui::NetworkSimulationQuestion, ui::NetworkSimulationNews> networkSimulations{networkSimulationWork()};
    LocalAsker<ui::CandidatesQuestion, ui::CandidatesNews> candidates{candidatesWork()};
    LocalAsker<explore::SuggestInputs, ui::SuggestionNews> suggestions{suggestionWork()};
    LocalAsker<schedule::ConvergenceInputs, ui::ConvergenceNews> convergence{convergenceWork()};
    LocalAsker<ui::ProofQuestion, ui::ProofNews> proofs{proofWork()};
    LocalAsker<schedule::ImproveInputs, ui::ImprovementNews> improvements{improvementWork()};
    LocalAsker<records::MapsQuestion, ui::MapsNews> maps{mapsWork()};
    LocalTuner tuner;
};

LocalAskers::LocalAskers() : m_threads(std::make_unique<Threads>())
{
    Threads& t = *m_threads;
    m_all = {&t.plans,
             &t.nodes,
             &t.moreNodes,
             &t.tiles,
             &t.tileTotals,
             &t.simulations,
             &t.networkSimulations,
             &t.candidates,
             &t.suggestions,
             &t.convergence,
             &t.proofs,
             &t.improvements,
             &t.maps,
             &t.tuner};
}

LocalAskers::~LocalAskers() = default;

} // namespace nestloom::app
