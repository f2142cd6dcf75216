// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/segments.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

/// Bytes that are alive between position i - 1 and i of the default order.
std::vector<std::int64_t> aliveAt(const GraphIndex& graph)
{
    std::vector<std::int64_t> change(graph.operators() + 1);
    for (std::size_t t = 0; t < graph.tensors(); ++t)
        if (!graph.consumers(t).empty()) {
            change[graph.producer(t) + 1] += graph.size(t);
            change[graph.consumers(t).back() + 1] -= graph.size(t);
        }
    for (std::size_t i = 1; i < change.size(); ++i)
        change[i] += change[i - 1];
    return change;
}

void cut(const std::vector<std::int64_t>& alive, std::size_t begin, std::size_t end, std::size_t least,
         std::vector<std::size_t>& ends)
{
    if (end - begin >= 2 * least) {
        const auto at = std::min_element(alive.begin() + std::ptrdiff_t(begin + least),
                                         alive.begin() + std::ptrdiff_t(end - least + 1));
        const auto middle = static_cast<std::size_t>(at - alive.begin());
        cut(alive, begin, middle, least, ends);
        cut(alive, middle, end, least, ends);
        return;
    }
    ends.push_back(end);
}

} // namespace

std::vector<std::size_t> breakPositions(const GraphIndex& graph, std::size_t least)
{
    std::vector<std::size_t> ends;
    cut(aliveAt(graph), 0, graph.operators(), std::max<std::size_t>(1, least), ends);
    return ends;
}

} // namespace nestloom::schedule::cosma
