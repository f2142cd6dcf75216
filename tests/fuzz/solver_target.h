// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/target.h"

namespace nestloom::fuzz {

/// Frames: to nestloom-solver, which must answer or end by itself, and what we read of its answers.
Target solverTarget();

} // namespace nestloom::fuzz
