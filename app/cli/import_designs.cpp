// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_designs.h"

#include "app/cli/output.h"
#include "app/cli/print_design.h"
#include "app/cli/read_input.h"
#include "app/import_design.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"

namespace nestloom::cli {

namespace {

using mapping::DesignImport;

Result<mapping::DesignImportOptions> optionsOf(const DesignArguments& arguments)
{
    mapping::DesignImportOptions options;
    options.folder = arguments.folder;
    for (const std::string& text : arguments.answers) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos)
            return Error{ErrorCode::InvalidInput, "'" + text + "' is no answer; write ID=VALUE", "--answer"};
        options.answers[text.substr(0, equals)] = text.substr(equals + 1);
    }
    if (arguments.accelerator.empty())
        return options;
    auto accelerator = readAccelerator(arguments.accelerator);
    if (!accelerator)
        return accelerator.error();
    options.accelerator = std::move(accelerator->value);
    return options;
}

/// What is there as our YAML (and JSON for the mapping), in files of the folder.
Status save(const DesignImport& import, const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return Error{ErrorCode::Io, "the folder cannot be made: " + error.message(), folder.string()};
    if (import.accelerator)
        if (Status saved =
                writeOutput((folder / "accelerator.yaml").string(), io::writeAccelerator(*import.accelerator));
            !saved)
            return saved;
    if (import.network)
        if (Status saved = writeOutput((folder / "network.yaml").string(), io::writeNetwork(*import.network)); !saved)
            return saved;
    if (import.mapping)
        return writeOutput((folder / "mapping.json").string(),
                           io::mappingToJson(*import.accelerator, *import.mapping) + "\n");
    return success();
}

} // namespace

void addDesignOptions(const Options& command, DesignArguments& arguments)
{
    command.add("--answer", arguments.answers, "Answer to a question that Timeloop's files leave open")
        .type("ID=VALUE");
    command
        .add("--folder", arguments.folder, "Timeloop's files may include others from here; default: their own folder")
        .type("DIR");
    command.add("--accelerator", arguments.accelerator, "For a mapping of Timeloop without its architecture")
        .type("NAME|FILE");
    command
        .add("--save", arguments.saveFolder,
             "Write accelerator.yaml, network.yaml and mapping.json here, of what the files of Timeloop hold")
        .type("DIR");
}

ExitCode importDesigns(const DesignArguments& arguments)
{
    const auto options = optionsOf(arguments);
    if (!options)
        return fail(options.error());
    if (const Status writable = checkWritable(arguments.networkOutput); !writable)
        return fail(writable.error());
    const auto design = app::importDesign(arguments.files, *options);
    if (!design)
        return fail(design.error());
    const DesignImport& import = design->import;
    if (!arguments.networkOutput.empty() && !import.network)
        return fail({ErrorCode::InvalidInput, "there is no problem in these files to write as a network", "--output"});
    if (!arguments.networkOutput.empty())
        if (const Status written = writeOutput(arguments.networkOutput, io::writeNetwork(*import.network)); !written)
            return fail(written.error());
    if (!arguments.saveFolder.empty())
        if (const Status saved = save(import, arguments.saveFolder); !saved)
            return fail(saved.error());
    const app::DesignVerdict verdict = app::judge(import);
    const Status written =
        writeOutput({}, arguments.json ? designToJson(*design, verdict) : printDesign(*design, verdict));
    if (!written)
        return fail(written.error());
    return verdict.isGood ? Ok : SomeFailed;
}

} // namespace nestloom::cli
