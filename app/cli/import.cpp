// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_designs.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_import.h"
#include "app/import_design.h"
#include "app/import_file.h"
#include "engine/io/read_network.h"

#include <algorithm>
#include <charconv>

namespace nestloom::cli {

namespace {

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

ExitCode importNetwork(const ImportArguments& arguments)
{
    if (arguments.files.size() > 1) {
        const auto isOther = [](const std::string& file) { return !app::isDesign({file}); };
        const auto other = std::find_if(arguments.files.begin(), arguments.files.end(), isOther);
        return fail({ErrorCode::InvalidInput,
                     "these files do not belong together; give one network, or files of one tool",
                     other == arguments.files.end() ? arguments.files[1] : *other});
    }
    if (arguments.design.isUsed())
        return fail({ErrorCode::InvalidInput, "--answer, --folder, --accelerator and --save are for files of Timeloop",
                     arguments.files.front()});
    const std::string& path = arguments.files.front();
    const auto options = optionsOf(arguments);
    if (!options)
        return fail(options.error());
    if (const Status writable = checkWritable(arguments.output); !writable)
        return fail(writable.error());
    const auto file = app::importFile(path, *options);
    if (!file)
        return fail(file.error());
    if (!file->import.openDimensions.empty())
        return fail({ErrorCode::InvalidInput, askFor(file->import.openDimensions), path});
    if (!arguments.output.empty())
        if (const Status written = writeOutput(arguments.output, io::writeNetwork(file->import.network)); !written)
            return fail(written.error());
    const Status written = writeOutput({}, arguments.json ? importToJson(*file) : printImport(*file));
    if (!written)
        return fail(written.error());
    return count(file->import, workload::NodeOutcome::Unsupported) == 0 ? Ok : SomeFailed;
}

ExitCode import(ImportArguments arguments)
{
    const std::vector<std::filesystem::path> files(arguments.files.begin(), arguments.files.end());
    if (!app::isDesign(files))
        return importNetwork(arguments);
    if (!arguments.dimensions.empty() || arguments.elementBits > 0)
        return fail({ErrorCode::InvalidInput, "--dims and --element-bits are for ONNX files", arguments.files.front()});
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
                  "of Timeloop, and tell what became of everything in them");
    command.add("FILES", arguments->files, "ONNX or YAML (weights are not read), or any number of Timeloop's")
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
