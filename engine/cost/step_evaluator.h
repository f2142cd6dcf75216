// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/evaluate.h"

namespace nestloom::cost {

/// Where two nests of a layer may differ: in loops of the levels [outer, inner]; what is inside them is the same, and
/// so are the tiles of all levels but (outer, inner], unless the nests cover different sizes: then outer is 0.
struct NestChange {
    std::size_t outer = 0, inner = 0;
    bool spatial = false; // some spatial loop is another
    bool covered = false; // what the nest covers may be another, and with it the tile of level 0
};

/// Scores nests that are one step away from another one, the base, as a search makes them: only the accesses that a
/// step can change are counted again. Agrees with Evaluator to the last bit as long as counts are whole numbers below
/// 2^53. Thread rule: one thread at a time.
class StepEvaluator {
public:
    StepEvaluator(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                  Model model = Model::Nestloom);

    /// Counts everything; the nest is the base then.
    Score start(const Nest& nest);
    /// Of a nest that differs from the base in `change` only.
    Score step(const Nest& nest, const NestChange& change);
    /// The nest of the last step() is the base from now on.
    void accept() { std::swap(m_base, m_trial); }

private:
    struct State {
        AccessCounts counts;
        std::array<PerTensor<double>, kMaxLevels>
            children; // distinct ones, down to the next level that keeps the tensor
        std::array<PerTensor<double>, kMaxLevels> fetched; // what one instance fetches or drains
        std::array<double, kMaxLevels> held;               // outputs ever held
    };
    void count(const Nest& nest, const NestChange& change, State& state) const;
    void countInstances(const Nest& nest, State& state) const;
    void countInputsOrWeights(const Nest& nest, const NestChange& change, TensorRole role, State& state) const;
    void countOutputs(const Nest& nest, const NestChange& change, State& state) const;
    void countChildren(const Nest& nest, const NestChange& change, TensorRole role, std::size_t level,
                       std::size_t inner, State& state) const;
    void countFetches(const Nest& nest, const NestChange& change, TensorRole role, std::size_t level,
                      State& state) const;

    workload::Layer m_layer;
    Evaluator m_evaluator;
    PerTensor<std::vector<std::size_t>> m_keepers; // levels, innermost first
    bool m_mixes = false;                          // pixels and taps of one axis may both be spread over children
    State m_base, m_trial;
};

} // namespace nestloom::cost
