// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace nestloom::schedule::flexer {

/// When the one DMA channel is busy. A transfer takes the first gap after it is ready that is long enough.
class DmaTimeline {
public:
    void clear()
    {
        m_gaps.clear();
        m_end = 0;
    }

    /// Reserves `length` cycles, not before `ready`; returns the start.
    std::int64_t reserve(std::int64_t ready, std::int64_t length)
    {
        for (std::size_t i = 0; i < m_gaps.size(); ++i) {
            const std::int64_t start = std::max(m_gaps[i].start, ready);
            if (start + length > m_gaps[i].end)
                continue;
            cut(i, start, start + length);
            return start;
        }
        const std::int64_t start = std::max(m_end, ready);
        if (start > m_end) {
            m_gaps.push_back({m_end, start});
            if (m_gaps.size() > kGaps)
                m_gaps.erase(m_gaps.begin());
        }
        m_end = start + length;
        return start;
    }

private:
    static constexpr std::size_t kGaps = 48; // older ones are given up: nothing that is ready late fits there

    struct Gap {
        std::int64_t start, end;
    };

    void cut(std::size_t i, std::int64_t start, std::int64_t end)
    {
        const Gap gap = m_gaps[i];
        m_gaps[i].end = start;
        if (end < gap.end)
            m_gaps.insert(m_gaps.begin() + std::ptrdiff_t(i) + 1, {end, gap.end});
        if (start == gap.start)
            m_gaps.erase(m_gaps.begin() + std::ptrdiff_t(i));
    }

    std::vector<Gap> m_gaps; // by start
    std::int64_t m_end = 0;
};

} // namespace nestloom::schedule::flexer
