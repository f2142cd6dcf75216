// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/network_run.h"

#include <map>
#include <shared_mutex>
#include <tuple>

namespace nestloom::schedule {

/// What is proven of layers on accelerators that differ in their capacities, their bandwidths and what accesses cost,
/// so that the next one is solved sooner (a sweep's points). For latency, then energy.
///   Inheritance  A mapping that fits an accelerator fits any with more room and bandwidth, and is there as fast or
///                faster, for the same energy as long as accesses cost the same. So no mapping is better than the best
///                one of a larger accelerator, and where that one fits a smaller accelerator and costs the same there,
///                it is the best of that one as well.
///   Nearness     The best mappings of similar accelerators are good here; with one that is as fast as any on a larger
///                accelerator only the least energy is left to be proven.
/// Only results are taken that nothing can better, so what comes out is what a search of its own would prove. Where
/// that one would find no proof, there may be one here. Thread rule: any thread, any call.
class SettledLayers {
public:
    /// What a result is the best of. Own: the mappings of one layer, with its sizes. Run: all that a run looks at for a
    /// layer, larger sizes and fewer tensors kept included; of these only what is settled is of use to others. Refuted:
    /// as Own, of which no result is known, only how many cycles any mapping takes at least.
    enum class Space { Own, Run, Refuted };

    /// Whether nothing can better a result: it is as fast as its bound, in whole cycles, and of all that are as fast it
    /// has the least energy, to 1e-9 of it.
    static bool isSettled(const LayerResult& result);
    /// Larger for accelerators with more room and bandwidth: those that are solved first leave the most to the others.
    static double roomOf(const hardware::Accelerator& accelerator);

    /// Takes results that are as fast as their bound; passes over others. Of a shape the newest are kept.
    void add(const workload::Layer& layer, const hardware::Accelerator& accelerator, const LayerResult& result,
             Space space = Space::Own);
    /// No mapping takes fewer cycles; for of() in Space::Refuted.
    void addBound(const workload::Layer& layer, const hardware::Accelerator& accelerator, Cycles leastCycles);

    struct Settled {
        LayerResult result; // without costs
        Cycles cycles{};
        Picojoules energy{};
    };
    struct Known {
        std::vector<Settled> best; // equally good ones of larger accelerators: whichever costs the same here is settled
        std::optional<Cycles> leastCycles;           // no mapping takes fewer
        std::vector<mapping::LayerMapping> mappings; // of the most similar accelerators, nearest first
    };
    Known of(const workload::Layer& layer, const hardware::Accelerator& accelerator, Space space = Space::Own) const;

private:
    struct Entry : Settled {
        std::uint64_t energies = 0; // of its accelerator: what accesses cost
        bool settled = false;
    };
    /// Of one shape, on accelerators that differ in their sizes only. Thousands are looked through for every layer: the
    /// sizes stand by themselves.
    struct Family {
        std::vector<double> sizes; // log2 of bytes and bytes per cycle of each entry, one entry after the other
        std::vector<Entry> entries;
        std::size_t oldest = 0; // the next to be replaced, once there are many
    };
    void keep(const workload::Layer& layer, const hardware::Accelerator& accelerator, Entry entry, Space space);

    mutable std::shared_mutex m_mutex;
    std::map<std::tuple<Space, std::uint64_t, std::uint64_t>, Family> m_families; // by shape and what else decides
};

} // namespace nestloom::schedule
