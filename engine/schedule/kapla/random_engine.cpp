// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/layer_engine.h"

#include "engine/base/rng.h"
#include "engine/kapla/factorisations.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/kapla/tensor_hops.h"
#include "engine/schedule/kapla/blocking_moves.h"

namespace nestloom::kapla {

namespace {

constexpr int kAttempts = 8; // until one candidate fits

class RandomEngine : public LayerEngine {
public:
    RandomEngine(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal,
                 double keep, std::uint64_t seed)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_keep(keep), m_random(seed)
    {
    }

    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                              const DataLayout& inputs, std::stop_token stop) override
    {
        const std::vector<Partition> all = partitions(m_layer, m_batch, placement.nodes.extent, m_rules);
        std::shared_ptr<const LayerSchedule> best;
        for (int attempt = 0; attempt < kAttempts && !best && !stop.stop_requested(); ++attempt)
            for (const Partition& partition : all) {
                if (stop.stop_requested())
                    return nullptr;
                if (m_random.unit() >= m_keep)
                    continue;
                for (const UnitLoops& loops : peMappings(m_machine, shareOf(partition, m_layer, m_batch)))
                    if (const auto blocking =
                            sampled(blockingProblem(m_machine, placement, partition, loops), constraint, stop))
                        keepBetter({partition, loops, *blocking}, placement, inputs, best);
            }
        return best;
    }

    std::int64_t evaluated() const override { return m_evaluated; }

private:
    void keepBetter(const LayerMapping& mapping, const Placement& placement, const DataLayout& inputs,
                    std::shared_ptr<const LayerSchedule>& best) const
    {
        auto next = evaluate(m_machine, placement, m_layer, m_batch, mapping.partition, mapping.loops, mapping.blocking,
                             inputs);
        if (next
            && (!best
                || better(m_goal, next->total(), double(next->cycles()), best->cost.total(),
                          double(best->cost.cycles()))))
            best = std::make_shared<const LayerSchedule>(
                LayerSchedule{mapping, *next, outputLayout(placement, m_layer, m_batch, mapping.partition)});
    }

    std::optional<Blocking> sampled(const BlockingProblem& problem, const TopConstraint& constraint,
                                    const std::stop_token& stop)
    {
        std::optional<CacheResult> best;
        std::array<std::vector<std::array<std::int64_t, 3>>, 3> cuts;
        for (std::size_t loop = 0; loop < 3; ++loop)
            cuts[loop] = factorisations<3>(problem.loops.trips[loop]);
        for (const auto& inputs : cuts[0])
            for (const auto& outputs : cuts[1]) {
                if (stop.stop_requested())
                    return std::nullopt;
                for (const auto& batches : cuts[2]) {
                    if (m_random.unit() >= m_keep)
                        continue;
                    Blocking blocking;
                    for (std::size_t level = 0; level < 3; ++level)
                        blocking.factors[level] = {inputs[level], outputs[level], batches[level]};
                    if (keeps(blocking, constraint))
                        tryOrder(problem, constraint, blocking, best);
                }
            }
        return best ? std::optional(best->blocking) : std::nullopt;
    }

    void tryOrder(const BlockingProblem& problem, const TopConstraint& constraint, Blocking& blocking,
                  std::optional<CacheResult>& best)
    {
        const Loop top = kLoops[m_random.below(3)], near = kLoops[m_random.below(3)];
        if (!order(blocking, constraint, top, near))
            return;
        const auto next = counted(problem, {m_goal, {}, false}, blocking, m_evaluated);
        if (next && (!best || better(m_goal, next->cost, next->cycles(), best->cost, best->cycles())))
            best = next;
    }

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const PartitionRules m_rules;
    const Goal m_goal;
    const double m_keep;
    Rng m_random;
    std::int64_t m_evaluated = 0;
};

} // namespace

std::unique_ptr<LayerEngine> randomEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                          const PartitionRules& rules, Goal goal, double keep, std::uint64_t seed)
{
    return std::make_unique<RandomEngine>(machine, layer, batch, rules, goal, keep, seed);
}

} // namespace nestloom::kapla
