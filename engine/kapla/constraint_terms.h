// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace nestloom::kapla {

// What the layers of a segment must agree on, before numbers are chosen. One choice decides about many others: whether
// the first layer that adds up channels keeps all of its outputs before they are passed on. All terms are pairs:
// without, with.

/// Which tensors are kept as a whole.
using FlagTerm = std::array<bool, 2>;
inline constexpr FlagTerm kNever{false, false}, kAlways{true, true}, kByChoice{false, true};
constexpr FlagTerm operator!(FlagTerm flag) { return {!flag[0], !flag[1]}; }

/// A factor of an outermost loop: one that several layers share, or a number; 0 = free.
struct FactorAtom {
    int shared = -1; // index of the shared factor; -1 = `number`
    std::int64_t number = 0;
    friend bool operator==(const FactorAtom&, const FactorAtom&) = default;
};
using FactorTerm = std::array<FactorAtom, 2>;
constexpr FactorTerm sharedFactor(int index) { return {FactorAtom{index, 0}, FactorAtom{index, 0}}; }
/// `without` where the flag is not set, else `with`.
constexpr FactorTerm chosen(FlagTerm flag, FactorTerm without, FactorTerm with)
{
    return {flag[0] ? with[0] : without[0], flag[1] ? with[1] : without[1]};
}

struct LayerTerms {
    FactorTerm batch, inputs, outputs;
    FlagTerm allInputs = kNever, allOutputs = kNever;
};

/// A factor that layers share, and the numbers it can be, ascending.
struct SharedFactor {
    std::string name; // decides the order in which numbers are tried
    std::vector<std::int64_t> numbers;
    bool isUsed = true;
};

/// The terms of a segment's layers.
class ConstraintTerms {
public:
    std::vector<std::vector<LayerTerms>> of; // by slot
    std::vector<SharedFactor> shared;

    int add(std::string name, std::vector<std::int64_t> numbers);
    /// Decides the choice.
    void choose(bool keep);
    /// Leaves out what binds nobody: factors of tensors kept as a whole, and factors that only one layer has. A shared
    /// factor that can be one number only becomes this number.
    void simplify();

private:
    bool simplifyOnce();
    void replace(int index, std::int64_t number);
};

} // namespace nestloom::kapla
