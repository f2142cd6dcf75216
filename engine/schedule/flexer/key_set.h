// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace nestloom::schedule::flexer {

/// Set of 64-bit keys that is emptied in constant time: it is emptied at every scheduling step.
class KeySet {
public:
    void clear()
    {
        ++m_epoch;
        m_count = 0;
    }

    /// False when the key was there already.
    bool insert(std::uint64_t key)
    {
        if (m_count * 2 > m_keys.size())
            grow();
        std::size_t i = key & (m_keys.size() - 1);
        for (; m_epochs[i] == m_epoch; i = (i + 1) & (m_keys.size() - 1))
            if (m_keys[i] == key)
                return false;
        m_keys[i] = key;
        m_epochs[i] = m_epoch;
        ++m_count;
        return true;
    }

private:
    void grow()
    {
        std::vector<std::uint64_t> old;
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            if (m_epochs[i] == m_epoch)
                old.push_back(m_keys[i]);
        m_keys.assign(m_keys.size() * 2, 0);
        m_epochs.assign(m_keys.size(), 0);
        m_epoch = 1;
        m_count = 0;
        for (const std::uint64_t key : old)
            insert(key);
    }

    std::vector<std::uint64_t> m_keys = std::vector<std::uint64_t>(4096);
    std::vector<std::uint32_t> m_epochs = std::vector<std::uint32_t>(4096);
    std::uint32_t m_epoch = 1;
    std::size_t m_count = 0;
};

} // namespace nestloom::schedule::flexer
