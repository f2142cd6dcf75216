// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"

#include "engine/cost/timeloop_counts.h"
#include "engine/hardware/accelerator.h"
#include "engine/mapping/verify.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::cost {

namespace {

/// Cycles that the ports of one instance of a level need, before rounding; 0 = unlimited bandwidth. One port for reads
/// and writes needs the same for both.
struct PortTimes {
    double read = 0;
    double write = 0;
};

/// Energy of one element moved at a level, and how it is charged.
///   Nestloom   energy of a read, a fill or an update / accessElements for every element
///   Timeloop   whole accesses per tensor and kind, per instance; divided once more by x / min(x, instances / cluster),
///   x the
///              used instances (a quirk of Timeloop's FinalizeBufferEnergy that its numbers depend on)
Picojoules levelEnergy(const hardware::Accelerator& accelerator, std::size_t index, const Counts& counts,
                       bool likeTimeloop)
{
    const hardware::BufferLevel& level = accelerator.levels[index];
    const hardware::AccessEnergies energies = hardware::accessEnergies(accelerator, index);
    const double block = double(level.accessElements);
    const auto weighed = [&](double reads, double fills, double updates) {
        return energies.areEqual()
                   ? (reads + fills + updates) * energies.read.count
                   : reads * energies.read.count + fills * energies.fill.count + updates * energies.update.count;
    };
    if (!likeTimeloop)
        return {weighed(counts.reads / block, counts.fills / block, counts.updates / block) * counts.instances};

    const double energy =
        weighed(std::ceil(counts.reads / block), std::ceil(counts.fills / block), std::ceil(counts.updates / block));
    const double clusters = double(accelerator.instances(index)) / double(level.clusterSize);
    return {energy / (counts.instances / std::min(counts.instances, clusters)) * counts.instances};
}

PortTimes portTimes(const hardware::Accelerator& accelerator, std::size_t index, const PerTensor<Counts>& counts,
                    Model model)
{
    const hardware::BufferLevel& level = accelerator.levels[index];
    double readBytes = 0, writtenBytes = 0;
    for (const TensorRole role : kTensorRoles) {
        const double bytes = double(level.elementBits[role].count) / 8.0;
        readBytes += counts[role].reads * bytes;
        writtenBytes += (counts[role].fills + counts[role].updates) * bytes;
    }
    if (accelerator.hasOnePort(index) && !isTimeloop(model)) // which gives each direction its bandwidth
        readBytes = writtenBytes = readBytes + writtenBytes;
    const auto readRate = accelerator.readRate(index), writeRate = accelerator.writeRate(index);
    return {readRate ? readBytes / readRate->count : 0.0, writeRate ? writtenBytes / writeRate->count : 0.0};
}

} // namespace

Evaluator::Evaluator(const hardware::Accelerator& given, const workload::Layer& layer, Model model) : m_layer(layer)
{
    const hardware::Accelerator accelerator = withPortsOf(model, given);
    if (model == Model::Mesh)
        m_mesh = *meshModel(given, layer);
    m_hopEnergy = given.interconnect.hopEnergy.count;
    m_leakage = hardware::leakagePerCycle(accelerator).count;
    m_macEnergy = accelerator.macEnergy.count;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        Level compact;
        for (const TensorRole role : kTensorRoles)
            compact.bytesPerElement[role] = double(level.elementBits[role].count) / 8.0;
        compact.energies = hardware::elementEnergies(accelerator, i);
        compact.readBandwidth = accelerator.readRate(i).value_or(BytesPerCycle{}).count;
        compact.writeBandwidth = accelerator.writeRate(i).value_or(BytesPerCycle{}).count;
        compact.onePort = accelerator.hasOnePort(i);
        m_levels.push_back(compact);
    }
}

hardware::Accelerator withPortsOf(Model model, const hardware::Accelerator& accelerator)
{
    return model == Model::Mesh ? withMeshPorts(accelerator) : accelerator;
}

Score Evaluator::score(const Nest& nest)
{
    countAccesses(m_layer, nest, m_counts);
    return score(m_counts, nest);
}

Score Evaluator::score(const AccessCounts& counts, const Nest& nest)
{
    double macs = 1; // of all that the nest covers
    for (const std::int64_t extent : nest.tile(0).values)
        macs *= double(extent);
    Score score{double(nest.computeCycles()), m_macEnergy * macs};
    if (m_mesh) {
        const MeshTime time = m_mesh->time(nest, counts);
        score.cycles = time.summed;
        score.energy += time.flitHops * m_hopEnergy;
    }
    for (std::size_t i = 0; i < m_levels.size(); ++i) {
        const Level& level = m_levels[i];
        double read = 0, written = 0, energy = 0;
        for (const TensorRole role : kTensorRoles) {
            const Counts& c = counts[i][role];
            read += c.reads * level.bytesPerElement[role];
            written += (c.fills + c.updates) * level.bytesPerElement[role];
            energy += (c.reads * level.energies.read.count + c.fills * level.energies.fill.count
                       + c.updates * level.energies.update.count)
                      * c.instances;
        }
        score.energy += energy;
        if (level.onePort)
            read = written = read + written;
        if (level.readBandwidth > 0)
            score.cycles = std::max(score.cycles, read / level.readBandwidth);
        if (level.writeBandwidth > 0)
            score.cycles = std::max(score.cycles, written / level.writeBandwidth);
    }
    if (m_leakage > 0)
        score.energy += m_leakage * std::ceil(score.cycles - 1e-9);
    return score;
}

std::string_view name(Model model)
{
    constexpr std::array<std::string_view, 5> names{"nestloom", "timeloop-2022", "tiled-schedule", "timeloop-2025",
                                                    "mesh"};
    return names[std::size_t(model)];
}

namespace {

Cycles wholeCycles(double cycles) { return {std::int64_t(std::ceil(cycles - 1e-9))}; }

LevelCost levelCost(const hardware::Accelerator& accelerator, std::size_t i, const PerTensor<Counts>& counts,
                    Model model)
{
    LevelCost cost;
    cost.level = accelerator.levels[i].name;
    for (const TensorRole role : kTensorRoles) {
        const Counts& c = counts[role];
        if (!c.kept)
            continue;
        TensorAccesses accesses{std::int64_t(c.tile),
                                std::int64_t(c.instances),
                                c.reads,
                                c.fills,
                                c.updates,
                                levelEnergy(accelerator, i, c, isTimeloop(model))};
        cost.energy += accesses.energy;
        cost.tensors[role] = accesses;
    }
    const PortTimes times = portTimes(accelerator, i, counts, model);
    cost.readCycles = wholeCycles(times.read);
    cost.writeCycles = wholeCycles(times.write);
    return cost;
}

/// What all instances and MAC units leak. Timeloop takes idle instances to be switched off and has no leakage of MAC
/// units; the older one has none at all.
void addLeakage(const hardware::Accelerator& accelerator, LayerCost& cost)
{
    if (cost.model == Model::Timeloop2022)
        return;
    const bool onlyUsed = cost.model == Model::Timeloop2025;
    const auto leaked = [&](Watts leakage, std::int64_t instances) {
        return hardware::leakagePerCycle(accelerator, leakage) * double(cost.cycles.count) * double(instances);
    };
    const Picojoules macs = leaked(accelerator.macLeakage, onlyUsed ? 0 : accelerator.macUnits());
    cost.macEnergy += macs;
    cost.energy += macs;
    for (std::size_t i = 0; i < cost.levels.size(); ++i) {
        std::int64_t used = 1;
        for (const auto& tensor : cost.levels[i].tensors.values)
            used = std::max(used, tensor ? tensor->instances : 1);
        LevelCost& level = cost.levels[i];
        level.leakage = leaked(accelerator.levels[i].leakage, onlyUsed ? used : accelerator.instances(i));
        level.energy += level.leakage;
        cost.energy += level.leakage;
    }
}

void findBottleneck(const hardware::Accelerator& accelerator, LayerCost& cost)
{
    cost.cycles = cost.computeCycles;
    cost.bottleneck = {Bottleneck::Kind::Compute, 0, "compute"};
    for (std::size_t i = 0; i < cost.levels.size(); ++i) {
        const LevelCost& level = cost.levels[i];
        if (level.readCycles > cost.cycles) {
            cost.cycles = level.readCycles;
            cost.bottleneck = {Bottleneck::Kind::ReadPort, i,
                               level.level
                                   + (accelerator.hasOnePort(i) && !isTimeloop(cost.model) ? " transfers" : " read")};
        }
        if (level.writeCycles > cost.cycles) {
            cost.cycles = level.writeCycles;
            cost.bottleneck = {Bottleneck::Kind::WritePort, i, level.level + " write"};
        }
    }
}

/// What takes longest under the mesh model, as a port of the level that it belongs to.
Bottleneck boundBy(MeshPart part, std::size_t level)
{
    using enum MeshPart;
    using Kind = Bottleneck::Kind;
    const std::string text(name(part));
    switch (part) {
    case Compute: return {Kind::Compute, 0, text};
    case DramOut:
    case DramBus: return {Kind::ReadPort, 0, text};
    case DramIn:
    case DramBusIn: return {Kind::WritePort, 0, text};
    case BufferIn:
    case PeOut: return {Kind::WritePort, level, text};
    case BufferOut:
    case PeIn:
    case Columns:
    case Tiles:
    case SumsReturn: break;
    }
    return {Kind::ReadPort, level, text};
}

/// Energy of the hops and cycles of the mesh model.
void takeMesh(const MeshTime& time, Picojoules hop, std::size_t level, LayerCost& cost)
{
    cost.levels[level].mesh = hop * time.flitHops;
    cost.levels[level].energy += cost.levels[level].mesh;
    cost.energy += cost.levels[level].mesh;
    const Cycles cycles{wholeCycles(time.cycles)};
    if (cycles <= cost.cycles)
        return;
    cost.cycles = cycles;
    cost.bottleneck = boundBy(time.part, level);
}

} // namespace

Result<LayerCost> evaluate(const hardware::Accelerator& given, const workload::Layer& layer,
                           const mapping::LayerMapping& mapping, Model model)
{
    if (const auto violations = mapping::verify(given, layer, mapping); !violations.empty())
        return Error{ErrorCode::InvalidInput, violations.front().message, "mapping of layer " + layer.name};
    if (model == Model::TiledSchedule)
        return Error{ErrorCode::InvalidInput, "a mapping has no schedule of tiles to count",
                     "mapping of layer " + layer.name};
    if (given.levels.size() > kMaxLevels)
        return Error{ErrorCode::Unsupported, "the cost model takes at most " + std::to_string(kMaxLevels) + " levels",
                     given.name};

    const workload::Layer covered = mapping::coveredLayer(layer, mapping);
    std::optional<MeshModel> mesh;
    if (model == Model::Mesh) {
        TRY(mesh, meshModel(given, covered)); // its runs in DRAM are those of all that is moved
    }
    const hardware::Accelerator accelerator = withPortsOf(model, given);
    Nest nest;
    flatten(accelerator, mapping, nest);
    AccessCounts counts;
    if (isTimeloop(model))
        countAccessesLikeTimeloop(layer, nest, model == Model::Timeloop2025, counts);
    else
        countAccesses(layer, nest, counts);

    LayerCost cost;
    cost.model = model;
    cost.macs = workload::macs(layer);
    cost.computeCycles = {nest.computeCycles()};
    const std::int64_t computed = workload::macs(covered);
    cost.macUnitsUsed = computed / nest.computeCycles();
    cost.macEnergy = accelerator.macEnergy * double(computed);
    cost.energy = cost.macEnergy;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        cost.levels.push_back(levelCost(accelerator, i, counts[i], model));
        cost.energy += cost.levels.back().energy;
    }
    findBottleneck(accelerator, cost);
    if (mesh)
        takeMesh(mesh->time(nest, counts), given.interconnect.hopEnergy, *meshLevel(given), cost);
    addLeakage(accelerator, cost);
    cost.utilization = double(cost.macs) / (double(accelerator.macUnits()) * double(cost.cycles.count));
    return cost;
}

} // namespace nestloom::cost
