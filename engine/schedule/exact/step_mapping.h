// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "engine/schedule/exact/nest_search.h"

namespace nestloom::schedule::exact {

/// The mapping whose steps these are, from the MACs outward. Kinds that stand for several dimensions use up the primes
/// of one after the other: the cost is the same.
mapping::LayerMapping mappingOf(const hardware::Accelerator& accelerator, const TileLattice& lattice,
                                const Places& places, const std::vector<NestStep>& steps);

} // namespace nestloom::schedule::exact
