// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "engine/schedule/layer_outcome.h"

namespace nestloom::schedule::cosa {

/// The level whose children the interconnect joins, else the outermost one with a fan-out.
std::size_t networkLevel(const hardware::Accelerator& accelerator);

/// Eq. 12 and its terms for one mapping, computed from its loops (see PaperModel for what each term counts).
PaperTerms paperTerms(const hardware::Accelerator& accelerator, const workload::Layer& layer, const cost::Nest& nest,
                      const PaperWeights& weights);

} // namespace nestloom::schedule::cosa
