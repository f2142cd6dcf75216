// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// Ways to exchange `arriving[0]` and perhaps others of `arriving` for some of `leaving`, as positions. What is least
/// likely to match by chance comes first: everything at once, then few of many, or all but few. For exact matches
/// complete for up to about 17 items on each side together; beyond that up to five of a side, or all but these, and at
/// most a few hundred. `work` grows by the sums that were compared, in units of about 10 us.
std::vector<Exchange> exchangesOfFirst(const std::vector<SweepItem>& leaving, const std::vector<SweepItem>& arriving,
                                       std::int64_t& work, const SizeMatch& match = {});

} // namespace nestloom::memory
