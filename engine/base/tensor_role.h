// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nestloom {

/// The three tensors of a layer. Partial sums are Outputs that still wait for contributions.
enum class TensorRole : std::uint8_t { Weights, Inputs, Outputs };

inline constexpr std::array<TensorRole, 3> kTensorRoles{TensorRole::Weights, TensorRole::Inputs, TensorRole::Outputs};

/// "weights", "inputs", "outputs": as in our YAML.
constexpr std::string_view name(TensorRole role)
{
    constexpr std::array<std::string_view, 3> names{"weights", "inputs", "outputs"};
    return names[std::size_t(role)];
}

/// One value per tensor role.
template <typename T>
struct PerTensor {
    std::array<T, 3> values{};
    constexpr T& operator[](TensorRole role) { return values[std::size_t(role)]; }
    constexpr const T& operator[](TensorRole role) const { return values[std::size_t(role)]; }
    friend bool operator==(const PerTensor&, const PerTensor&) = default;
};

/// A set of tensor roles.
class TensorSet {
public:
    constexpr TensorSet() = default;
    static constexpr TensorSet all() { return TensorSet{7}; }
    static constexpr TensorSet of(TensorRole role) { return TensorSet{}.with(role); }
    constexpr TensorSet with(TensorRole role) const { return TensorSet(std::uint8_t(m_bits | bit(role))); }
    constexpr TensorSet without(TensorRole role) const { return TensorSet(std::uint8_t(m_bits & ~bit(role))); }
    constexpr bool contains(TensorRole role) const { return (m_bits & bit(role)) != 0; }
    constexpr bool empty() const { return m_bits == 0; }
    constexpr int size() const { return (m_bits & 1) + (m_bits >> 1 & 1) + (m_bits >> 2 & 1); }
    friend constexpr bool operator==(TensorSet, TensorSet) = default;

private:
    explicit constexpr TensorSet(std::uint8_t bits) : m_bits(bits) {}
    static constexpr std::uint8_t bit(TensorRole role) { return std::uint8_t(1u << static_cast<unsigned>(role)); }
    std::uint8_t m_bits = 0;
};

} // namespace nestloom
