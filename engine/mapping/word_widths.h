// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/workload/network.h"

namespace nestloom::mapping {

/// Bits of one element of the tensors between operators, and of their parameters.
struct WordWidths {
    Bits activations{8}, parameters{8};
    friend bool operator==(const WordWidths&, const WordWidths&) = default;
};

/// What the outermost level keeps inputs and weights with. It keeps all tensors, and what operators hand on passes
/// through it. Requires   an accelerator with levels
WordWidths wordWidths(const hardware::Accelerator& accelerator);

/// "16 bit", or "8 bit for activations and 4 bit for parameters".
std::string describe(const WordWidths& words);

/// The graph with its tensors and parameters in elements of these widths. A tensor whose size does not follow from its
/// shape keeps it. Parameters have no shape: they are taken to be as wide as the operator's first output is in `graph`.
/// Sizes beyond 62 bits stay.
workload::OperatorGraph withWords(workload::OperatorGraph graph, const WordWidths& words);

/// A sentence when operands of the network's layers have wider elements than the accelerator's words: layers are
/// counted with the latter, as if the network were quantised. Empty when they fit, or when widths are not known.
std::string widerThanWords(const hardware::Accelerator& accelerator, const workload::Network& network);

/// The same for a network that is to be planned: its notes say so.
void useWords(workload::Network& network, const hardware::Accelerator& accelerator);

} // namespace nestloom::mapping
