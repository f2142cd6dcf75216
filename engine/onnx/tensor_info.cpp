// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/tensor_info.h"

#include "engine/onnx/refusal.h"

#include <cstring>
#include <limits>

namespace nestloom::onnx {

namespace {

template <typename T, typename List>
Values listOf(const pb::TensorProto& tensor, const List& list)
{
    if (!tensor.has_raw_data())
        return Values(list.begin(), list.end());
    std::vector<T> values(tensor.raw_data().size() / sizeof(T));
    if (!values.empty()) // ONNX is little-endian, as we are
        std::memcpy(values.data(), tensor.raw_data().data(), values.size() * sizeof(T));
    return Values(values.begin(), values.end());
}

/// The content that is in the message, of the types that shapes are computed with.
std::optional<Values> valuesOf(const pb::TensorProto& tensor)
{
    using pb::TensorProto;
    switch (tensor.data_type()) {
    case TensorProto::INT64: return listOf<std::int64_t>(tensor, tensor.int64_data());
    case TensorProto::INT32: return listOf<std::int32_t>(tensor, tensor.int32_data());
    case TensorProto::BOOL:
    case TensorProto::UINT8: return listOf<std::uint8_t>(tensor, tensor.int32_data());
    case TensorProto::INT8: return listOf<std::int8_t>(tensor, tensor.int32_data());
    case TensorProto::FLOAT: return listOf<float>(tensor, tensor.float_data());
    case TensorProto::DOUBLE: return listOf<double>(tensor, tensor.double_data());
    default: return std::nullopt;
    }
}

} // namespace

std::int64_t wholeNumber(double value)
{
    constexpr double kEnd = 9223372036854775808.0; // 2^63
    return value >= kEnd    ? std::numeric_limits<std::int64_t>::max()
           : value <= -kEnd ? std::numeric_limits<std::int64_t>::min()
                            : std::int64_t(value);
}

void checkShape(const Shape& shape)
{
    if (shape.size() > kMaxRank)
        refuse("a tensor of " + std::to_string(shape.size()) + " dimensions is more than " + std::to_string(kMaxRank));
    std::int64_t product = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 0)
            refuse("the shape " + text(shape) + " has a negative dimension");
        if (extent > kMaxExtent || (extent > 0 && product > kMaxElements / extent))
            refuse("the shape " + text(shape) + " has more than 2^50 elements");
        product *= std::max<std::int64_t>(extent, 1);
    }
}

void checkInfo(const TensorInfo& info)
{
    checkShape(info.shape);
    bitsOf(info.type);
}

std::int64_t elementCount(const Shape& shape)
{
    std::int64_t product = 1;
    for (const std::int64_t extent : shape)
        product *= extent;
    return product;
}

std::string text(const Shape& shape)
{
    constexpr std::size_t kShown = 8;
    std::string list;
    for (std::size_t i = 0; i < shape.size() && i < kShown; ++i)
        list += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    return "[" + list + (shape.size() > kShown ? ", ...]" : "]");
}

int bitsOf(int type)
{
    using pb::TensorProto;
    switch (type) {
    case TensorProto::DOUBLE:
    case TensorProto::INT64:
    case TensorProto::UINT64:
    case TensorProto::COMPLEX64: return 64;
    case TensorProto::COMPLEX128: return 128;
    case TensorProto::FLOAT:
    case TensorProto::INT32:
    case TensorProto::UINT32: return 32;
    case TensorProto::FLOAT16:
    case TensorProto::BFLOAT16:
    case TensorProto::INT16:
    case TensorProto::UINT16: return 16;
    case TensorProto::INT8:
    case TensorProto::UINT8:
    case TensorProto::BOOL: return 8;
    case 17:
    case 18:
    case 19:
    case 20:
    case 24: return 8; // FLOAT8*, newer than libonnx 1.12
    case 21:
    case 22:
    case 23: return 4; // UINT4, INT4, FLOAT4
    case TensorProto::STRING: refuse("it holds text");
    default: refuse("its elements are of type " + std::to_string(type) + ", which is not known");
    }
}

bool isFloat(int type)
{
    using pb::TensorProto;
    return type == TensorProto::FLOAT || type == TensorProto::DOUBLE || type == TensorProto::FLOAT16
           || type == TensorProto::BFLOAT16 || (type >= 17 && type <= 20) || type == 23 || type == 24;
}

Bytes sizeOf(const TensorInfo& tensor, int bits) { return bytesFor(Bits{elementCount(tensor.shape) * bits}); }

TensorInfo constantInfo(const pb::TensorProto& tensor)
{
    TensorInfo info;
    info.type = tensor.data_type();
    info.shape.assign(tensor.dims().begin(), tensor.dims().end());
    info.parameter = true;
    checkShape(info.shape);
    if (elementCount(info.shape) <= std::int64_t(kMaxFolded) && tensor.data_location() != pb::TensorProto::EXTERNAL)
        info.values = valuesOf(tensor);
    if (info.values && info.values->size() != std::size_t(elementCount(info.shape)))
        info.values.reset(); // left out with the weights, or damaged
    return info;
}

} // namespace nestloom::onnx
