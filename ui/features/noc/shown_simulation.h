// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_mesh.h"
#include "ui/ports/kept_simulations.h"

#include <optional>

namespace nestloom::ui {

/// The simulation that the view shows: of the selected layer under its mapping or under a candidate. It begins when the
/// view is in sight and a layer with a mapping is there; a new question replaces the one before. A layer of a stored
/// run that was simulated before is shown as it was stored, and what is simulated of such a layer is stored.
class ShownSimulation : public QObject {
    Q_OBJECT
public:
    enum class State {
        NoMapping, // title() and reason() say what is missing
        Waiting,   // for the view to come into sight, or to be started again
        Opening,   // looks for a stored simulation
        Running,
        Finished,
        Stopped, // by the user; what was simulated so far can be looked at
        Stuck,   // nothing moves any more
        Failed,  // reason() says why
    };
    using Candidates = std::vector<simulation::Candidate>;
    using Simulated = SimulationAnswer;
    static constexpr int kCandidates = 8;

    /// All may be null.
    ShownSimulation(SimulationAsker* simulator, CandidatesAsker* candidates, KeptSimulations* kept = nullptr,
                    QObject* parent = nullptr);

    /// `stored`: the layer of a stored run that this is; nothing for results that are stored nowhere. `model`: of the
    /// run, whose cycles stand beside the simulated ones.
    void setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  const mapping::LayerMapping& mapping, const std::optional<StoredLayer>& stored = {},
                  cost::Model model = cost::Model::Nestloom);
    /// There is nothing to simulate, and why.
    void clear(const QString& title, const QString& reason, bool isWarning);
    void setChoices(const simulation::Choices& choices);
    void setActive(bool active);
    void cancel();
    void start(); // again, whatever is stored

    void compare(); // simulates the best kCandidates mappings
    void cancelComparison();
    /// Shows one of the candidates instead of the run's own mapping; nothing = that one.
    void showCandidate(std::optional<std::size_t> candidate);

    State state() const { return m_state; }
    const QString& title() const { return m_title; }
    const QString& reason() const { return m_reason; }
    bool isWarning() const { return m_isWarning; }
    const std::optional<simulation::Question>& question() const { return m_question; }
    /// Of the question; a stored simulation of a run that was just opened brings its own.
    const simulation::Choices& choices() const { return m_question ? m_question->choices : m_choices; }
    /// How the shown simulation is stored with its run; nothing = it is not.
    const std::optional<SimulationSummary>& kept() const { return m_keptAs; }
    bool isOpened() const { return m_isOpened; } // it was stored before, and not simulated now
    bool canCompare() const { return m_comparison.isPossible(); }
    Cycles ofModel() const { return m_ofModel; } // cycles of the question's mapping by its model
    bool isOfMeshModel() const { return m_question && m_question->model == cost::Model::Mesh; }

    /// The mesh under this mapping with its static load, over the cycles of the cost model. There with a question.
    const std::optional<ShownMesh>& mesh() const { return m_mesh; }
    noc::Cycle end() const;                            // cycles simulated so far
    double fraction() const;                           // of the transactions
    const noc::WindowCounters* windows() const;        // null = nothing yet
    const simulation::DramWindows* dram() const;       // null = nothing yet
    const Simulated& ended() const { return m_ended; } // null while it runs

    const Candidates& candidates() const { return m_candidates; }
    std::optional<std::size_t> bestCandidate() const;
    std::optional<std::size_t> candidate() const { return m_candidate; } // that is shown
    bool isComparing() const { return m_comparison.isBusy(); }
    const QString& comparisonProblem() const { return m_comparisonProblem; }

Q_SIGNALS:
    void questionChanged(); // another layer, mapping or choice: what was simulated is gone
    void dataChanged();     // more was simulated, or the run ended
    void stateChanged();
    void candidatesChanged();

private:
    void ask();
    void begin(); // looks for a stored one first
    void forget();
    bool mayBeStored() const { return m_kept != nullptr && m_stored && m_stored->run > 0 && !m_candidate; }
    void listenToKept();
    void takeMissing(const std::optional<SimulationSummary>& other);
    void setState(State state, const QString& reason = {});
    void hear(const SimulationNews& news);
    void takeEnd(const Simulated& ended);
    void takeCandidates(const CandidatesNews& news);
    void dropCandidates();
    Candidates candidatesBeside(const simulation::Question& question) const;

    Asking<simulation::Question, SimulationNews> m_simulator;
    Asking<CandidatesQuestion, CandidatesNews> m_comparison;
    KeptSimulations* m_kept; // may be null
    std::optional<StoredLayer> m_stored;
    KeptSimulations::FindId m_find = 0; // 0 = does not look
    std::optional<SimulationSummary> m_keptAs;
    bool m_isOpened = false;
    bool m_mayAdopt = false;   // choices of a stored simulation, until the user makes some
    bool m_hasAdopted = false; // for this layer
    bool m_active = false;
    State m_state = State::NoMapping;
    QString m_title, m_reason;
    bool m_isWarning = false;
    simulation::Choices m_choices; // of the user
    std::optional<simulation::Question> m_question;
    std::optional<mapping::LayerMapping> m_runMapping; // of the run, when a candidate is shown
    std::optional<ShownMesh> m_mesh;
    Cycles m_ofModel{};
    std::shared_ptr<const simulation::RunningSimulation> m_running;
    Simulated m_ended;
    Candidates m_candidates;
    std::optional<simulation::Question> m_compared; // of the last comparison, with the mapping that was shown
    Candidates m_lastCandidates;                    // what it found
    std::optional<std::size_t> m_candidate;
    QString m_comparisonProblem;
};

} // namespace nestloom::ui
