// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/onnx_seeds.h"

#include "tests/support/onnx_models.h"

namespace nestloom::fuzz {

namespace {

using tests::OnnxModel;
using Extents = std::vector<std::int64_t>;

std::string convolutions(bool open)
{
    OnnxModel model;
    model.openInput("x", {open ? "batch" : "1", "3", "16", "16"}).weights("w", {8, 3, 3, 3}).weights("b", {8});
    model.weights("d", {8, 1, 3, 3}).weights("t", {8, 4, 2, 2}).weights("s", {8});
    model.node("Conv", {"x", "w", "b"}, {"c"}).with("pads", Extents{1, 1, 1, 1}).with("kernel_shape", Extents{3, 3});
    model.node("BatchNormalization", {"c", "s", "s", "s", "s"}, {"n"});
    model.node("Relu", {"n"}, {"r"});
    model.node("Conv", {"r", "d"}, {"e"})
        .with("group", 8)
        .with("strides", Extents{2, 2})
        .with("auto_pad", "SAME_UPPER");
    model.node("ConvTranspose", {"e", "t"}, {"u"}).with("strides", Extents{2, 2});
    model.node("MaxPool", {"u"}, {"p"})
        .with("kernel_shape", Extents{2, 2})
        .with("strides", Extents{2, 2})
        .with("ceil_mode", 1);
    model.node("GlobalAveragePool", {"p"}, {"g"});
    model.node("Flatten", {"g"}, {"f"});
    model.states("c", {1, 8, 16, 16}).states("u", {1, 4, 16, 16}).output("f");
    return model.bytes();
}

std::string classifier()
{
    OnnxModel model;
    model.input("x", {1, 3, 16, 16}).weights("w", {8, 3, 3, 3}).weights("v", {16, 8, 3, 3}).weights("f", {16, 10});
    model.node("Conv", {"x", "w"}, {"a"}).with("pads", Extents{1, 1, 1, 1});
    model.node("Relu", {"a"}, {"b"});
    model.node("MaxPool", {"b"}, {"c"}).with("kernel_shape", Extents{2, 2}).with("strides", Extents{2, 2});
    model.node("Conv", {"c", "v"}, {"d"}).with("pads", Extents{1, 1, 1, 1});
    model.node("GlobalAveragePool", {"d"}, {"e"});
    model.node("Flatten", {"e"}, {"g"});
    model.node("Gemm", {"g", "f"}, {"h"});
    return model.output("h").bytes();
}

std::string products()
{
    OnnxModel model;
    model.input("x", {2, 6, 32})
        .weights("q", {32, 32})
        .weights("k", {32, 32})
        .weights("v", {32, 16})
        .weights("o", {40, 32});
    model.numbers("heads", {0, 0, 4, 8}).numbers("three", {3}).numbers("axes", {1}).numbers("flat", {12, -1});
    model.node("MatMul", {"x", "q"}, {"a"});
    model.node("Reshape", {"a", "heads"}, {"b"});
    model.node("Transpose", {"b"}, {"c"}).with("perm", Extents{0, 2, 1, 3});
    model.node("Transpose", {"b"}, {"d"}).with("perm", Extents{0, 2, 3, 1});
    model.node("MatMul", {"c", "d"}, {"e"});
    model.node("Softmax", {"e"}, {"f"}).with("axis", -1);
    model.node("MatMul", {"f", "c"}, {"g"});
    model.node("MatMul", {"x", "v"}, {"h"});
    model.node("Reshape", {"h", "flat"}, {"i"});
    model.node("Gemm", {"i", "o"}, {"j"}).with("transB", 0).with("transA", 1);
    model.node("Unsqueeze", {"j", "axes"}, {"l"});
    model.node("Gather", {"x", "three"}, {"m"}).with("axis", 1);
    model.node("Concat", {"m", "x"}, {"n"}).with("axis", 1);
    return model.output("g").output("l").output("n").bytes();
}

std::string attention()
{
    OnnxModel model(23);
    model.input("q", {1, 4, 8, 16}).input("k", {1, 2, 8, 16}).input("v", {1, 2, 8, 16});
    model.input("past", {1, 2, 24, 16}).input("seq", {5, 1, 12}).weights("w", {1, 24, 12}).weights("r", {1, 24, 6});
    model.node("Attention", {"q", "k", "v", "", "past", "past"}, {"y", "pk", "pv"});
    model.node("LSTM", {"seq", "w", "r"}, {"h"}).with("hidden_size", 6);
    model.node("Einsum", {"q", "k"}, {"z"}).with("equation", "bhij,bgkj->bhik");
    return model.output("y").output("h").output("z").bytes();
}

std::string shapes()
{
    OnnxModel model;
    model.input("x", {1, 4, 9, 9}).numbers("starts", {1, 1}).numbers("ends", {8, -1}).numbers("axes", {2, 3});
    model.numbers("sizes", {1, 4, 16, 16}).numbers("repeats", {1, 2, 1, 1}).numbers("parts", {2, 2});
    model.node("Slice", {"x", "starts", "ends", "axes"}, {"a"});
    model.node("Shape", {"a"}, {"b"});
    model.node("Resize", {"a", "", "", "sizes"}, {"c"});
    model.node("Tile", {"a", "repeats"}, {"d"});
    model.node("Split", {"d", "parts"}, {"e", "f"}).with("axis", 1);
    model.node("Add", {"x", "x"}, {"g"});
    model.node("ReduceMean", {"g"}, {"h"}).with("axes", Extents{2, 3}).with("keepdims", 0);
    model.node("Expand", {"h", "b"}, {"i"});
    model.node("Pad", {"x", "sizes"}, {"j"});
    return model.output("c").output("f").output("i").output("j").bytes();
}

} // namespace

std::vector<std::string> onnxSeeds()
{
    return {classifier(), convolutions(false), convolutions(true), products(), attention(), shapes()};
}

} // namespace nestloom::fuzz
