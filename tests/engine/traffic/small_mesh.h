// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/builders.h"

namespace nestloom::tests {

/// DRAM, a buffer over a mesh of PEs, and in each PE a buffer over `lanes` MAC units. One byte an element, except for
/// outputs in the PE. Everything is kept everywhere.
inline hardware::Accelerator meshAccelerator(std::int64_t columns, std::int64_t rows, std::int64_t lanes = 1)
{
    using enum hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "mesh";
    accelerator.levels = {level("DRAM", Dram, {}, TensorSet::all(), 1),
                          level("Buffer", Sram, Bytes{1 << 20}, TensorSet::all(), columns, rows),
                          level("Local", Sram, Bytes{1 << 16}, TensorSet::all(), lanes)};
    accelerator.interconnect = {"Buffer", Bits{64}};
    return accelerator;
}

/// simba with a mesh below its global buffer.
inline hardware::Accelerator simbaWithMesh()
{
    hardware::Accelerator accelerator = simba();
    accelerator.interconnect = {"GlobalBuffer", Bits{64}};
    return accelerator;
}

} // namespace nestloom::tests
