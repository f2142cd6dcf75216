// SPDX-License-Identifier: Apache-2.0
// Grattafiori et al., "The Llama 3 Herd of Models", 2024 (table 3), in the form of transformers.LlamaForCausalLM.
#include "engine/workload/matrix_product.h"
#include "engine/zoo/families.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::zoo {

namespace {

constexpr std::int64_t kFeatures = 4096, kInner = 14'336, kHeads = 32, kKeyHeads = 8, kHead = 128, kWords = 128'256;
constexpr std::size_t kDecoderLayers = 32;

TensorId rmsNorm(GraphBuilder& g, std::string_view name, TensorId x)
{
    return g.other(name, "rmsnorm", {x}, g.shape(x), {g.shape(x).back()});
}

/// Of new tokens to those before them and to each other. Keys and values of tokens before are read as weights are.
TensorId attention(GraphBuilder& g, TensorId x, std::int64_t before)
{
    const auto scope = g.scope("self_attn");
    const std::int64_t tokens = g.shape(x).front(), all = before + tokens;
    TensorId q = g.linear("q_proj", x, kHeads * kHead, false), k = g.linear("k_proj", x, kKeyHeads * kHead, false);
    const TensorId v = g.linear("v_proj", x, kKeyHeads * kHead, false);
    q = g.map("q_rotary", "rotaryembedding", q);
    k = g.map("k_rotary", "rotaryembedding", k);
    const std::vector<std::int64_t> cached(before > 0 ? 1 : 0, before * kKeyHeads * kHead);
    auto products = workload::attentionLayers(g.path("attention"), {.heads = kHeads,
                                                                    .keyHeads = kKeyHeads,
                                                                    .queries = tokens,
                                                                    .keys = all,
                                                                    .headSize = kHead,
                                                                    .valueSize = kHead});
    const TensorId scores = g.other("scores", "matmul", {q, k}, {kHeads, tokens, all}, cached, {products[0]});
    const TensorId weights = g.map("softmax", "softmax", scores);
    const TensorId values = g.other("values", "matmul", {weights, v}, {tokens, kHeads * kHead}, cached, {products[1]});
    return g.linear("o_proj", values, kFeatures, false);
}

TensorId feedForward(GraphBuilder& g, TensorId x)
{
    const auto scope = g.scope("mlp");
    const TensorId gate = g.map("act_fn", "silu", g.linear("gate_proj", x, kInner, false));
    return g.linear("down_proj", g.multiply("mul", gate, g.linear("up_proj", x, kInner, false)), kFeatures, false);
}

} // namespace

workload::Network llama38b(const Settings& settings)
{
    const std::int64_t tokens = settings.tokens > 0 ? settings.tokens : 2048;
    GraphBuilder g("llama_3_8b", settings.elementBits);
    TensorId x = g.input("inputs_embeds", {tokens, kFeatures});
    for (std::size_t i = 0; i < kDecoderLayers; ++i) {
        const auto block = g.scope("layers." + std::to_string(i));
        x = g.add("add1", x, attention(g, rmsNorm(g, "input_layernorm", x), settings.context));
        x = g.add("add2", x, feedForward(g, rmsNorm(g, "post_attention_layernorm", x)));
    }
    x = rmsNorm(g, "norm", x);
    if (tokens > 1)
        x = g.other("slice", "slice", {x}, {1, kFeatures});
    g.linear("lm_head", x, kWords, false);
    return g.network(
        "Llama 3 8B, " + std::to_string(tokens) + (tokens == 1 ? " token" : " tokens") + " after "
            + std::to_string(settings.context) + ", batch 1",
        {"Source: Llama 3 8B as transformers.LlamaForCausalLM; 8.03 G parameters, of which the 0.53 G of the "
         "table of embeddings are left out: their rows are the input.",
         "Keys and values of the tokens before are read like weights. Scores of all pairs are computed, also "
         "of those that the causal mask then drops. Words are predicted for the last token only."});
}

} // namespace nestloom::zoo
