// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/order_tree.h"

#include <algorithm>

namespace nestloom::memory {

namespace {

constexpr int kNever = 1'000'000; // runs: more than any tree has items; no order is like that

} // namespace

/// Least runs of the marked items below one node, from the leaves up.
class OrderTreeRuns {
public:
    OrderTreeRuns(const OrderTree& tree, const std::vector<bool>& marked) : m_tree(tree), m_marked(marked) {}

    int run() const
    {
        const Runs all = of(m_tree.m_root);
        return std::min({all.open[0], all.open[1], all.open[2]});
    }

private:
    /// When the items at none, one or both ends are marked: such a run may go on beyond the end.
    struct Runs {
        int open[3] = {kNever, kNever, kNever};
    };

    Runs of(std::int32_t node) const
    {
        const OrderTree::Node& n = m_tree.m_nodes[static_cast<std::size_t>(node)];
        if (n.kind == OrderTree::Kind::Item)
            return m_marked[n.item] ? Runs{{kNever, kNever, 1}} : Runs{{0, kNever, kNever}};
        return n.kind == OrderTree::Kind::Row ? ofRow(n.first) : ofAny(n.first);
    }

    std::int32_t after(std::int32_t node) const { return m_tree.m_nodes[static_cast<std::size_t>(node)].next; }

    Runs ofRow(std::int32_t child) const
    {
        int until[2][2] = {{0, kNever}, {kNever, kNever}}; // by whether the first and the last item are marked
        for (bool first = true; child >= 0; child = after(child), first = false) {
            const Runs runs = of(child);
            int next[2][2] = {{kNever, kNever}, {kNever, kNever}};
            for (const int from : {0, 1})
                for (const int to : {0, 1})
                    for (const int left : {0, 1})
                        for (const int right : {0, 1}) {
                            int& least = next[first ? left : from][right];
                            least = std::min(least, until[from][to] + runs.open[left + right] - (to && left ? 1 : 0));
                        }
            std::copy(&next[0][0], &next[0][0] + 4, &until[0][0]);
        }
        return {{until[0][0], std::min(until[0][1], until[1][0]), until[1][1]}};
    }

    Runs ofAny(std::int32_t child) const
    {
        Parts parts;
        for (; child >= 0; child = after(child)) {
            const Runs runs = of(child);
            const int least = std::min({runs.open[0], runs.open[1], runs.open[2]});
            if (runs.open[0] == 0) {
                ++parts.closed;
                continue;
            }
            parts.runs += least;
            ++(runs.open[0] > least && runs.open[1] > least ? parts.through
               : runs.open[1] == least                      ? parts.ends
                                                            : parts.closed);
        }
        return parts.inAnyOrder();
    }

    /// Children of an Any node, each with its least runs. Those that are `through` are marked at both ends and make one
    /// run when they are neighbours; so does one of those with an `end`, on either side of them; two ends do, too.
    struct Parts {
        int runs = 0, through = 0, ends = 0, closed = 0;

        Runs inAnyOrder() const
        {
            const auto joined = [](int through, int most,
                                   int ends) { // chains of one run; `most` ends at that of `through`
                const int there = through > 0 ? std::min(ends, most) : 0;
                return std::max(0, through - 1) + there + (ends - there) / 2;
            };
            const int shut = closed + std::min(ends, 2) + (ends - std::min(ends, 2)) / 2; // what may lie at an end
            Runs result;
            if (through == 0 || shut >= 2)
                result.open[0] = runs - joined(through, 2, ends);
            if (through > 0)
                result.open[1] = closed + ends > 0 ? runs - joined(through, 1, ends) : kNever;
            if (ends > 0)
                result.open[1] = std::min(result.open[1], runs - joined(through, 2, ends - 1));
            if (through > 0 && closed + ends == 0)
                result.open[2] = runs - joined(through, 0, 0);
            if (through > 1)
                result.open[2] = std::min(result.open[2], runs - (joined(through, 2, ends) - 1));
            if (through > 0 && ends > 0)
                result.open[2] = std::min(result.open[2], runs - joined(through, 1, ends - 1));
            if (ends > 1)
                result.open[2] = std::min(result.open[2], runs - joined(through, 2, ends - 2));
            return result;
        }
    };

    const OrderTree& m_tree;
    const std::vector<bool>& m_marked; // by item
};

int OrderTree::leastRuns(const std::vector<bool>& marked) const { return OrderTreeRuns(*this, marked).run(); }

} // namespace nestloom::memory
