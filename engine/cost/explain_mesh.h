// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/explain.h"

namespace nestloom::cost {

/// What a layer takes with the mesh, of a mapping with a cost of the mesh model: its steps, what is waited for between
/// them with the use of every port, and what stands before the first and after the last one (MODEL.md, "From the inside
/// out").
Formula explainMesh(const CostedMapping& costed);

} // namespace nestloom::cost
