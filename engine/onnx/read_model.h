// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

#include <cstdint>
#include <istream>
#include <string>

namespace nestloom::onnx {

inline constexpr std::int64_t kMaxTensorData = 16 * 1024;              // bytes of one tensor's content that are kept
inline constexpr std::int64_t kMaxStructure = std::int64_t{512} << 20; // memory of all messages, roughly

/// Copies a serialised ModelProto of `size` bytes and leaves out what the structure of the network does not need: the
/// content of large tensors (skipped in the file, never read into memory), paths of external data, subgraphs of control
/// flow, documentation. Messages are walked to a fixed depth, whatever the file nests.
/// Throws   Refusal, with the byte at which the file stops to make sense.
std::string stripWeights(std::istream& file, std::int64_t size);

inline constexpr int kMaxNodes = 100'000;

/// The structure of the network in a file of `size` bytes: without large tensors.
/// Throws   Refusal when it is no ONNX file, holds no nodes or too many of them
pb::ModelProto readModel(std::istream& file, std::int64_t size);

} // namespace nestloom::onnx
