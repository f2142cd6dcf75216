// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/import_designs.h"

#include "app/cli/output.h"
#include "app/cli/print_run.h"
#include "app/cli/read_input.h"
#include "app/import_design.h"
#include "engine/base/number_words.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/json_reader.h"
#include "engine/io/mapping_json.h"
#include "engine/io/quantity.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"
#include "engine/mapping/mapping_text.h"

#include <nlohmann/json.hpp>

namespace nestloom::cli {

nlohmann::ordered_json layersJson(const workload::Network& network)
{
    nlohmann::ordered_json layers = nlohmann::ordered_json::array();
    for (const workload::Layer& layer : network.layers) {
        nlohmann::ordered_json json{{"name", layer.name}, {"kind", name(layer.kind)}};
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            json[std::string(1, letter(d))] = layer.bounds[d];
        json["stride"] = {layer.strideP, layer.strideQ};
        json["dilation"] = {layer.dilationR, layer.dilationS};
        json["macs"] = workload::macs(layer);
        layers.push_back(std::move(json));
    }
    return layers;
}

namespace {

using hardware::Accelerator;
using mapping::DesignImport;
using mapping::ImportRemark;

std::string keepsText(TensorSet keeps)
{
    std::string list;
    for (const TensorRole role : kTensorRoles)
        if (keeps.contains(role))
            list += (list.empty() ? "" : ", ") + std::string(name(role));
    return list.empty() ? "nothing" : list;
}

std::string bandwidthText(const std::optional<Bandwidth>& bandwidth)
{
    return bandwidth ? io::text(*bandwidth) : "unlimited";
}

std::string levelTable(const Accelerator& accelerator)
{
    TextTable table({{"level"},
                     {"kind"},
                     {"capacity", kRight},
                     {"instances", kRight},
                     {"fan-out", kRight},
                     {"keeps"},
                     {"word", kRight},
                     {"access", kRight},
                     {"energy", kRight},
                     {"read", kRight},
                     {"write", kRight}});
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        const auto energy = hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)});
        table.addRow({level.name, std::string(name(level.kind)),
                      level.capacity ? shortBytes(double(level.capacity->count)) : "unbounded",
                      grouped(accelerator.instances(i)),
                      std::to_string(level.fanout.columns) + " x " + std::to_string(level.fanout.rows),
                      keepsText(level.keeps), widthsText(level.elementBits),
                      std::to_string(level.accessElements) + (level.accessElements == 1 ? " word" : " words"),
                      energy ? shortEnergy(*energy) : "-", bandwidthText(level.readBandwidth),
                      bandwidthText(level.writeBandwidth)});
    }
    return table.print();
}

std::string printAccelerator(const Accelerator& accelerator)
{
    return "accelerator " + accelerator.name + ": " + counted(accelerator.macUnits(), "MAC unit") + " of "
           + io::text(accelerator.macBits) + ", " + shortEnergy(accelerator.macEnergy) + " each, at "
           + io::text(accelerator.clock) + ", " + shortBytes(double(accelerator.onChipBytes().count))
           + " on chip, energies " + std::string(name(accelerator.energySource)) + "\n\n" + levelTable(accelerator)
           + "capacity, bandwidth and energy of an access are of one instance\n\n";
}

std::string pair(std::int64_t a, std::int64_t b) { return std::to_string(a) + " x " + std::to_string(b); }

std::string printNetwork(const workload::Network& network)
{
    std::vector<TextTable::Column> columns{{"layer"}};
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        columns.push_back({std::string(1, letter(d)), kRight});
    for (const char* title : {"stride", "dilation", "MACs"})
        columns.push_back({title, kRight});
    TextTable table(std::move(columns));
    for (const workload::Layer& layer : network.layers) {
        std::vector<std::string> row{layer.name};
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            row.push_back(std::to_string(layer.bounds[d]));
        row.push_back(pair(layer.strideP, layer.strideQ));
        row.push_back(pair(layer.dilationR, layer.dilationS));
        row.push_back(grouped(workload::macs(layer)));
        table.addRow(std::move(row));
    }
    return "network " + network.name + ": " + counted(std::int64_t(network.layers.size()), "layer") + "\n\n"
           + table.print() + "\n";
}

std::string printMapping(const DesignImport& import, const app::DesignVerdict& verdict)
{
    std::string text = "mapping of " + import.network->layers.front().name + "\n\n"
                       + mapping::print(*import.accelerator, import.network->layers.front(), *import.mapping) + "\n";
    for (const mapping::Violation& violation : verdict.violations)
        text += "not valid: " + violation.message + "\n";
    if (verdict.timeloop)
        text += "mapping verified, in Timeloop compatibility mode\n" + printCost(*verdict.timeloop) + "\n";
    return text;
}

std::string printRemarks(const DesignImport& import)
{
    std::string text;
    for (const mapping::ImportQuestion& question : import.questions) {
        text += "question " + question.id + ": " + question.text + "\n";
        if (question.choices.empty())
            text += (question.chosen.empty() ? "    " : "  * ") + ("--answer " + question.id) + "="
                    + (question.chosen.empty() ? "VALUE" : question.chosen) + "\n";
        for (const auto& choice : question.choices)
            text += std::string(choice.value == question.chosen ? "  * " : "    ") + "--answer " + question.id + "="
                    + choice.value + "  " + choice.meaning + "\n";
    }
    for (const auto kind : {ImportRemark::Kind::Refused, ImportRemark::Kind::Assumed, ImportRemark::Kind::Ignored})
        for (const ImportRemark& remark : import.remarks)
            if (remark.kind == kind)
                text += std::string(name(kind)) + ": " + remark.file + ":" + std::to_string(remark.line)
                        + (remark.key.empty() ? "" : ": " + remark.key) + ": " + remark.text + "\n";
    return text;
}

/// Levels, layers and mapping as tables with units, then questions, what was assumed, ignored and refused.
std::string printDesign(const app::ImportedDesign& design, const app::DesignVerdict& verdict)
{
    const DesignImport& import = design.import;
    std::string text = std::string(design.kind) + ":";
    for (const std::string& file : import.files)
        text += " " + file;
    text += "\n\n";
    if (import.accelerator)
        text += printAccelerator(*import.accelerator);
    if (import.network)
        text += printNetwork(*import.network);
    if (import.mapping)
        text += printMapping(import, verdict);
    return text + printRemarks(import);
}

using io::Json;

template <typename Quantity>
Json countOrNull(const std::optional<Quantity>& quantity)
{
    return quantity ? Json(quantity->count) : Json(nullptr);
}

Json levelJson(const hardware::Accelerator& accelerator, std::size_t i)
{
    const hardware::BufferLevel& level = accelerator.levels[i];
    Json keeps = Json::array(), bits;
    for (const TensorRole role : kTensorRoles) {
        if (level.keeps.contains(role))
            keeps.push_back(std::string(name(role)));
        bits[std::string(name(role))] = level.elementBits[role].count;
    }
    return {{"name", level.name},
            {"kind", std::string(name(level.kind))},
            {"capacityBytes", countOrNull(level.capacity)},
            {"instances", accelerator.instances(i)},
            {"fanout", {{"columns", level.fanout.columns}, {"rows", level.fanout.rows}}},
            {"keeps", keeps},
            {"elementBits", bits},
            {"accessElements", level.accessElements},
            {"accessEnergyPj", countOrNull(hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)}))},
            {"readBytesPerCycle", countOrNull(accelerator.readRate(i))},
            {"writeBytesPerCycle", countOrNull(accelerator.writeRate(i))},
            {"clusterSize", level.clusterSize}};
}

Json acceleratorJson(const hardware::Accelerator& accelerator)
{
    Json levels = Json::array();
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        levels.push_back(levelJson(accelerator, i));
    return {{"name", accelerator.name},
            {"clockHz", accelerator.clock.count},
            {"energySource", std::string(name(accelerator.energySource))},
            {"macUnits", accelerator.macUnits()},
            {"macEnergyPj", accelerator.macEnergy.count},
            {"macBits", accelerator.macBits.count},
            {"onChipBytes", accelerator.onChipBytes().count},
            {"levels", levels}};
}

Json questionsJson(const DesignImport& import)
{
    Json list = Json::array();
    for (const mapping::ImportQuestion& question : import.questions) {
        Json choices = Json::array();
        for (const auto& choice : question.choices)
            choices.push_back({{"value", choice.value}, {"meaning", choice.meaning}});
        list.push_back(
            {{"id", question.id}, {"text", question.text}, {"chosen", question.chosen}, {"choices", choices}});
    }
    return list;
}

Json remarksJson(const DesignImport& import, ImportRemark::Kind kind)
{
    Json list = Json::array();
    for (const ImportRemark& remark : import.remarks)
        if (remark.kind == kind)
            list.push_back({{"file", remark.file}, {"line", remark.line}, {"key", remark.key}, {"text", remark.text}});
    return list;
}

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
    TRY(auto accelerator, readAccelerator(arguments.accelerator));
    options.accelerator = std::move(accelerator.value);
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
        TRY_DO(writeOutput((folder / "network.yaml").string(), io::writeNetwork(*import.network)));
    if (import.mapping)
        return writeOutput((folder / "mapping.json").string(),
                           io::mappingToJson(*import.accelerator, *import.mapping) + "\n");
    return success();
}

std::string designToJson(const app::ImportedDesign& design, const app::DesignVerdict& verdict)
{
    const DesignImport& import = design.import;
    Json json{{"kind", design.kind}, {"files", import.files}};
    if (import.accelerator)
        json["accelerator"] = acceleratorJson(*import.accelerator);
    if (import.network) {
        json["name"] = import.network->name;
        json["layers"] = layersJson(*import.network);
    }
    if (import.mapping) {
        json["mapping"] = io::toJson(*import.accelerator, *import.mapping);
        json["verified"] = verdict.violations.empty();
        json["violations"] = Json::array();
        for (const mapping::Violation& violation : verdict.violations)
            json["violations"].push_back(violation.message);
    }
    if (verdict.timeloop)
        json["cost"] = {{"timeloop", io::toJson(*verdict.timeloop)}, {"nestloom", io::toJson(*verdict.ours)}};
    json["questions"] = questionsJson(import);
    json["assumed"] = remarksJson(import, ImportRemark::Kind::Assumed);
    json["ignored"] = remarksJson(import, ImportRemark::Kind::Ignored);
    json["refused"] = remarksJson(import, ImportRemark::Kind::Refused);
    return io::dump(json, 2) + "\n";
}

} // namespace

void addDesignOptions(const Options& command, DesignArguments& arguments)
{
    command.add("--answer", arguments.answers, "Answer to a question that files of Timeloop or AccelForge leave open")
        .type("ID=VALUE");
    command
        .add("--folder", arguments.folder,
             "Files of Timeloop and AccelForge may include others from here; default: their own folder")
        .type("DIR");
    command.add("--accelerator", arguments.accelerator, "For a mapping of Timeloop without its architecture")
        .type("NAME|FILE");
    command
        .add("--save", arguments.saveFolder,
             "Write accelerator.yaml, network.yaml and mapping.json here, of what files of Timeloop or AccelForge hold")
        .type("DIR");
}

Result<ExitCode> importDesigns(const DesignArguments& arguments)
{
    TRY(const auto options, optionsOf(arguments));
    TRY_DO(checkWritable(arguments.networkOutput));
    TRY(const auto design, app::importDesign(arguments.files, options));
    const DesignImport& import = design.import;
    if (!arguments.networkOutput.empty() && !import.network)
        return Error{ErrorCode::InvalidInput, "there is no problem in these files to write as a network", "--output"};
    if (!arguments.networkOutput.empty())
        TRY_DO(writeOutput(arguments.networkOutput, io::writeNetwork(*import.network)));
    if (!arguments.saveFolder.empty())
        TRY_DO(save(import, arguments.saveFolder));
    const app::DesignVerdict verdict = app::judge(import);
    TRY_DO(writeOutput({}, arguments.json ? designToJson(design, verdict) : printDesign(design, verdict)));
    return verdict.isGood ? Ok : SomeFailed;
}

} // namespace nestloom::cli
