// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/node_names.h"

#include <algorithm>
#include <vector>

namespace nestloom::onnx {

namespace {

constexpr std::size_t kMaxName = 200;

std::vector<std::string> segmentsOf(const std::string& name)
{
    std::vector<std::string> segments;
    std::string segment;
    for (const char c : name + "/") {
        if (c != '/') {
            segment += c;
            continue;
        }
        // Exporters repeat the block in the name of its part: /layer1/layer1.0/
        if (!segments.empty() && segment.starts_with(segments.back() + "."))
            segments.pop_back();
        if (!segment.empty())
            segments.push_back(segment);
        segment.clear();
    }
    return segments;
}

} // namespace

std::string printable(std::string_view name)
{
    std::string text(name.substr(0, kMaxName));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < 0x20 || c > 0x7e; }, '_');
    return text;
}

std::string dottedName(const pb::NodeProto& node)
{
    std::string name = printable(node.name());
    if (name.empty() && node.output_size() > 0)
        name = printable(node.output(0));
    std::string path;
    for (const std::string& segment : segmentsOf(name))
        path += (path.empty() ? "" : ".") + segment;
    const bool isNumber = std::ranges::all_of(path, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? printable(node.op_type()) + (path.empty() ? "" : "_") + path : path;
}

std::string UniqueNames::unique(std::string name)
{
    if (m_names.insert(name).second)
        return name;
    int& next = m_next.try_emplace(name, 2).first->second;
    std::string candidate;
    do
        candidate = name + "_" + std::to_string(next++);
    while (!m_names.insert(candidate).second);
    return candidate;
}

std::string called(const pb::NodeProto& node) { return printable(node.op_type()) + " '" + dottedName(node) + "'"; }

} // namespace nestloom::onnx
