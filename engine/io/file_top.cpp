// SPDX-License-Identifier: Apache-2.0
#include "engine/io/file_top.h"

#include "engine/io/in_quotes.h"

#include <algorithm>

namespace nestloom::io {

namespace {

std::string advice(const std::string& wrong, std::string_view key, const std::vector<std::string_view>& under)
{
    const std::string top = "'" + std::string(key) + "'";
    if (std::find(under.begin(), under.end(), wrong) != under.end())
        return "; it belongs under " + top;
    if (const std::string near = suggestion(wrong, {key}); near.find("did you mean") != std::string::npos)
        return near;
    std::string keys;
    for (const std::string_view one : under)
        keys += (keys.empty() ? "" : ", ") + std::string(one);
    return "; the only key at the top of this kind of file is " + top + ", and under it are known: " + keys;
}

} // namespace

const YamlNode* topOfFile(const YamlNode& tree, std::string_view key, const std::vector<std::string_view>& under,
                          YamlErrors& errors)
{
    for (std::size_t i = 0; i < tree.keys.size(); ++i)
        if (tree.keys[i] != key)
            errors.report(tree.items[i].line, tree.keys[i],
                          "unknown key " + inQuotes(tree.keys[i]) + advice(tree.keys[i], key, under));
    const YamlMap root(tree, "", errors, {key});
    return root.requireMap(key);
}

} // namespace nestloom::io
