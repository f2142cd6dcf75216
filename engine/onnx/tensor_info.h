// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"
#include "engine/onnx/proto.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::onnx {

using Shape = std::vector<std::int64_t>; // elements along each dimension, outermost first; a scalar has none

/// The content of a small constant, in row-major order: shapes and the numbers they are computed from. Whole numbers
/// beyond 2^53 are rounded, as the ends of slices that mean "all": no extent comes near.
using Values = std::vector<double>;

/// A whole number of such a content, within 64 bits.
std::int64_t wholeNumber(double value);

/// What is known about one value of the file's graph.
struct TensorInfo {
    int type = pb::TensorProto::FLOAT; // TensorProto::DataType
    Shape shape;
    bool parameter = false; // depends on nothing that changes from run to run
    int storedBits = 0;     // of one element, when it is stored narrower than its type says; 0 = as its type says
    std::optional<Values> values{}; // of constants that are small enough
    Shape copies{}; // how often each slice along a dimension is there, as heads of keys that are repeated; empty = once
    std::int64_t copiesAlong(std::size_t dimension) const { return dimension < copies.size() ? copies[dimension] : 1; }
};

inline constexpr std::size_t kMaxRank = 32;
inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 40;   // elements along one dimension
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 50; // of one tensor
inline constexpr std::size_t kMaxFolded = 4096;                     // elements of a constant whose content is computed

/// Throws   Refusal when a dimension is negative, or when rank or size are beyond every network
void checkShape(const Shape& shape);
std::int64_t elementCount(const Shape& shape); // of a checked shape
/// checkShape(), and a type that bitsOf() knows. Throws   Refusal
void checkInfo(const TensorInfo& info);
std::string text(const Shape& shape); // "[1, 3, 224, 224]"

/// Bits of one element of a TensorProto::DataType. Throws   Refusal for text and types that are not known
int bitsOf(int type);
bool isFloat(int type);
Bytes sizeOf(const TensorInfo& tensor, int bits);

/// An initialiser or the value of a Constant: with its content if it is small. Throws   Refusal as checkShape()
TensorInfo constantInfo(const pb::TensorProto& tensor);

} // namespace nestloom::onnx
