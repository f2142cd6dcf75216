// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/order_tree.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace nestloom::memory {

namespace {

constexpr std::size_t kMaxSets = 4'000;
constexpr std::size_t kMaxEnds = 64; // sets at one end of a node
constexpr std::size_t kItems = 64;   // bits of a mask

using Masks = std::vector<std::uint64_t>;

/// Unions of at most `most` of them, also of none.
void addUnions(const Masks& parts, std::size_t from, std::size_t most, std::uint64_t sum, Masks& result)
{
    result.push_back(sum);
    if (most == 0)
        return;
    for (std::size_t i = from; i < parts.size(); ++i)
        addUnions(parts, i + 1, most - 1, sum | parts[i], result);
}

/// Unions of disjoint masks: all of them for few, else of few and of all but few.
Masks unions(const Masks& parts)
{
    const std::size_t count = parts.size(), most = count <= 8 ? count : count <= 12 ? 4 : count <= 20 ? 3 : 2;
    Masks result;
    addUnions(parts, 0, most, 0, result);
    if (most == count)
        return result;
    std::uint64_t all = 0;
    for (const std::uint64_t part : parts)
        all |= part;
    const std::size_t few = result.size();
    for (std::size_t i = 0; i < few; ++i)
        result.push_back(all & ~result[i]);
    return result;
}

void makeDistinct(Masks& masks)
{
    std::sort(masks.begin(), masks.end());
    masks.erase(std::unique(masks.begin(), masks.end()), masks.end());
}

} // namespace

/// Goes through the tree from the leaves up; a set is a mask of marked items.
class OrderTreeNeighbours {
public:
    OrderTreeNeighbours(const OrderTree& tree, const std::vector<std::uint32_t>& items)
        : m_tree(tree), m_all(tree.m_nodes.size(), 0), m_full(tree.m_nodes.size(), 0)
    {
        for (std::size_t i = 0; i < items.size() && i < kItems; ++i)
            m_bit.emplace(items[i], std::uint64_t{1} << i);
    }

    Masks run()
    {
        mark(m_tree.m_root);
        addSets(m_tree.m_root);
        makeDistinct(m_sets);
        return std::move(m_sets);
    }

private:
    static std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }
    bool isItem(std::int32_t node) const { return m_tree.m_nodes[at(node)].kind == OrderTree::Kind::Item; }
    bool isRow(std::int32_t node) const { return m_tree.m_nodes[at(node)].kind == OrderTree::Kind::Row; }

    void mark(std::int32_t node)
    {
        if (isItem(node)) {
            const auto bit = m_bit.find(m_tree.m_nodes[at(node)].item);
            m_all[at(node)] = bit == m_bit.end() ? 0 : bit->second;
            m_full[at(node)] = bit == m_bit.end() ? 0 : 1;
            return;
        }
        m_full[at(node)] = 1;
        for (const std::int32_t child : m_tree.children(node)) {
            mark(child);
            m_all[at(node)] |= m_all[at(child)];
            m_full[at(node)] &= m_full[at(child)];
        }
    }

    /// Marked items below each child that has nothing else.
    Masks fullParts(const std::vector<std::int32_t>& children) const
    {
        Masks parts;
        for (const std::int32_t child : children)
            if (m_full[at(child)])
                parts.push_back(m_all[at(child)]);
        return parts;
    }

    /// Sets that can come at one end of the node, side by side.
    Masks ends(std::int32_t node) const
    {
        if (m_all[at(node)] == 0)
            return {};
        if (isItem(node))
            return {m_all[at(node)]};
        std::vector<std::int32_t> children = m_tree.children(node);
        Masks result;
        if (isRow(node)) {
            addEndsOfRow(children, result);
            std::reverse(children.begin(), children.end());
            addEndsOfRow(children, result);
        } else {
            const Masks whole = unions(fullParts(children));
            result.assign(whole.begin() + 1, whole.end()); // but the empty one
            for (const std::int32_t child : children)
                for (const std::uint64_t end : properEnds(child))
                    addWith(end, m_all[at(child)], whole, kMaxEnds, result);
        }
        std::erase(result, 0);
        makeDistinct(result);
        if (result.size() > kMaxEnds) {
            std::stable_sort(result.begin(), result.end(),
                             [](std::uint64_t a, std::uint64_t b) { return std::popcount(a) < std::popcount(b); });
            result.resize(kMaxEnds);
        }
        return result;
    }

    void addEndsOfRow(const std::vector<std::int32_t>& children, Masks& result) const
    {
        std::uint64_t before = 0;
        for (const std::int32_t child : children) {
            for (const std::uint64_t end : ends(child))
                result.push_back(before | end);
            if (!m_full[at(child)])
                return;
            before |= m_all[at(child)];
        }
    }

    /// Without that of everything below a node that has nothing else.
    Masks properEnds(std::int32_t node) const
    {
        Masks result = ends(node);
        if (m_full[at(node)])
            std::erase(result, m_all[at(node)]);
        return result;
    }

    static void addWith(std::uint64_t set, std::uint64_t outside, const Masks& whole, std::size_t most, Masks& result)
    {
        for (std::size_t i = 0; i < whole.size() && result.size() < most; ++i)
            if ((whole[i] & outside) == 0)
                result.push_back(set | whole[i]);
    }

    void addSets(std::int32_t node)
    {
        if (m_all[at(node)] == 0 || m_sets.size() >= kMaxSets)
            return;
        if (isItem(node)) {
            m_sets.push_back(m_all[at(node)]);
            return;
        }
        const std::vector<std::int32_t> children = m_tree.children(node);
        for (const std::int32_t child : children)
            addSets(child);
        isRow(node) ? addSetsOfRow(children) : addSetsOfAny(children);
    }

    /// Whole children in the middle, at either end of them perhaps a part of another one.
    void addSetsOfAny(const std::vector<std::int32_t>& children)
    {
        const Masks whole = unions(fullParts(children));
        m_sets.insert(m_sets.end(), whole.begin() + 1, whole.end());
        std::vector<Masks> parts;
        for (const std::int32_t child : children)
            parts.push_back(properEnds(child));
        for (std::size_t i = 0; i < children.size(); ++i)
            for (const std::uint64_t end : parts[i])
                addWith(end, m_all[at(children[i])], whole, kMaxSets, m_sets);
        for (std::size_t i = 0; i < children.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                for (const std::uint64_t a : parts[i])
                    for (const std::uint64_t b : parts[j])
                        addWith(a | b, m_all[at(children[i])] | m_all[at(children[j])], whole, kMaxSets, m_sets);
    }

    void addSetsOfRow(const std::vector<std::int32_t>& children)
    {
        for (std::size_t first = 0; first + 1 < children.size(); ++first)
            for (const std::uint64_t end : ends(children[first])) {
                std::uint64_t row = end;
                for (std::size_t i = first + 1; i < children.size() && m_sets.size() < kMaxSets; ++i) {
                    for (const std::uint64_t other : ends(children[i]))
                        m_sets.push_back(row | other);
                    if (!m_full[at(children[i])])
                        break;
                    row |= m_all[at(children[i])];
                }
            }
    }

    const OrderTree& m_tree;
    std::unordered_map<std::uint32_t, std::uint64_t> m_bit; // by item
    std::vector<std::uint64_t> m_all;                       // by node: marked items below
    std::vector<char> m_full;                               // by node: are all of them marked
    Masks m_sets;
};

std::vector<std::uint64_t> OrderTree::neighbourSets(const std::vector<std::uint32_t>& items) const
{
    return OrderTreeNeighbours(*this, items).run();
}

} // namespace nestloom::memory
