// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/read_model.h"

#include "engine/onnx/refusal.h"
#include "engine/onnx/strip_weights.h"

namespace nestloom::onnx {

pb::ModelProto readModel(std::istream& file, std::int64_t size)
{
    if (size == 0)
        refuse("the file is empty");
    pb::ModelProto model;
    if (!model.ParseFromString(stripWeights(file, size)))
        refuse("this is no ONNX file, or a damaged one: protobuf cannot read its structure");
    if (!model.has_graph())
        refuse("this is no ONNX file: it holds no graph");
    if (model.graph().node_size() == 0)
        refuse("the file's graph has no nodes");
    if (model.graph().node_size() > kMaxNodes)
        refuse("the graph has " + std::to_string(model.graph().node_size()) + " nodes; more than "
               + std::to_string(kMaxNodes) + " are not read");
    return model;
}

} // namespace nestloom::onnx
