// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/explain_inputs.h"

#include "engine/hardware/energy_table.h"

namespace nestloom::cost {

using hardware::Accelerator;
using Operation = Formula::Operation;

namespace {

Formula productOfBounds(const workload::Layer& layer, std::string name, Unit unit, std::string_view letters)
{
    std::vector<Formula> bounds;
    for (const workload::LoopDimension dimension : workload::kLoopDimensions)
        if (const char letter = workload::letter(dimension); letters.find(letter) != std::string_view::npos)
            bounds.push_back(
                given(std::string(1, letter), double(layer.bounds[dimension]), Unit::None, "bound of the layer"));
    return made(std::move(name), unit, Operation::Product, std::move(bounds));
}

Formula perLevel(const Accelerator& accelerator, std::size_t level, double one, Unit unit, std::string source)
{
    const std::string& name = accelerator.levels[level].name;
    return made(name, unit, Operation::Product,
                {given("one " + name, one, unit, std::move(source)),
                 given("instances of " + name, double(accelerator.instances(level)), Unit::Instances, "accelerator")});
}

Formula perMacUnit(const Accelerator& accelerator, double one, Unit unit, std::string source)
{
    return made("MAC units", unit, Operation::Product,
                {given("one MAC unit", one, unit, std::move(source)),
                 given("MAC units", double(accelerator.macUnits()), Unit::MacUnits, "accelerator")});
}

Formula bytesOnChip(const Accelerator& accelerator)
{
    std::vector<Formula> levels;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (const auto& level = accelerator.levels[i]; level.kind != hardware::LevelKind::Dram && level.capacity)
            levels.push_back(perLevel(accelerator, i, double(level.capacity->count), Unit::Bytes, "its capacity"));
    return made("memory on chip", Unit::Bytes, Operation::Sum, std::move(levels));
}

Formula areaOfChip(const Accelerator& accelerator)
{
    std::vector<Formula> parts;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const auto area = hardware::levelArea(accelerator, BufferLevelId{std::uint32_t(i)});
        const double instances = double(accelerator.instances(i));
        if (area && area->count > 0)
            parts.push_back(
                perLevel(accelerator, i, area->count / instances, Unit::SquareMicrometres, accelerator.area.source));
    }
    parts.push_back(
        perMacUnit(accelerator, accelerator.area.mac->count, Unit::SquareMicrometres, accelerator.area.source));
    return made("area of buffers and MAC units", Unit::SquareMicrometres, Operation::Sum, std::move(parts));
}

Formula powerAtRest(const Accelerator& accelerator)
{
    std::vector<Formula> parts;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (const Watts leakage = accelerator.levels[i].leakage; leakage.count > 0)
            parts.push_back(perLevel(accelerator, i, leakage.count, Unit::Watts, "leakage of the level"));
    if (accelerator.macLeakage.count > 0)
        parts.push_back(perMacUnit(accelerator, accelerator.macLeakage.count, Unit::Watts, "leakage of a MAC unit"));
    return made("static power", Unit::Watts, Operation::Sum, std::move(parts));
}

} // namespace

std::vector<Formula> explainSizes(const workload::Layer& layer)
{
    return {productOfBounds(layer, "MACs", Unit::Macs, "RSPQCKNG"),
            productOfBounds(layer, "weights", Unit::Elements, "RSCKG")};
}

Formula explainAccessEnergy(const Accelerator& accelerator, std::size_t at)
{
    const hardware::BufferLevel& level = accelerator.levels[at];
    const double energy = hardware::accessEnergies(accelerator, at).read.count;
    Formula access = given("energy of one access to " + level.name, energy, Unit::PicojoulesPerAccess,
                           "accelerator: stated for this level");
    if (level.accessEnergy)
        return access;
    access.source = "accelerator: energy_source " + std::string(name(accelerator.energySource));
    access.parts.push_back(
        given("elements of one access", double(level.accessElements), Unit::ElementsPerAccess, "accelerator"));
    access.parts.push_back(given("bits of its widest element", hardware::wordBits(level), Unit::None, "accelerator"));
    if (level.kind == hardware::LevelKind::Dram || !level.capacity)
        return access;
    access.parts.push_back(given("capacity", double(level.capacity->count), Unit::Bytes, "accelerator"));
    access.parts.push_back(
        given("memories that share an access", double(level.clusterSize), Unit::None, "accelerator"));
    return access;
}

std::vector<Formula> explainAccelerator(const Accelerator& accelerator)
{
    if (accelerator.levels.empty())
        return {};
    const Formula units = given("MAC units", double(accelerator.macUnits()), Unit::MacUnits, "accelerator");
    std::vector<Formula> figures{
        made("peak rate", Unit::MacsPerSecond, Operation::Product,
             {units, given("clock", accelerator.clock.count, Unit::CyclesPerSecond, "accelerator")}),
        bytesOnChip(accelerator)};
    if (const auto rate = accelerator.readRate(0); rate && rate->count > 0)
        figures.push_back(
            made("ridge point: where reading " + accelerator.levels[0].name + " bounds", Unit::MacsPerByte,
                 Operation::Quotient,
                 {units, given("bytes read in a cycle", rate->count, Unit::BytesPerCycle, "accelerator")}));
    if (hardware::chipArea(accelerator))
        figures.push_back(areaOfChip(accelerator));
    if (hardware::staticPower(accelerator).count > 0)
        figures.push_back(powerAtRest(accelerator));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)}))
            figures.push_back(explainAccessEnergy(accelerator, i));
    return figures;
}

} // namespace nestloom::cost
