// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/local_asker.h"
#include "ui/ports/askers.h"

namespace nestloom::app {

// The work behind each asker of the window: one question, its news, its last word. Each function returned keeps what it
// found for the next question where that pays; it is called on one thread.
LocalAsker<ui::PlanQuestion, ui::PlanNews>::Work planWork();
LocalAsker<ui::NodesQuestion, ui::NodesNews>::Work nodesWork();
LocalAsker<schedule::flexer::TilesQuestion, ui::TilesNews>::Work tilesWork();
LocalAsker<schedule::flexer::TilesQuestion, ui::TotalsNews>::Work totalsWork();
LocalAsker<simulation::Question, ui::SimulationNews>::Work simulationWork();
LocalAsker<ui::NetworkSimulationQuestion, ui::NetworkSimulationNews>::Work networkSimulationWork();
LocalAsker<ui::CandidatesQuestion, ui::CandidatesNews>::Work candidatesWork();
LocalAsker<explore::SuggestInputs, ui::SuggestionNews>::Work suggestionWork();
LocalAsker<schedule::ConvergenceInputs, ui::ConvergenceNews>::Work convergenceWork();
LocalAsker<ui::ProofQuestion, ui::ProofNews>::Work proofWork();
LocalAsker<schedule::ImproveInputs, ui::ImprovementNews>::Work improvementWork();
LocalAsker<records::MapsQuestion, ui::MapsNews>::Work mapsWork();

/// All askers of the window, each on a thread of its own. Thread rule: lives on the GUI thread; the destructor waits
/// for what is at work to stop.
class LocalAskers {
public:
    LocalAskers();
    ~LocalAskers();

    const ui::Askers& all() const { return m_all; }

private:
    struct Threads;
    std::unique_ptr<Threads> m_threads;
    ui::Askers m_all;
};

} // namespace nestloom::app
