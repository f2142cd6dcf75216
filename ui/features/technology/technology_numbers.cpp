// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/technology/technology_numbers.h"

#include <QCoreApplication>

#include <algorithm>

namespace nestloom::ui {

using hardware::MacEnergy;
using hardware::SizedEnergy;
using hardware::StatedArea;
using hardware::StatedEnergy;
using hardware::Technology;

namespace {

QString say(const char* text) { return QCoreApplication::translate("TechnologyNumbers", text); }

std::optional<StatedEnergy>& stated(Technology& technology, NumberKind kind)
{
    return kind == NumberKind::Dram ? technology.dram : technology.hop;
}

std::optional<StatedArea>& area(Technology& technology, NumberKind kind)
{
    return kind == NumberKind::MacArea    ? technology.areas.mac
           : kind == NumberKind::SramArea ? technology.areas.sramPerKib
                                          : technology.areas.registersPerKib;
}

std::vector<SizedEnergy>& sizes(Technology& technology, NumberKind kind)
{
    return kind == NumberKind::Registers ? technology.registers : technology.sram;
}

bool isArea(NumberKind kind) { return valueQuantity(kind) == QuantityKind::Area; }

/// The source of a number, to read or to change; null when the number is not there.
std::string* sourceAt(Technology& technology, NumberPlace place)
{
    const auto at = [&place](auto& list) -> std::string* {
        return place.index < list.size() ? &list[place.index].source : nullptr;
    };
    if (place.kind == NumberKind::Mac)
        return at(technology.macs);
    if (hasSeveral(place.kind))
        return at(sizes(technology, place.kind));
    if (isArea(place.kind))
        return area(technology, place.kind) ? &area(technology, place.kind)->source : nullptr;
    return stated(technology, place.kind) ? &stated(technology, place.kind)->source : nullptr;
}

void sort(Technology& technology)
{
    std::stable_sort(technology.macs.begin(), technology.macs.end(),
                     [](const auto& a, const auto& b) { return a.width < b.width; });
    for (auto* list : {&technology.sram, &technology.registers})
        std::stable_sort(list->begin(), list->end(),
                         [](const auto& a, const auto& b) { return a.capacity < b.capacity; });
}

void addSizes(std::vector<TechnologyNumber>& numbers, NumberKind kind, const std::vector<SizedEnergy>& list)
{
    for (std::size_t i = 0; i < list.size(); ++i)
        numbers.push_back(
            {{kind, i}, double(list[i].capacity.count), list[i].energy.count, QString::fromStdString(list[i].source)});
}

} // namespace

std::vector<TechnologyNumber> numbersOf(const Technology& technology)
{
    std::vector<TechnologyNumber> numbers;
    for (std::size_t i = 0; i < technology.macs.size(); ++i) {
        const MacEnergy& mac = technology.macs[i];
        numbers.push_back(
            {{NumberKind::Mac, i}, double(mac.width.count), mac.energy.count, QString::fromStdString(mac.source)});
    }
    const bool hasFormula = technology.formula != hardware::EnergySource::Explicit;
    const auto addMemories = [&](NumberKind kind, const std::vector<SizedEnergy>& list) {
        if (hasFormula)
            numbers.push_back({{kind, 0}, {}, {}, {}});
        else
            addSizes(numbers, kind, list);
    };
    const auto addStated = [&](NumberKind kind, const std::optional<StatedEnergy>& one) {
        numbers.push_back({{kind, 0},
                           {},
                           one ? std::optional(one->energy.count) : std::nullopt,
                           one ? QString::fromStdString(one->source) : QString()});
    };
    const auto addArea = [&](NumberKind kind, const std::optional<StatedArea>& one) {
        numbers.push_back({{kind, 0},
                           {},
                           one ? std::optional(one->area.count) : std::nullopt,
                           one ? QString::fromStdString(one->source) : QString()});
    };
    addMemories(NumberKind::Registers, technology.registers);
    addMemories(NumberKind::Sram, technology.sram);
    addStated(NumberKind::Dram, hasFormula ? std::nullopt : technology.dram);
    addStated(NumberKind::Hop, technology.hop);
    addArea(NumberKind::RegistersArea, technology.areas.registersPerKib);
    addArea(NumberKind::SramArea, technology.areas.sramPerKib);
    addArea(NumberKind::MacArea, technology.areas.mac);
    return numbers;
}

bool hasSeveral(NumberKind kind)
{
    return kind == NumberKind::Mac || kind == NumberKind::Registers || kind == NumberKind::Sram;
}
bool hasSize(NumberKind kind) { return hasSeveral(kind); }
bool isMemory(NumberKind kind)
{
    return kind == NumberKind::Registers || kind == NumberKind::Sram || kind == NumberKind::Dram;
}
bool isPerWord(NumberKind kind) { return isMemory(kind) || kind == NumberKind::Hop; }
QuantityKind sizeQuantity(NumberKind kind)
{
    return kind == NumberKind::Mac ? QuantityKind::Bits : QuantityKind::Bytes;
}
QuantityKind valueQuantity(NumberKind kind)
{
    return kind >= NumberKind::RegistersArea ? QuantityKind::Area : QuantityKind::Energy;
}

QString numberName(NumberKind kind)
{
    switch (kind) {
    case NumberKind::Mac: return say("Multiply-accumulate");
    case NumberKind::Registers: return say("Register file, one word");
    case NumberKind::Sram: return say("SRAM, one word");
    case NumberKind::Dram: return say("DRAM, one word");
    case NumberKind::Hop: return say("Hop between nodes, one word");
    case NumberKind::RegistersArea: return say("Area of register files, 1 KiB");
    case NumberKind::SramArea: return say("Area of SRAM, 1 KiB");
    case NumberKind::MacArea: return say("Area of a MAC unit");
    }
    return {};
}

Technology withValue(Technology technology, NumberPlace place, std::optional<double> value, const QString& source)
{
    if (!value)
        return without(std::move(technology), place);
    const std::string from = source.toStdString();
    if (place.kind == NumberKind::Mac) {
        if (place.index < technology.macs.size())
            technology.macs[place.index].energy = {*value};
    } else if (hasSeveral(place.kind)) {
        if (auto& list = sizes(technology, place.kind); place.index < list.size())
            list[place.index].energy = {*value};
    } else if (isArea(place.kind)) {
        area(technology, place.kind) = StatedArea{{*value}, {}};
    } else {
        stated(technology, place.kind) = StatedEnergy{{*value}, {}};
    }
    if (std::string* at = sourceAt(technology, place))
        *at = from;
    return technology;
}

Technology withSize(Technology technology, NumberPlace place, double size)
{
    const auto count = std::int64_t(size);
    if (place.kind == NumberKind::Mac && place.index < technology.macs.size())
        technology.macs[place.index].width = Bits{count};
    else if (place.kind != NumberKind::Mac && hasSeveral(place.kind)
             && place.index < sizes(technology, place.kind).size())
        sizes(technology, place.kind)[place.index].capacity = Bytes{count};
    sort(technology);
    return technology;
}

Technology withSource(Technology technology, NumberPlace place, const QString& source)
{
    if (std::string* at = sourceAt(technology, place))
        *at = source.trimmed().toStdString();
    return technology;
}

Technology withAnother(Technology technology, NumberKind kind)
{
    const std::string source = kOwnValue.toStdString();
    if (kind == NumberKind::Mac) {
        const Bits width = technology.macs.empty() ? Bits{8} : Bits{technology.macs.back().width.count * 2};
        const Picojoules energy = technology.macs.empty() ? Picojoules{1} : energyAt(technology.macs, width);
        technology.macs.push_back({width, energy, source});
    } else if (hasSeveral(kind)) {
        auto& list = sizes(technology, kind);
        const Bytes capacity = list.empty() ? Bytes{1024} : Bytes{list.back().capacity.count * 2};
        const Picojoules energy = list.empty() ? Picojoules{1} : energyAt(list, capacity);
        list.push_back({capacity, energy, source});
    }
    return technology;
}

Technology without(Technology technology, NumberPlace place)
{
    const auto erase = [&place](auto& list) {
        if (place.index < list.size())
            list.erase(list.begin() + std::ptrdiff_t(place.index));
    };
    if (place.kind == NumberKind::Mac)
        erase(technology.macs);
    else if (hasSeveral(place.kind))
        erase(sizes(technology, place.kind));
    else if (isArea(place.kind))
        area(technology, place.kind).reset();
    else
        stated(technology, place.kind).reset();
    return technology;
}

} // namespace nestloom::ui
