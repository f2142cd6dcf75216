// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/folded_graph.h"

#include <algorithm>
#include <map>

namespace nestloom::ui {

namespace {

using workload::OperatorGraph;

/// The blocks of a graph, each with the number of its operators.
class Blocks {
public:
    explicit Blocks(const OperatorGraph& graph)
    {
        for (const workload::Operator& op : graph.operators)
            for (std::size_t end = op.name.find('.'); end != std::string::npos; end = op.name.find('.', end + 1))
                ++m_counts[op.name.substr(0, end)];
        dropRepeated();
    }

    const std::map<std::string, std::size_t>& counts() const { return m_counts; }

    /// Blocks around a name, the outermost first.
    std::vector<std::string> around(const std::string& name) const
    {
        std::vector<std::string> blocks;
        for (std::size_t end = name.find('.'); end != std::string::npos; end = name.find('.', end + 1))
            if (std::string block = name.substr(0, end); m_counts.count(block))
                blocks.push_back(std::move(block));
        return blocks;
    }

private:
    /// Blocks of one operator, and those that hold nothing but one other block.
    void dropRepeated()
    {
        std::set<std::string> repeated;
        for (const auto& [path, count] : m_counts) {
            const std::size_t parent = path.rfind('.');
            if (parent != std::string::npos)
                if (const auto it = m_counts.find(path.substr(0, parent)); it != m_counts.end() && it->second == count)
                    repeated.insert(it->first);
            if (count < 2)
                repeated.insert(path);
        }
        for (const std::string& path : repeated)
            m_counts.erase(path);
    }

    std::map<std::string, std::size_t> m_counts;
};

/// As many of the last parts of a path as are short enough to be read at a glance, behind an ellipsis when some are
/// left out.
std::string titleOf(const std::string& path)
{
    constexpr std::size_t kShort = 20;
    std::size_t start = path.rfind('.');
    while (start != std::string::npos && start > 0 && path.size() > kShort) {
        const std::size_t before = path.rfind('.', start - 1);
        if (path.size() - (before == std::string::npos ? 0 : before + 1) > kShort)
            return "\u2026" + path.substr(start + 1);
        start = before;
    }
    return path;
}

FoldedGraph fold(const OperatorGraph& graph, const Blocks& blocks, const OpenBlocks& open)
{
    FoldedGraph folded;
    std::map<std::string, int> closed;
    for (std::size_t o = 0; o < graph.operators.size(); ++o) {
        const std::string& name = graph.operators[o].name;
        const std::vector<std::string> around = blocks.around(name);
        const auto outermost =
            std::ranges::find_if(around, [&](const std::string& block) { return !open.count(block); });
        const bool isBlock = outermost != around.end();
        const std::string path = isBlock ? *outermost : name;
        int node = int(folded.nodes.size());
        if (isBlock)
            node = closed.try_emplace(path, node).first->second;
        if (node == int(folded.nodes.size()))
            folded.nodes.push_back({path, titleOf(path), isBlock, {}});
        folded.nodes[std::size_t(node)].operators.push_back({std::uint32_t(o)});
        folded.nodeOf.push_back(node);
    }
    std::map<std::pair<int, int>, std::size_t> edges;
    for (std::size_t t = 0; t < graph.tensors.size(); ++t) {
        const workload::Tensor& tensor = graph.tensors[t];
        std::set<int> users;
        for (const OperatorId consumer : tensor.consumers)
            users.insert(folded.nodeOf[consumer.value]);
        const int from = folded.nodeOf[tensor.producer.value];
        for (const int to : users) {
            if (to == from)
                continue;
            const auto [edge, isNew] = edges.try_emplace({from, to}, folded.edges.size());
            if (isNew)
                folded.edges.push_back({from, to, {}, {}});
            folded.edges[edge->second].tensors.push_back({std::uint32_t(t)});
            folded.edges[edge->second].bytes += tensor.size;
        }
    }
    return folded;
}

} // namespace

FoldedGraph fold(const OperatorGraph& graph, const OpenBlocks& open) { return fold(graph, Blocks(graph), open); }

OpenBlocks allBlocks(const OperatorGraph& graph)
{
    OpenBlocks all;
    const Blocks blocks(graph);
    for (const auto& [path, count] : blocks.counts())
        all.insert(path);
    return all;
}

OpenBlocks blocksOpenAtFirst(const OperatorGraph& graph, std::size_t most)
{
    const Blocks blocks(graph);
    OpenBlocks open;
    while (true) {
        const FoldedGraph now = fold(graph, blocks, open);
        const FoldedNode* largest = nullptr;
        for (const FoldedNode& node : now.nodes)
            if (node.isBlock && (!largest || node.operators.size() > largest->operators.size()))
                largest = &node;
        if (!largest)
            return open;
        OpenBlocks more = open;
        more.insert(largest->path);
        if (fold(graph, blocks, more).nodes.size() > most)
            return open;
        open = std::move(more);
    }
}

OpenBlocks blocksAround(const OperatorGraph& graph, OperatorId op)
{
    const std::vector<std::string> around = Blocks(graph).around(graph.operators[op.value].name);
    return {around.begin(), around.end()};
}

} // namespace nestloom::ui
