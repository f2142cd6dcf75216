// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
namespace nestloom::cost {
std::string_view name(Model model) { return model == Model::Nestloom ? "nestloom" : "timeloop"; }
Result<LayerCost> evaluate(const hardware::Accelerator&, const workload::Layer&, const mapping::LayerMapping&, Model)
{ return Error{ErrorCode::Unsupported, "not yet", ""}; }
}
