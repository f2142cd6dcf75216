// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/base/run_control.h"
#include "engine/cost/evaluate.h"
#include "engine/cost/step_evaluator.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "engine/schedule/objective.h"

#include <functional>
#include <optional>

namespace nestloom::schedule::cosa {

/// Judges candidates that are one move away from another one, the base: whether they fit and what they cost, by looking
/// only at what the move can change. Thread rule: one thread at a time.
class StepScorer {
public:
    explicit StepScorer(const MappingSpace& space, cost::Model model = cost::Model::Nestloom)
        : m_space(space), m_evaluator(space.accelerator(), space.layer(), model)
    {
    }

    /// A base, which must fit.
    cost::Score start(const Candidate& base);
    /// Whether a candidate fits that differs from the base in slots and orders of the levels of `change` only.
    bool fits(const Candidate& candidate, const cost::NestChange& change);
    /// Of the candidate that fits() was asked for last.
    cost::Score score() { return m_evaluator.step(m_nest, m_change); }
    /// The candidate that was scored last is the base from now on.
    void accept();
    /// Product of the temporal bounds of the candidate asked for last.
    double computeCycles() const { return double(m_nest.computeCycles()); }

private:
    const MappingSpace& m_space;
    cost::StepEvaluator m_evaluator;
    cost::Nest m_nest;
    cost::NestChange m_change;
    std::size_t m_differs = 0; // inside this level the nest is that of the base
};

/// Orders scores by an objective: its figure first; among equals (within 1e-9) energy, or cycles where that was the
/// figure.
struct Better {
    Goal goal;
    bool operator()(const cost::Score& a, const cost::Score& b) const;
};

/// Iterated local search over the exact evaluator: move one prime to another slot, exchange two primes between slots,
/// change the stationary tensor of a level; take the first improvement in a shuffled order. When many moves in a row
/// were in vain, disturb where the climb ended, unless that is much worse than where it began, and climb again; now and
/// then start afresh. Stops by evaluations, not by the clock, so equal seeds give equal results.
class LocalSearch {
public:
    /// `model`: that of cost::Evaluator.
    LocalSearch(const MappingSpace& space, Goal goal, std::uint64_t seed, cost::Model model = cost::Model::Nestloom);

    struct Best {
        Candidate candidate;
        cost::Score score;
    };
    /// Nothing before the first run.
    const std::optional<Best>& best() const { return m_best; }
    std::int64_t evaluations() const { return m_evaluations; }

    /// Improves a candidate that fits to a local optimum, with at most `evaluations` more, and keeps it when it is the
    /// best so far.
    void improve(const Candidate& start, std::int64_t evaluations, const RunControl& control);
    /// Climbs from new starts until `evaluations` more are used, `enough` says so, or the control stops it.
    void run(std::int64_t evaluations, const RunControl& control, const std::function<bool(const Best&)>& enough);
    /// Moves factors outward, with limits also inward, those first that cost least, until the candidate fits.
    Candidate repaired(Candidate candidate);

private:
    /// One prime goes to another slot, and another prime may come back for it; or the order of a level changes.
    struct Move {
        enum class Kind : std::uint8_t { Shift, Exchange, Order } kind = Kind::Shift;
        std::uint8_t from = 0, to = 0;         // slots; for Order: level and TensorRole
        std::uint8_t factor = 0, exchange = 0; // into MappingSpace::factors()
    };
    /// A candidate on its way to a local optimum. `present[slot]` has a bit for every factor the slot holds a copy of,
    /// so that most impossible moves cost no division.
    struct Climber {
        Candidate candidate;
        cost::Score score;
        double computeCycles = 0; // product of the temporal bounds
        std::array<std::uint32_t, kMaxSlots> present{};
    };
    void listMoves();
    Climber climber(const Candidate& candidate);
    bool possible(const Climber& climber, const Move& move) const;
    /// Compute cycles alone would make the moved candidate worse.
    bool hopeless(const Climber& climber, const Move& move) const;
    /// What a move overwrites: most moves are taken back, and that must cost no division.
    struct Overwritten {
        std::array<std::int64_t, 4> bounds{};
        std::array<std::uint32_t, 2> present{};
        TensorRole stationary = TensorRole::Weights;
    };
    Overwritten apply(Climber& climber, const Move& move) const;
    void takeBack(Climber& climber, const Move& move, const Overwritten& before) const;
    cost::NestChange changeOf(const Move& move) const;
    void shift(Climber& climber, std::size_t factor, std::size_t from, std::size_t to) const;
    void notePresence(Climber& climber, std::size_t slot, std::size_t factor) const;
    /// Where it ends: at a local optimum, or once `patience` moves in a row were in vain.
    Best climb(const Candidate& start, std::size_t patience, const RunControl& control);
    bool stopped(const RunControl& control);
    cost::Score evaluate(const Candidate& candidate);
    std::size_t outermostWith(const Candidate& candidate, const Factor& factor) const;
    Candidate randomStart();
    std::optional<Candidate> relieved(const Candidate& candidate);
    Candidate disturbed(const Candidate& candidate);

    const MappingSpace& m_space;
    Better m_better;
    cost::Evaluator m_evaluator;
    cost::Nest m_nest;
    StepScorer m_scorer;
    Rng m_rng;
    std::vector<Move> m_moves;
    std::optional<Best> m_best;
    std::int64_t m_evaluations = 0;
    std::int64_t m_limit = 0;
    std::int64_t m_tries = 0;
};

} // namespace nestloom::schedule::cosa
