// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"

namespace nestloom {

std::uint64_t Rng::next()
{
    m_state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

std::uint64_t Rng::below(std::uint64_t n)
{
    __extension__ using Wide = unsigned __int128;
    return std::uint64_t((static_cast<Wide>(next()) * n) >> 64);
}

} // namespace nestloom
