// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/node_order.h"

#include "engine/onnx/node_names.h"
#include "engine/onnx/refusal.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

namespace nestloom::onnx {

namespace {

constexpr int kGiven = -1; // not made by a node: an input or initialiser of the graph

using Makers = std::unordered_map<std::string, int>;

std::string quotedPrintable(const std::string& name) { return "'" + printable(name) + "'"; }

Makers makersOf(const pb::GraphProto& graph)
{
    Makers makers;
    for (const pb::ValueInfoProto& input : graph.input())
        if (!makers.emplace(input.name(), kGiven).second)
            refuse("the graph has two inputs named " + quotedPrintable(input.name()));
    std::set<std::string> initialisers;
    for (const pb::TensorProto& tensor : graph.initializer()) {
        if (!initialisers.insert(tensor.name()).second)
            refuse("there are two initialisers named " + quotedPrintable(tensor.name()));
        makers.emplace(tensor.name(), kGiven); // older files list initialisers among the inputs, too
    }
    for (const pb::SparseTensorProto& tensor : graph.sparse_initializer())
        makers.emplace(tensor.values().name(), kGiven);
    for (int i = 0; i < graph.node_size(); ++i)
        for (const std::string& output : graph.node(i).output()) {
            const auto [maker, isNew] = makers.emplace(output, i);
            if (output.empty() || isNew)
                continue;
            const std::string other =
                maker->second == kGiven ? "given with the file" : "made by " + called(graph.node(maker->second));
            refuse("tensor " + quotedPrintable(output) + " is made by " + called(graph.node(i)) + " and also " + other);
        }
    return makers;
}

} // namespace

std::vector<int> runningOrder(const pb::GraphProto& graph)
{
    const Makers makers = makersOf(graph);
    const auto count = std::size_t(graph.node_size());
    std::vector<std::vector<int>> users(count);
    std::vector<int> waiting(count, 0);
    for (int i = 0; i < graph.node_size(); ++i)
        for (const std::string& input : graph.node(i).input()) {
            if (input.empty())
                continue;
            const auto maker = makers.find(input);
            if (maker == makers.end())
                refuse(called(graph.node(i)) + " uses the tensor " + quotedPrintable(input)
                       + ", which nothing in the file makes");
            if (maker->second != kGiven) {
                users[std::size_t(maker->second)].push_back(i);
                ++waiting[std::size_t(i)];
            }
        }
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (std::size_t i = 0; i < count; ++i)
        if (waiting[i] == 0)
            ready.push(int(i));
    std::vector<int> order;
    while (!ready.empty()) {
        const int next = ready.top();
        ready.pop();
        order.push_back(next);
        for (const int user : users[std::size_t(next)])
            if (--waiting[std::size_t(user)] == 0)
                ready.push(user);
    }
    for (std::size_t i = 0; i < count; ++i)
        if (waiting[i] > 0)
            refuse("the graph has a circle: " + called(graph.node(int(i))) + " waits for its own result");
    return order;
}

bool isControlFlow(const std::string& type)
{
    return type == "If" || type == "Loop" || type == "Scan" || type == "SequenceMap";
}

std::vector<bool> nodesNeeded(const pb::GraphProto& graph, const std::vector<int>& order)
{
    std::vector<bool> needed(order.size(), false);
    std::set<std::string> wanted = namesGivenOut(graph);
    wanted.erase("");
    bool any = false;
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        const auto& outputs = graph.node(*node).output();
        if (std::ranges::none_of(outputs, [&](const std::string& name) { return wanted.contains(name); }))
            continue;
        if (isControlFlow(graph.node(*node).op_type()))
            return std::vector<bool>(order.size(),
                                     true); // what its subgraphs read is not known: they are left out with the weights
        needed[std::size_t(*node)] = any = true;
        const auto& inputs = graph.node(*node).input();
        wanted.insert(inputs.begin(), inputs.end());
        wanted.erase("");
    }
    return any ? needed : std::vector<bool>(order.size(), true);
}

std::set<std::string> namesGivenOut(const pb::GraphProto& graph)
{
    std::set<std::string> names;
    for (const pb::ValueInfoProto& output : graph.output())
        names.insert(output.name());
    return names;
}

} // namespace nestloom::onnx
