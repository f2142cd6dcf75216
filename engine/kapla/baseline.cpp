// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/baseline.h"

#include <map>

namespace nestloom::kapla {

namespace {

/// A network scheduled up to a layer.
struct Partial {
    NetworkSchedule schedule;
    double layerCost = 0, staticCost = 0; // sums
    std::int64_t layerCycles = 0;
};

/// The layout of each of the network's inputs, for one way to lay out the first.
std::vector<DataLayout> inputLayouts(const Machine& machine, const Network& network, std::int64_t batch, const Partition& partition)
{
    std::vector<DataLayout> layouts;
    for (const NetworkInput& input : network.inputs)
        layouts.push_back({{FmapRange{{{0, batch}, {0, input.channels}, {0, input.height}, {0, input.width}}}, machine.memory,
                            projected(partition, machine.memory)}});
    return layouts;
}

std::vector<std::vector<DataLayout>> allInputLayouts(const Machine& machine, const Network& network, std::int64_t batch,
                                                     const PartitionRules& rules)
{
    const NetworkInput& first = network.inputs.front();
    Layer asLayer = convolution(1, first.channels, 1, 1);
    asLayer.outputHeight = first.height;
    asLayer.outputWidth = first.width;
    std::vector<std::vector<DataLayout>> all;
    for (const Partition& partition : partitions(asLayer, batch, machine.memory.extent, rules, true))
        all.push_back(inputLayouts(machine, network, batch, partition));
    return all;
}

class Baseline {
public:
    Baseline(const Machine& machine, const Network& network, std::int64_t batch, const BaselineOptions& options, const RunControl& control)
        : m_machine(machine), m_network(network), m_batch(batch), m_options(options), m_control(control)
    {
    }

    BaselineResult run()
    {
        BaselineResult result;
        const auto layouts = allInputLayouts(m_machine, m_network, m_batch, m_options.partitions);
        std::optional<Partial> best;
        for (std::size_t layer = 0; layer < m_network.layers.size(); ++layer) {
            m_control.report({"exhaustive search", double(layer) / double(m_network.layers.size()), std::nullopt, std::nullopt});
            best = layer == 0 ? first(layouts) : next(std::move(*best), layer);
            if (!best) {
                result.stopped = m_control.stop.stop_requested();
                if (!result.stopped)
                    result.unfit = layer;
                break;
            }
        }
        for (const auto& [shape, search] : m_searches) {
            result.effort.enumerated += search.effort().enumerated;
            result.effort.evaluated += search.effort().evaluated;
        }
        if (best)
            result.schedule = std::move(best->schedule);
        return result;
    }

private:
    /// The layout that suits the first layer best.
    std::optional<Partial> first(const std::vector<std::vector<DataLayout>>& layouts)
    {
        std::optional<Partial> best;
        const std::vector<DataLayout>* chosen = nullptr;
        for (const std::vector<DataLayout>& layout : layouts) {
            m_inputs = layout;
            Partial empty;
            empty.schedule.inputs = layout.front();
            auto tried = next(std::move(empty), 0);
            if (!tried || (best && !better(m_options.goal, tried->schedule.cost, double(tried->schedule.cycles), best->schedule.cost, double(best->schedule.cycles))))
                continue;
            best = std::move(tried);
            chosen = &layout;
        }
        if (chosen)
            m_inputs = *chosen;
        return best;
    }

    std::optional<Partial> next(Partial partial, std::size_t layer)
    {
        const Segment segment = singleLayer(m_machine, m_network, layer);
        partial.schedule.segments.emplace_back();
        for (const SegmentLayer& one : segment.layers) {
            auto found = searchFor(one.layer).best(one.placement, {}, inputsOf(partial.schedule, one), m_control.stop);
            if (!found)
                return std::nullopt;
            add(partial, one, std::move(*found));
        }
        return partial;
    }

    LayerSearch& searchFor(std::size_t layer)
    {
        const Layer& shape = m_network.layers[layer].layer;
        return m_searches.try_emplace(shape, m_machine, shape, m_batch, m_options.partitions, m_options.goal).first->second;
    }

    DataLayout inputsOf(const NetworkSchedule& schedule, const SegmentLayer& one) const
    {
        std::vector<const DataLayout*> parts;
        for (const Source& source : m_network.layers[one.layer].sources)
            parts.push_back(source.isInput ? &m_inputs[source.at] : &schedule.layers[source.at].outputs);
        DataLayout layout = concatenated(parts);
        return one.forwardedTo ? movedTo(*one.forwardedTo, std::move(layout)) : layout;
    }

    void add(Partial& partial, const SegmentLayer& one, LayerSchedule found) const
    {
        NetworkSchedule& schedule = partial.schedule;
        partial.layerCost += found.cost.total();
        partial.staticCost += found.cost.idleCost;
        partial.layerCycles += found.cost.cycles();
        schedule.segments.back().add(m_network, one.layer, one.slot, found);
        schedule.layers.push_back(std::move(found));
        // A network that lies on the machine as a whole goes on without filling and draining it.
        schedule.cycles = 0;
        if (schedule.segments.size() == 1 && schedule.layers.size() == m_network.layers.size())
            schedule.cycles = schedule.segments.front().criticalCycles();
        else
            for (const SegmentTiming& segment : schedule.segments)
                schedule.cycles += segment.cycles();
        schedule.cost = partial.layerCost;
        if (partial.layerCycles > 0)
            schedule.cost -= partial.staticCost * (1 - double(schedule.cycles) / double(partial.layerCycles));
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const BaselineOptions& m_options;
    const RunControl& m_control;
    std::vector<DataLayout> m_inputs; // of the network
    std::map<Layer, LayerSearch> m_searches;
};

} // namespace

BaselineResult searchBaseline(const Machine& machine, const Network& network, std::int64_t batch,
                              const BaselineOptions& options, const RunControl& control)
{
    return Baseline(machine, network, batch, options, control).run();
}

} // namespace nestloom::kapla
