// SPDX-License-Identifier: Apache-2.0
#include "engine/base/checked_math.h"
#include "engine/hardware/accelerator.h"
#include "engine/hardware/energy_table.h"

#include <cmath>
#include <set>

namespace nestloom::hardware {

namespace {

constexpr std::int64_t kMaxUnits = 1'000'000; // PEs or MACs; above this a size is a typing error
constexpr std::int64_t kMaxBytes = std::int64_t(1)
                                   << 50; // 1 PiB in all instances of a level; keeps sums within 64 bits

std::string notAboveNothing(const Bandwidth& bandwidth)
{
    return std::string("the bandwidth must be above 0 ") + (bandwidth.perSecond ? "B/s" : "B/cycle");
}

class Checker {
public:
    explicit Checker(const Accelerator& accelerator) : m_accelerator(accelerator) {}

    std::vector<Finding> run()
    {
        if (m_accelerator.name.empty())
            report("name", "the accelerator has no name");
        if (!(m_accelerator.clock.count > 0))
            report("clock", "the clock must be above 0 Hz");
        if (m_accelerator.macEnergy.count < 0)
            report("mac.energy", "the energy of a MAC must not be negative");
        if (!(m_accelerator.macLeakage.count >= 0))
            report("mac.leakage", "the leakage must not be negative");
        if (m_accelerator.levels.empty()) {
            report("levels", "an accelerator needs at least one level");
            return std::move(m_findings);
        }
        for (std::size_t i = 0; i < m_accelerator.levels.size(); ++i)
            checkLevel(i);
        checkOutermost();
        checkUnits();
        checkInterconnect();
        checkArea();
        checkDram();
        checkNodes();
        return std::move(m_findings);
    }

private:
    void report(std::string key, std::string message) { m_findings.push_back({std::move(key), std::move(message)}); }

    void checkLevel(std::size_t i)
    {
        const BufferLevel& level = m_accelerator.levels[i];
        const std::string key = "levels[" + std::to_string(i) + "]";
        if (level.name.empty())
            report(key + ".name", "the level has no name");
        else if (!m_names.insert(level.name).second)
            report(key + ".name", "the name '" + level.name + "' is used by two levels");
        if (level.capacity && level.capacity->count <= 0)
            report(key + ".capacity",
                   "the capacity must be above 0 B, not " + std::to_string(level.capacity->count) + " B");
        if (level.keeps.empty() && level.capacity)
            report(key + ".keeps",
                   "the level keeps no tensor, so it must have no capacity either; name a tensor, or make the "
                   "capacity unbounded for a level that only fans out");
        for (const TensorRole role : kTensorRoles)
            if (level.elementBits[role].count <= 0 || level.elementBits[role].count > 1024)
                report(key + ".element",
                       "an element must have 1 to 1024 bit, not " + std::to_string(level.elementBits[role].count));
        if (level.readBandwidth && !(level.readBandwidth->count > 0))
            report(key + ".read_bandwidth", notAboveNothing(*level.readBandwidth));
        if (level.writeBandwidth && !(level.writeBandwidth->count > 0))
            report(key + ".write_bandwidth", notAboveNothing(*level.writeBandwidth));
        if (level.accessElements <= 0)
            report(key + ".access.elements", "an access must move at least one element");
        if (level.clusterSize <= 0)
            report(key + ".cluster", "the cluster size must be at least 1");
        if (level.fanout.columns <= 0 || level.fanout.rows <= 0)
            report(key + ".fanout", "the fan-out must be at least 1 x 1");
        for (const auto& [name, energy] :
             {std::pair{".access.energy", level.accessEnergy}, std::pair{".access.fill_energy", level.fillEnergy},
              std::pair{".access.update_energy", level.updateEnergy}})
            if (energy && !(energy->count >= 0))
                report(key + name, "the energy of an access must not be negative");
        if (!(level.leakage.count >= 0))
            report(key + ".leakage", "the leakage must not be negative");
        if (!level.keeps.empty() && !accessEnergy(m_accelerator, BufferLevelId{static_cast<std::uint32_t>(i)}))
            report(key + ".access.energy", "no energy per access: state one, or set energy_source to pat-banked");
    }

    void checkOutermost()
    {
        if (m_accelerator.levels.front().keeps != TensorSet::all())
            report("levels[0].keeps", "the outermost level must keep weights, inputs and outputs");
    }

    void checkUnits()
    {
        std::int64_t units = 1; // instances of the level at hand
        for (std::size_t i = 0; i < m_accelerator.levels.size(); ++i) {
            const BufferLevel& level = m_accelerator.levels[i];
            checkTotalCapacity(level, i, units);
            if (level.fanout.columns <= 0 || level.fanout.rows <= 0)
                return; // already reported
            const auto children = checkedProduct(level.fanout.columns, level.fanout.rows);
            const auto product = children ? checkedProduct(units, *children) : std::nullopt;
            if (!product || *product > kMaxUnits) {
                report("levels", "the fan-outs multiply to more than " + std::to_string(kMaxUnits) + " MAC units");
                return;
            }
            units = *product;
        }
    }

    void checkTotalCapacity(const BufferLevel& level, std::size_t i, std::int64_t instances)
    {
        if (!level.capacity)
            return;
        const auto total = checkedProduct(level.capacity->count, instances);
        if (!total || *total > kMaxBytes)
            report("levels[" + std::to_string(i) + "].capacity",
                   "the capacity of all " + std::to_string(instances) + " instances together is above 1 PiB");
    }

    void checkInterconnect()
    {
        const Interconnect& mesh = m_accelerator.interconnect;
        if (!mesh.below.empty() && !m_accelerator.findLevel(mesh.below))
            report("interconnect.below", "there is no level named '" + mesh.below + "'");
        if (mesh.flit.count <= 0)
            report("interconnect.flit", "a flit must have at least 1 bit");
    }

    void checkArea()
    {
        const AreaTable& table = m_accelerator.area;
        const auto part = [&](const char* key, const std::optional<SquareMicrometres>& area) {
            if (area && !(area->count >= 0 && std::isfinite(area->count)))
                report(std::string("area.") + key, "an area must not be negative");
        };
        part("sram_per_kib", table.sramPerKib);
        part("registers_per_kib", table.registersPerKib);
        part("mac", table.mac);
        if (!table.isEmpty() && table.source.empty())
            report("area.source", "the areas have no source; say where the numbers come from");
    }

    void checkDram()
    {
        const DramInterface& dram = m_accelerator.dram;
        if (dram.outstanding < 1 || dram.outstanding > 4096)
            report("dram.outstanding", "there must be 1 to 4096 requests in flight");
        if (dram.latency < 1 || dram.latency > 1'000'000)
            report("dram.latency", "the latency must be 1 to 1000000 cycles");
    }

    void checkNodes()
    {
        if (!m_accelerator.nodes)
            return;
        const auto energy = [&](const char* key, Picojoules value) {
            if (!(value.count >= 0 && std::isfinite(value.count)))
                report(std::string("nodes.") + key, "an energy must not be negative");
        };
        energy("hop", m_accelerator.nodes->hopEnergy);
        energy("wires", m_accelerator.nodes->wireEnergy);
        energy("idle", m_accelerator.nodes->idleEnergy);
    }

    const Accelerator& m_accelerator;
    std::set<std::string> m_names;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> check(const Accelerator& accelerator) { return Checker(accelerator).run(); }

} // namespace nestloom::hardware
