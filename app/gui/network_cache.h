// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network.h"

#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace nestloom::app {

/// Remembers the networks of the last large YAML texts, so that one thread can parse what another one asks for later.
/// Thread rule: any thread; a text is parsed outside the lock.
class NetworkCache {
public:
    /// As io::parseNetwork; small texts are parsed again every time.
    Result<workload::Network> parse(const std::string& yaml, const std::string& name);

private:
    struct Parsed {
        std::string yaml, name;
        Result<workload::Network> network;
    };
    std::mutex m_lock;
    std::deque<std::shared_ptr<const Parsed>> m_last; // newest first
};

} // namespace nestloom::app
