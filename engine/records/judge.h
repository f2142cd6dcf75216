// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"

namespace nestloom::records {

/// Why the figures of a run cannot be those of another model; one sentence, empty = they can. Timeloop's are stored
/// with mappings; as Own, Ideal and Mesh mappings are counted again, as Mesh where the accelerator describes one; as
/// Simulated every layer must have been simulated.
std::string whyNotJudged(const RunRecord& run, CostModel by);
/// The run with these figures; whyNotJudged() is empty. As Simulated cycles, and energy for what leaks in them: with
/// the hops of the mesh where the accelerator describes one, other accesses are those of the cost model. What was
/// proven for its own model is left out.
RunRecord judged(const RunRecord& run, CostModel by);
} // namespace nestloom::records
