// SPDX-License-Identifier: Apache-2.0
#include "engine/onnx/operator_parts.h"

#include "engine/onnx/node_names.h"
#include "engine/onnx/refusal.h"

#include <algorithm>

namespace nestloom::onnx {

namespace {

constexpr std::string_view kWindow = "auto_pad dilations group kernel_shape pads strides";
constexpr std::string_view kRecurrentInputs = "X W R -B sequence_lens -initial_h";

constexpr OperatorParts kParts[]{
    // ONNX, all operator sets up to 24
    {"", "Conv", "X W -B", kWindow, "Y"},
    {"", "ConvInteger", "x w -x_zero_point -w_zero_point", kWindow, "y"},
    {"", "QLinearConv", "x -x_scale -x_zero_point w -w_scale -w_zero_point -y_scale y_zero_point -B", kWindow, "y"},
    {"", "ConvTranspose", "X W -B", "auto_pad dilations group kernel_shape output_padding output_shape pads strides",
     "Y"},
    {"", "Gemm", "A B -C", "-alpha -beta -broadcast transA transB", "Y"},
    {"", "MatMul", "A B", "", "Y"},
    {"", "MatMulInteger", "A B -a_zero_point -b_zero_point", "", "Y"},
    {"", "QLinearMatMul", "a -a_scale -a_zero_point b -b_scale -b_zero_point -y_scale y_zero_point", "", "y"},
    {"", "Einsum", "Inputs...", "equation", "Output"},
    {"", "LSTM", "X W R -B sequence_lens -initial_h -initial_c -P",
     "-activation_alpha -activation_beta -activations -clip direction hidden_size -input_forget layout "
     "-output_sequence",
     "Y Y_h Y_c"},
    {"", "GRU", kRecurrentInputs,
     "-activation_alpha -activation_beta -activations -clip direction hidden_size layout -linear_before_reset "
     "-output_sequence",
     "Y Y_h"},
    {"", "RNN", kRecurrentInputs,
     "-activation_alpha -activation_beta -activations -clip direction hidden_size layout -output_sequence", "Y Y_h"},
    {"", "Attention", "Q K V -attn_mask past_key past_value nonpad_kv_seqlen",
     "-is_causal kv_num_heads q_num_heads -qk_matmul_output_mode -scale -softcap -softmax_precision",
     "Y present_key present_value qk_matmul_output"},

    // com.microsoft, as ONNX Runtime defines them (docs/ContribOperators.md)
    {"com.microsoft", "Attention", "input weights -bias -mask_index past -attention_bias past_sequence_length",
     "-do_rotary -mask_filter_value num_heads past_present_share_buffer qkv_hidden_sizes -rotary_embedding_dim -scale "
     "-unidirectional",
     "output present"},
    {"com.microsoft", "MultiHeadAttention",
     "query key value -bias -key_padding_mask -attention_bias past_key past_value past_sequence_length "
     "-cache_indirection",
     "-mask_filter_value num_heads -scale -unidirectional", "output present_key present_value qk"},
    {"com.microsoft", "GroupQueryAttention",
     "query key value past_key past_value -seqlens_k total_sequence_length -cos_cache -sin_cache -position_ids "
     "-attention_bias -head_sink "
     "-k_scale -v_scale -q_norm_weight -k_norm_weight",
     "-causal -do_rotary -k_quant_type kv_cache_bit_width kv_num_heads local_window_size num_heads -qk_norm_epsilon "
     "-qk_output -rotary_interleaved "
     "-scale sliding_window_cache -smooth_softmax -softcap -v_quant_type",
     "output present_key present_value output_qk"},
    {"com.microsoft", "FusedConv", "X W -B -Z",
     "-activation -activation_params auto_pad dilations group kernel_shape pads strides", "Y"},
    {"com.microsoft", "FusedMatMul", "A B", "-alpha transA transB transBatchA transBatchB", "Y"},
};

bool isListed(std::string_view list, std::string_view name)
{
    const std::vector<std::string_view> names = namesIn(list);
    return std::ranges::any_of(
        names, [&](std::string_view known) { return (known[0] == '-' ? known.substr(1) : known) == name; });
}

template <typename List>
void checkCount(std::string_view list, const List& values, const char* what)
{
    if (list.ends_with("..."))
        return;
    const auto known = int(namesIn(list).size());
    for (int i = known; i < values.size(); ++i)
        if (!values[i].empty())
            refuse("its " + std::string(what) + " '" + printable(values[i]) + "' is number " + std::to_string(i + 1)
                   + " of " + std::to_string(known) + " that are known");
}

} // namespace

std::span<const OperatorParts> operatorParts() { return kParts; }

const OperatorParts* findParts(std::string_view domain, std::string_view type)
{
    const auto parts = std::find_if(std::begin(kParts), std::end(kParts), [&](const OperatorParts& p) {
        return p.type == type && p.domain == (domain == "ai.onnx" ? "" : domain);
    });
    return parts == std::end(kParts) ? nullptr : &*parts;
}

std::vector<std::string_view> namesIn(std::string_view list)
{
    std::vector<std::string_view> names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        names.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

void checkParts(const pb::NodeProto& node)
{
    const OperatorParts* parts = findParts(node.domain(), node.op_type());
    if (!parts)
        return;
    for (const pb::AttributeProto& attribute : node.attribute())
        if (!isListed(parts->attributes, attribute.name()))
            refuse("its attribute '" + printable(attribute.name()) + "' is not known, and may change what it computes");
    checkCount(parts->inputs, node.input(), "input");
    checkCount(parts->outputs, node.output(), "output");
}

} // namespace nestloom::onnx
