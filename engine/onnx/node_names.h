// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/onnx/proto.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace nestloom::onnx {

/// A name of a file as it can be shown and written: ASCII that prints, at most 200 characters.
std::string printable(std::string_view name);

/// A node's name as a path with dots: "/layer1/layer1.0/conv1/Conv" becomes "layer1.0.conv1.Conv". A node without a
/// name is called by its first output.
std::string dottedName(const pb::NodeProto& node);

/// Makes names unique with a number at their end.
class UniqueNames {
public:
    std::string unique(std::string name);

private:
    std::set<std::string> m_names;
    std::map<std::string, int> m_next;
};

/// "Conv 'layer1.conv'", for messages.
std::string called(const pb::NodeProto& node);

} // namespace nestloom::onnx
