// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace nestloom::memory {

/// All orders of some items in which certain sets of them are neighbours, as one tree (a PQ-tree; Booth and Lueker
/// 1976, "Testing for the consecutive ones property"). The children of an `Any` node may come in any order, those of a
/// `Row` in theirs or in the reverse. Here: the buffers in use at one step, from the lowest address to the highest.
/// Copies are cheap enough to be states of a search: O(items).
class OrderTree {
public:
    OrderTree() = default;
    /// Every order of the items; there is at least one.
    explicit OrderTree(const std::vector<std::uint32_t>& items);

    /// Keeps the orders in which `items` are neighbours, in any order among themselves; nothing when there are none.
    std::optional<OrderTree> gathered(const std::vector<std::uint32_t>& items) const;
    /// The same, then puts `others` in their place, which are neighbours then.
    std::optional<OrderTree> exchanged(const std::vector<std::uint32_t>& items,
                                       const std::vector<std::uint32_t>& others) const;

    /// Sets of `items` that can be neighbours, as masks of positions; of very many some thousands, rather small ones or
    /// nearly all. Of more than 64 items the first ones are looked at.
    std::vector<std::uint64_t> neighbourSets(const std::vector<std::uint32_t>& items) const;

    /// Into how few runs of neighbours the marked items (by item) can come: the least number over all orders, hardly
    /// ever one more. O(items).
    int leastRuns(const std::vector<bool>& marked) const;

    /// Gives the item's place to another one. Nothing else of the tree changes.
    void rename(std::uint32_t item, std::uint32_t to);
    /// Cuts an item into several. Those of a loose one (see loosen()) may lie apart wherever its parent leaves them;
    /// the place of any other item is shared by its parts, in any order.
    void cut(std::uint32_t item, const std::vector<std::uint32_t>& parts);
    /// Lets the parts of an item lie apart among its siblings, should it be cut later.
    void loosen(std::uint32_t item);

    /// An item as the tree holds it: its parent, and its place among the siblings.
    struct Leaf {
        std::uint32_t item = 0;
        std::int32_t parent = -1;
        std::uint32_t place = 0;
        bool inRow = false, loose = false;
    };
    std::vector<Leaf> leaves() const; // in one of the orders

    /// The order in which items come by ascending `position` (by item), as far as the tree leaves a choice.
    std::vector<std::uint32_t> ordered(const std::vector<std::uint32_t>& position) const;

    /// Natural logarithm of the number of orders; items from `holes` on do not count.
    double freedom(std::uint32_t holes = std::numeric_limits<std::uint32_t>::max()) const;
    /// Equal for trees that differ only by items of one `kind` (by item); nearly always different otherwise.
    std::uint64_t fingerprint(const std::vector<std::uint64_t>& kind) const;

private:
    friend class OrderTreeGathering;
    friend class OrderTreeNeighbours;
    friend class OrderTreeRuns;
    enum class Kind : std::uint8_t { Item, Any, Row };
    struct Node {
        Kind kind = Kind::Item;
        bool loose = false;
        std::uint32_t item = 0;
        std::int32_t first = -1, next = -1; // first child; next sibling
    };

    std::int32_t addItem(std::uint32_t item, bool loose = false);
    std::int32_t addAny(const std::vector<std::uint32_t>& items);
    /// One child stands for itself; two in a row may as well come in any order.
    std::int32_t addParent(Kind kind, const std::vector<std::int32_t>& children);
    std::vector<std::int32_t> children(std::int32_t node) const;
    std::int32_t find(std::uint32_t item) const;
    void addLeaves(std::int32_t node, Leaf leaf, std::vector<Leaf>& result) const;
    std::int32_t parentOf(std::int32_t node) const;
    std::uint64_t fingerprint(std::int32_t node, const std::vector<std::uint64_t>& kind) const;
    struct Stretch {
        std::uint32_t least = 0; // position
        std::vector<std::uint32_t> items;
    };
    Stretch stretch(std::int32_t node, const std::vector<std::uint32_t>& position) const;

    std::vector<Node> m_nodes;
    std::int32_t m_root = -1;
};

} // namespace nestloom::memory
