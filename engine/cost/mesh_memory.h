// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/dram/memory.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <array>
#include <string>
#include <string_view>

namespace nestloom::cost {

/// The DRAM that mesh model and simulation take when nothing else is said: the device that the accelerator names; or
/// else the bandwidth that it states, so that all models count the same machine and none is below another's bound; or
/// else "ddr4-2400".
std::string dramModelOf(const hardware::Accelerator& accelerator);

/// A DRAM model by its name (dram::memoryModelNames) with the figures of an accelerator: "bandwidth" takes the
/// bandwidths of its outermost level, each direction its own, or the other's where it has none; with one port they take
/// turns. Requests in flight and latency are those of its DramInterface.
/// Fails InvalidInput for an unknown name.
Result<dram::MemoryModel> memoryOf(const hardware::Accelerator& accelerator, std::string_view dramModel);

/// A tile with these extents as a box of one tensor, in elements, in the order in which it lies in memory: weights
/// G K C R S, inputs N G C and rows and columns of pixels, outputs N G K P Q; the last axis is contiguous.
std::array<std::int64_t, 5> boxOf(const workload::Layer& layer, TensorRole role, const workload::Extents& tile);

/// How the box of a tensor that one transfer moves lies in memory.
struct Runs {
    double length = 0;   // contiguous bytes
    double distance = 0; // from the begin of one run to the next; 0 = there is one run only
};

/// The runs of the box of a tile with these extents, which begins at the first element of its tensor.
Runs runsOf(const workload::Layer& layer, TensorRole role, const workload::Extents& tile, double bytesPerElement);

/// How long a DRAM is busy with transfers, in cycles of the accelerator: a closed form of what engine/dram does clock
/// by clock. MODEL.md has the derivation.
class MemoryService {
public:
    MemoryService(const dram::MemoryModel& model, double cycleFemtoseconds, double packetBytes);

    /// What a transfer of so many bytes asks for, before neighbours in the same burst share one: packets, or bursts
    /// where a packet is larger.
    double requests(double bytes) const;
    /// Of a transfer of so many bytes and requests.
    double cycles(double bytes, double asked, const Runs& runs, bool write) const;
    /// Not more than cycles() of any transfers of so many bytes together.
    double leastBusy(double bytes, bool write) const;
    /// Reads and writes have a bus each.
    bool hasTwoBuses() const { return m_twoBuses; }
    double readLatency() const { return m_readLatency; }   // that a read takes in the mean
    double leastLatency() const { return m_leastLatency; } // that no read is faster than
    double packetBytes() const { return m_packetBytes; }
    /// That nothing is faster than; 0 where writes may be left for later.
    double leastCycles(double bytes, bool write) const { return bytes * (write ? m_perWritten : m_perRead); }

private:
    dram::MemoryModel m_model;
    double m_packetBytes = 32, m_burst = 64, m_requestBytes = 32, m_row = 0;
    double m_cyclesPerClock = 1; // of the memory
    bool m_twoBuses = false;
    double m_perRequest = 0;                // cycles, of neighbouring bursts
    double m_perRead = 0, m_perWritten = 0; // cycles of a byte; 0 = bursts count
    double m_apart = 0;                     // of bursts in several bank groups
    double m_readLatency = 0, m_leastLatency = 0;
};

} // namespace nestloom::cost
