// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nestloom::tests {

/// How many times longer a thing may take than without sanitizers, which make everything slow.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlowness = 10;
#else
inline constexpr int kSlowness = 1;
#endif

} // namespace nestloom::tests
