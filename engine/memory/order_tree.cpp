// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/order_tree.h"

#include <algorithm>
#include <cmath>

namespace nestloom::memory {

namespace {

using Nodes = std::vector<std::int32_t>;

std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

std::uint64_t inSequence(auto begin, auto end)
{
    std::uint64_t hash = 0x9E3779B97F4A7C15ULL;
    for (; begin != end; ++begin)
        hash = mixed(hash + *begin);
    return hash;
}

} // namespace

OrderTree::OrderTree(const std::vector<std::uint32_t>& items) { m_root = addAny(items); }

std::int32_t OrderTree::addItem(std::uint32_t item)
{
    m_nodes.push_back({Kind::Item, item, -1, -1});
    return static_cast<std::int32_t>(m_nodes.size()) - 1;
}

std::int32_t OrderTree::addAny(const std::vector<std::uint32_t>& items)
{
    Nodes nodes;
    for (const std::uint32_t item : items)
        nodes.push_back(addItem(item));
    return addParent(Kind::Any, nodes);
}

std::int32_t OrderTree::addParent(Kind kind, const Nodes& children)
{
    if (children.size() == 1)
        return children.front();
    for (std::size_t i = 0; i < children.size(); ++i)
        m_nodes[static_cast<std::size_t>(children[i])].next = i + 1 < children.size() ? children[i + 1] : -1;
    m_nodes.push_back({children.size() == 2 ? Kind::Any : kind, 0, children.front(), -1});
    return static_cast<std::int32_t>(m_nodes.size()) - 1;
}

Nodes OrderTree::children(std::int32_t node) const
{
    Nodes result;
    for (std::int32_t child = m_nodes[static_cast<std::size_t>(node)].first; child >= 0;
         child = m_nodes[static_cast<std::size_t>(child)].next)
        result.push_back(child);
    return result;
}

OrderTree::Stretch OrderTree::stretch(std::int32_t node, const std::vector<std::uint32_t>& position) const
{
    const Node& n = m_nodes[static_cast<std::size_t>(node)];
    if (n.kind == Kind::Item)
        return {position[n.item], {n.item}};
    std::vector<Stretch> parts;
    for (const std::int32_t child : children(node))
        parts.push_back(stretch(child, position));
    const auto below = [](const Stretch& a, const Stretch& b) { return a.least < b.least; };
    if (n.kind == Kind::Any)
        std::stable_sort(parts.begin(), parts.end(), below);
    else if (below(parts.back(), parts.front()))
        std::reverse(parts.begin(), parts.end());
    Stretch all{parts.front().least, {}};
    for (const Stretch& part : parts) {
        all.least = std::min(all.least, part.least);
        all.items.insert(all.items.end(), part.items.begin(), part.items.end());
    }
    return all;
}

std::vector<std::uint32_t> OrderTree::ordered(const std::vector<std::uint32_t>& position) const
{
    return stretch(m_root, position).items;
}

double OrderTree::freedom() const
{
    double sum = 0;
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i].kind == Kind::Any)
            sum += std::lgamma(static_cast<double>(children(static_cast<std::int32_t>(i)).size()) + 1);
        else if (m_nodes[i].kind == Kind::Row)
            sum += std::log(2.0);
    return sum;
}

std::uint64_t OrderTree::fingerprint(const std::vector<std::uint64_t>& kind) const
{
    return fingerprint(m_root, kind);
}

std::uint64_t OrderTree::fingerprint(std::int32_t node, const std::vector<std::uint64_t>& kind) const
{
    const Node& n = m_nodes[static_cast<std::size_t>(node)];
    if (n.kind == Kind::Item)
        return kind[n.item];
    std::vector<std::uint64_t> parts;
    for (const std::int32_t child : children(node))
        parts.push_back(fingerprint(child, kind));
    if (n.kind == Kind::Row)
        return mixed(std::min(inSequence(parts.begin(), parts.end()), inSequence(parts.rbegin(), parts.rend())) ^ 1);
    std::sort(parts.begin(), parts.end());
    return mixed(inSequence(parts.begin(), parts.end()) ^ 2); // else a(b) and b(a) would be equal
}

} // namespace nestloom::memory
