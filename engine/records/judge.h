// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"

namespace nestloom::records {

/// Why the figures of a run cannot be those of another model; one sentence, empty = they can. Own and Timeloop are what
/// mappings are stored with; as Ideal they are counted again.
std::string whyNotJudged(const RunRecord& run, CostModel by);
/// The run with these figures; whyNotJudged() is empty. What was proven for its own model is left out.
RunRecord judged(const RunRecord& run, CostModel by);

} // namespace nestloom::records
