// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace nestloom::memory {

/// Ways to fill slots with things of given sizes, so that each slot is full to the last byte. Sets are masks, bit i for
/// the i-th size; at most 63 sizes, the largest first.
class SlotFillings {
public:
    explicit SlotFillings(std::vector<std::int64_t> sizes);

    /// Is there a set of this size at all? Without a table of the sets always true.
    bool mayFill(std::int64_t size) const { return !m_all || m_sets.contains(size); }

    /// Up to `most` ways to give each slot a set of those `left`, in the order of the slots; `everything` must be used
    /// up. Nothing when it takes too long to say.
    std::optional<std::vector<std::vector<std::uint64_t>>> ways(const std::vector<std::int64_t>& sizes,
                                                                std::uint64_t left, bool everything,
                                                                std::size_t most) const;

private:
    friend class SlotFilling;
    std::vector<std::int64_t> m_sizes;
    bool m_all = false; // m_sets has every set
    std::unordered_map<std::int64_t, std::vector<std::uint64_t>> m_sets;
};

} // namespace nestloom::memory
