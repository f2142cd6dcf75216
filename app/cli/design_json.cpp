// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/layers_json.h"
#include "app/cli/print_design.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/json_reader.h"
#include "engine/io/mapping_json.h"
#include "engine/io/result_json.h"

namespace nestloom::cli {

namespace {

using io::Json;
using mapping::DesignImport;
using mapping::ImportRemark;

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

} // namespace

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

} // namespace nestloom::cli
