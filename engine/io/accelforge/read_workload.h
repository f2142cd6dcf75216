// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/io/timeloop/import_map.h"
#include "engine/workload/network.h"

namespace nestloom::io::accelforge {

/// A workload as a network, and the bits of a value of each tensor of its products, the most of all Einsums.
struct Workload {
    workload::Network network;
    PerTensor<std::int64_t> bits{{{8, 8, 8}}};
};

/// Reads `workload`: Einsums as text ("C[m, n] = A[m, k] * B[k, n]") or as tensor accesses, sizes of ranks and bounds
/// of their variables. `renames` (may be null) says which factor is `input` and which `weight`.
/// A product of two tensors is a layer: variables of all three tensors are groups, those of input and output pixels or
/// batch, of weight and output output channels, of both factors input channels; sums of two in the input are windows of
/// a convolution. Sums, copies, elementwise products and Einsums of one tensor are operators without layers. Reports
/// Einsums of more than two tensors and variables that fit no loop
Workload readWorkload(const YamlNode& workload, const YamlNode* renames, const std::string& name,
                      timeloop::ImportNotes& notes);

} // namespace nestloom::io::accelforge
