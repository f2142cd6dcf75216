// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/dram/device.h"
#include "engine/dram/memory.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::dram {

/// How an accelerator's DRAM is modelled.
struct MemoryModel {
    enum class Kind {
        Banks,      // bank timings of `device`
        Bandwidth,  // a latency, and so many bytes a cycle
        Compatible, // one 32-byte read at a time, as in the simulator published with CoSA
    };
    Kind kind = Kind::Banks;
    Device device;                // Banks
    double bytesPerCycle = 16;    // Bandwidth; cycles of the accelerator
    std::int64_t latency = 50;    // Bandwidth; cycles of the accelerator
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
