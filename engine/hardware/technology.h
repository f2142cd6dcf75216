// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::hardware {

/// Energy of one word of a memory of a certain size.
struct SizedEnergy {
    Bytes capacity{};
    Picojoules energy{};
    friend bool operator==(const SizedEnergy&, const SizedEnergy&) = default;
};

/// What reads, writes and multiply-accumulates cost in a technology, from one source. Energies of memories are for words
/// of `word`, and in proportion for others; that of a multiply-accumulate is for operands of `macBits`, and grows with
/// the square of the width, as in Timeloop's pat-public.
struct Technology {
    std::string name;
    std::string description;
    std::string source;                            // where every number comes from
    EnergySource formula = EnergySource::Explicit; // anything else stands in place of the memories' numbers
    Bits word{16};
    Bits macBits{16};
    Picojoules mac{0};
    std::optional<Picojoules> dram;     // of one word
    std::vector<SizedEnergy> sram;      // by ascending capacity
    std::vector<SizedEnergy> registers; // the same
    AreaTable area;                     // empty = not stated
    friend bool operator==(const Technology&, const Technology&) = default;
};

/// Input rules: a name and a source; with numbers, positive sizes in ascending order, at least one of each kind, and
/// none below 0 pJ. Empty = usable.
std::vector<Finding> check(const Technology& technology);

/// Energy of one word in a memory of this size. One stated size stands for all; between and beyond several the energy
/// follows the power of the capacity that leads through the nearest two. `sizes` must not be empty.
Picojoules energyAt(const std::vector<SizedEnergy>& sizes, Bytes capacity);

/// The accelerator with these energies in place of its own, and the areas if there are any; a note says so. A level's
/// words are as wide as the widest tensor that it keeps. A level without a size costs what the largest stated size does.
Accelerator withEnergies(const Accelerator& accelerator, const Technology& technology);

} // namespace nestloom::hardware
