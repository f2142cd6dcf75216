// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

namespace nestloom::onnx {

/// Puts the nodes of functions that the file defines itself in place of the nodes that call them; names of the nodes
/// become paths below that of the call.
/// Throws   Refusal when functions call each other more than 16 deep, or when the graph grows beyond kMaxNodes
void inlineFunctions(pb::ModelProto& model);

} // namespace nestloom::onnx
