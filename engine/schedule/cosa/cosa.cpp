// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/cosa.h"
namespace nestloom::schedule::cosa {
Result<CosaOutcome> solve(const workload::Layer&, const hardware::Accelerator&, const CosaParams&, milp::Solver&, const RunControl&)
{ return Error{ErrorCode::Unsupported, "not yet", ""}; }
}
