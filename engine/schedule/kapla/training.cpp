// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/training.h"

#include <algorithm>
#include <array>
#include <set>

namespace nestloom::kapla {

namespace {

LayerKind gradientKind(LayerKind kind, TensorRole role)
{
    return LayerKind(std::uint8_t(kind) + 3 * (role == TensorRole::Inputs ? 1 : 2));
}

bool isElementWise(const Layer& layer) { return layer.kind == LayerKind::LocalRegion && layer.windowChannels > 1; }

/// Adds the backward layers, last forward layer first.
class Differentiation {
public:
    explicit Differentiation(const NodeNetwork& forward) : m_forward(forward), m_arriving(forward.network.layers.size())
    {
        m_result.network = forward.network;
        m_result.network.name += " (training)";
        m_result.passes.assign(forward.network.layers.size(), Pass::Forward);
        for (std::size_t i = 0; i < forward.network.layers.size(); ++i)
            m_result.origins.push_back(i);
    }

    TrainingNetwork run()
    {
        for (std::size_t i = m_arriving.size(); i-- > 0;)
            differentiate(i);
        m_result.stored.assign(m_stored.begin(), m_stored.end());
        for (const std::size_t layer : m_stored)
            m_result.storedWords += m_forward.network.layers[layer].layer.outputWords();
        return std::move(m_result);
    }

private:
    void differentiate(std::size_t at)
    {
        const NetworkLayer& forward = m_forward.network.layers[at];
        const Source gradient = gradientOf(at);
        if (isElementWise(forward.layer))
            return m_forward.multiplies[at] ? throughProduct(at, gradient) : throughSum(forward, gradient);
        for (const Source& source : forward.sources)
            if (!source.isInput)
                addInputs(at, source.at, gradient);
        if (forward.layer.hasFilters())
            addWeights(at, gradient);
    }

    /// What arrives at a layer's outputs: from outside, from one layer, or summed up.
    Source gradientOf(std::size_t at)
    {
        const std::vector<Source>& arriving = m_arriving[at];
        if (arriving.size() == 1)
            return arriving.front();
        const NetworkLayer& forward = m_forward.network.layers[at];
        const Layer& layer = forward.layer;
        if (arriving.empty()) {
            m_result.network.inputs.push_back(
                {"gradient of " + forward.name, layer.outputChannels, layer.outputHeight, layer.outputWidth});
            return {true, m_result.network.inputs.size() - 1};
        }
        return add(Pass::Sum, at, ".sum", combining(layer, std::int64_t(arriving.size())), arriving);
    }

    /// An element-wise layer over feature maps like a layer's outputs.
    static Layer combining(const Layer& like, std::int64_t operands)
    {
        Layer layer = elementWise(like.outputChannels, 1, operands);
        layer.outputHeight = like.outputHeight;
        layer.outputWidth = like.outputWidth;
        return layer;
    }

    void throughSum(const NetworkLayer& forward, const Source& gradient)
    {
        // A concatenation among the operands would need parts of the gradient's channels; they are read as a copy.
        for (const Source& source : forward.sources)
            if (!source.isInput)
                m_arriving[source.at].push_back(gradient);
    }

    void throughProduct(std::size_t at, const Source& gradient)
    {
        const NetworkLayer& forward = m_forward.network.layers[at];
        for (const Source& source : forward.sources) {
            if (source.isInput)
                continue;
            std::vector<Source> factors{gradient};
            for (const Source& other : forward.sources)
                if (&other != &source) {
                    factors.push_back(other);
                    store(other);
                }
            const Layer layer = combining(forward.layer, std::int64_t(factors.size()));
            m_arriving[source.at].push_back(add(Pass::Inputs, at, ".dx" + ofSource(at, source), layer, factors));
        }
    }

    /// The gradient of the part of a layer's inputs that another layer made.
    void addInputs(std::size_t at, std::size_t producer, const Source& gradient)
    {
        const NetworkLayer& forward = m_forward.network.layers[at];
        Layer layer = forward.layer;
        layer.kind = gradientKind(layer.kind, TensorRole::Inputs);
        const Layer& made = m_forward.network.layers[producer].layer;
        const std::int64_t channels = isFlattened(forward) ? made.outputWords() : made.outputChannels;
        layer.inputChannels = channels;
        if (layer.kind != LayerKind::ConvolutionInputs)
            layer.outputChannels = channels; // of every channel its own
        m_arriving[producer].push_back(
            add(Pass::Inputs, at, ".dx" + ofSource(at, {false, producer}), layer, {gradient}));
    }

    /// Whether the layer takes every word of its sources as a channel, not as a pixel of one.
    bool isFlattened(const NetworkLayer& layer) const
    {
        std::int64_t channels = 0;
        for (const Source& source : layer.sources)
            channels += source.isInput ? m_forward.network.inputs[source.at].channels
                                       : m_forward.network.layers[source.at].layer.outputChannels;
        return forwardKind(layer.layer.kind) == LayerKind::Convolution && channels < layer.layer.inputChannels;
    }

    void addWeights(std::size_t at, const Source& gradient)
    {
        const NetworkLayer& forward = m_forward.network.layers[at];
        Layer layer = forward.layer;
        layer.kind = gradientKind(layer.kind, TensorRole::Weights);
        std::vector<Source> sources = forward.sources;
        for (const Source& source : sources)
            store(source);
        sources.push_back(gradient);
        add(Pass::Weights, at, ".dw", layer, std::move(sources));
    }

    void store(const Source& source)
    {
        if (!source.isInput)
            m_stored.insert(source.at);
    }

    /// Names the feature map when a layer reads several.
    std::string ofSource(std::size_t at, const Source& source) const
    {
        return m_forward.network.layers[at].sources.size() > 1 ? "." + m_forward.network.layers[source.at].name : "";
    }

    Source add(Pass pass, std::size_t origin, const std::string& suffix, const Layer& layer,
               std::vector<Source> sources)
    {
        const Source made{false, m_result.network.layers.size()};
        m_result.network.layers.push_back({m_forward.network.layers[origin].name + suffix, layer, std::move(sources)});
        m_result.passes.push_back(pass);
        m_result.origins.push_back(origin);
        return made;
    }

    const NodeNetwork& m_forward;
    std::vector<std::vector<Source>> m_arriving; // gradients of the outputs, by forward layer
    std::set<std::size_t> m_stored;
    TrainingNetwork m_result;
};

} // namespace

std::string_view name(Pass pass)
{
    constexpr std::array<std::string_view, 4> names{"forward", "backward data", "backward weights", "sum"};
    return names[std::size_t(pass)];
}

TrainingNetwork trainingNetwork(const NodeNetwork& forward) { return Differentiation(forward).run(); }

} // namespace nestloom::kapla
