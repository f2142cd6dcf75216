// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/nn_dataflow_case.h"
#include "engine/kapla/baseline.h"

namespace nestloom::io {

/// A search over a whole network that nn_dataflow did.
struct NnDataflowRun {
    kapla::Network network; // in the order in which nn_dataflow scheduled it
    std::int64_t batch = 1;
    kapla::Machine machine;
    kapla::BaselineOptions options;
    double cost = 0;
    std::int64_t cycles = 0;
    std::int64_t enumerated = 0; // blockings
};

/// `where` of an Error is the key. Fails   InvalidInput, also when the search did not end.
Result<NnDataflowRun> parseNnDataflowRun(const Json& json);

} // namespace nestloom::io
