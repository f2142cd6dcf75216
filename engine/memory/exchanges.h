// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

namespace nestloom::memory {

/// Buffers that end at one step, and buffers of the same total size that begin there in their place.
struct Exchange {
    std::vector<std::uint32_t> leaving, arriving; // ascending positions in the lists of the step, or buffers
    double chance = 0; // logarithm of the number of such exchanges that chance would offer, but for a constant
    friend bool operator==(const Exchange& a, const Exchange& b)
    {
        return a.leaving == b.leaving && a.arriving == b.arriving;
    }
};

/// A buffer at a step where others begin and end: its size, and what else tells it from others (0 = itself).
struct SweepItem {
    std::int64_t size = 0;
    std::uint64_t twin = 0; // items of equal size and equal twin > 0 are interchangeable
};

/// When the sizes of two sets are equal enough.
struct SizeMatch {
    double deviation = 0;      // standard deviation of each size, as a share of it; 0 = totals must be the same
    std::int64_t capacity = 1; // B, for the chance: totals of it or less are as likely as each other
};

/// A subset of some items; as a mask of positions.
struct Subset {
    std::int64_t size = 0; // B
    std::uint64_t items = 0;
    double squares = 0; // sum of the items' sizes squared, B^2
    friend bool operator<(const Subset& a, const Subset& b)
    {
        return std::tie(a.size, a.items) < std::tie(b.size, b.items);
    }
};

/// Subsets that have the first item, ascending by size; of interchangeable items the first ones are taken. All of up to
/// 13 items; of more those of few items and those of all but few. Of more than 64 items the first ones are looked at.
std::vector<Subset> subsetsWithFirst(const std::vector<SweepItem>& items);

/// Ways to exchange one of `arrivingSets` (see subsetsWithFirst()) for one of `leavingSets`, masks of positions in
/// `leaving`. What is least likely to match by chance comes first; a few hundred at most. When everything may be
/// exchanged, that is among them. `work` grows by the sums that were compared, in units of about 10 us.
std::vector<Exchange> exchanges(const std::vector<SweepItem>& leaving, const std::vector<std::uint64_t>& leavingSets,
                                const std::vector<SweepItem>& arriving, const std::vector<Subset>& arrivingSets,
                                std::int64_t& work, const SizeMatch& match = {});

} // namespace nestloom::memory
