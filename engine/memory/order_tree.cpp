// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/order_tree.h"

#include <algorithm>
#include <cmath>

namespace nestloom::memory {

namespace {

constexpr std::uint32_t kNoItem = std::numeric_limits<std::uint32_t>::max(); // of a node that is not in use

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

std::int32_t OrderTree::addItem(std::uint32_t item, bool loose)
{
    m_nodes.push_back({Kind::Item, loose, item, -1, -1});
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
    if (kind == Kind::Row && children.size() == 2) {
        kind = Kind::Any; // but what a loose item is cut into cannot come on both sides of the other child
        for (const std::int32_t child : children)
            m_nodes[static_cast<std::size_t>(child)].loose = false;
    }
    m_nodes.push_back({kind, false, 0, children.front(), -1});
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

std::int32_t OrderTree::find(std::uint32_t item) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        if (m_nodes[i].kind == Kind::Item && m_nodes[i].item == item)
            return static_cast<std::int32_t>(i);
    return -1;
}

std::int32_t OrderTree::parentOf(std::int32_t node) const
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        for (std::int32_t child = m_nodes[i].first; child >= 0; child = m_nodes[static_cast<std::size_t>(child)].next)
            if (child == node)
                return static_cast<std::int32_t>(i);
    return -1;
}

void OrderTree::rename(std::uint32_t item, std::uint32_t to)
{
    Node& node = m_nodes[static_cast<std::size_t>(find(item))];
    node.item = to;
    node.loose = false;
}

void OrderTree::loosen(std::uint32_t item) { m_nodes[static_cast<std::size_t>(find(item))].loose = true; }

void OrderTree::cut(std::uint32_t item, const std::vector<std::uint32_t>& parts)
{
    const std::int32_t leaf = find(item), parent = parentOf(leaf);
    const bool apart = m_nodes[static_cast<std::size_t>(leaf)].loose && parent >= 0
                       && m_nodes[static_cast<std::size_t>(parent)].kind == Kind::Any;
    Nodes nodes;
    for (const std::uint32_t part : parts)
        nodes.push_back(addItem(part, true));
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
        m_nodes[static_cast<std::size_t>(nodes[i])].next = nodes[i + 1];
    if (apart) { // the leaf becomes the first part, the others follow it
        m_nodes[static_cast<std::size_t>(nodes.back())].next = m_nodes[static_cast<std::size_t>(leaf)].next;
        m_nodes[static_cast<std::size_t>(leaf)].item = parts.front();
        m_nodes[static_cast<std::size_t>(leaf)].next = m_nodes[static_cast<std::size_t>(nodes.front())].next;
        m_nodes[static_cast<std::size_t>(nodes.front())].item = kNoItem;
    } else {
        Node& place = m_nodes[static_cast<std::size_t>(leaf)];
        place = {Kind::Any, false, 0, nodes.front(), place.next};
    }
}

std::vector<OrderTree::Leaf> OrderTree::leaves() const
{
    std::vector<Leaf> result;
    addLeaves(m_root, {}, result);
    return result;
}

void OrderTree::addLeaves(std::int32_t node, Leaf leaf, std::vector<Leaf>& result) const
{
    const Node& n = m_nodes[static_cast<std::size_t>(node)];
    if (n.kind == Kind::Item) {
        leaf.item = n.item;
        leaf.loose = n.loose;
        result.push_back(leaf);
        return;
    }
    std::uint32_t place = 0;
    for (std::int32_t child = n.first; child >= 0; child = m_nodes[static_cast<std::size_t>(child)].next)
        addLeaves(child, {0, node, place++, n.kind == Kind::Row, false}, result);
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

double OrderTree::freedom(std::uint32_t holes) const
{
    double sum = 0;
    for (const Node& node : m_nodes) {
        if (node.kind == Kind::Item)
            continue;
        int counted = 0;
        for (std::int32_t child = node.first; child >= 0; child = m_nodes[static_cast<std::size_t>(child)].next) {
            const Node& c = m_nodes[static_cast<std::size_t>(child)];
            counted += c.kind == Kind::Item && c.item >= holes ? 0 : 1;
        }
        if (node.kind == Kind::Any)
            sum += std::lgamma(static_cast<double>(counted) + 1);
        else if (counted > 1)
            sum += std::log(2.0);
    }
    return sum;
}

std::uint64_t OrderTree::fingerprint(const std::vector<std::uint64_t>& kind) const { return fingerprint(m_root, kind); }

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
