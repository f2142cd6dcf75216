// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"
#include "engine/dram/device.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::dram {

/// Moves one burst, or `bytes` where the memory takes any size.
struct Request {
    std::uint32_t id = 0;      // told back when it is done
    std::uint64_t address = 0; // in bytes
    bool write = false;
    Bytes bytes{}; // 0 = a burst
};

struct Done {
    std::uint32_t id = 0;
    bool write = false;
    Clock clock = 0; // read: the data are there; write: the memory has taken the data over
};

/// What a memory did since its start.
struct Statistics {
    std::int64_t reads = 0, writes = 0; // bursts
    std::int64_t rowHits = 0;           // column commands to a row that was open already
    std::int64_t rowMisses = 0;         // activates of a bank that was closed
    std::int64_t rowConflicts = 0;      // rows closed for another one
    std::int64_t refreshes = 0;         // of one rank
    Clock busClocks = 0;                // in which data moved
    friend bool operator==(const Statistics&, const Statistics&) = default;
};

/// A memory with its controller, in its own clock. Time goes forward by advance() only; what is sent counts as sent at
/// the present clock. Thread rule: one thread at a time.
class Memory {
public:
    virtual ~Memory() = default;

    /// What one request moves; of a memory that takes any size, what it counts in.
    virtual Bytes burst() const = 0;
    /// Whether a request moves as many bytes as it says.
    virtual bool takesAnySize() const { return false; }
    virtual std::int64_t clockFemtoseconds() const = 0;
    virtual Clock now() const = 0;
    virtual bool canSend(const Request& request) const = 0;
    /// The request must be one that canSend() allows.
    virtual void send(const Request& request) = 0;
    /// Goes to clock `to` (not before now) and appends what was done by then, in the order of the clocks.
    virtual void advance(Clock to, std::vector<Done>& done) = 0;
    /// No later than the first clock at which something is done or canSend() changes, if nothing is sent before;
    /// always after now(). kNever when nothing is under way.
    virtual Clock nextEventTime() const = 0;
    virtual const Statistics& statistics() const = 0;
};

/// What a plain bandwidth lets through.
struct BandwidthRates {
    double reads = 16, writes = 16; // bytes a cycle of the accelerator
    bool takeTurns = false;         // reads and writes go through one port
    friend bool operator==(const BandwidthRates&, const BandwidthRates&) = default;
};

/// How an accelerator's DRAM is modelled.
struct MemoryModel {
    enum class Kind {
        Banks,      // bank timings of `device`
        Bandwidth,  // a latency, and so many bytes a cycle in each direction
        Compatible, // one 32-byte read at a time, as in the simulator published with CoSA
    };
    Kind kind = Kind::Banks;
    Device device;                // Banks
    BandwidthRates rates;         // Bandwidth
    std::int64_t latency = 50;    // Bandwidth, of reads; cycles of the accelerator
    std::size_t outstanding = 32; // requests that the accelerator keeps in flight; 1 for Compatible
    friend bool operator==(const MemoryModel&, const MemoryModel&) = default;
};

/// "bandwidth", "compat" or the name of a device; fails InvalidInput for another name, with those known.
Result<MemoryModel> memoryModel(std::string_view name);
/// The name that memoryModel() understands.
std::string nameOf(const MemoryModel& model);
std::vector<std::string> memoryModelNames();

/// A new memory; `cycleFemtoseconds` is the accelerator's clock, in which the models without clock of their own run.
/// Fails InvalidInput for a device or figures that cannot be simulated.
Result<std::unique_ptr<Memory>> makeMemory(const MemoryModel& model, std::int64_t cycleFemtoseconds);

} // namespace nestloom::dram
