// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/print.h"
namespace nestloom::mapping { std::string print(const hardware::Accelerator&, const workload::Layer&, const LayerMapping&) { return {}; } }
