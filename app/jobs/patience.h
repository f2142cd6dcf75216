// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <chrono>
#include <functional>

namespace nestloom::jobs {

/// How long something that has been computed waits for a locked database or a full disk.
struct Patience {
    std::chrono::milliseconds most{0};
    std::function<void(const Error&)> onWaiting; // once, when there is something to wait for; may be empty
};

} // namespace nestloom::jobs
