// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>

namespace nestloom::noc {

/// Calls visit(place) for every set bit of an unsigned number, rising.
template <typename Mask, typename Visit>
void forEachBit(Mask mask, Visit visit)
{
    for (; mask != 0; mask &= mask - 1)
        visit(std::size_t(std::countr_zero(mask)));
}

/// The first set bit from `turn` on, wrapping round; the mask is not empty.
template <typename Mask>
std::size_t firstFrom(Mask mask, std::size_t turn)
{
    const Mask behind = Mask(mask >> turn << turn);
    return std::size_t(std::countr_zero(behind != 0 ? behind : mask));
}

} // namespace nestloom::noc
