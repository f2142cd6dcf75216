// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nestloom::workload {

/// A broken input rule: `key` is the place in our YAML ("layers[3].P").
struct Finding {
    std::string key;
    std::string message;
    friend bool operator==(const Finding&, const Finding&) = default;
};

} // namespace nestloom::workload
