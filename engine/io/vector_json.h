// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/vector_cost.h"
#include "engine/io/json_reader.h"

namespace nestloom::io {

/// "vector_operators" of a run: [{"name", "type", "fused", "operations", "cycles", "energy_pj", "data_energy_pj",
/// "read_bytes", "written_bytes"}, ...]; energy_pj is that of operations and data.
Json toJson(const std::vector<cost::OperatorCost>& operators);

/// The sums as the totals of a run have them, and "not_costed", which may be empty. Reading back gives an equal value.
Json toJson(const cost::VectorSums& sums);
Result<cost::VectorSums> vectorSumsFromJson(std::string_view json);

} // namespace nestloom::io
