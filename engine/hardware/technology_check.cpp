// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/technology.h"

namespace nestloom::hardware {

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
