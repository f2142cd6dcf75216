// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/vector_cost.h"
#include "engine/io/json_fields.h"

namespace nestloom::io {

/// Of "vector_operators" of a run: {"name", "type", "fused", "operations", "cycles", "energy_pj", "data_energy_pj",
/// "read_bytes", "written_bytes"}; energy_pj is that of operations and data.
void describe(JsonFields& fields, cost::OperatorCost& cost);

/// The sums as the totals of a run have them, and "not_costed", which may be empty.
void describe(JsonFields& fields, cost::VectorSums& sums);

} // namespace nestloom::io
