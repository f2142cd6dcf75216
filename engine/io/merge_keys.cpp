// SPDX-License-Identifier: Apache-2.0
#include "engine/io/merge_keys.h"

#include <utility>

namespace nestloom::io {

namespace {

using Kind = YamlNode::Kind;

YamlNode* valueOf(YamlNode& map, std::string_view key)
{
    return const_cast<YamlNode*>(map.find(key)); // of a map that is not const
}

void mergeInto(YamlNode& map, const YamlNode& other, bool isDeep)
{
    for (std::size_t i = 0; i < other.keys.size(); ++i) {
        YamlNode* own = valueOf(map, other.keys[i]);
        const YamlNode& theirs = other.items[i];
        if (!own) {
            map.keys.push_back(other.keys[i]);
            map.items.push_back(theirs);
        } else if (!isDeep || own->tag == "!nomerge") {
            continue;
        } else if (own->kind == Kind::Map && theirs.kind == Kind::Map) {
            mergeInto(*own, theirs, true);
        } else if (own->kind == Kind::List && theirs.kind == Kind::List) {
            own->items.insert(own->items.end(), theirs.items.begin(), theirs.items.end());
        }
    }
}

Status merge(YamlNode& map, const YamlNode& source, const std::string& key)
{
    const bool isDeep = key == "<<<";
    if (source.kind == Kind::Map) {
        mergeInto(map, source, isDeep);
        return success();
    }
    if (source.kind != Kind::List)
        return Error{ErrorCode::InvalidInput, "only a map, or a list of maps, can be merged into a map", key};
    for (const YamlNode& item : source.items) {
        if (item.kind != Kind::Map)
            return Error{ErrorCode::InvalidInput, "only maps can be merged into a map", key};
        mergeInto(map, item, isDeep);
    }
    return success();
}

} // namespace

Status applyMergeKeys(YamlNode& node)
{
    if (node.kind != Kind::Map)
        return success();
    std::size_t found = node.keys.size();
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
        if (node.keys[i] != "<<" && node.keys[i] != "<<<")
            continue;
        if (found != node.keys.size())
            return Error{ErrorCode::InvalidInput, "a map may have one merge key, '<<' or '<<<'", node.keys[i]};
        found = i;
    }
    if (found == node.keys.size())
        return success();
    const std::string key = node.keys[found];
    const YamlNode source = std::move(node.items[found]);
    node.keys.erase(node.keys.begin() + static_cast<std::ptrdiff_t>(found));
    node.items.erase(node.items.begin() + static_cast<std::ptrdiff_t>(found));
    return merge(node, source, key);
}

} // namespace nestloom::io
