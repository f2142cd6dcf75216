// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "tests/fuzz/target.h"

namespace nestloom::fuzz {

/// A store with runs, sweeps, memory plans, simulations and schedules on nodes, of which values are changed.
Target storeTarget(const std::filesystem::path& folder);

/// The bytes of a database with some of its values changed.
std::string changedDatabase(const std::string& bytes, Rng& rng, const std::filesystem::path& folder);

} // namespace nestloom::fuzz
