// SPDX-License-Identifier: Apache-2.0
// Networks of nothing but fully connected layers, as KAPLA's evaluation has them.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

#include <array>

namespace nestloom::zoo {

namespace {

constexpr std::int64_t kUnits = 1000;

struct State {
    TensorId hidden, cell;
};

TensorId gate(GraphBuilder& g, std::string_view name, std::string_view activation, TensorId x)
{
    const auto scope = g.scope(name);
    return g.map(activation, activation, g.linear("linear", x, kUnits));
}

/// One time step of one cell: c' = f c + i u, h' = o tanh(c'), the four gates from the input and h together.
TensorId lstmCell(GraphBuilder& g, TensorId x, const State& before)
{
    const TensorId both = g.concat("concat", {before.hidden, x});
    const TensorId candidate = gate(g, "candidate", "tanh", both);
    const TensorId in = gate(g, "input_gate", "sigmoid", both);
    const TensorId kept = g.multiply("input", candidate, in);
    const TensorId forget = gate(g, "forget_gate", "sigmoid", both);
    const TensorId carried = g.multiply("carry", before.cell, forget);
    const TensorId cell = g.add("cell", kept, carried);
    const TensorId out = gate(g, "output_gate", "sigmoid", both);
    return g.multiply("hidden", g.map("tanh", "tanh", cell), out);
}

} // namespace

workload::Network mlpL(const Settings& settings)
{
    constexpr std::array<std::int64_t, 4> features{1500, 1000, 500, 10};
    GraphBuilder g("mlp_l", settings.elementBits);
    TensorId x = g.input("input", {784});
    for (std::size_t i = 0; i < features.size(); ++i) {
        x = g.fullyConnected("fc" + std::to_string(i + 1), x, features[i]);
        if (i + 1 < features.size())
            x = g.relu("relu" + std::to_string(i + 1), x);
    }
    return g.network("MLP-L, 784-1500-1000-500-10, batch 1",
                     {"Source: the network mlp_l of nn_dataflow, with which KAPLA is evaluated.",
                      "The source has no activations; ReLU is assumed."});
}

workload::Network lstm(const Settings& settings)
{
    constexpr std::size_t layers = 4;
    GraphBuilder g("lstm", settings.elementBits);
    TensorId x = g.input("input", {kUnits});
    for (std::size_t i = 0; i < layers; ++i) {
        const auto scope = g.scope("layer" + std::to_string(i));
        const TensorId hidden = g.input("hidden_before", {kUnits});
        const TensorId cell = g.input("cell_before", {kUnits});
        x = lstmCell(g, x, {hidden, cell});
    }
    return g.network("LSTM of 4 layers of 1000 units, one time step, batch 1",
                     {"Source: the network lstm_gnmt of nn_dataflow, with which KAPLA is evaluated.",
                      "Left out: embedding and projection of words."});
}

} // namespace nestloom::zoo
