// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::zoo {

/// Elements along each dimension, outermost first: {channels, height, width} of an image, {channels, frames, height,
/// width} of a video, {tokens, features} or {tokens, batch, features} of a sequence. Images and videos have batch 1.
using Shape = std::vector<std::int64_t>;

/// One number for every spatial axis, or one number each.
class Axes {
public:
    Axes(std::int64_t each) : m_values{each} {}
    Axes(std::initializer_list<std::int64_t> each) : m_values(each) {}
    std::int64_t operator[](std::size_t axis) const { return m_values.size() == 1 ? m_values[0] : m_values[axis]; }

private:
    std::vector<std::int64_t> m_values;
};

/// A convolution without bias, as those before a batch normalisation are.
struct Conv {
    std::int64_t channels = 1; // of the output
    Axes kernel = 1;
    Axes stride = 1;
    std::optional<Axes> padding{}; // default: half the kernel, which keeps the size at stride 1
    std::int64_t groups = 1;
    std::int64_t dilation = 1;
    bool bias = false;
};

struct Pool {
    Axes kernel = 2;
    Axes stride = 1;
    Axes padding = 0;
    bool roundUp = false; // of the output size
};

/// Makes the operator graph of a network operator by operator. Shapes, sizes and layers follow by themselves.
/// Every operator has one output, of the operator's name. Batch normalisation holds four parameter tensors (scale,
/// shift, mean, variance) as it does before it is folded. Operators that do nothing at inference are left out.
/// The network's description is the caller's; wrong shapes are errors of the program (assertions).
class GraphBuilder {
public:
    /// `elementBits` is the width of one element of every tensor and parameter.
    GraphBuilder(std::string name, int elementBits);

    /// Names of operators made while it lives begin with "name.".
    class Scope {
    public:
        Scope(GraphBuilder& builder, std::string_view name);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        GraphBuilder& m_builder;
        std::size_t m_outer; // length of the prefix outside
    };
    Scope scope(std::string_view name) { return Scope(*this, name); }
    Scope scope(std::size_t number) { return Scope(*this, std::to_string(number)); }

    TensorId input(std::string_view name, const Shape& shape) { return other(name, "input", {}, shape); }
    TensorId conv(std::string_view name, TensorId x, const Conv& conv);
    /// One filter for each channel.
    TensorId depthwise(std::string_view name, TensorId x, Conv conv);
    TensorId batchNorm(std::string_view name, TensorId x);
    TensorId layerNorm(std::string_view name, TensorId x);
    /// An operator on each element by itself; `type` is its name ("relu", "gelu").
    TensorId map(std::string_view name, std::string_view type, TensorId x);
    TensorId relu(std::string_view name, TensorId x) { return map(name, "relu", x); }
    TensorId maxPool(std::string_view name, TensorId x, const Pool& pool);
    TensorId averagePool(std::string_view name, TensorId x, const Pool& pool);
    TensorId globalAveragePool(std::string_view name, TensorId x);
    TensorId add(std::string_view name, TensorId a, TensorId b);
    /// The smaller one is repeated over the larger one.
    TensorId multiply(std::string_view name, TensorId a, TensorId b);
    /// Along the outermost dimension.
    TensorId concat(std::string_view name, const std::vector<TensorId>& parts);
    /// Over the innermost dimension.
    TensorId linear(std::string_view name, TensorId x, std::int64_t features, bool bias = true);
    /// Over all elements at once, with bias.
    TensorId fullyConnected(std::string_view name, TensorId x, std::int64_t features);
    /// Multi-head attention of the tokens of `query` to those of `source`, with its four projections and their biases
    /// as one operator.
    TensorId attention(std::string_view name, TensorId query, TensorId source, std::int64_t heads);
    TensorId resize(std::string_view name, TensorId x, std::int64_t height, std::int64_t width);
    /// Anything else; `parameters` in elements.
    TensorId other(std::string_view name, std::string_view type, const std::vector<TensorId>& inputs, Shape shape,
                   const std::vector<std::int64_t>& parameters = {}, std::vector<workload::Layer> layers = {});

    const Shape& shape(TensorId x) const { return m_graph.tensors[x.value].shape; }
    std::int64_t channels(TensorId x) const { return shape(x).front(); }
    std::int64_t height(TensorId x) const { return shape(x)[shape(x).size() - 2]; }
    std::int64_t width(TensorId x) const { return shape(x).back(); }

    /// The network, made once.
    workload::Network network(std::string description, std::vector<std::string> notes);

    /// What an operator of this name is called here.
    std::string path(std::string_view name) const { return m_prefix + std::string(name); }

private:
    TensorId pool(std::string_view name, std::string_view type, TensorId x, const Pool& pool);

    workload::OperatorGraph m_graph;
    std::string m_prefix; // empty, or ends in a dot
    int m_elementBits;
};

/// Convolution and batch normalisation: "NAME.conv", "NAME.bn".
TensorId convBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv);

/// The same and an activation, which its type names: "NAME.conv", "NAME.bn", "NAME.relu".
TensorId convBnAct(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv,
                   std::string_view activation = "relu");

} // namespace nestloom::zoo
