// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/knuth_random.h"

namespace nestloom::noc {

namespace {

constexpr std::size_t kLong = 100, kShort = 37, kDrawn = 1009; // numbers for each 100 that are used
constexpr int kApart = 70;                                     // streams of different seeds differ for 2^70 numbers
constexpr std::uint32_t kModulus = 1u << 30;

/// Whole numbers modulo 2^30, each the difference of two earlier ones.
struct Integers {
    using Number = std::uint32_t;
    static Number combine(Number a, Number b) { return (a - b) & (kModulus - 1); }
    static std::array<Number, 2 * kLong> bootstrap(std::uint32_t seed)
    {
        std::array<Number, 2 * kLong> x{};
        Number value = (seed + 2) & (kModulus - 2);
        for (std::size_t j = 0; j < kLong; ++j) {
            x[j] = value;
            value <<= 1;
            if (value >= kModulus)
                value -= kModulus - 2;
        }
        ++x[1];
        return x;
    }
};

/// Fractions modulo 1 in steps of 2^-52, each the sum of two earlier ones.
struct Fractions {
    using Number = double;
    static Number combine(Number a, Number b) { return a + b >= 1.0 ? a + b - 1.0 : a + b; }
    static std::array<Number, 2 * kLong> bootstrap(std::uint32_t seed)
    {
        constexpr double kStep = 1.0 / double(std::uint64_t(1) << 52);
        std::array<Number, 2 * kLong> x{};
        double value = 2.0 * kStep * double((seed & (kModulus - 1)) + 2);
        for (std::size_t j = 0; j < kLong; ++j) {
            x[j] = value;
            value += value;
            if (value >= 1.0)
                value -= 1.0 - 2 * kStep;
        }
        x[1] += kStep;
        return x;
    }
};

/// The next `count` numbers go to `visit(index, number)`, and the state moves on by as many.
template <typename Kind, typename State, typename Visit>
void draw(State& state, std::size_t count, Visit visit)
{
    // A ring: place i holds number i modulo 100, which makes number i + 100.
    State made = state;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t place = i % kLong;
        visit(i, made[place]);
        made[place] = Kind::combine(made[place], made[(place + kLong - kShort) % kLong]);
    }
    for (std::size_t i = 0; i < kLong; ++i)
        state[i] = made[(count + i) % kLong];
}

/// The state for a seed: a polynomial is squared, and multiplied by z where the seed has a bit, modulo the recurrence.
template <typename Kind>
std::array<typename Kind::Number, kLong> start(std::uint32_t seed)
{
    auto x = Kind::bootstrap(seed);
    std::uint32_t bits = seed & (kModulus - 1);
    for (int left = kApart - 1; left > 0;) {
        for (std::size_t j = kLong - 1; j > 0; --j) {
            x[2 * j] = x[j];
            x[2 * j - 1] = 0;
        }
        for (std::size_t j = 2 * kLong - 2; j >= kLong; --j) {
            x[j - (kLong - kShort)] = Kind::combine(x[j - (kLong - kShort)], x[j]);
            x[j - kLong] = Kind::combine(x[j - kLong], x[j]);
        }
        if (bits & 1) {
            for (std::size_t j = kLong; j > 0; --j)
                x[j] = x[j - 1];
            x[0] = x[kLong];
            x[kShort] = Kind::combine(x[kShort], x[kLong]);
        }
        if (bits)
            bits >>= 1;
        else
            --left;
    }
    std::array<typename Kind::Number, kLong> state;
    for (std::size_t j = 0; j < kLong; ++j)
        state[(j + kLong - kShort) % kLong] = x[j];
    for (int round = 0; round < 10; ++round)
        draw<Kind>(state, 2 * kLong - 1, [](std::size_t, typename Kind::Number) {});
    return state;
}

template <typename Kind, typename Sequence>
typename Kind::Number take(Sequence& sequence)
{
    if (sequence.used == kLong) {
        draw<Kind>(sequence.state, kDrawn, [&](std::size_t i, typename Kind::Number number) {
            if (i < kLong)
                sequence.ready[i] = number;
        });
        sequence.used = 0;
    }
    return sequence.ready[sequence.used++];
}

} // namespace

KnuthRandom::KnuthRandom(std::uint32_t seed)
{
    m_integers.state = start<Integers>(seed);
    m_fractions.state = start<Fractions>(seed);
}

std::uint32_t KnuthRandom::next() { return take<Integers>(m_integers); }

double KnuthRandom::unit() { return take<Fractions>(m_fractions); }

} // namespace nestloom::noc
