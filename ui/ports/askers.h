// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/suggest.h"
#include "engine/records/run_maps.h"
#include "engine/schedule/convergence.h"
#include "engine/schedule/cosma/planner.h"
#include "engine/schedule/flexer/layer_detail.h"
#include "engine/schedule/improve_mapping.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/objective_report.h"
#include "engine/simulation/network_simulation.h"
#include "engine/simulation/simulation_question.h"
#include "ui/ports/asker.h"
#include "ui/ports/session.h"

#include <memory>

// What the window asks, and what it hears. Everything told was accepted by the verifier of its method.
namespace nestloom::ui {

/// A memory plan: the first one, every better one, and what is known of the budget curve when it is wanted.
struct PlanQuestion {
    schedule::cosma::PlanQuestion plan;
    bool withCurve = false;
};
struct PlanNews {
    std::optional<schedule::cosma::PlanAnswer> answer;
    std::optional<schedule::cosma::CurveAnswer> curve;
    bool ended = false;
    QString problem;
};

/// A network on the nodes of an accelerator. The network is shared, not copied. finish() brings the best schedule
/// found.
struct NodesQuestion {
    std::shared_ptr<const workload::Network> network;
    std::shared_ptr<const hardware::Accelerator> accelerator;
    kapla::NodeRunOptions options;
};
using NodesAnswer = std::shared_ptr<const kapla::NodeRun>;
struct NodesNews {
    std::optional<Progress> progress; // energy in pJ
    NodesAnswer run;                  // with the last word; null when there was a problem or it had not begun
    bool ended = false;
    QString problem;
};

/// Schedules of tiles: the question's first layer in detail, then the others; what was found for equal shapes, machine
/// and parameters is kept from question to question.
struct TilesNews {
    using Detail = std::shared_ptr<const schedule::flexer::LayerDetail>;
    std::optional<schedule::flexer::LayerAnswer> answer; // the first of a layer, every better one of the first layer
    /// The wanted schedule of the first layer, at the end with its decisions. Null when there is none of that kind.
    std::optional<Detail> detail;
    bool isScheduled = false;                                          // all layers; tilings still come
    std::optional<std::vector<schedule::flexer::TilingPoint>> tilings; // of the first layer, more and more of them
    bool ended = false;
    QString problem;
};
struct TotalsNews {
    schedule::flexer::NetworkTotals totals; // of the question's whole network, with the last word
    bool ended = false;
    QString problem;
};

/// A layer cycle by cycle. finish() brings what was simulated so far, with LayerSimulation::run unfinished.
using SimulationAnswer = std::shared_ptr<const simulation::EndedSimulation>;
struct SimulationNews {
    std::shared_ptr<const simulation::RunningSimulation> running;
    SimulationAnswer simulated; // with the last word
    bool ended = false;
    QString problem;
};
/// The layers of a run, each told with those alike once it is simulated.
struct NetworkSimulationQuestion {
    hardware::Accelerator accelerator;
    std::vector<simulation::MappedLayer> layers;
    simulation::Choices choices;
};
struct NetworkSimulationNews {
    std::vector<std::size_t> layers; // into the network's
    SimulationAnswer simulated;      // of them, without a trace; null with the last word
    bool ended = false;
    QString problem;
};
/// `count` mappings of the layer, the question's first, simulated one after the other.
struct CandidatesQuestion {
    simulation::Question layer;
    int count = 1;
};
struct CandidatesNews {
    std::vector<simulation::Candidate> candidates; // all so far, in the order in which they were found
    bool ended = false;
    QString problem;
};

/// Changes of single fields that make a network cheaper.
struct SuggestionNews {
    double fraction = 0;                          // of the changes to be tried, 0..1
    std::vector<explore::Suggestion> suggestions; // all that were mapped so far
    bool ended = false;
    QString problem;
};

/// Several engines on one layer.
struct ConvergenceNews {
    schedule::Convergence all; // what there is so far
    bool ended = false;
    QString problem;
};

/// How far the mappings of a run are from the best that any mapping reaches, layer by layer; of latency also whether
/// energy is least among mappings as fast.
struct ProofQuestion {
    hardware::Accelerator accelerator;
    workload::Network network;
    schedule::ScheduleOptions options;
    std::vector<schedule::LayerResult> results;
};
struct ProofNews {
    std::vector<schedule::ObjectiveReport> reports; // one for each result; empty ones for what is still to come
    std::size_t done = 0;
    bool ended = false;
    QString problem;
};

/// A search that begins with a mapping made by hand.
struct ImprovementNews {
    double fraction = 0;                           // of the budget, 0..1
    std::optional<schedule::ImprovedMapping> best; // nothing better than the start yet when empty
    bool ended = false;
    QString problem;
};

/// What is to be mapped while an accelerator is being tuned; nothing of it is stored.
struct TuningQuestion {
    ScheduleRequest what;
    std::vector<std::size_t> layers; // of the network, ascending; empty = all
    friend bool operator==(const TuningQuestion&, const TuningQuestion&) = default;
};
struct TuningNews {
    std::vector<schedule::LayerResult> layers; // new ones; each asked for comes once, with a mapping or with the reason
    bool ended = false;
    QString problem;
};
class Tuner : public Asker<TuningQuestion, TuningNews> {
public:
    /// Mappings to begin with: those of the run that is tuned. `layers` index into `network.layers`.
    virtual void learn(const workload::Network& network, const std::vector<schedule::LayerResult>& layers) = 0;
};

/// Runs as pictures on the same axes.
struct MapsNews {
    std::vector<records::RunMaps> maps;
    bool ended = false;
    QString problem;
};

using PlanAsker = Asker<PlanQuestion, PlanNews>;
using NodesAsker = Asker<NodesQuestion, NodesNews>;
using TilesAsker = Asker<schedule::flexer::TilesQuestion, TilesNews>;
using TotalsAsker = Asker<schedule::flexer::TilesQuestion, TotalsNews>;
using SimulationAsker = Asker<simulation::Question, SimulationNews>;
using NetworkSimulationAsker = Asker<NetworkSimulationQuestion, NetworkSimulationNews>;
using CandidatesAsker = Asker<CandidatesQuestion, CandidatesNews>;
using SuggestionAsker = Asker<explore::SuggestInputs, SuggestionNews>;
using ConvergenceAsker = Asker<schedule::ConvergenceInputs, ConvergenceNews>;
using ProofAsker = Asker<ProofQuestion, ProofNews>;
using ImprovementAsker = Asker<schedule::ImproveInputs, ImprovementNews>;
using MapsAsker = Asker<records::MapsQuestion, MapsNews>;

/// All of a session; null where it cannot.
struct Askers {
    PlanAsker* plans = nullptr;
    NodesAsker* nodes = nullptr;
    NodesAsker* moreNodes = nullptr; // for searches beside those of `nodes`
    TilesAsker* tiles = nullptr;
    TotalsAsker* tileTotals = nullptr;
    SimulationAsker* simulations = nullptr;
    NetworkSimulationAsker* networkSimulations = nullptr;
    CandidatesAsker* candidates = nullptr;
    SuggestionAsker* suggestions = nullptr;
    ConvergenceAsker* convergence = nullptr;
    ProofAsker* proofs = nullptr;
    ImprovementAsker* improvements = nullptr;
    MapsAsker* maps = nullptr;
    Tuner* tuner = nullptr;
};

} // namespace nestloom::ui
