// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/segment_solver.h"

namespace nestloom::kapla {

SegmentFigures figuresOf(const ScheduledSegment& segment)
{
    SegmentFigures figures{0, double(segment.timing.cycles())};
    double idle = 0, cycles = 0;
    for (const auto& layer : segment.layers) {
        figures.cost += layer->cost.total() - layer->cost.idleCost;
        idle += layer->cost.idleCost;
        cycles += double(layer->cost.cycles());
    }
    figures.cost += cycles > 0 ? idle / cycles * figures.cycles : 0;
    return figures;
}

SegmentSolver::SegmentSolver(const Machine& machine, const Network& network, std::int64_t batch,
                             const PartitionRules& partitions, Goal goal, LayerEngineFactory makeEngine,
                             std::stop_token stop)
    : m_machine(machine), m_network(network), m_batch(batch), m_partitions(partitions), m_goal(goal),
      m_makeEngine(std::move(makeEngine)), m_stop(std::move(stop))
{
}

std::vector<Progressed> SegmentSolver::beginnings() const
{
    std::vector<Progressed> all;
    for (std::vector<DataLayout>& inputs : inputLayouts(m_machine, m_network, m_batch, m_partitions))
        all.push_back({{std::move(inputs), std::vector<DataLayout>(m_network.layers.size())}, {}});
    return all;
}

LayerEngine& SegmentSolver::engineFor(std::size_t layer)
{
    const Layer& shape = m_network.layers[layer].layer;
    std::unique_ptr<LayerEngine>& engine = m_engines[shape];
    if (!engine)
        engine = m_makeEngine(shape);
    return *engine;
}

bool SegmentSolver::mayFit(const Segment& segment, const SegmentConstraint& constraint)
{
    for (std::size_t i = 0; i < segment.layers.size(); ++i)
        if (!engineFor(segment.layers[i].layer).mayFit(segment.layers[i].placement, constraint[i].top))
            return false;
    return true;
}

std::optional<Progressed> SegmentSolver::extended(const std::vector<Progressed>& before, const Segment& segment,
                                                  const SegmentConstraint& constraint)
{
    std::optional<Progressed> best;
    ScheduledSegment scheduled{segment, {}, {}};
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const SegmentLayer& one = segment.layers[i];
        TopConstraint top = constraint[i].top;
        if (constraint[i].outputsLike)
            top.factor[index(Loop::OutputChannels)] =
                scheduled.layers[*constraint[i].outputsLike]->blocking.factors[0][index(Loop::OutputChannels)];
        std::shared_ptr<const LayerSchedule> chosen;
        const Progressed* from = nullptr;
        // The first layer chooses among what may lie before, by its own cost; the others follow it.
        for (std::size_t choice = 0; choice < (i == 0 ? before.size() : 1); ++choice) {
            const Progressed& tried = i == 0 ? before[choice] : *best;
            auto found = engineFor(one.layer).best(one.placement, top, inputsOf(m_network, one, tried.layouts), m_stop);
            if (!found
                || (chosen
                    && !better(m_goal, found->cost.total(), double(found->cost.cycles()), chosen->cost.total(),
                               double(chosen->cost.cycles()))))
                continue;
            chosen = std::move(found);
            from = &tried;
        }
        if (!chosen)
            return std::nullopt;
        if (i == 0)
            best = *from;
        best->layouts.layers[one.layer] = chosen->outputs;
        scheduled.timing.add(m_network, one.layer, one.slot, *chosen);
        scheduled.layers.push_back(std::move(chosen));
    }
    best->segments.push_back(std::move(scheduled));
    return best;
}

} // namespace nestloom::kapla
