// SPDX-License-Identifier: Apache-2.0
// Vaswani et al., "Attention Is All You Need", NeurIPS 2017, in the form of torch.nn.Transformer; Dosovitskiy et al.,
// "An Image is Worth 16x16 Words", ICLR 2021, in the form of torchvision. Multi-head attention is one operator.
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

/// Widens to `inner` features and comes back.
TensorId feedForward(GraphBuilder& g, TensorId x, std::int64_t inner, std::string_view activation)
{
    const TensorId y = g.map(activation, activation, g.linear("linear1", x, inner));
    return g.linear("linear2", y, g.shape(x).back());
}

constexpr std::int64_t kFeatures = 512, kHeads = 8, kInner = 2048;

TensorId selfAttention(GraphBuilder& g, TensorId x)
{
    const TensorId y = g.add("add1", x, g.attention("self_attn", x, x, kHeads));
    return g.layerNorm("norm1", y);
}

TensorId encoderLayer(GraphBuilder& g, TensorId x)
{
    x = selfAttention(g, x);
    return g.layerNorm("norm2", g.add("add2", x, feedForward(g, x, kInner, "relu")));
}

TensorId decoderLayer(GraphBuilder& g, TensorId x, TensorId memory)
{
    x = selfAttention(g, x);
    x = g.layerNorm("norm2", g.add("add2", x, g.attention("multihead_attn", x, memory, kHeads)));
    return g.layerNorm("norm3", g.add("add3", x, feedForward(g, x, kInner, "relu")));
}

TensorId visionLayer(GraphBuilder& g, TensorId x)
{
    const TensorId normed = g.layerNorm("ln_1", x);
    x = g.add("add1", x, g.attention("self_attention", normed, normed, 12));
    return g.add("add2", x, feedForward(g, g.layerNorm("ln_2", x), 3072, "gelu"));
}

} // namespace

workload::Network transformer(const Settings& settings)
{
    constexpr std::int64_t batch = 32, sourceTokens = 10, targetTokens = 20;
    constexpr std::size_t layers = 6;
    GraphBuilder g("transformer", settings.elementBits);
    TensorId memory = g.input("src", {sourceTokens, batch, kFeatures});
    TensorId x = g.input("tgt", {targetTokens, batch, kFeatures});
    {
        const auto scope = g.scope("encoder");
        for (std::size_t i = 0; i < layers; ++i) {
            const auto layer = g.scope("layers." + std::to_string(i));
            memory = encoderLayer(g, memory);
        }
        memory = g.layerNorm("norm", memory);
    }
    const auto scope = g.scope("decoder");
    for (std::size_t i = 0; i < layers; ++i) {
        const auto layer = g.scope("layers." + std::to_string(i));
        x = decoderLayer(g, x, memory);
    }
    g.layerNorm("norm", x);
    workload::Network network =
        g.network("Transformer (torch.nn.Transformer), 6 + 6 layers of 512 features, 10 source and 20 target tokens, "
                  "batch 32",
                  {"Source: torch.nn.Transformer with its default sizes; 44.1 M parameters.",
                   "Left out: embeddings, the projection to words, and dropout. Multi-head attention is one "
                   "operator; its layers are the four projections and the two products."});
    network.batch = batch;
    return network;
}

workload::Network vitB16(const Settings& settings)
{
    constexpr std::int64_t patch = 16, features = 768;
    constexpr std::size_t layers = 12;
    const std::int64_t image = settings.imageOr(224);
    GraphBuilder g("vit_b_16", settings.elementBits);
    TensorId x = g.input("input", {3, image, image});
    x = g.conv("conv_proj", x, {.channels = features, .kernel = patch, .stride = patch, .padding = 0, .bias = true});
    const std::int64_t patches = g.height(x) * g.width(x);
    x = g.other("permute", "permute", {x}, {patches, features});
    x = g.other("class_token", "concat", {x}, {patches + 1, features}, {features});
    {
        const auto scope = g.scope("encoder");
        x = g.other("pos_embedding", "add", {x}, {patches + 1, features}, {(patches + 1) * features});
        for (std::size_t i = 0; i < layers; ++i) {
            const auto layer = g.scope("layers." + std::to_string(i));
            x = visionLayer(g, x);
        }
        x = g.layerNorm("ln", x);
    }
    x = g.other("slice", "slice", {x}, {features});
    g.fullyConnected("heads.head", x, 1000);
    return g.network("ViT-B/16 (torchvision), " + imageWords(image),
                     {"Source: torchvision models.vit_b_16; 86.57 M parameters and 17.56 G multiply-accumulates are "
                      "published for it.",
                      "Multi-head attention is one operator; its layers are the four projections and the two products."
                      " Left out: dropout."});
}

} // namespace nestloom::zoo
