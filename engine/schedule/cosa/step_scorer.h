// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/step_evaluator.h"
#include "engine/schedule/cosa/mapping_space.h"

namespace nestloom::schedule::cosa {

/// Judges candidates that are one move away from another one, the base: whether they fit and what they cost, by looking
/// only at what the move can change. Thread rule: one thread at a time.
class StepScorer {
public:
    explicit StepScorer(const MappingSpace& space) : m_space(space), m_evaluator(space.accelerator(), space.layer()) {}

    /// A base, which must fit.
    cost::Score start(const Candidate& base);
    /// Whether a candidate fits that differs from the base in slots and orders of the levels of `change` only.
    bool fits(const Candidate& candidate, const cost::NestChange& change);
    /// Of the candidate that fits() was asked for last.
    cost::Score score() { return m_evaluator.step(m_nest, m_change); }
    /// The candidate that was scored last is the base from now on.
    void accept();
    /// Product of the temporal bounds of the candidate asked for last.
    double computeCycles() const { return static_cast<double>(m_nest.computeCycles()); }

private:
    const MappingSpace& m_space;
    cost::StepEvaluator m_evaluator;
    cost::Nest m_nest;
    cost::NestChange m_change;
    std::size_t m_differs = 0; // inside this level the nest is that of the base
};

} // namespace nestloom::schedule::cosa
