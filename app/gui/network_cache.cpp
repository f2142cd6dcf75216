// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/network_cache.h"

#include "engine/io/read_network.h"

namespace nestloom::app {

namespace {

constexpr std::size_t kSmallBytes = 64 * 1024; // parsed within a few milliseconds
constexpr std::size_t kKept = 4;

} // namespace

Result<workload::Network> NetworkCache::parse(const std::string& yaml, const std::string& name)
{
    if (yaml.size() < kSmallBytes)
        return io::parseNetwork(yaml, name);
    {
        const std::lock_guard lock(m_lock);
        for (const auto& parsed : m_last)
            if (parsed->name == name && parsed->yaml == yaml)
                return parsed->network;
    }
    const auto parsed = std::make_shared<const Parsed>(Parsed{yaml, name, io::parseNetwork(yaml, name)});
    const std::lock_guard lock(m_lock);
    m_last.push_front(parsed);
    if (m_last.size() > kKept)
        m_last.pop_back();
    return parsed->network;
}

} // namespace nestloom::app
