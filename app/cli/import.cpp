// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/print_import.h"
#include "app/import_file.h"
#include "engine/io/read_network.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace nestloom::cli {

namespace {

struct ImportArguments {
    std::string file, output;
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

ExitCode import(const ImportArguments& arguments)
{
    const auto options = optionsOf(arguments);
    if (!options)
        return fail(options.error());
    if (const Status writable = checkWritable(arguments.output); !writable)
        return fail(writable.error());
    const auto file = app::importFile(arguments.file, *options);
    if (!file)
        return fail(file.error());
    if (!file->import.openDimensions.empty())
        return fail({ErrorCode::InvalidInput, askFor(file->import.openDimensions), arguments.file});
    if (!arguments.output.empty())
        if (const Status written = writeOutput(arguments.output, io::writeNetwork(file->import.network)); !written)
            return fail(written.error());
    const Status written = writeOutput({}, arguments.json ? importToJson(*file) : printImport(*file));
    if (!written)
        return fail(written.error());
    return count(file->import, workload::NodeOutcome::Unsupported) == 0 ? Ok : SomeFailed;
}

} // namespace

void addImport(CLI::App& app, Command& chosen)
{
    const auto arguments = std::make_shared<ImportArguments>();
    CLI::App* command =
        app.add_subcommand("import", "Read a network from an ONNX file (or YAML) and tell what became of each node");
    command->add_option("FILE", arguments->file, "ONNX or YAML; weights are not read")->required();
    command
        ->add_option("--dims", arguments->dimensions,
                     "Sizes for dimensions that the file leaves open, batch=1,tokens=128")
        ->delimiter(',')
        ->type_name("NAME=SIZE");
    command
        ->add_option("--element-bits", arguments->elementBits,
                     "Count floating-point elements with so many bits instead of the file's")
        ->check(CLI::Range(1, 64));
    command->add_option("--output,-o", arguments->output, "Also write the network to this YAML file")
        ->type_name("FILE");
    command->add_flag("--json", arguments->json, "Print the report, the graph and the layers as JSON");
    command->callback([arguments, &chosen] { chosen = [arguments] { return import(*arguments); }; });
}

} // namespace nestloom::cli
