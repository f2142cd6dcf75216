// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/layer_engine.h"

#include "engine/base/rng.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/kapla/tensor_hops.h"
#include "engine/schedule/kapla/blocking_moves.h"
#include "engine/schedule/kapla/boosted_stumps.h"
#include "engine/schedule/kapla/partition_space.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::kapla {

namespace {

constexpr std::size_t kMostSamples = 512; // the trees learn from the newest ones
constexpr double kBad = 60;               // value of what does not fit: log2 of a cost that nothing has

/// A mapping on the walk.
struct State {
    std::size_t partition = 0;
    std::size_t loops = 0; // PE mapping
    Blocking blocking;
};

class AnnealingEngine : public LayerEngine {
public:
    AnnealingEngine(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules,
                    Goal goal, const AnnealingOptions& options)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_options(options),
          m_random(options.seed)
    {
    }

    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                              const DataLayout& inputs, std::stop_token stop) override
    {
        begin(placement, constraint, inputs);
        for (int iteration = 0; iteration < m_options.iterations; ++iteration) {
            if (stop.stop_requested())
                return nullptr;
            for (const State& state : proposals(1.0 - double(iteration) / m_options.iterations))
                judge(state);
            if (iteration % 4 == 0)
                m_model.fit(m_samples, m_values);
        }
        return m_best;
    }

    std::int64_t evaluated() const override { return m_evaluated; }

private:
    void begin(const Placement& placement, const TopConstraint& constraint, const DataLayout& inputs)
    {
        m_placement = placement;
        m_constraint = constraint;
        m_held = heldTensors(m_layer, inputs);
        m_partitions = partitions(m_layer, m_batch, placement.nodes.extent, m_rules);
        m_loops.assign(m_partitions.size(), {});
        m_hops.clear();
        m_samples.clear();
        m_values.clear();
        m_best = nullptr;
        m_model = {};
        m_state = randomState();
    }

    const std::vector<UnitLoops>& loopsOf(std::size_t partition)
    {
        if (m_loops[partition].empty())
            m_loops[partition] = peMappings(m_machine, shareOf(m_partitions[partition], m_layer, m_batch));
        return m_loops[partition];
    }

    /// All prime factors of the loops on random levels, but for what the constraint fixes.
    Blocking randomBlocking(const UnitLoops& loops)
    {
        Blocking blocking;
        for (std::size_t loop = 0; loop < 3; ++loop) {
            std::int64_t rest = loops.trips[loop];
            const std::int64_t top = m_constraint.factor[loop];
            if (top != 0 && rest % top == 0) {
                blocking.factors[0][loop] = top;
                rest /= top;
            }
            for (std::int64_t prime = 2; rest > 1;)
                if (rest % prime == 0) {
                    blocking.factors[top != 0 ? 1 + m_random.below(2) : m_random.below(3)][loop] *= prime;
                    rest /= prime;
                } else {
                    prime = prime * prime > rest ? rest : prime + 1;
                }
        }
        order(blocking, m_constraint, kLoops[m_random.below(3)], kLoops[m_random.below(3)]);
        return blocking;
    }

    State randomState()
    {
        State state{std::size_t(m_random.below(m_partitions.size())), 0, {}};
        const auto& loops = loopsOf(state.partition);
        state.loops = std::size_t(m_random.below(loops.size()));
        state.blocking = randomBlocking(loops[state.loops]);
        return state;
    }

    State neighbourOf(const State& state)
    {
        if (m_random.below(8) == 0)
            return randomState();
        std::vector<Blocking> all;
        neighbours(state.blocking, m_constraint, all);
        State next = state;
        if (!all.empty())
            next.blocking = all[std::size_t(m_random.below(all.size()))];
        return next;
    }

    Sample featuresOf(const State& state)
    {
        Sample features{};
        const Parts parts = partsOf(m_partitions[state.partition]);
        std::size_t at = 0;
        for (const std::int64_t count : parts)
            features[at++] = std::log2(double(count));
        for (const PerLoop& level : state.blocking.factors)
            for (const std::int64_t factor : level)
                features[at++] = std::log2(double(factor));
        for (const auto& level : state.blocking.position)
            for (const std::uint8_t position : level)
                features[at++] = position == 0 ? 1 : 0;
        return features;
    }

    /// The most promising states of a walk by predicted costs, and some random ones.
    std::vector<State> proposals(double temperature)
    {
        const std::size_t count = std::size_t(std::max(1, m_options.batch));
        std::vector<std::pair<double, State>> walked;
        double here = m_model.predict(featuresOf(m_state));
        for (std::size_t step = 0; step < 4 * count; ++step) {
            State next = neighbourOf(m_state);
            const double there = m_model.predict(featuresOf(next));
            if (there <= here || m_random.unit() < std::exp((here - there) / std::max(0.02, temperature))) {
                m_state = next;
                here = there;
            }
            walked.push_back({there, std::move(next)});
        }
        std::ranges::stable_sort(walked, [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<State> chosen;
        for (std::size_t i = 0; i < count; ++i)
            chosen.push_back(i % 8 == 7 ? randomState() : std::move(walked[i].second));
        return chosen;
    }

    PerTensor<std::int64_t> hopsOf(std::size_t index)
    {
        const auto [at, isNew] = m_hops.try_emplace(index);
        if (isNew) {
            const Partition& partition = m_partitions[index];
            at->second = fixedHops(m_machine, m_placement, m_layer, m_batch, partition);
            const auto read = readHops(m_machine, m_placement, m_layer, m_batch, partition, m_held);
            for (const TensorRole role : kTensorRoles)
                at->second[role] += read[role];
        }
        return at->second;
    }

    void judge(const State& state)
    {
        ++m_evaluated;
        const Partition& partition = m_partitions[state.partition];
        const UnitLoops& loops = loopsOf(state.partition)[state.loops];
        const BlockingProblem problem = blockingProblem(m_machine, m_placement, partition, loops);
        const auto counts = keeps(state.blocking, m_constraint) ? count(problem, state.blocking) : std::nullopt;
        if (!counts)
            return learn(state, kBad);
        const LayerCost cost = layerCost(
            m_machine.costs, *counts, hopsOf(state.partition),
            sharingHops(problem, state.blocking, *counts, sharingGroups(m_layer.kind, partition, m_placement.nodes)));
        const double value = m_goal == Goal::Energy  ? cost.total()
                             : m_goal == Goal::Delay ? double(cost.cycles())
                                                     : cost.total() * double(cost.cycles());
        learn(state, std::log2(value));
        if (!m_best
            || better(m_goal, cost.total(), double(cost.cycles()), m_best->cost.total(),
                      double(m_best->cost.cycles()))) {
            m_best = std::make_shared<const LayerSchedule>(LayerSchedule{
                {partition, loops, state.blocking}, cost, outputLayout(m_placement, m_layer, m_batch, partition)});
            m_state = state;
        }
    }

    void learn(const State& state, double value)
    {
        if (m_samples.size() >= kMostSamples) {
            m_samples.erase(m_samples.begin());
            m_values.erase(m_values.begin());
        }
        m_samples.push_back(featuresOf(state));
        m_values.push_back(value);
    }

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const PartitionRules m_rules;
    const Goal m_goal;
    const AnnealingOptions m_options;
    Rng m_random;
    Placement m_placement;
    TopConstraint m_constraint;
    HeldTensors m_held;
    std::vector<Partition> m_partitions;
    std::vector<std::vector<UnitLoops>> m_loops; // by partition; empty = not needed yet
    std::map<std::size_t, PerTensor<std::int64_t>> m_hops;
    std::vector<Sample> m_samples;
    std::vector<double> m_values;
    BoostedStumps m_model;
    State m_state;
    std::shared_ptr<const LayerSchedule> m_best;
    std::int64_t m_evaluated = 0;
};

} // namespace

std::unique_ptr<LayerEngine> annealingEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                             const PartitionRules& rules, Goal goal, const AnnealingOptions& options)
{
    return std::make_unique<AnnealingEngine>(machine, layer, batch, rules, goal, options);
}

} // namespace nestloom::kapla
