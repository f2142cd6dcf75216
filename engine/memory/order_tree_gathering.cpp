// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/order_tree.h"

#include <algorithm>

namespace nestloom::memory {

namespace {

using Nodes = std::vector<std::int32_t>;

} // namespace

/// Builds the tree of a smaller set of orders from a larger one: one pass from the leaves up counts the marked items,
/// one from the root down rebuilds what they touch.
class OrderTreeGathering {
public:
    OrderTreeGathering(const OrderTree& from, const std::vector<std::uint32_t>& items,
                       const std::vector<std::uint32_t>* others)
        : m_from(from), m_others(others), m_total(items.size()), m_marked(from.m_nodes.size()),
          m_size(from.m_nodes.size())
    {
        m_items = items;
        std::sort(m_items.begin(), m_items.end());
        m_to.m_nodes.reserve(from.m_nodes.size() + (others ? others->size() : 0) + 4);
    }

    std::optional<OrderTree> run()
    {
        count(m_from.m_root);
        if (m_marked[at(m_from.m_root)] != m_total)
            return std::nullopt;
        m_to.m_root = gather(m_from.m_root);
        return m_to.m_root < 0 ? std::nullopt : std::optional(std::move(m_to));
    }

private:
    using Kind = OrderTree::Kind;
    /// What hangs below a node of which some items are marked: the unmarked part, then the marked one.
    struct Sides {
        Nodes unmarked, marked;
    };

    static std::size_t at(std::int32_t node) { return static_cast<std::size_t>(node); }
    bool isFull(std::int32_t node) const { return m_marked[at(node)] == m_size[at(node)]; }
    bool isEmpty(std::int32_t node) const { return m_marked[at(node)] == 0; }

    void count(std::int32_t node)
    {
        const OrderTree::Node& n = m_from.m_nodes[at(node)];
        if (n.kind == Kind::Item) {
            m_size[at(node)] = 1;
            m_marked[at(node)] = std::binary_search(m_items.begin(), m_items.end(), n.item) ? 1 : 0;
            return;
        }
        for (std::int32_t child = n.first; child >= 0; child = m_from.m_nodes[at(child)].next) {
            count(child);
            m_size[at(node)] += m_size[at(child)];
            m_marked[at(node)] += m_marked[at(child)];
        }
    }

    std::int32_t copied(std::int32_t node)
    {
        const OrderTree::Node& n = m_from.m_nodes[at(node)];
        if (n.kind == Kind::Item)
            return m_to.addItem(n.item, n.loose);
        Nodes children;
        for (const std::int32_t child : m_from.children(node))
            children.push_back(copied(child));
        return m_to.addParent(n.kind, children);
    }

    /// The marked items as one node: these nodes side by side, or what takes their place.
    void addMarked(Nodes& row, const Nodes& nodes)
    {
        if (m_others)
            row.push_back(m_to.addAny(*m_others));
        else
            row.insert(row.end(), nodes.begin(), nodes.end());
    }

    void addFull(Nodes& marked, const Nodes& full)
    {
        if (!m_others && !full.empty())
            marked.push_back(m_to.addParent(Kind::Any, full));
    }

    Nodes copiedIf(const Nodes& nodes, bool full)
    {
        Nodes result;
        for (const std::int32_t node : nodes)
            if (full ? isFull(node) && !m_others : isEmpty(node))
                result.push_back(copied(node));
        return result;
    }

    Nodes partialOf(const Nodes& nodes) const
    {
        Nodes result;
        for (const std::int32_t node : nodes)
            if (!isFull(node) && !isEmpty(node))
                result.push_back(node);
        return result;
    }

    /// False when the marked items cannot all be at one end.
    bool split(std::int32_t node, Sides& sides)
    {
        const Nodes children = m_from.children(node);
        if (m_from.m_nodes[at(node)].kind == Kind::Row)
            return splitRow(children, sides);
        const Nodes partial = partialOf(children);
        if (partial.size() > 1)
            return false;
        if (const Nodes empty = copiedIf(children, false); !empty.empty())
            sides.unmarked.push_back(m_to.addParent(Kind::Any, empty));
        if (!partial.empty() && !split(partial.front(), sides))
            return false;
        addFull(sides.marked, copiedIf(children, true));
        return true;
    }

    bool splitRow(Nodes children, Sides& sides)
    {
        const auto level = [&](std::int32_t node) { return isEmpty(node) ? 0 : isFull(node) ? 2 : 1; };
        if (level(children.front()) > level(children.back()))
            std::reverse(children.begin(), children.end());
        int before = 0;
        for (const std::int32_t child : children) {
            if (level(child) < before || (level(child) == 1 && before == 1))
                return false;
            before = std::max(before, level(child));
        }
        for (const std::int32_t child : children) {
            if (isEmpty(child))
                sides.unmarked.push_back(copied(child));
            else if (!isFull(child)) {
                if (!split(child, sides))
                    return false;
            } else if (!m_others) {
                sides.marked.push_back(copied(child));
            }
        }
        return true;
    }

    /// The node with the marked items side by side; -1 when that cannot be.
    std::int32_t gather(std::int32_t node)
    {
        if (isFull(node))
            return m_others ? m_to.addAny(*m_others) : copied(node);
        const Nodes children = m_from.children(node);
        const auto holder = std::find_if(children.begin(), children.end(),
                                         [&](std::int32_t child) { return m_marked[at(child)] == m_total; });
        if (holder != children.end())
            return gatherBelow(node, children, *holder);
        return m_from.m_nodes[at(node)].kind == Kind::Any ? gatherAny(children) : gatherRow(children);
    }

    std::int32_t gatherBelow(std::int32_t node, const Nodes& children, std::int32_t holder)
    {
        Nodes result;
        for (const std::int32_t child : children) {
            result.push_back(child == holder ? gather(child) : copied(child));
            if (result.back() < 0)
                return -1;
        }
        return m_to.addParent(m_from.m_nodes[at(node)].kind, result);
    }

    std::int32_t gatherAny(const Nodes& children)
    {
        const Nodes partial = partialOf(children);
        Sides left, right;
        if (partial.size() > 2 || (!partial.empty() && !split(partial[0], left))
            || (partial.size() > 1 && !split(partial[1], right)))
            return -1;
        addFull(left.marked, copiedIf(children, true));
        Nodes all = copiedIf(children, false);
        const std::int32_t row = joined({}, left, {}, right, {});
        all.push_back(row);
        return m_to.addParent(Kind::Any, all);
    }

    std::int32_t gatherRow(const Nodes& children)
    {
        std::size_t first = 0, last = children.size() - 1;
        while (isEmpty(children[first]))
            ++first;
        while (isEmpty(children[last]))
            --last;
        for (std::size_t i = first + 1; i < last; ++i)
            if (!isFull(children[i]))
                return -1;
        Nodes before, between, after;
        for (std::size_t i = 0; i < children.size(); ++i)
            if (i < first || i > last)
                (i < first ? before : after).push_back(copied(children[i]));
            else if (i > first && i < last && !m_others)
                between.push_back(copied(children[i]));
        Sides left, right;
        if (!endOfRow(children[first], left) || !endOfRow(children[last], right))
            return -1;
        return joined(before, left, between, right, after);
    }

    bool endOfRow(std::int32_t child, Sides& sides)
    {
        if (!isFull(child))
            return split(child, sides);
        if (!m_others)
            sides.marked.push_back(copied(child));
        return true;
    }

    std::int32_t joined(const Nodes& before, const Sides& left, const Nodes& between, const Sides& right,
                        const Nodes& after)
    {
        Nodes row = before;
        row.insert(row.end(), left.unmarked.begin(), left.unmarked.end());
        Nodes marked = left.marked;
        marked.insert(marked.end(), between.begin(), between.end());
        marked.insert(marked.end(), right.marked.rbegin(), right.marked.rend());
        addMarked(row, marked);
        row.insert(row.end(), right.unmarked.rbegin(), right.unmarked.rend());
        row.insert(row.end(), after.begin(), after.end());
        return m_to.addParent(Kind::Row, row);
    }

    const OrderTree& m_from;
    OrderTree m_to;
    std::vector<std::uint32_t> m_items;
    const std::vector<std::uint32_t>* m_others;
    const std::size_t m_total;
    std::vector<std::size_t> m_marked, m_size; // by node of m_from
};

std::optional<OrderTree> OrderTree::gathered(const std::vector<std::uint32_t>& items) const
{
    return OrderTreeGathering(*this, items, nullptr).run();
}

std::optional<OrderTree> OrderTree::exchanged(const std::vector<std::uint32_t>& items,
                                              const std::vector<std::uint32_t>& others) const
{
    return OrderTreeGathering(*this, items, &others).run();
}

} // namespace nestloom::memory
