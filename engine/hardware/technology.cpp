// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/technology.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>

namespace nestloom::hardware {

namespace {

constexpr std::string_view kNoteBegin = "Energies: ";
constexpr std::string_view kNoteSeparator = ", "; // between name and source

struct Point {
    double x, y;
};

/// The power law through the nearest two of several points, exactly at each of them.
double alongPowerLaw(const std::vector<Point>& points, double x)
{
    std::size_t upper = 1; // of the pair that the power law leads through
    while (upper + 1 < points.size() && points[upper].x < x)
        ++upper;
    const Point &a = points[upper - 1], &b = points[upper];
    if (x == a.x || x == b.x)
        return x == a.x ? a.y : b.y; // exactly as stated
    const double exponent = std::log(b.y / a.y) / std::log(b.x / a.x);
    return a.y * std::pow(x / a.x, exponent);
}

double asNumber(std::int64_t count) { return double(count); }

Picojoules wordEnergy(const BufferLevel& level, const Technology& technology)
{
    if (level.kind == LevelKind::Dram)
        return technology.dram ? technology.dram->energy : Picojoules{0};
    const auto& sizes = level.kind == LevelKind::Registers ? technology.registers : technology.sram;
    return energyAt(sizes, level.capacity.value_or(sizes.back().capacity));
}

AreaTable areaTable(const Technology& technology)
{
    AreaTable table;
    const auto take = [&](const std::optional<StatedArea>& stated, std::optional<SquareMicrometres>& area) {
        if (!stated)
            return;
        area = stated->area;
        const std::string& source = stated->source.empty() ? technology.source : stated->source;
        if (table.source.find(source) == std::string::npos)
            table.source += (table.source.empty() ? "" : "; ") + source;
    };
    take(technology.areas.sramPerKib, table.sramPerKib);
    take(technology.areas.registersPerKib, table.registersPerKib);
    take(technology.areas.mac, table.mac);
    return table;
}

bool isEnergyNote(const std::string& note) { return note.starts_with(kNoteBegin); }

} // namespace

Picojoules energyAt(const std::vector<SizedEnergy>& sizes, Bytes capacity)
{
    if (sizes.size() == 1)
        return sizes.front().energy;
    std::vector<Point> points;
    for (const SizedEnergy& size : sizes)
        points.push_back({asNumber(size.capacity.count), size.energy.count});
    return {alongPowerLaw(points, asNumber(capacity.count))};
}

Picojoules energyAt(const std::vector<MacEnergy>& macs, Bits width)
{
    if (macs.size() == 1) {
        const double ratio = asNumber(width.count) / asNumber(macs.front().width.count);
        return {macs.front().energy.count * ratio * ratio};
    }
    std::vector<Point> points;
    for (const MacEnergy& mac : macs)
        points.push_back({asNumber(mac.width.count), mac.energy.count});
    return {alongPowerLaw(points, asNumber(width.count))};
}

Accelerator withEnergies(const Accelerator& accelerator, const Technology& technology)
{
    Accelerator changed = accelerator;
    changed.macEnergy = energyAt(technology.macs, accelerator.macBits);
    changed.energySource = technology.formula;
    const double word = asNumber(technology.word.count);
    for (BufferLevel& level : changed.levels) {
        level.accessEnergy.reset();
        level.fillEnergy.reset();
        level.updateEnergy.reset();
        if (technology.formula == EnergySource::Explicit)
            level.accessEnergy = Picojoules{wordEnergy(level, technology).count * wordBits(level) / word
                                            * asNumber(level.accessElements)};
    }
    if (technology.hop && changed.nodes && !changed.levels.empty())
        changed.nodes->hopEnergy = {technology.hop->energy.count * wordBits(changed.levels.front()) / word};
    if (!technology.areas.isEmpty())
        changed.area = areaTable(technology);
    std::erase_if(changed.notes, isEnergyNote);
    changed.notes.push_back(std::string(kNoteBegin) + technology.name + std::string(kNoteSeparator)
                            + technology.source);
    return changed;
}

std::string technologyNamed(const Accelerator& accelerator)
{
    for (const std::string& note : accelerator.notes)
        if (isEnergyNote(note))
            if (const std::size_t end = note.find(kNoteSeparator, kNoteBegin.size()); end != std::string::npos)
                return note.substr(kNoteBegin.size(), end - kNoteBegin.size());
    return {};
}

bool hasEnergiesOf(const Accelerator& accelerator, const Technology& technology)
{
    if (!check(technology).empty())
        return false;
    Accelerator taken = withEnergies(accelerator, technology);
    taken.notes = accelerator.notes;
    return taken == accelerator;
}

Technology withStatedNumbers(const Technology& technology)
{
    if (technology.formula == EnergySource::Explicit)
        return technology;
    Technology stated = technology;
    stated.formula = EnergySource::Explicit;
    Accelerator one; // with one level: an instance of its own, one word an access
    one.energySource = technology.formula;
    one.levels.emplace_back();
    BufferLevel& level = one.levels.front();
    level.elementBits.values.fill(technology.word);
    const auto energyOf = [&](LevelKind kind, std::int64_t bytes) {
        level.kind = kind;
        level.capacity = Bytes{bytes};
        return accessEnergy(one, BufferLevelId{0}).value_or(Picojoules{0});
    };
    stated.dram = StatedEnergy{energyOf(LevelKind::Dram, 0), {}};
    stated.sram.clear();
    stated.registers.clear();
    for (std::int64_t bytes = 64; bytes <= 1024 * 1024; bytes *= 2)
        stated.sram.push_back({Bytes{bytes}, energyOf(LevelKind::Sram, bytes), {}});
    for (std::int64_t bytes = 16; bytes <= 4096; bytes *= 2)
        stated.registers.push_back({Bytes{bytes}, energyOf(LevelKind::Registers, bytes), {}});
    return stated;
}

namespace {

class TableRules {
public:
    explicit TableRules(const Technology& technology) : m_technology(technology) {}

    std::vector<Finding> check()
    {
        checkWords();
        checkMacs();
        checkAreas();
        if (m_technology.hop && m_technology.hop->energy.count < 0)
            report("hop", "the energy of a hop must not be negative");
        if (m_technology.formula == EnergySource::Explicit)
            checkMemories();
        return std::move(m_findings);
    }

private:
    void report(const std::string& key, const std::string& message) { m_findings.push_back({key, message}); }

    void checkWords()
    {
        if (m_technology.name.empty())
            report("name", "the table has no name");
        if (m_technology.name.find(',') != std::string::npos)
            report("name", "a comma cannot be part of the name; leave it out");
        if (m_technology.source.empty())
            report("source", "the energies have no source; say where the numbers come from");
        if (m_technology.word.count < 1)
            report("word", "a word has at least 1 bit");
    }

    void checkMacs()
    {
        const std::vector<MacEnergy>& macs = m_technology.macs;
        if (macs.empty())
            report("mac", "the table states no energy of a MAC");
        for (std::size_t i = 0; i < macs.size(); ++i) {
            const bool isOnly = macs.size() == 1;
            const std::string place = isOnly ? "mac" : "mac[" + std::to_string(i) + "]";
            if (macs[i].width.count < 1)
                report(place + ".width", "operands have at least 1 bit");
            else if (i > 0 && macs[i].width <= macs[i - 1].width)
                report(place + ".width", "widths must ascend, and each may stand there once");
            if (!(macs[i].energy.count >= 0))
                report(place + ".energy", "the energy of a MAC must not be negative");
            else if (!isOnly && !(macs[i].energy.count > 0))
                report(place + ".energy", "with several widths, the energy of a MAC must be above 0 pJ");
        }
    }

    void checkSizes(const std::vector<SizedEnergy>& sizes, const std::string& key)
    {
        if (sizes.empty())
            report(key, "the table states no size");
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::string place = key + "[" + std::to_string(i) + "]";
            if (sizes[i].capacity.count <= 0)
                report(place + ".capacity", "the capacity must be above 0 B");
            else if (i > 0 && sizes[i].capacity <= sizes[i - 1].capacity)
                report(place + ".capacity", "sizes must ascend, and each may stand there once");
            if (!(sizes[i].energy.count > 0))
                report(place + ".energy", "the energy of a word must be above 0 pJ");
        }
    }

    void checkMemories()
    {
        if (!m_technology.dram || !(m_technology.dram->energy.count > 0))
            report("dram", "the table states no energy of DRAM above 0 pJ");
        checkSizes(m_technology.sram, "sram");
        checkSizes(m_technology.registers, "registers");
    }

    void checkAreas()
    {
        const auto check = [&](const std::optional<StatedArea>& stated, const char* key) {
            if (stated && !(stated->area.count >= 0))
                report(std::string("area.") + key, "an area must not be negative");
        };
        check(m_technology.areas.sramPerKib, "sram_per_kib");
        check(m_technology.areas.registersPerKib, "registers_per_kib");
        check(m_technology.areas.mac, "mac");
    }

    const Technology& m_technology;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> check(const Technology& technology) { return TableRules(technology).check(); }

} // namespace nestloom::hardware
