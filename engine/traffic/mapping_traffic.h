// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/mesh.h"
#include "engine/noc/transaction.h"
#include "engine/traffic/flows.h"
#include "engine/traffic/tensor_places.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace nestloom::traffic {

/// What the flits of a transaction carry, as the simulator counts them.
enum class TrafficClass : std::uint8_t { Weights, Inputs, PartialSums, Outputs };
std::string_view name(TrafficClass traffic); // "weights", "inputs", "partial sums", "outputs"

/// What a transaction is about.
struct TransactionTag {
    static constexpr std::uint32_t kCompute = UINT32_MAX;
    std::uint32_t flow = kCompute; // into MappingTraffic::flows
    std::uint32_t step = 0;
    std::int64_t bytes = 0;  // without what fills up the last packet
    std::uint32_t block = 0; // into MappingTraffic::blocks; of transactions from or to the outside
};

/// How the sums of PEs that add to the same outputs come together.
enum class Reduction : std::uint8_t {
    PacketChain,     // from PE to PE, each packet goes on as soon as it is added to
    StoreAndForward, // from PE to PE, each tile goes on when it is whole; as in the simulator published with CoSA
    AtReceiver,      // every PE sends its own to where the outputs are kept, which adds them
};
std::string_view name(Reduction reduction); // "chain", "store-and-forward", "receiver"

struct TrafficOptions {
    noc::DramPort dramPort = noc::DramPort::Own;
    Reduction reduction = Reduction::PacketChain;
    bool multicast = true;               // false: groups are served one by one, whatever the interconnect can
    std::uint32_t payloadFlits = 4;      // of a packet
    std::int64_t mostComputes = 1 << 16; // steps times PEs; above that, inner loops become part of a step
};

/// All that a mapping does during one layer, as transactions over the mesh: what is filled into the buffer, delivered
/// to the PEs, computed, added up, collected and drained, and in which order. Each keeper of a tile has room for two,
/// one in use and one that arrives or leaves.
struct MappingTraffic {
    noc::Mesh mesh;
    noc::TransactionList list;
    std::vector<TransactionTag> tags; // of each transaction
    std::vector<Flow> flows;
    std::vector<TensorBlock> blocks;
    std::optional<TensorPlaces> places; // in DRAM
    std::int64_t packetBytes = 32;
    std::int64_t steps = 0;
    std::int64_t cyclesPerStep = 0; // that a PE computes
    std::size_t mergedLoops = 0;    // that became part of a step, because there were too many steps
    std::vector<std::uint32_t> pes; // ports of the PEs in use, ascending

    /// Where a PE stands among those in use.
    std::size_t numberOf(noc::EndpointId pe) const
    {
        return std::size_t(std::lower_bound(pes.begin(), pes.end(), pe) - pes.begin());
    }

    /// What a packet of a transaction carries, without what fills it up.
    Bytes bytesOf(noc::TransactionId transaction, std::uint32_t packet) const
    {
        return {std::clamp<std::int64_t>(tags[transaction].bytes - packet * packetBytes, 0, packetBytes)};
    }

    /// Appends the addresses that a packet of a transaction from or to the outside asks for: one for each `burst` of
    /// its bytes, at least one. What fills up the last packet is not asked for.
    void addAddresses(noc::TransactionId transaction, std::uint32_t packet, Bytes burst,
                      std::vector<std::uint64_t>& addresses) const
    {
        const TransactionTag& tag = tags[transaction];
        const std::int64_t begin = packet * packetBytes, end = begin + bytesOf(transaction, packet).count;
        for (std::int64_t byte = begin; byte < end; byte += burst.count)
            addresses.push_back(places->address(blocks[tag.block], byte));
    }
};

/// Bytes of each flow are those of findFlows, that is of our own cost model, spread evenly over its transfers. Groups
/// of PEs are served by multicasts, or by unicasts if the interconnect has none; sums of a group come together as
/// TrafficOptions::reduction says; in a chain the last PE sends them on.
/// Fails as meshLoad does.
Result<MappingTraffic> mappingTraffic(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                      const mapping::LayerMapping& mapping, const TrafficOptions& options = {});

} // namespace nestloom::traffic
