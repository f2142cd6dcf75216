// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/accelerator.h"

#include "engine/base/fingerprint.h"
#include "engine/base/integers.h"
#include "engine/hardware/energy_table.h"

#include <array>
#include <cmath>
#include <set>

namespace nestloom::hardware {

std::int64_t Accelerator::instances(BufferLevelId level) const
{
    std::int64_t product = 1;
    for (std::size_t i = 0; i < level.value; ++i)
        product *= levels[i].fanout.count();
    return product;
}

std::int64_t Accelerator::macUnits() const { return instances(levels.size()); }

Bytes Accelerator::onChipBytes() const
{
    Bytes sum{};
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (levels[i].kind != LevelKind::Dram && levels[i].capacity)
            sum += *levels[i].capacity * instances(i);
    return sum;
}

std::optional<BufferLevelId> Accelerator::findLevel(std::string_view levelName) const
{
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (levels[i].name == levelName)
            return BufferLevelId{std::uint32_t(i)};
    return std::nullopt;
}

namespace {

std::optional<BytesPerCycle> rate(const std::optional<Bandwidth>& bandwidth, Hertz clock)
{
    return bandwidth ? std::optional(bandwidth->perCycle(clock)) : std::nullopt;
}

double countOrNone(const std::optional<BytesPerCycle>& rate) { return rate ? rate->count : -1.0; }

void addLevel(Fingerprint& print, const BufferLevel& level, Hertz clock)
{
    print.add(level.name).add(std::int64_t(level.kind)).add(level.capacity ? level.capacity->count : -1);
    for (const TensorRole role : kTensorRoles)
        print.add(std::int64_t(level.keeps.contains(role))).add(level.elementBits[role].count);
    print.add(countOrNone(rate(level.readBandwidth, clock))).add(countOrNone(rate(level.writeBandwidth, clock)));
    print.add(level.accessElements).add(level.accessEnergy ? level.accessEnergy->count : -1.0);
    print.add(level.clusterSize).add(level.fanout.columns).add(level.fanout.rows);
    if (level.ports)
        print.add("ports").add(*level.ports);
    if (level.fillEnergy || level.updateEnergy)
        print.add(level.fillEnergy ? level.fillEnergy->count : -1.0)
            .add(level.updateEnergy ? level.updateEnergy->count : -1.0);
    if (level.multicast != TensorSet::all()) {
        print.add("multicast");
        for (const TensorRole role : kTensorRoles)
            print.add(std::int64_t(level.multicast.contains(role)));
    }
}

} // namespace

std::optional<BytesPerCycle> Accelerator::readRate(std::size_t level) const
{
    const auto read = rate(levels[level].readBandwidth, clock), write = rate(levels[level].writeBandwidth, clock);
    return hasOnePort(level) && write && !(read && read->count < write->count) ? write : read;
}

std::optional<BytesPerCycle> Accelerator::writeRate(std::size_t level) const
{
    return hasOnePort(level) ? readRate(level) : rate(levels[level].writeBandwidth, clock);
}

std::uint64_t fingerprint(const Accelerator& accelerator)
{
    Fingerprint print;
    print.add(std::int64_t(accelerator.energySource)).add(accelerator.macEnergy.count).add(accelerator.macBits.count);
    for (const BufferLevel& level : accelerator.levels)
        addLevel(print, level, accelerator.clock);
    const Interconnect& mesh = accelerator.interconnect;
    print.add(mesh.below).add(mesh.flit.count).add(std::int64_t(1));
    if (mesh.hopEnergy.count > 0)
        print.add("hop").add(mesh.hopEnergy.count);
    if (const auto& nodes = accelerator.nodes)
        print.add(std::int64_t(nodes->peMapping))
            .add(nodes->hopEnergy.count)
            .add(nodes->wireEnergy.count)
            .add(nodes->idleEnergy.count)
            .add(std::int64_t(nodes->bufferSharing))
            .add(std::int64_t(nodes->temporalLayerPipe))
            .add(std::int64_t(nodes->spatialLayerPipe));
    for (const std::string& constraint : accelerator.constraints)
        print.add(constraint);
    if (accelerator.timeloop != TimeloopVersion::June2022)
        print.add(name(accelerator.timeloop));
    if (const double leakage = leakagePerCycle(accelerator).count; leakage > 0)
        print.add(leakage);
    return print.value();
}

std::string_view name(LevelKind kind)
{
    constexpr std::array<std::string_view, 3> names{"dram", "sram", "registers"};
    return names[std::size_t(kind)];
}

std::string_view name(EnergySource source)
{
    constexpr std::array<std::string_view, 3> names{"explicit", "timeloop-pat", "pat-banked"};
    return names[std::size_t(source)];
}

std::string_view name(TimeloopVersion version)
{
    return version == TimeloopVersion::June2022 ? "timeloop-2022" : "timeloop-2025";
}

std::string_view name(NodeArray::PeMapping mapping)
{
    constexpr std::array<std::string_view, 2> names{"row-stationary", "systolic"};
    return names[std::size_t(mapping)];
}

std::string_view name(Axis axis) { return axis == Axis::Columns ? "columns" : "rows"; }

std::optional<Axis> axisNamed(std::string_view written)
{
    for (const Axis axis : {Axis::Columns, Axis::Rows})
        if (written == name(axis))
            return axis;
    return std::nullopt;
}

std::optional<SquareMicrometres> levelArea(const Accelerator& accelerator, BufferLevelId id)
{
    const BufferLevel& level = accelerator.levels[id.value];
    if (level.kind == LevelKind::Dram)
        return SquareMicrometres{0};
    const auto& perKib = level.kind == LevelKind::Sram ? accelerator.area.sramPerKib : accelerator.area.registersPerKib;
    if (!perKib || !level.capacity)
        return std::nullopt;
    const double kib = double(level.capacity->count) / 1024.0;
    return *perKib * (kib * double(accelerator.instances(id)));
}

std::optional<SquareMicrometres> macArea(const Accelerator& accelerator)
{
    if (!accelerator.area.mac)
        return std::nullopt;
    return *accelerator.area.mac * double(accelerator.macUnits());
}

std::optional<SquareMicrometres> chipArea(const Accelerator& accelerator)
{
    std::optional<SquareMicrometres> sum = macArea(accelerator);
    for (std::size_t i = 0; i < accelerator.levels.size() && sum; ++i) {
        const auto area = levelArea(accelerator, BufferLevelId{std::uint32_t(i)});
        sum = area ? std::optional(*sum + *area) : std::nullopt;
    }
    return sum;
}

namespace {

constexpr std::int64_t kMaxUnits = 1'000'000; // PEs or MACs; above this a size is a typing error
constexpr std::int64_t kMaxBytes = std::int64_t(1)
                                   << 50; // 1 PiB in all instances of a level; keeps sums within 64 bits

// These two keep sums over layers finite. Examples of unit cost, as AccelForge's, have 1 J a bit.
constexpr Picojoules kMaxEnergy{1e15};
constexpr Watts kMaxLeakage{1e6};

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
        checkEnergy("mac.energy", m_accelerator.macEnergy, "the energy of a MAC");
        checkLeakage("mac.leakage", m_accelerator.macLeakage);
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
        checkVectorUnit();
        return std::move(m_findings);
    }

private:
    void report(std::string key, std::string message) { m_findings.push_back({std::move(key), std::move(message)}); }

    void checkEnergy(const std::string& key, Picojoules energy, const std::string& what = "an energy")
    {
        if (!(energy.count >= 0))
            report(key, what + " must not be negative");
        else if (energy > kMaxEnergy)
            report(key, what + " is at most 1 kJ; above that it is a typing error");
    }

    void checkLeakage(const std::string& key, Watts leakage)
    {
        if (!(leakage.count >= 0))
            report(key, "the leakage must not be negative");
        else if (leakage > kMaxLeakage)
            report(key, "the leakage is at most 1 MW; above that it is a typing error");
    }

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
        if (level.ports && *level.ports != 1 && *level.ports != 2)
            report(key + ".ports",
                   "a level has 1 port for reads and writes, or 2, one for each, not " + std::to_string(*level.ports));
        if (level.accessElements <= 0)
            report(key + ".access.elements", "an access must move at least one element");
        if (level.clusterSize <= 0)
            report(key + ".cluster", "the cluster size must be at least 1");
        if (level.fanout.columns <= 0 || level.fanout.rows <= 0)
            report(key + ".fanout", "the fan-out must be at least 1 x 1");
        for (const auto& [name, energy] :
             {std::pair{".access.energy", level.accessEnergy}, std::pair{".access.fill_energy", level.fillEnergy},
              std::pair{".access.update_energy", level.updateEnergy}})
            if (energy)
                checkEnergy(key + name, *energy, "the energy of an access");
        checkLeakage(key + ".leakage", level.leakage);
        if (!level.keeps.empty() && !accessEnergy(m_accelerator, BufferLevelId{std::uint32_t(i)}))
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
                   instances == 1
                       ? "the capacity is above 1 PiB"
                       : "the capacity of all " + std::to_string(instances) + " instances together is above 1 PiB");
    }

    void checkInterconnect()
    {
        const Interconnect& mesh = m_accelerator.interconnect;
        if (!mesh.below.empty() && !m_accelerator.findLevel(mesh.below))
            report("interconnect.below", "there is no level named '" + mesh.below + "'");
        if (mesh.flit.count <= 0)
            report("interconnect.flit", "a flit must have at least 1 bit");
        checkEnergy("interconnect.hop", mesh.hopEnergy);
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
        checkEnergy("nodes.hop", m_accelerator.nodes->hopEnergy);
        checkEnergy("nodes.wires", m_accelerator.nodes->wireEnergy);
        checkEnergy("nodes.idle", m_accelerator.nodes->idleEnergy);
    }

    void checkVectorUnit()
    {
        constexpr std::int64_t kMost = 1'000'000; // as of MAC units
        const auto& unit = m_accelerator.vectorUnit;
        if (!unit)
            return;
        for (const auto& [key, number] :
             {std::pair{"lanes", unit->lanes}, std::pair{"operations_per_cycle", unit->operationsPerCycle},
              std::pair{"special_operations", unit->specialOperations}})
            if (number < 1 || number > kMost)
                report(std::string("vector_unit.") + key, "must be 1 to " + std::to_string(kMost));
        checkEnergy("vector_unit.energy", unit->energy);
    }

    const Accelerator& m_accelerator;
    std::set<std::string> m_names;
    std::vector<Finding> m_findings;
};

} // namespace

std::vector<Finding> check(const Accelerator& accelerator) { return Checker(accelerator).run(); }

} // namespace nestloom::hardware
