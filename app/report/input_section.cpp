// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/html.h"
#include "app/report/number_text.h"
#include "app/report/sections.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/quantity.h"
#include "engine/io/result_json.h"

namespace nestloom::report {

namespace {

std::string keptTensors(TensorSet keeps)
{
    std::string names;
    for (const TensorRole role : kTensorRoles)
        if (keeps.contains(role))
            names += (names.empty() ? "" : ", ") + std::string(name(role));
    return names;
}

std::string widths(const hardware::BufferLevel& level)
{
    std::string text;
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role))
            text += (text.empty() ? "" : ", ") + std::to_string(level.elementBits[role].count);
    return text + " bit";
}

std::string bandwidth(const std::optional<BytesPerCycle>& rate) { return rate ? io::text(*rate) : "unlimited"; }

std::vector<Cell> levelRow(const hardware::Accelerator& accelerator, std::size_t i)
{
    const hardware::BufferLevel& level = accelerator.levels[i];
    const auto energy = hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)});
    return {textCell(level.name),
            textCell(name(level.kind)),
            numberCell(level.capacity ? io::text(*level.capacity) : "unbounded"),
            numberCell(grouped(accelerator.instances(i))),
            textCell(keptTensors(level.keeps)),
            textCell(widths(level)),
            numberCell(bandwidth(level.readBandwidth)),
            numberCell(bandwidth(level.writeBandwidth)),
            numberCell(energy ? fixedNumber(energy->count, 3) + " pJ / " + std::to_string(level.accessElements) : "-"),
            numberCell(std::to_string(level.fanout.columns) + " x " + std::to_string(level.fanout.rows))};
}

std::string notes(const std::vector<std::string>& lines)
{
    if (lines.empty())
        return {};
    std::string html = "<ul>\n";
    for (const std::string& line : lines)
        html += "<li>" + escaped(line) + "</li>\n";
    return html + "</ul>\n";
}

std::string describeAccelerator(const store::RunInputs& inputs)
{
    const hardware::Accelerator& accelerator = inputs.accelerator;
    std::vector<std::vector<Cell>> rows;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        rows.push_back(levelRow(accelerator, i));
    std::string html =
        "<h3>Accelerator " + escaped(accelerator.name) + "</h3>\n<p>" + escaped(accelerator.description) + "</p>\n<p>"
        + escaped(grouped(accelerator.macUnits()) + " MAC units of " + io::text(accelerator.macBits) + " at "
                  + io::text(accelerator.clock) + ", " + fixedNumber(accelerator.macEnergy.count, 3) + " pJ per MAC, "
                  + shortBytes(double(accelerator.onChipBytes().count))
                  + " on chip; energy per access: " + std::string(name(accelerator.energySource)) + ".")
        + "</p>\n";
    html += table({textCell("level"), textCell("kind"), numberCell("capacity, each"), numberCell("instances"),
                   textCell("keeps"), textCell("element"), numberCell("read, each"), numberCell("write, each"),
                   numberCell("energy / elements"), numberCell("fan-out")},
                  rows);
    return html + notes(accelerator.notes) + folded("Accelerator file", preformatted(inputs.acceleratorYaml));
}

std::string describeNetwork(const store::RunInputs& inputs)
{
    const workload::Network& layers = inputs.network;
    return "<h3>Network " + escaped(layers.name) + "</h3>\n<p>" + escaped(layers.description) + "</p>\n<p>"
           + escaped(std::to_string(layers.layers.size()) + " layers, "
                     + shortNumber(double(workload::macs(layers)), "MAC") + ", "
                     + shortNumber(double(workload::weightElements(layers)), "") + " weights.")
           + "</p>\n" + notes(layers.notes) + folded("Network file", preformatted(inputs.networkYaml));
}

} // namespace

std::string inputSection(const store::RunRecord& run)
{
    return "<h2>Inputs</h2>\n" + describeAccelerator(run.inputs) + describeNetwork(run.inputs) + "<h3>Options</h3>\n"
           + folded("Options of the run", preformatted(io::optionsToJson(run.inputs.options)));
}

} // namespace nestloom::report
