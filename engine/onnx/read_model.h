// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

#include <istream>

namespace nestloom::onnx {

inline constexpr int kMaxNodes = 100'000;

/// The structure of the network in a file of `size` bytes: without large tensors, see strip_weights.h.
/// Throws   Refusal when it is no ONNX file, holds no nodes or too many of them
pb::ModelProto readModel(std::istream& file, std::int64_t size);

} // namespace nestloom::onnx
