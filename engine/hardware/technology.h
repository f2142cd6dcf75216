// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::hardware {

// Numbers of a technology. `source` says where a number comes from; empty = from where the whole table does.

/// Energy of one word of a memory of a certain size.
struct SizedEnergy {
    Bytes capacity{};
    Picojoules energy{};
    std::string source{};
    friend bool operator==(const SizedEnergy&, const SizedEnergy&) = default;
};

/// Energy of one multiply-accumulate of operands of a certain width.
struct MacEnergy {
    Bits width{16};
    Picojoules energy{};
    std::string source{};
    friend bool operator==(const MacEnergy&, const MacEnergy&) = default;
};

/// Energy that goes with no size.
struct StatedEnergy {
    Picojoules energy{};
    std::string source{};
    friend bool operator==(const StatedEnergy&, const StatedEnergy&) = default;
};

struct StatedArea {
    SquareMicrometres area{};
    std::string source{};
    friend bool operator==(const StatedArea&, const StatedArea&) = default;
};

/// Areas as in AreaTable, each with its source.
struct TechnologyAreas {
    std::optional<StatedArea> sramPerKib, registersPerKib, mac;
    bool isEmpty() const { return !sramPerKib && !registersPerKib && !mac; }
    friend bool operator==(const TechnologyAreas&, const TechnologyAreas&) = default;
};

/// What reads, writes, multiply-accumulates and hops cost in a technology, and what area its parts take. Energies of
/// memories and hops are for words of `word`, and in proportion for others. One stated width of a multiply-accumulate
/// stands for all, with the square of the width, as in Timeloop's pat-public.
struct Technology {
    std::string name;
    std::string description;
    std::string source;                            // of every number that has none of its own
    EnergySource formula = EnergySource::Explicit; // anything else stands in place of the memories' numbers
    Bits word{16};
    std::vector<MacEnergy> macs;        // by ascending width, at least one
    std::optional<StatedEnergy> dram;   // of one word
    std::vector<SizedEnergy> sram;      // by ascending capacity
    std::vector<SizedEnergy> registers; // the same
    std::optional<StatedEnergy> hop;    // of one word over one hop between nodes; nothing = not stated
    TechnologyAreas areas;
    friend bool operator==(const Technology&, const Technology&) = default;
};

/// Input rules: a name and a source; with numbers, positive sizes in ascending order, at least one of each kind, and
/// none below 0 pJ; areas above 0. Keys are those of our YAML. Empty = usable.
std::vector<Finding> check(const Technology& technology);

/// Energy of one word in a memory of this size. One stated size stands for all; between and beyond several the energy
/// follows the power of the capacity that leads through the nearest two. `sizes` must not be empty.
Picojoules energyAt(const std::vector<SizedEnergy>& sizes, Bytes capacity);
/// The same for a multiply-accumulate; one stated width stands for all with the square of the width.
Picojoules energyAt(const std::vector<MacEnergy>& macs, Bits width);

/// The accelerator with these energies in place of its own, and the areas if there are any; a note says so. A level's
/// words are as wide as the widest tensor that it keeps. A level without a size costs what the largest stated size
/// does. A stated hop counts for words of the outermost level, on accelerators that describe nodes.
Accelerator withEnergies(const Accelerator& accelerator, const Technology& technology);

/// The name of the technology that the accelerator's note tells of; empty = it tells of none.
std::string technologyNamed(const Accelerator& accelerator);
/// Taking the technology's energies would change nothing but the notes.
bool hasEnergiesOf(const Accelerator& accelerator, const Technology& technology);

/// The technology with numbers in place of its formula: what the formula says about one word in a memory of its own,
/// for sizes that are powers of two (SRAM 64 B to 1 MiB, registers 16 B to 4 KiB). Between them the numbers are within
/// 2 % of the formula. Without a formula the technology as it is.
Technology withStatedNumbers(const Technology& technology);

} // namespace nestloom::hardware
