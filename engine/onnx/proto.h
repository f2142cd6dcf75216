// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

namespace nestloom::onnx {

namespace pb = ::onnx; // the messages of an ONNX file; only the sources of this room and its tests see them

} // namespace nestloom::onnx
