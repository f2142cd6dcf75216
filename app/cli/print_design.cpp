// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_design.h"

#include "app/cli/print_run.h"
#include "app/cli/text_table.h"
#include "engine/base/number_words.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/quantity.h"
#include "engine/mapping/mapping_text.h"

namespace nestloom::cli {

namespace {

using hardware::Accelerator;
using mapping::DesignImport;
using mapping::ImportRemark;
using Align = TextTable::Align;

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
                     {"capacity", Align::Right},
                     {"instances", Align::Right},
                     {"fan-out", Align::Right},
                     {"keeps"},
                     {"word", Align::Right},
                     {"access", Align::Right},
                     {"energy", Align::Right},
                     {"read", Align::Right},
                     {"write", Align::Right}});
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        const auto energy = hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)});
        table.addRow({level.name, std::string(name(level.kind)),
                      level.capacity ? shortBytes(double(level.capacity->count)) : "unbounded",
                      grouped(accelerator.instances(i)),
                      std::to_string(level.fanout.columns) + " x " + std::to_string(level.fanout.rows),
                      keepsText(level.keeps), io::text(level.elementBits[TensorRole::Weights]),
                      std::to_string(level.accessElements) + " words", energy ? shortEnergy(*energy) : "-",
                      bandwidthText(level.readBandwidth), bandwidthText(level.writeBandwidth)});
    }
    return table.print();
}

std::string printAccelerator(const Accelerator& accelerator)
{
    return "accelerator " + accelerator.name + ": " + grouped(accelerator.macUnits()) + " MAC units of "
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
        columns.push_back({std::string(1, letter(d)), Align::Right});
    for (const char* title : {"stride", "dilation", "MACs"})
        columns.push_back({title, Align::Right});
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

} // namespace

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

} // namespace nestloom::cli
