// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_asker.h"
#include "ui/ports/askers.h"

namespace nestloom::ui {

/// answerNow() asks the real planner.
class FakePlans : public FakeAsker<PlanQuestion, PlanNews> {
public:
    void tell(quint64 id, const schedule::cosma::PlanAnswer& answer)
    {
        tellNews(id, {answer, {}, answer.ended && !curveWanted(id), {}});
    }
    void tell(quint64 id, const schedule::cosma::CurveAnswer& curve) { tellNews(id, {{}, curve, curve.ended, {}}); }
    /// All answers to a question, as the real planner gives them.
    void answerNow(quint64 id)
    {
        const schedule::cosma::PlanQuestion question = requests.at(id).plan;
        (void)planner.answer(question, {}, [&](const auto& answer) { tell(id, answer); });
        if (curveWanted(id))
            (void)planner.fillCurve(question, {}, [&](const auto& curve) { tell(id, curve); });
    }
    bool curveWanted(quint64 id) const { return requests.at(id).withCurve; }

    schedule::cosma::Planner planner;
};

class FakeNodes : public FakeAsker<NodesQuestion, NodesNews> {
public:
    void tell(quint64 id, const Progress& progress) { tellNews(id, {progress, nullptr, false, {}}); }
    void tell(quint64 id, kapla::NodeRun run)
    {
        tellNews(id, {{}, std::make_shared<const kapla::NodeRun>(std::move(run)), true, {}});
    }
};

/// answerNow() asks the real engine, for tilings of few operations.
class FakeTiles : public FakeAsker<schedule::flexer::TilesQuestion, TilesNews> {
public:
    void tell(quint64 id, const schedule::flexer::LayerAnswer& answer)
    {
        TilesNews news;
        news.answer = answer;
        tellNews(id, news);
    }
    void tell(quint64 id, const TilesNews::Detail& detail)
    {
        TilesNews news;
        news.detail = detail;
        tellNews(id, news);
    }
    void finish(quint64 id)
    {
        TilesNews news;
        news.isScheduled = true;
        tellNews(id, news);
    }
    using FakeAsker::finish;
    void answerNow(quint64 id)
    {
        namespace flexer = schedule::flexer;
        flexer::TilesQuestion question = requests.at(id);
        question.params.maxOperations = 128; // few tilings: quick
        question.params.tilings = 2;
        const auto& layers = question.network->layers;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const auto outcome = flexer::solve(layers[i], question.machine, question.params, {});
            flexer::LayerAnswer answer{{i}, true, outcome->status, outcome->reason, {}};
            if (outcome->solution)
                answer.summary = outcome->solution->summary;
            tell(id, answer);
            if (i == question.first && answer.summary)
                tell(id, *flexer::detailOf(layers[i], question.machine, question.params, *answer.summary));
        }
        TilesNews last;
        last.isScheduled = last.ended = true;
        last.tilings = flexer::tilingPoints(layers[question.first], question.machine, question.params, {}, 1, 40);
        tellNews(id, last);
    }
};

class FakeTotals : public FakeAsker<schedule::flexer::TilesQuestion, TotalsNews> {
public:
    void tell(quint64 id, const schedule::flexer::NetworkTotals& totals) { tellNews(id, {totals, true, {}}); }
};

/// answerNow() asks the real simulator.
class FakeSimulations : public FakeAsker<simulation::Question, SimulationNews> {
public:
    void tell(quint64 id, const SimulationAnswer& answer) { tellNews(id, {nullptr, answer, true, {}}); }
    /// Runs the question; `mostCycles`: no further.
    static SimulationAnswer simulated(const simulation::Question& question, noc::Cycle mostCycles = noc::kNever)
    {
        auto settings = *simulation::settingsFor(question.accelerator, question.choices);
        settings.countClasses = true;
        settings.maxCycles = mostCycles;
        auto layer = simulation::simulateLayer(question.accelerator, question.layer, question.mapping, settings, {});
        if (!layer)
            qFatal("%s", layer.error().text().c_str());
        return std::make_shared<const simulation::EndedSimulation>(
            simulation::endedSimulation(std::move(*layer), question.layer.name));
    }
    void answerNow(quint64 id) { tell(id, simulated(requests.at(id))); }
    /// What a run looks like on its way.
    void progressNow(quint64 id, noc::Cycle cycles)
    {
        const SimulationAnswer part = simulated(requests.at(id), cycles);
        SimulationNews news;
        news.running = std::make_shared<const simulation::RunningSimulation>(simulation::RunningSimulation{
            part->layer.traffic.mesh, part->layer.run.cycles, part->layer.traffic.list.size() / 3,
            part->layer.traffic.list.size(), part->layer.run.windows, part->layer.dramWindows});
        tellNews(id, news);
    }
};

class FakeCandidates : public FakeAsker<CandidatesQuestion, CandidatesNews> {
public:
    void tellCandidates(std::vector<simulation::Candidate> candidates)
    {
        m_told.candidates = std::move(candidates);
        tell(m_told);
    }
    void endComparison(const QString& problem = {})
    {
        CandidatesNews news = m_told;
        news.ended = true;
        news.problem = problem;
        tell(news);
    }

private:
    CandidatesNews m_told;
};

class FakeTuner : public FakeAsker<TuningQuestion, TuningNews, Tuner> {
public:
    void learn(const workload::Network&, const std::vector<schedule::LayerResult>& layers) override
    {
        learned.push_back(layers.size());
    }
    void tell(quint64 id, const std::vector<schedule::LayerResult>& layers) { tellNews(id, {layers, false, {}}); }
    void end(quint64 id, const QString& problem = {}) { tellNews(id, {{}, true, problem}); }

    std::vector<std::size_t> learned; // layers per call
};

/// All of them, for a session.
struct FakeAskers {
    FakePlans plans;
    FakeNodes nodes, moreNodes;
    FakeTiles tiles;
    FakeTotals tileTotals;
    FakeSimulations simulations;
    FakeAsker<NetworkSimulationQuestion, NetworkSimulationNews> networkSimulations;
    FakeCandidates candidates;
    FakeAsker<explore::SuggestInputs, SuggestionNews> suggestions;
    FakeAsker<schedule::ConvergenceInputs, ConvergenceNews> convergence;
    FakeAsker<ProofQuestion, ProofNews> proofs;
    FakeAsker<schedule::ImproveInputs, ImprovementNews> improvements;
    FakeAsker<records::MapsQuestion, MapsNews> maps;
    FakeTuner tuner;
    Askers all{&plans,      &nodes,       &moreNodes,   &tiles,  &tileTotals,   &simulations, &networkSimulations,
               &candidates, &suggestions, &convergence, &proofs, &improvements, &maps,        &tuner};
};

} // namespace nestloom::ui
