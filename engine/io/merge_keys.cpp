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

constexpr std::size_t kMostCompared = 200'000'000; // keys: half a second; designs need some thousands

/// False when it takes more comparisons than are left.
bool mergeInto(YamlNode& map, const YamlNode& other, bool isDeep, std::size_t& compared)
{
    for (std::size_t i = 0; i < other.keys.size(); ++i) {
        compared += map.keys.size();
        if (compared > kMostCompared)
            return false;
        YamlNode* own = valueOf(map, other.keys[i]);
        const YamlNode& theirs = other.items[i];
        if (!own) {
            map.keys.push_back(other.keys[i]);
            map.items.push_back(theirs);
        } else if (!isDeep || own->tag == "!nomerge") {
            continue;
        } else if (own->kind == Kind::Map && theirs.kind == Kind::Map) {
            if (!mergeInto(*own, theirs, true, compared))
                return false;
        } else if (own->kind == Kind::List && theirs.kind == Kind::List) {
            own->items.insert(own->items.end(), theirs.items.begin(), theirs.items.end());
        }
    }
    return true;
}

Status merge(YamlNode& map, const YamlNode& source, const std::string& key)
{
    const bool isDeep = key == "<<<";
    const auto tooMany = [&] { return Error{ErrorCode::InvalidInput, "too many keys are merged into one map", key}; };
    std::size_t compared = 0;
    if (source.kind == Kind::Map)
        return mergeInto(map, source, isDeep, compared) ? success() : Status(tooMany());
    if (source.kind != Kind::List)
        return Error{ErrorCode::InvalidInput, "only a map, or a list of maps, can be merged into a map", key};
    for (const YamlNode& item : source.items) {
        if (item.kind != Kind::Map)
            return Error{ErrorCode::InvalidInput, "only maps can be merged into a map", key};
        if (!mergeInto(map, item, isDeep, compared))
            return tooMany();
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
