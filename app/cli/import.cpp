// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_designs.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/import_design.h"
#include "app/import_file.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/io/json_reader.h"
#include "engine/io/read_network.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace nestloom::cli {

namespace {

using workload::Network;
using workload::NodeOutcome;
using workload::Operator;

constexpr NodeOutcome kOutcomes[]{NodeOutcome::Mapped, NodeOutcome::Planned, NodeOutcome::DataMovement,
                                  NodeOutcome::Folded, NodeOutcome::Unsupported};

std::int64_t macsOf(const Operator& op)
{
    return sumOf(op.layers, [&](const workload::Layer& layer) { return workload::macs(layer); });
}

Bytes parameterBytes(const Operator& op)
{
    return sumOf(op.parameters, [&](const Bytes bytes) { return bytes; });
}

Bytes outputBytes(const Network& network, const Operator& op)
{
    return sumOf(op.outputs, [&](const TensorId id) { return network.graph.tensors[id.value].size; });
}

struct Sums {
    Bytes tensors{}, parameters{};
};

Sums sumsOf(const Network& network)
{
    Sums sums;
    for (const workload::Tensor& tensor : network.graph.tensors)
        sums.tensors += tensor.size;
    sums.parameters = workload::parameterBytes(network.graph);
    return sums;
}

std::string shapeText(const Network& network, const Operator& op)
{
    std::string text;
    for (const TensorId id : op.outputs) {
        const std::string shape = joinText(network.graph.tensors[id.value].shape, "x",
                                           [&](const std::int64_t extent) { return std::to_string(extent); });
        text += (text.empty() ? "" : ", ") + (shape.empty() ? "1" : shape);
    }
    return text;
}

std::string nodeTable(const workload::NetworkImport& import)
{
    TextTable table({{"node"}, {"type"}, {"outcome"}, {"reason"}});
    for (const workload::ImportedNode& node : import.nodes)
        table.addRow({node.name, node.type, std::string(name(node.outcome)), node.reason});
    return table.print();
}

std::string operatorTable(const Network& network)
{
    TextTable table({{"operator"},
                     {"type"},
                     {"output"},
                     {"bytes", kRight},
                     {"parameter bytes", kRight},
                     {"layers", kRight},
                     {"MACs", kRight}});
    for (const Operator& op : network.graph.operators)
        table.addRow({op.name, op.type, shapeText(network, op), grouped(outputBytes(network, op).count),
                      grouped(parameterBytes(op).count), std::to_string(op.layers.size()), grouped(macsOf(op))});
    return table.print();
}

std::string counts(const workload::NetworkImport& import)
{
    std::string line = counted(std::int64_t(import.nodes.size()), "node") + ": ";
    for (const NodeOutcome outcome : kOutcomes)
        line += (outcome == kOutcomes[0] ? "" : ", ") + std::to_string(count(import, outcome)) + " "
                + std::string(name(outcome));
    return line + "\n";
}

std::string summary(const workload::NetworkImport& import)
{
    const Network& network = import.network;
    const Sums sums = sumsOf(network);
    std::string text = network.name + ": ";
    if (hasGraph(network))
        text += counted(std::int64_t(network.graph.operators.size()), "operator") + ", "
                + counted(std::int64_t(network.graph.tensors.size()), "tensor") + " of "
                + shortBytes(double(sums.tensors.count)) + " together, parameters of "
                + shortBytes(double(sums.parameters.count)) + ", ";
    text += counted(std::int64_t(network.layers.size()), "layer") + "\n"
            + shortNumber(double(workload::macs(network)), "MAC") + " (" + grouped(workload::macs(network)) + "), "
            + counted(std::int64_t(import.parameterElements), "parameter") + "\n";
    for (const std::string& note : network.notes)
        text += "note: " + note + "\n";
    return text;
}

io::Json operatorJson(const Operator& op)
{
    io::Json json{{"name", op.name}, {"type", op.type}};
    for (const auto& [key, list] : {std::pair{"inputs", &op.inputs}, std::pair{"outputs", &op.outputs}}) {
        json[key] = io::Json::array();
        for (const TensorId id : *list)
            json[key].push_back(id.value);
    }
    json["parameterBytes"] = io::Json::array();
    for (const Bytes bytes : op.parameters)
        json["parameterBytes"].push_back(bytes.count);
    json["layers"] = io::Json::array();
    for (const workload::Layer& layer : op.layers)
        json["layers"].push_back(layer.name);
    json["macs"] = macsOf(op);
    return json;
}

io::Json graphJson(const Network& network)
{
    io::Json operators = io::Json::array(), tensors = io::Json::array();
    for (const Operator& op : network.graph.operators)
        operators.push_back(operatorJson(op));
    for (const workload::Tensor& tensor : network.graph.tensors)
        tensors.push_back({{"name", tensor.name},
                           {"shape", tensor.shape},
                           {"elementBits", tensor.elementBits},
                           {"bytes", tensor.size.count},
                           {"producer", tensor.producer.value}});
    return {{"operators", operators}, {"tensors", tensors}};
}

/// What became of the nodes, the operators and tensors of the graph, and sums over the network.
std::string printImport(const app::ImportedFile& file)
{
    std::string text;
    if (!file.import.nodes.empty())
        text += nodeTable(file.import) + counts(file.import) + "\n";
    if (hasGraph(file.import.network))
        text += operatorTable(file.import.network) + "\n";
    return text + summary(file.import);
}

std::string importToJson(const app::ImportedFile& file)
{
    const workload::NetworkImport& import = file.import;
    const Network& network = import.network;
    const Sums sums = sumsOf(network);
    io::Json nodes = io::Json::array(), outcomes;
    for (const workload::ImportedNode& node : import.nodes)
        nodes.push_back(
            {{"name", node.name}, {"type", node.type}, {"outcome", name(node.outcome)}, {"reason", node.reason}});
    for (const NodeOutcome outcome : kOutcomes)
        outcomes[std::string(name(outcome))] = count(import, outcome);
    const io::Json json{{"name", network.name},
                        {"kind", file.kind},
                        {"notes", network.notes},
                        {"macs", workload::macs(network)},
                        {"parameters", import.parameterElements},
                        {"parameterBytes", sums.parameters.count},
                        {"tensorBytes", sums.tensors.count},
                        {"outcomes", outcomes},
                        {"nodes", nodes},
                        {"graph", graphJson(network)},
                        {"layers", layersJson(network)}};
    return io::dump(json, 2) + "\n";
}

struct ImportArguments {
    std::vector<std::string> files;
    std::string output;
    DesignArguments design;              // what only files of other tools' designs take
    std::vector<std::string> dimensions; // "batch=1"
    int elementBits = 0;                 // 0 = as the file says
    bool json = false;
};

Result<workload::ImportOptions> optionsOf(const ImportArguments& arguments)
{
    workload::ImportOptions options;
    if (arguments.elementBits > 0)
        options.elementBits = arguments.elementBits;
    for (const std::string& text : arguments.dimensions) {
        const std::size_t equals = text.rfind('=');
        std::int64_t size = 0;
        const char* end = text.data() + text.size();
        const char* begin = equals == std::string::npos ? end : text.data() + equals + 1;
        const auto [stop, error] = std::from_chars(begin, end, size);
        if (equals == 0 || error != std::errc() || stop != end)
            return Error{ErrorCode::InvalidInput, "'" + text + "' is no dimension with a size; write batch=1",
                         "--dims"};
        if (!options.dimensions.emplace(text.substr(0, equals), size).second)
            return Error{ErrorCode::InvalidInput, "'" + text.substr(0, equals) + "' is given twice", "--dims"};
    }
    return options;
}

Result<ExitCode> importNetwork(const ImportArguments& arguments)
{
    if (arguments.files.size() > 1) {
        const auto isOther = [](const std::string& file) { return !app::isDesign({file}); };
        const auto other = std::ranges::find_if(arguments.files, isOther);
        return Error{ErrorCode::InvalidInput,
                     "these files do not belong together; give one network, or files of one tool",
                     other == arguments.files.end() ? arguments.files[1] : *other};
    }
    if (arguments.design.isUsed())
        return Error{ErrorCode::InvalidInput,
                     "--answer, --folder, --accelerator and --save are for files of Timeloop and AccelForge",
                     arguments.files.front()};
    const std::string& path = arguments.files.front();
    TRY(const auto options, optionsOf(arguments));
    TRY_DO(checkWritable(arguments.output));
    TRY(const auto file, app::importFile(path, options));
    if (!file.import.openDimensions.empty())
        return Error{ErrorCode::InvalidInput, askFor(file.import.openDimensions), path};
    if (!arguments.output.empty())
        TRY_DO(writeOutput(arguments.output, io::writeNetwork(file.import.network)));
    TRY_DO(writeOutput({}, arguments.json ? importToJson(file) : printImport(file)));
    return count(file.import, workload::NodeOutcome::Unsupported) == 0 ? Ok : SomeFailed;
}

Result<ExitCode> import(ImportArguments arguments)
{
    const std::vector<std::filesystem::path> files(arguments.files.begin(), arguments.files.end());
    if (!app::isDesign(files))
        return importNetwork(arguments);
    if (!arguments.dimensions.empty() || arguments.elementBits > 0)
        return Error{ErrorCode::InvalidInput, "--dims and --element-bits are for ONNX files", arguments.files.front()};
    arguments.design.files = files;
    arguments.design.networkOutput = arguments.output;
    arguments.design.json = arguments.json;
    return importDesigns(arguments.design);
}

} // namespace

void addImport(const Options& program)
{
    const auto arguments = std::make_shared<ImportArguments>();
    const Options command = program.command(
        "import", "Read a network from an ONNX file (or YAML), or accelerator, layers and mapping from files "
                  "of Timeloop or AccelForge, and tell what became of everything in them");
    command
        .add("FILES", arguments->files,
             "ONNX or YAML (weights are not read), or any number of files of Timeloop or of AccelForge")
        .required();
    command.add("--dims", arguments->dimensions, "Sizes for dimensions that the file leaves open, batch=1,tokens=128")
        .delimiter(',')
        .type("NAME=SIZE");
    command
        .add("--element-bits", arguments->elementBits,
             "Count floating-point elements with so many bits instead of the file's")
        .within(1, 64);
    command.add("--output,-o", arguments->output, "Also write the network to this YAML file").type("FILE");
    addDesignOptions(command, arguments->design);
    command.flag("--json", arguments->json, "Print the report, the graph and the layers as JSON");
    command.does([arguments] { return import(*arguments); });
}

} // namespace nestloom::cli
