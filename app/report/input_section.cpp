// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/input_section.h"

#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/node_run_json.h"
#include "engine/io/plan_json.h"
#include "engine/io/quantity.h"
#include "engine/io/result_json.h"
#include "engine/schedule/left_out.h"

namespace nestloom::report {

namespace {

std::string keptTensors(TensorSet keeps)
{
    const std::string names = joinText(kTensorRoles, ", ", [&](const TensorRole role) {
        return keeps.contains(role) ? std::string(name(role)) : std::string();
    });
    return names.empty() ? "nothing" : names;
}

std::string widths(const hardware::BufferLevel& level)
{
    const std::string text = joinText(kTensorRoles, ", ", [&](const TensorRole role) {
        return level.keeps.contains(role) ? std::to_string(level.elementBits[role].count) : std::string();
    });
    return text.empty() ? "" : text + " bit";
}

std::string bandwidth(const std::optional<Bandwidth>& rate) { return rate ? io::text(*rate) : "unlimited"; }

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

void addNotes(Document& document, const std::vector<std::string>& lines)
{
    if (!lines.empty())
        document.add(BulletList{lines});
}

} // namespace

void addAccelerator(Document& document, const hardware::Accelerator& accelerator, const std::string& yaml)
{
    document.add(Heading{3, "Accelerator " + accelerator.name});
    if (!accelerator.description.empty()) // often that of the accelerator it was made from
        document.say("Its file says: \"" + accelerator.description + "\" What counts are the fields below.",
                     Tone::Soft);
    document.say(grouped(accelerator.macUnits()) + " MAC units of " + io::text(accelerator.macBits) + " at "
                 + io::text(accelerator.clock) + ", " + fixedNumber(accelerator.macEnergy.count, 3) + " pJ per MAC, "
                 + shortBytes(double(accelerator.onChipBytes().count))
                 + " on chip; energy per access: " + std::string(name(accelerator.energySource)) + ".");
    Table table{{textCell("level"), textCell("kind"), numberCell("capacity, each"), numberCell("instances"),
                 textCell("keeps"), textCell("element"), numberCell("read, each"), numberCell("write, each"),
                 numberCell("energy / elements"), numberCell("fan-out")},
                {}};
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        table.rows.push_back(levelRow(accelerator, i));
    document.add(std::move(table));
    addNotes(document, accelerator.notes);
    for (const std::string& caution : hardware::energyCautions(accelerator))
        document.say("Caution: " + caution + ".", Tone::Bad);
    document.add(Verbatim{"Accelerator file", yaml});
}

void addNetwork(Document& document, const workload::Network& network, const std::string& yaml)
{
    document.add(Heading{3, "Network " + network.name});
    document.say(network.description);
    if (network.layers.empty())
        document.say(counted(std::int64_t(network.graph.operators.size()), "operator") + ", no layer.");
    else
        document.say(counted(std::int64_t(network.layers.size()), "layer") + ", "
                     + shortNumber(double(workload::macs(network)), "MAC") + ", "
                     + shortNumber(double(workload::parameterElements(network)), "") + " parameters.");
    addNotes(document, network.notes);
    document.add(Verbatim{"Network file", yaml});
}

std::string optionsText(const records::RunInputs& inputs)
{
    if (inputs.nodes)
        return io::nodeOptionsToJson(*inputs.nodes);
    return inputs.memory ? io::memoryOptionsToJson(*inputs.memory) : io::optionsToJson(inputs.options);
}

void addInputs(Document& document, const records::RunRecord& run)
{
    document.add(Heading{2, "Inputs"});
    if (!run.inputs.accelerator.levels.empty()) // a plan may be of none
        addAccelerator(document, run.inputs.accelerator, run.inputs.acceleratorYaml);
    addNetwork(document, run.inputs.network, run.inputs.networkYaml);
    addNotes(document, schedule::notesOf(run.inputs.accelerator, run.inputs.network, run.inputs.engine()));
    document.add(Heading{3, "Options"});
    document.add(Verbatim{"Options of the run", optionsText(run.inputs)});
}

} // namespace nestloom::report
