// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace nestloom {

/// An index that cannot be mixed up with another kind of index.
template <typename Tag>
struct Id {
    std::uint32_t value{};
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using BufferLevelId = Id<struct BufferLevelTag>; // index into Accelerator::levels, 0 = outermost
using VariableId = Id<struct VariableTag>;       // column of a milp::Model

/// A number that knows its unit. Arithmetic within one unit only; conversions have names.
template <typename Tag, typename Rep>
struct Quantity {
    Rep count{};

    friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.count + b.count}; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.count - b.count}; }
    friend constexpr Quantity operator*(Quantity a, Rep n) { return {a.count * n}; }
    friend constexpr Quantity operator*(Rep n, Quantity a) { return a * n; }
    constexpr Quantity& operator+=(Quantity b)
    {
        count += b.count;
        return *this;
    }
};

using Bytes = Quantity<struct BytesTag, std::int64_t>;
using Bits = Quantity<struct BitsTag, std::int64_t>;
using Cycles = Quantity<struct CyclesTag, std::int64_t>;
using Picojoules = Quantity<struct PicojoulesTag, double>;
using Watts = Quantity<struct WattsTag, double>;
using BytesPerCycle = Quantity<struct BytesPerCycleTag, double>; // bandwidths may be fractional (51.2 B/cycle)
using BytesPerSecond = Quantity<struct BytesPerSecondTag, double>;
using Hertz = Quantity<struct HertzTag, double>;
using SquareMicrometres = Quantity<struct SquareMicrometresTag, double>; // areas on a chip; 1 mm2 is 1e6 um2

/// A bandwidth as it is stated. In bytes a second (a memory's data sheet) it stays when the clock changes, and the
/// bytes of a cycle follow from both; in bytes a cycle (the wires of a port) it is the bytes of a second that follow.
struct Bandwidth {
    double count = 0;
    bool perSecond = false; // `count` is in B/s, else in B/cycle
    constexpr Bandwidth() = default;
    constexpr Bandwidth(BytesPerCycle rate) : count(rate.count) {}
    constexpr Bandwidth(BytesPerSecond rate) : count(rate.count), perSecond(true) {}
    constexpr BytesPerCycle perCycle(Hertz clock) const { return {perSecond ? count / clock.count : count}; }
    friend constexpr bool operator==(const Bandwidth&, const Bandwidth&) = default;
};

/// Bytes that hold `bits`, rounded up.
constexpr Bytes bytesFor(Bits bits) { return {(bits.count + 7) / 8}; }

} // namespace nestloom
