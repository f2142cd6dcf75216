// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/cut_state.h"

namespace nestloom::memory {

/// Addresses of all buffers, from how the state at the end came about: the members of every pile one above the other.
std::vector<Bytes> cutAddresses(const CutEvents& events, const CutState& state);

} // namespace nestloom::memory
