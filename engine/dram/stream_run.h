// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/dram/memory.h"

#include <cstdint>

namespace nestloom::dram {

/// Requests of one kind, as fast as the memory and the limits allow: what a memory is measured with.
struct Stream {
    enum class Pattern { Sequential, Strided, Random };
    Pattern pattern = Pattern::Sequential;
    std::uint64_t stride = 0;                    // bytes; Strided
    std::uint64_t span = std::uint64_t{1} << 33; // addresses are taken modulo this many bytes
    double writeFraction = 0;                    // each request is a write by chance
    std::int64_t outstanding = 16;               // in flight at once; 1 = each waits for the one before
    double requestsPerClock = 1;                 // offered, at most 1
    std::int64_t requests = 20000;
    std::uint64_t seed = 1;
};

struct StreamResult {
    Clock clocks = 0;              // until the last request was done
    double readLatency = 0;        // mean, in clocks, from sent to done; 0 without reads
    double gigabytesPerSecond = 0; // after the first tenth of the requests; 1e9 bytes
};

/// Offers at most one request a clock; one that the memory refuses is offered again. Fails Internal when the memory
/// stands still.
Result<StreamResult> runStream(Memory& memory, const Stream& stream);

} // namespace nestloom::dram
