// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/why_not.h"

namespace nestloom::mapping {

/// For a layer without a mapping: per field, the smallest change after which it has one, fields of the constraints in
/// `conflict` first, then those of the levels. `shortages` gets the levels whose capacity is one of these fields.
std::vector<Change> smallestChanges(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                    const std::vector<std::string>& conflict, std::vector<Shortage>& shortages);

} // namespace nestloom::mapping
