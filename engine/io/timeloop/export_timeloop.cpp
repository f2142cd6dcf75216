// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/export_timeloop.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/cost/timeloop_counts.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/located_yaml.h"
#include "engine/mapping/verify.h"

#include <algorithm>
#include <array>
#include <optional>

namespace nestloom::io {

namespace {

using Remarks = std::vector<std::string>;

using hardware::BufferLevel;
using hardware::LevelKind;

constexpr std::array kTensorNames{"Weights", "Inputs", "Outputs"}; // in the order of TensorRole

/// The front end takes 6 for no energy, but 6.0 for one.
std::string decimalNumber(double value)
{
    std::string number = shortestNumber(value);
    if (number.find('.') == std::string::npos)
        number.insert(std::min(number.find('e'), number.size()), ".0");
    return number;
}

std::string tensorList(TensorSet set)
{
    const std::string list = joinText(kTensorRoles, ", ", [&](const TensorRole role) {
        return set.contains(role) ? std::string(kTensorNames[std::size_t(role)]) : std::string();
    });
    return "[" + list + "]";
}

TensorSet othersThan(TensorSet set)
{
    TensorSet rest;
    for (const TensorRole role : kTensorRoles)
        if (!set.contains(role))
            rest = rest.with(role);
    return rest;
}

/// Timeloop's word for tensors that spatial children do not share.
std::string noReuse(TensorSet copied)
{
    return copied.empty() ? "" : "    constraints: {spatial: {no_reuse: " + tensorList(copied) + "}}\n";
}

std::string className(LevelKind kind)
{
    return kind == LevelKind::Dram ? "DRAM" : kind == LevelKind::Registers ? "regfile" : "SRAM";
}

/// The one width of words that a level has in Timeloop.
Bits wordOf(const BufferLevel& level)
{
    Bits widest{0};
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role))
            widest = std::max(widest, level.elementBits[role]);
    return widest;
}

/// As Timeloop sees it: every level in whole words of one width.
hardware::Accelerator inWords(hardware::Accelerator accelerator)
{
    for (BufferLevel& level : accelerator.levels) {
        const Bits word = wordOf(level);
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                level.elementBits[role] = word;
        if (level.capacity && word.count > 0)
            level.capacity = Bytes{level.capacity->count * 8 / word.count * word.count / 8};
    }
    return accelerator;
}

/// "GlobalBuffer_children": the container of the children of a level, which spatial loops name. A level that keeps
/// nothing is itself one.
std::string fanoutContainer(const BufferLevel& level)
{
    return level.keeps.empty() ? level.name : level.name + "_children";
}

std::string sizeAttribute(const BufferLevel& level, Remarks& remarks)
{
    if (!level.capacity)
        return "";
    const std::int64_t word = wordOf(level).count, bits = level.capacity->count * 8, words = bits / word;
    if (bits % word != 0)
        remarks.push_back("level " + level.name + ": " + std::to_string(bits % word)
                          + " bit of its capacity hold no whole word and are left out");
    return words % level.accessElements == 0 ? ", depth: " + std::to_string(words / level.accessElements)
                                             : ", entries: " + std::to_string(words);
}

std::string bandwidthAttribute(const char* key, const std::optional<BytesPerCycle>& rate, Bits word)
{
    return rate ? std::string(", ") + key + ": " + shortestNumber(rate->count * 8 / double(word.count)) : "";
}

void remarkOnWidths(const BufferLevel& level, Remarks& remarks)
{
    const Bits word = wordOf(level);
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role) && level.elementBits[role] != word)
            remarks.push_back("level " + level.name + ": " + std::string(name(role)) + " have "
                              + std::to_string(level.elementBits[role].count)
                              + " bit here, but Timeloop has one width, " + std::to_string(word.count)
                              + " bit, for all tensors of a level");
}

std::string component(const hardware::Accelerator& accelerator, std::size_t index, TensorSet kept, Remarks& remarks)
{
    const BufferLevel& level = accelerator.levels[index];
    const Bits word = wordOf(level);
    remarkOnWidths(level, remarks);
    if (accelerator.hasOnePort(index) && accelerator.readRate(index))
        remarks.push_back(
            "level " + level.name
            + ": reads and writes take turns here, but Timeloop gives each its bandwidth; it may say fewer "
              "cycles");
    std::string yaml =
        "  - !Component\n    name: " + yamlScalar(level.name) + "\n    class: " + className(level.kind) + "\n";
    yaml += "    attributes: {datawidth: " + std::to_string(word.count)
            + ", width: " + std::to_string(word.count * level.accessElements * level.clusterSize)
            + ", cluster_size: " + std::to_string(level.clusterSize) + sizeAttribute(level, remarks)
            + bandwidthAttribute("read_bandwidth", accelerator.readRate(index), word)
            + bandwidthAttribute("write_bandwidth", accelerator.writeRate(index), word) + "}\n";
    return yaml + "    constraints: {dataspace: {keep: " + tensorList(kept)
           + ", bypass: " + tensorList(othersThan(level.keeps)) + "}}\n";
}

/// `fanouts[i]` is how the children of level i lie. What a level may keep but `mapping` (may be null) does not is left
/// open: the front end takes no two answers.
std::string writeArchitecture(const hardware::Accelerator& accelerator, const mapping::LayerMapping* mapping,
                              const std::vector<hardware::Fanout>& fanouts, Remarks& remarks)
{
    std::string yaml =
        "# Sizes are words, bandwidths words per cycle of one instance. The energies stand in energies.yaml.\n"
        "# In Timeloop compatibility mode Nestloom counts for this accelerator as Timeloop does in "
        + std::string(cost::commitOf(accelerator.timeloop)) + " (" + std::string(name(accelerator.timeloop))
        + ").\nvariables:\n  version: 0.4\n  global_cycle_seconds: " + decimalNumber(1 / accelerator.clock.count)
        + "\n  technology: -1 # not known; the energies do not depend on it\narchitecture:\n  version: 0.4\n"
          "  nodes: # outermost first\n  - !Container {name: "
        + yamlScalar(accelerator.name) + "}\n";
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        if (!accelerator.levels[i].keeps.empty())
            yaml +=
                component(accelerator, i, mapping ? mapping->levels[i].keeps : accelerator.levels[i].keeps, remarks);
        if (fanouts[i].count() > 1)
            yaml += "  - !Container\n    name: " + yamlScalar(fanoutContainer(accelerator.levels[i]))
                    + "\n    spatial: {meshX: " + std::to_string(fanouts[i].columns) + ", meshY: "
                    + std::to_string(fanouts[i].rows) + "}\n" + noReuse(othersThan(accelerator.levels[i].multicast));
    }
    const std::string bits = std::to_string(accelerator.macBits.count);
    return yaml + "  - !Component\n    name: mac\n    class: intmac\n    attributes: {datawidth: " + bits
           + ", multiplier_width: " + bits + "}\n";
}

std::string writeEnergies(const hardware::Accelerator& accelerator)
{
    std::string yaml = "# Energy reference table: pJ of one access of a whole block, of one multiply-accumulate, and\n"
                       "# leaking in a cycle.\n"
                       "ERT:\n  version: 0.4\n  tables:\n";
    using Actions = std::vector<std::pair<const char*, Picojoules>>;
    const auto table = [&](const std::string& part, std::int64_t instances, Actions actions, Watts leakage) {
        if (leakage.count > 0)
            actions.emplace_back("leak", hardware::leakagePerCycle(accelerator, leakage));
        yaml +=
            "  - name: " + yamlScalar("system." + part + "[1.." + std::to_string(instances) + "]") + "\n    actions:\n";
        for (const auto& [action, energy] : actions)
            yaml += std::string("    - {name: ") + action + ", arguments: {}, energy: " + decimalNumber(energy.count)
                    + "}\n";
    };
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const BufferLevel& level = accelerator.levels[i];
        if (!hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)}))
            continue;
        const hardware::AccessEnergies energies = hardware::accessEnergies(accelerator, i);
        table(level.name, accelerator.instances(i),
              {{"read", energies.read}, {"write", energies.fill}, {"update", energies.update}}, level.leakage);
    }
    table("mac", accelerator.macUnits(), {{"compute", accelerator.macEnergy}}, accelerator.macLeakage);
    return yaml;
}

using mapping::Loop;
using workload::LoopDimension;

char letterOf(LoopDimension dimension) { return dimension == LoopDimension::K ? 'M' : letter(dimension); }

std::vector<LoopDimension> dimensionsOf(const workload::Layer& layer)
{
    using enum LoopDimension;
    std::vector<LoopDimension> dimensions{C, K, R, S, N, P, Q};
    if (layer.bounds[G] > 1)
        dimensions.push_back(G); // Timeloop's own convolution has no groups
    return dimensions;
}

/// The loops with one for each dimension, innermost first; nothing when a dimension comes back after another one.
std::optional<std::vector<Loop>> oneForEach(const std::vector<Loop>& loops, bool& joined)
{
    std::vector<Loop> result;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (loop->bound == 1)
            continue;
        const auto isSame = [&](const Loop& earlier) { return earlier.dimension == loop->dimension; };
        const auto earlier = std::ranges::find_if(result, isSame);
        if (earlier == result.end()) {
            result.push_back(*loop);
        } else if (earlier + 1 == result.end()) {
            earlier->bound *= loop->bound;
            joined = true;
        } else {
            return std::nullopt;
        }
    }
    return result;
}

/// "factors: [C=4, M=2, R=1, ...], permutation: [S, R, M, C, ...]", with every dimension.
std::string loopText(const workload::Layer& layer, const std::vector<Loop>& innermostFirst)
{
    std::string factors, order;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    for (const Loop& loop : innermostFirst)
        add(order, std::string(1, letterOf(loop.dimension)));
    for (const LoopDimension d : dimensionsOf(layer)) {
        const auto isOf = [&](const Loop& loop) { return loop.dimension == d; };
        const auto loop = std::ranges::find_if(innermostFirst, isOf);
        const std::string name(1, letterOf(d));
        add(factors, name + "=" + std::to_string(loop == innermostFirst.end() ? 1 : loop->bound));
        if (loop == innermostFirst.end())
            add(order, name);
    }
    return "factors: [" + factors + "], permutation: [" + order + "]";
}

std::string keepText(const std::string& target, TensorSet keeps)
{
    return "  - {target: " + target + ", type: dataspace, keep: " + tensorList(keeps)
           + ", bypass: " + tensorList(othersThan(keeps)) + "}\n";
}

/// Spatial loops in the order that Timeloop wants: those along X before those along Y, innermost first, one for each
/// dimension. On a row or a column all count as one axis. Nothing when a dimension lies along both axes.
std::optional<std::vector<Loop>> spatialOrder(const std::vector<Loop>& spatial, bool isPlane)
{
    std::vector<Loop> columns, rows;
    for (auto loop = spatial.rbegin(); loop != spatial.rend(); ++loop) {
        if (loop->bound == 1)
            continue;
        auto& along = isPlane && loop->axis == hardware::Axis::Rows ? rows : columns;
        const auto isSame = [&](const Loop& other) { return other.dimension == loop->dimension; };
        const auto same = std::ranges::find_if(along, isSame);
        if (same != along.end())
            same->bound *= loop->bound;
        else
            along.push_back(*loop);
    }
    for (const Loop& loop : rows)
        if (std::ranges::any_of(columns, [&](const Loop& other) { return other.dimension == loop.dimension; }))
            return std::nullopt;
    columns.insert(columns.end(), rows.begin(), rows.end());
    return columns;
}

/// Fails   as exportTimeloop()
Result<std::string> writeMapping(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                 const mapping::LayerMapping& mapping, const std::vector<hardware::Fanout>& fanouts,
                                 Remarks& remarks)
{
    std::string yaml = "mapping: # permutations list the innermost loop first\n";
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        const mapping::LevelLoops& loops = mapping.levels[i];
        bool joined = false;
        const auto temporal = oneForEach(loops.temporal, joined);
        const auto spatial = spatialOrder(loops.spatial, fanouts[i].isPlane());
        if (!temporal || !spatial)
            return Error{ErrorCode::InvalidInput,
                         "level " + level.name
                             + " loops over a dimension twice, with others between; Timeloop has one "
                               "loop for each dimension and level",
                         "layer " + layer.name};
        if (joined)
            remarks.push_back("level " + level.name
                              + ": loops over the same dimension, one within the other, became one");
        if (level.keeps.empty() && !temporal->empty())
            return Error{ErrorCode::InvalidInput,
                         "level " + level.name
                             + " keeps nothing but has temporal loops, which no file of Timeloop has there; map it "
                               "with the constraint '"
                             + level.name + ": no temporal'",
                         "layer " + layer.name};
        if (!level.keeps.empty()) {
            yaml += keepText(yamlScalar(level.name), loops.keeps);
            yaml +=
                "  - {target: " + yamlScalar(level.name) + ", type: temporal, " + loopText(layer, *temporal) + "}\n";
        }
        if (fanouts[i].count() == 1)
            continue;
        const bool inOneColumn = fanouts[i].columns == 1;
        const auto alongX = std::ranges::count_if(*spatial, [&](const Loop& loop) {
            return !inOneColumn && (loop.axis == hardware::Axis::Columns || !fanouts[i].isPlane());
        });
        yaml += "  - {target: " + yamlScalar(fanoutContainer(level)) + ", type: spatial, " + loopText(layer, *spatial)
                + ", split: " + std::to_string(alongX) + "}\n";
    }
    return yaml;
}

std::string writeProblem(const workload::Layer& layer)
{
    const bool isGrouped = layer.bounds[LoopDimension::G] > 1;
    const std::string group = isGrouped ? ", [[G]]" : "";
    std::string instance;
    for (const LoopDimension d : dimensionsOf(layer))
        instance += std::string(1, letterOf(d)) + ": " + std::to_string(layer.bounds[d]) + ", ";
    return "problem:\n  version: 0.4\n  instance: {" + instance + "Wstride: " + std::to_string(layer.strideP)
           + ", Hstride: " + std::to_string(layer.strideQ) + ", Wdilation: " + std::to_string(layer.dilationR)
           + ", Hdilation: " + std::to_string(layer.dilationS) + "}\n  shape:\n    name: " + yamlScalar(layer.name)
           + " # of the layer\n    dimensions: [C, M, R, S, N, P, Q" + (isGrouped ? ", G" : "")
           + "]\n    coefficients:\n    - {name: Wstride, default: 1}\n    - {name: Hstride, default: 1}\n"
             "    - {name: Wdilation, default: 1}\n    - {name: Hdilation, default: 1}\n    data_spaces:\n"
             "    - {name: Weights, projection: [[[C]], [[M]], [[R]], [[S]]"
           + group
           + "]}\n    - {name: Inputs, projection: [[[N]], [[C]], [[R, Wdilation], [P, Wstride]], [[S, Hdilation], [Q, "
             "Hstride]]"
           + group + "]}\n    - {name: Outputs, projection: [[[N]], [[M]], [[Q]], [[P]]" + group
           + "], read_write: true}\n";
}

/// Parts that keep nothing have no temporal loops there.
bool isOfTimeloop(const hardware::Accelerator& accelerator, const std::string& constraint)
{
    return std::ranges::any_of(accelerator.levels, [&](const hardware::BufferLevel& level) {
        return level.keeps.empty() && constraint == level.name + ": no temporal";
    });
}

void writeMachine(const hardware::Accelerator& accelerator, const mapping::LayerMapping* mapping,
                  const std::vector<hardware::Fanout>& fanouts, TimeloopFiles& files)
{
    files.architecture = writeArchitecture(accelerator, mapping, fanouts, files.remarks);
    files.energies = writeEnergies(accelerator);
    if (!accelerator.interconnect.below.empty())
        files.remarks.push_back("the network on chip below " + accelerator.interconnect.below + " is left out");
    if (!accelerator.area.isEmpty())
        files.remarks.push_back("the areas are left out");
    for (const std::string& constraint : accelerator.constraints)
        if (!isOfTimeloop(accelerator, constraint))
            files.remarks.push_back("the constraint '" + constraint + "' is left out");
}

} // namespace

Result<TimeloopFiles> exportTimeloop(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const mapping::LayerMapping& mapping)
{
    TimeloopFiles files;
    std::vector<hardware::Fanout> fanouts;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        fanouts.push_back(level.fanout);
        if (spatialOrder(mapping.levels[i].spatial, level.fanout.isPlane()))
            continue;
        fanouts.back() = {level.fanout.count(), 1};
        files.remarks.push_back(
            "level " + level.name + ": its " + std::to_string(level.fanout.columns) + " x "
            + std::to_string(level.fanout.rows) + " children are exported as one row of "
            + std::to_string(level.fanout.count())
            + ", because a dimension runs over columns and rows; a mapping of Timeloop names each dimension once");
    }
    TRY(auto written, writeMapping(accelerator, layer, mapping, fanouts, files.remarks));
    files.mapping = std::move(written);
    writeMachine(accelerator, &mapping, fanouts, files);
    files.problem = writeProblem(mapping::coveredLayer(layer, mapping));
    if (const std::string covered = mapping::describeCovered(layer, mapping); !covered.empty())
        files.remarks.push_back("the problem has the sizes that the mapping covers: " + covered);
    for (const mapping::Violation& violation : mapping::verify(inWords(accelerator), layer, mapping))
        if (violation.rule == mapping::Rule::Capacity)
            files.remarks.push_back("Timeloop will refuse the mapping, as it takes the widths above: "
                                    + violation.message);
    return files;
}

TimeloopFiles exportTimeloop(const hardware::Accelerator& accelerator)
{
    TimeloopFiles files;
    const std::vector<hardware::Fanout> fanouts = collect(accelerator.levels, &hardware::BufferLevel::fanout);
    writeMachine(accelerator, nullptr, fanouts, files);
    return files;
}

} // namespace nestloom::io
