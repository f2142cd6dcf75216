// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

    /// The order in which items come by ascending `position` (by item), as far as the tree leaves a choice.
    std::vector<std::uint32_t> ordered(const std::vector<std::uint32_t>& position) const;

    /// Natural logarithm of the number of orders.
    double freedom() const;
    /// Equal for trees that differ only by items of one `kind` (by item); nearly always different otherwise.
    std::uint64_t fingerprint(const std::vector<std::uint64_t>& kind) const;

private:
    friend class OrderTreeGathering;
    enum class Kind : std::uint8_t { Item, Any, Row };
    struct Node {
        Kind kind = Kind::Item;
        std::uint32_t item = 0;
        std::int32_t first = -1, next = -1; // first child; next sibling
    };

    std::int32_t addItem(std::uint32_t item);
    std::int32_t addAny(const std::vector<std::uint32_t>& items);
    /// One child stands for itself; two in a row may as well come in any order.
    std::int32_t addParent(Kind kind, const std::vector<std::int32_t>& children);
    std::vector<std::int32_t> children(std::int32_t node) const;
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
