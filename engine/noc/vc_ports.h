// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/bits.h"
#include "engine/noc/grid.h"
#include "engine/noc/transaction.h"

#include <algorithm>
#include <array>
#include <bit>

// What the parts of VcMesh share.
namespace nestloom::noc {

// From one side to the other, in cycles: a flit from the switch through the link, a flit from an endpoint, a credit.
inline constexpr Cycle kFlitDelay = 3, kInjectDelay = 2, kCreditDelay = 3, kNodeCreditDelay = 2;

/// Ports in the order in which BookSim's allocators go through them: east, west, south, north, local.
inline constexpr std::array<std::size_t, kRouterPorts> kVcPorts{portOf(Side::East), portOf(Side::West),
                                                                portOf(Side::South), portOf(Side::North), kLocalPort};
inline std::size_t vcPortOf(std::size_t gridPort)
{
    return std::size_t(std::find(kVcPorts.begin(), kVcPorts.end(), gridPort) - kVcPorts.begin());
}
inline std::size_t vcOpposite(std::size_t port) { return port ^ 1; } // of a side

/// The first set bit from `turn` on, wrapping round; the mask is not empty.
template <typename Mask>
std::size_t firstFrom(Mask mask, std::size_t turn)
{
    const Mask behind = Mask(mask >> turn << turn);
    return std::size_t(std::countr_zero(behind != 0 ? behind : mask));
}

} // namespace nestloom::noc
