// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/fillers.h"

#include <algorithm>
#include <map>

namespace nestloom::memory {

namespace {

class Filling {
public:
    explicit Filling(Rng& rng) : m_rng(rng) {}

    void grow(std::size_t step, std::int64_t bytes) { m_open.push_back({step, 0, {bytes}}); }

    /// `bytes` less room from `step` on.
    void shrink(std::size_t step, std::int64_t bytes)
    {
        if (endExactly(step, bytes) || endPair(step, bytes))
            return;
        while (bytes > 0) {
            const std::size_t i = choose(bytes);
            const std::int64_t part = std::min(bytes, m_open[i].size.count);
            Buffer rest = m_open[i];
            rest.size = rest.size - Bytes{part};
            m_open[i].size = {part};
            end(i, step);
            if (rest.size.count > 0)
                m_open.push_back(rest);
            bytes -= part;
        }
    }

    std::vector<Buffer> finished(std::size_t end)
    {
        while (!m_open.empty())
            this->end(m_open.size() - 1, end);
        return std::move(m_done);
    }

private:
    void end(std::size_t i, std::size_t step)
    {
        m_open[i].last = step - 1;
        m_done.push_back(m_open[i]);
        m_open.erase(m_open.begin() + std::ptrdiff_t(i));
    }

    bool endExactly(std::size_t step, std::int64_t bytes)
    {
        for (std::size_t i = 0; i < m_open.size(); ++i)
            if (m_open[i].size.count == bytes) {
                end(i, step);
                return true;
            }
        return false;
    }

    bool endPair(std::size_t step, std::int64_t bytes)
    {
        for (std::size_t j = 1; j < m_open.size(); ++j)
            for (std::size_t i = 0; i < j; ++i)
                if (m_open[i].size.count + m_open[j].size.count == bytes) {
                    end(j, step);
                    end(i, step);
                    return true;
                }
        return false;
    }

    /// One that is large enough, at random; the largest when none is.
    std::size_t choose(std::int64_t bytes)
    {
        std::vector<std::size_t> enough;
        for (std::size_t i = 0; i < m_open.size(); ++i)
            if (m_open[i].size.count > bytes)
                enough.push_back(i);
        if (!enough.empty())
            return enough[m_rng.below(enough.size())];
        const auto largest = std::max_element(m_open.begin(), m_open.end(),
                                              [](const Buffer& a, const Buffer& b) { return a.size < b.size; });
        return static_cast<std::size_t>(largest - m_open.begin());
    }

    Rng& m_rng;
    std::vector<Buffer> m_open, m_done;
};

} // namespace

std::vector<Buffer> fillers(const std::vector<Buffer>& buffers, Bytes capacity, Rng& rng)
{
    std::map<std::size_t, std::int64_t> change; // of the room to spare, B, by step
    for (const Buffer& buffer : buffers) {
        change[buffer.first] -= buffer.size.count;
        change[buffer.last + 1] += buffer.size.count;
    }
    if (change.empty())
        return {};
    change.begin()->second += capacity.count;
    const std::size_t end = change.rbegin()->first;
    change.erase(end);
    Filling filling(rng);
    for (const auto& [step, bytes] : change)
        if (bytes > 0)
            filling.grow(step, bytes);
        else if (bytes < 0)
            filling.shrink(step, -bytes);
    return filling.finished(end);
}

} // namespace nestloom::memory
