// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace nestloom::onnx {

/// Why a file or a node cannot be understood: a clause. Thrown by the readers and rules of this room, which are many
/// and small and can fail at every number they read; import_onnx.cpp catches it beside the exceptions of libonnx and
/// protobuf, and nothing leaves the room.
struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& why) { throw Refusal(why); }

} // namespace nestloom::onnx
