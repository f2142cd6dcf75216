// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_problem.h"

#include "engine/base/checked_math.h"
#include "engine/io/in_quotes.h"
#include "engine/io/mapping_json.h"

namespace nestloom::io::timeloop {

namespace {

using workload::Layer;
using workload::LoopDimension;

/// CoSA's DeepBench files state the padding in place of the dilation; Timeloop computes with it as a dilation.
std::int64_t dilationFrom(std::int64_t written, const std::string& name, bool isOldForm, const ImportMap& values)
{
    if (written == 1)
        return 1;
    if (written == 0) {
        values.notes().assume(values.line(), values.pathOf(name),
                              "a dilation of 0 cannot be; it is taken as no padding, with a dilation of 1");
        return 1;
    }
    if (!isOldForm)
        return written;
    const std::string answer =
        values.notes().ask({"dilation",
                            "What does " + name + ": " + std::to_string(written) + " state?",
                            {{"dilation", "the dilation, as Timeloop computes with it"},
                             {"padding", "the padding, as in CoSA's DeepBench files; the dilation is then 1"}},
                            "dilation"});
    return answer == "padding" ? 1 : written;
}

void readBounds(ImportMap& values, const ProblemShape& shape, Layer& layer)
{
    for (const std::string& name : shape.dimensions) {
        const auto size = values.whole({name});
        if (!size) {
            values.notes().assume(values.line(), values.pathOf(name), "the dimension has no size; 1 is taken");
            continue;
        }
        const auto dimension = shape.names.dimension(name);
        if (!dimension)
            continue; // reported with the shape
        const auto product = checkedProduct(layer.bounds[*dimension], *size);
        if (*size < 1 || !product || *product > kMaxWhole)
            values.notes().fail(values.line(), values.pathOf(name),
                                "a dimension has a size from 1 up to " + std::to_string(kMaxWhole) + ", not "
                                    + std::to_string(*size));
        else
            layer.bounds[*dimension] = *product;
    }
}

/// The coefficient by its name; a number stands for itself.
std::int64_t coefficient(ImportMap& values, const ProblemShape& shape, const std::string& name)
{
    if (name.empty())
        return 1;
    const auto known = shape.coefficients.find(name);
    const std::int64_t fallback = known == shape.coefficients.end() ? 1 : known->second;
    if (const auto number = evaluateExpression(name, {}))
        return static_cast<std::int64_t>(*number);
    return values.whole({withUnderscores(name)}).value_or(fallback);
}

void readWindows(ImportMap& values, const ProblemShape& shape, bool isOldForm, Layer& layer)
{
    for (const auto& [name, by] : shape.strideOf)
        (shape.names.dimension(name) == LoopDimension::P ? layer.strideP : layer.strideQ) =
            coefficient(values, shape, by);
    for (const auto& [name, by] : shape.dilationOf)
        (shape.names.dimension(name) == LoopDimension::R ? layer.dilationR : layer.dilationS) =
            dilationFrom(coefficient(values, shape, by), by, isOldForm, values);
    for (const std::int64_t step : {layer.strideP, layer.strideQ, layer.dilationR, layer.dilationS})
        if (step < 1 || step > 1'000'000)
            values.notes().fail(values.line(), values.path(),
                                "strides and dilations go from 1 to 1000000, not " + std::to_string(step));
}

/// The shape of a problem: a map, a well-known name, or left out.
ProblemShape shapeOf(ImportMap& problem)
{
    const YamlNode* node = problem.find("shape");
    if (node && node->kind == YamlNode::Kind::Map)
        return readShape(*node, problem.pathOf("shape"), problem.notes());
    const std::string name = node ? scalarOf(*node, problem.pathOf("shape"), problem.notes()).value_or("") : "";
    if (!name.empty() && name != "cnn-layer" && name != "cnn_layer" && name != "conv2D" && name != "CNN-Layer")
        problem.notes().fail(node->line, problem.pathOf("shape"),
                             "the shape " + inQuotes(name) + " stands in a file of its own; write it into the problem");
    ProblemShape shape = usualShape();
    if (problem.find("M"))
        shape.dimensions[1] = "M";
    if (name.empty())
        problem.notes().assume(problem.line(), problem.path(), "no shape is given; Timeloop's convolution is taken");
    return shape;
}

/// A file that is just called "problem" is named by its shape, where exports have the layer's name.
std::string nameOfShape(ImportMap& problem, const std::string& ownName)
{
    const YamlNode* shape = problem.find("shape");
    if (ownName != "problem" || !shape || shape->kind != YamlNode::Kind::Map)
        return ownName;
    const YamlNode* name = shape->find("name");
    return name && name->kind == YamlNode::Kind::Scalar && !name->scalar.empty() ? name->scalar : ownName;
}

} // namespace

std::optional<LoopDimension> ProblemNames::dimension(const std::string& name) const
{
    const auto found = dimensions.find(name);
    return found == dimensions.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TensorRole> ProblemNames::tensor(const std::string& name) const
{
    const auto found = tensors.find(name);
    return found == tensors.end() ? tensorRole(name) : std::optional(found->second);
}

ProblemNames usualNames()
{
    ProblemNames names;
    for (const LoopDimension d : workload::kLoopDimensions)
        names.dimensions[std::string(1, letter(d))] = d;
    names.dimensions["M"] = LoopDimension::K;
    for (const auto& [name, role] : {std::pair{"Weights", TensorRole::Weights}, std::pair{"Inputs", TensorRole::Inputs},
                                     std::pair{"Outputs", TensorRole::Outputs}})
        names.tensors[name] = role;
    return names;
}

ProblemShape usualShape()
{
    ProblemShape shape;
    shape.names = usualNames();
    shape.dimensions = {"C", "K", "R", "S", "N", "P", "Q"};
    shape.strideOf = {{"P", "Wstride"}, {"Q", "Hstride"}};
    shape.dilationOf = {{"R", "Wdilation"}, {"S", "Hdilation"}};
    shape.isAssumed = true;
    return shape;
}

Layer readProblem(const YamlNode& node, const std::string& path, const std::string& ownName, ProblemShape& shape,
                  ImportNotes& notes)
{
    ImportMap problem(node, path, notes);
    problem.find("version");
    Layer layer;
    layer.name = problem.text("name", nameOfShape(problem, ownName));
    shape = shapeOf(problem);
    const YamlNode* instance = problem.find("instance");
    const bool isOldForm = !instance;
    ImportMap inner(instance ? *instance : node, instance ? problem.pathOf("instance") : path, notes);
    ImportMap& values = instance ? inner : problem; // older problems have the sizes beside the shape
    if (!notes.error()) {
        readBounds(values, shape, layer);
        readWindows(values, shape, isOldForm, layer);
    }
    values.ignore({"H", "W", "Hpad", "Wpad"}, "the inputs' size follows from the outputs', stride and filter");
    values.ignore({"densities"}, "sparse tensors are counted as dense ones");
    problem.ignore({"notes", "dnn_name", "histograms"}, "says nothing of the loops");
    if (instance)
        inner.ignoreRest();
    problem.ignoreRest();
    const auto isOne = [&](LoopDimension d) { return layer.bounds[d] == 1; };
    using enum LoopDimension;
    if (isOne(R) && isOne(S) && isOne(P) && isOne(Q) && isOne(G))
        layer.kind = workload::LayerKind::FullyConnected;
    return layer;
}

} // namespace nestloom::io::timeloop
