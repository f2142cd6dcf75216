// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/explain.h"

#include "engine/cost/evaluate.h"
#include "engine/cost/explain_counts.h"
#include "engine/cost/explain_inputs.h"
#include "engine/cost/explain_mesh.h"
#include "engine/cost/mesh_model.h"
#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace nestloom::cost {

namespace {

using Operation = Formula::Operation;

std::string words(TensorRole role) { return std::string(name(role)); }

Formula withValue(Formula formula, double value)
{
    formula.value = value;
    return formula;
}

Formula bytesPerElement(const hardware::BufferLevel& level, TensorRole role)
{
    return given("width of " + words(role) + " in " + level.name, double(level.elementBits[role].count) / 8.0,
                 Unit::BytesPerElement, "accelerator: element bits / 8");
}

/// Bytes of these kinds of counts, for all kept tensors, of one instance.
Formula portBytes(const CostedMapping& costed, std::size_t level, bool read)
{
    std::vector<Formula> tensors;
    for (const TensorRole role : kTensorRoles) {
        if (!costed.cost.levels[level].tensors[role])
            continue;
        std::vector<Formula> counts;
        if (read)
            counts = {explainCount(costed, level, role, CountKind::Reads)};
        else
            counts = {explainCount(costed, level, role, CountKind::Fills),
                      explainCount(costed, level, role, CountKind::Updates)};
        Formula elements =
            read ? std::move(counts.front())
                 : made(words(role) + ": elements written", Unit::Elements, Operation::Sum, std::move(counts));
        tensors.push_back(made(words(role), Unit::Bytes, Operation::Product,
                               {std::move(elements), bytesPerElement(costed.accelerator.levels[level], role)}));
    }
    return made(read ? "bytes read" : "bytes written", Unit::Bytes, Operation::Sum, std::move(tensors));
}

/// Of a port of one instance, in bytes a cycle.
Formula portRate(const hardware::Accelerator& accelerator, const std::string& name, const Bandwidth& stated)
{
    const double flit = double(accelerator.interconnect.flit.count) / 8, payload = MeshFlows::kPayloadFlits;
    if (!stated.perSecond && stated.count == payload * flit / (payload + 1)) // withMeshPorts()
        return made(name, Unit::BytesPerCycle, Operation::Product,
                    {given("a flit a cycle", flit, Unit::BytesPerCycle, "accelerator: interconnect.flit"),
                     given("flits of a packet that are no header", payload / (payload + 1), Unit::None, "mesh model")});
    if (!stated.perSecond)
        return given(name, stated.count, Unit::BytesPerCycle, "accelerator");
    return made(name, Unit::BytesPerCycle, Operation::Quotient,
                {given(name + ", as stated", stated.count, Unit::BytesPerSecond, "accelerator"),
                 given("clock", accelerator.clock.count, Unit::CyclesPerSecond, "accelerator: clock")});
}

/// For reads and writes; Timeloop gives each its bandwidth.
bool hasOnePort(const CostedMapping& costed, std::size_t level)
{
    return costed.accelerator.hasOnePort(level) && !isTimeloop(costed.cost.model);
}

/// As stated; of one port for both directions the smaller one. Null = unlimited.
const Bandwidth* portBandwidth(const hardware::Accelerator& accelerator, std::size_t level, bool read)
{
    const hardware::BufferLevel& buffer = accelerator.levels[level];
    const auto cycles = [&](const std::optional<Bandwidth>& one) { return one->perCycle(accelerator.clock).count; };
    const auto &of = read ? buffer.readBandwidth : buffer.writeBandwidth,
               &other = read ? buffer.writeBandwidth : buffer.readBandwidth;
    const bool takesOther = accelerator.hasOnePort(level) && other && (!of || cycles(other) < cycles(of));
    return takesOther ? &*other : of ? &*of : nullptr;
}

Formula port(const CostedMapping& costed, std::size_t level, bool read)
{
    const hardware::BufferLevel& buffer = costed.accelerator.levels[level];
    const LevelCost& cost = costed.cost.levels[level];
    const bool both = hasOnePort(costed, level);
    const std::string title = buffer.name + (both ? " transfers" : read ? " read" : " write");
    const double cycles = double((read ? cost.readCycles : cost.writeCycles).count);
    const Bandwidth* bandwidth = portBandwidth(costed.accelerator, level, read);
    if (!bandwidth)
        return given(title, cycles, Unit::Cycles, "the accelerator states no bandwidth: unlimited");
    Formula bytes = both ? made("bytes read and written", Unit::Bytes, Operation::Sum,
                                {portBytes(costed, level, true), portBytes(costed, level, false)})
                         : portBytes(costed, level, read);
    Formula exact = made(title + ", exact", Unit::Cycles, Operation::Quotient,
                         {std::move(bytes), portRate(costed.accelerator,
                                                     std::string(both   ? "bandwidth of the port of one "
                                                                 : read ? "read bandwidth of one "
                                                                        : "write bandwidth of one ")
                                                         + buffer.name,
                                                     *bandwidth)});
    return withValue(made(title, Unit::Cycles, Operation::RoundedUp, {std::move(exact)}), cycles);
}

Formula energyPerAccess(const CostedMapping& costed, std::size_t level, const std::string& access, Picojoules energy)
{
    Formula one = explainAccessEnergy(costed.accelerator, level);
    if (energy.count != one.value) // of a kind that is stated apart
        return given("energy of one " + access, energy.count, Unit::PicojoulesPerAccess,
                     "accelerator: stated for this level");
    one.name = "energy of one " + access;
    return one;
}

Formula elementsPerAccess(const CostedMapping& costed, std::size_t level)
{
    return given("elements of one access", double(costed.accelerator.levels[level].accessElements),
                 Unit::ElementsPerAccess, "accelerator");
}

std::vector<Formula> allCounts(const CostedMapping& costed, std::size_t level, TensorRole role)
{
    return {explainCount(costed, level, role, CountKind::Reads), explainCount(costed, level, role, CountKind::Fills),
            explainCount(costed, level, role, CountKind::Updates)};
}

/// Elements as accesses, of which Timeloop charges whole ones.
Formula accessesOf(const CostedMapping& costed, std::size_t level, Formula count)
{
    const std::string what = count.name;
    Formula exact = made(what + ", in accesses", Unit::Accesses, Operation::Quotient,
                         {std::move(count), elementsPerAccess(costed, level)});
    return isTimeloop(costed.cost.model)
               ? made(what + ", in whole accesses", Unit::Accesses, Operation::RoundedUp, {std::move(exact)})
               : exact;
}

Formula accesses(const CostedMapping& costed, std::size_t level, TensorRole role)
{
    const std::string title = words(role) + ": accesses of one instance";
    if (!isTimeloop(costed.cost.model))
        return made(
            title, Unit::Accesses, Operation::Quotient,
            {made(words(role) + ": elements moved", Unit::Elements, Operation::Sum, allCounts(costed, level, role)),
             elementsPerAccess(costed, level)});
    std::vector<Formula> kinds;
    for (Formula& count : allCounts(costed, level, role))
        kinds.push_back(accessesOf(costed, level, std::move(count)));
    return made(title, Unit::Accesses, Operation::Sum, std::move(kinds));
}

/// Reads, fills and updates with an energy of their own each.
Formula energyByKind(const CostedMapping& costed, std::size_t level, TensorRole role,
                     const hardware::AccessEnergies& energies)
{
    std::vector<Formula> kinds, counts = allCounts(costed, level, role);
    const std::array each{std::pair{"read", energies.read}, std::pair{"fill", energies.fill},
                          std::pair{"update", energies.update}};
    for (std::size_t i = 0; i < each.size(); ++i)
        kinds.push_back(made(words(role) + ": energy of " + each[i].first + "s of one instance", Unit::Picojoules,
                             Operation::Product,
                             {accessesOf(costed, level, std::move(counts[i])),
                              energyPerAccess(costed, level, each[i].first, each[i].second)}));
    return made(words(role) + ": energy of one instance", Unit::Picojoules, Operation::Sum, std::move(kinds));
}

/// Timeloop divides by x / min(x, instances / cluster) of x used instances, see levelEnergy().
Formula chargedInstances(const CostedMapping& costed, std::size_t level, TensorRole role)
{
    const double used = double(costed.cost.levels[level].tensors[role]->instances);
    if (!isTimeloop(costed.cost.model))
        return given("instances used", used, Unit::Instances, "spatial loops of the levels outside");
    const double clusters =
        double(costed.accelerator.instances(level)) / double(costed.accelerator.levels[level].clusterSize);
    return given("instances charged", std::min(used, clusters), Unit::Instances,
                 "Timeloop charges no more than instances / cluster size");
}

Formula tensorEnergy(const CostedMapping& costed, std::size_t level, TensorRole role)
{
    const hardware::AccessEnergies energies = hardware::accessEnergies(costed.accelerator, level);
    std::vector<Formula> factors;
    if (energies.areEqual())
        factors = {accesses(costed, level, role), energyPerAccess(costed, level, "access", energies.read)};
    else
        factors = {energyByKind(costed, level, role, energies)};
    factors.push_back(chargedInstances(costed, level, role));
    return withValue(made(words(role), Unit::Picojoules, Operation::Product, std::move(factors)),
                     costed.cost.levels[level].tensors[role]->energy.count);
}

/// What leaks over all cycles. `energy` is that of the cost.
Formula leakageOf(const CostedMapping& costed, const std::string& what, Watts power, Picojoules energy)
{
    const double perCycle = hardware::leakagePerCycle(costed.accelerator, power).count;
    const double cycles = double(costed.cost.cycles.count);
    return withValue(
        made("leakage of " + what, Unit::Picojoules, Operation::Product,
             {given("leakage of one in a cycle", perCycle, Unit::PicojoulesPerCycle, "accelerator: leakage / clock"),
              given("cycles", cycles, Unit::Cycles, "of the layer"),
              given("instances that leak", std::round(energy.count / (perCycle * cycles)), Unit::None, "accelerator")}),
        energy.count);
}

/// `ran` is the layer itself, or as its mapping covers it.
Formula multiplyAccumulates(const workload::Layer& layer, const workload::Layer& ran)
{
    std::vector<Formula> bounds;
    for (const auto d : workload::kLoopDimensions)
        if (ran.bounds[d] > 1)
            bounds.push_back(given(std::string(1, workload::letter(d)), double(ran.bounds[d]), Unit::None,
                                   ran.bounds[d] == layer.bounds[d]
                                       ? "bound of the layer"
                                       : "loops of the mapping; the layer has " + std::to_string(layer.bounds[d])));
    return made("multiply-accumulates", Unit::Macs, Operation::Product, std::move(bounds));
}

} // namespace

Formula explainCompute(const CostedMapping& costed)
{
    std::vector<Formula> loops;
    for (std::size_t i = 0; i < costed.mapping.levels.size(); ++i)
        for (const mapping::Loop& loop : costed.mapping.levels[i].temporal)
            if (loop.bound > 1)
                loops.push_back(given(std::string("for ") + workload::letter(loop.dimension) + " at "
                                          + costed.accelerator.levels[i].name,
                                      double(loop.bound), Unit::Iterations, "temporal loop of the mapping"));
    return withValue(made("compute", Unit::Cycles, Operation::Product, std::move(loops)),
                     double(costed.cost.computeCycles.count));
}

namespace {

/// The mapping on the accelerator whose ports its model counts.
struct CostedPorts {
    explicit CostedPorts(const CostedMapping& given)
        : accelerator(withPortsOf(given.cost.model, given.accelerator)), costed{accelerator, given.layer, given.mapping,
                                                                                given.cost}
    {
    }
    const hardware::Accelerator accelerator;
    const CostedMapping costed;
};

} // namespace

Formula explainReadPort(const CostedMapping& costed, std::size_t level)
{
    return port(CostedPorts(costed).costed, level, true);
}
Formula explainWritePort(const CostedMapping& costed, std::size_t level)
{
    return port(CostedPorts(costed).costed, level, false);
}

Formula explainCycles(const CostedMapping& given)
{
    const CostedPorts ports(given);
    const CostedMapping& costed = ports.costed;
    std::vector<Formula> parts{explainCompute(costed)};
    for (std::size_t i = 0; i < costed.cost.levels.size(); ++i) {
        if (costed.accelerator.readRate(i))
            parts.push_back(port(costed, i, true));
        if (costed.accelerator.writeRate(i) && !hasOnePort(costed, i))
            parts.push_back(port(costed, i, false));
    }
    if (costed.cost.model == Model::Mesh)
        parts.push_back(explainMesh(given));
    Formula cycles =
        withValue(made("cycles", Unit::Cycles, Operation::Maximum, std::move(parts)), double(costed.cost.cycles.count));
    cycles.source = "bound by " + costed.cost.bottleneck.text + ", " + std::string(name(costed.cost.model)) + " model";
    return cycles;
}

Formula explainLevelEnergy(const CostedMapping& costed, std::size_t level)
{
    std::vector<Formula> tensors;
    for (const TensorRole role : kTensorRoles)
        if (costed.cost.levels[level].tensors[role])
            tensors.push_back(tensorEnergy(costed, level, role));
    if (const Picojoules leakage = costed.cost.levels[level].leakage; leakage.count > 0)
        tensors.push_back(leakageOf(costed, costed.accelerator.levels[level].name,
                                    costed.accelerator.levels[level].leakage, leakage));
    if (const Picojoules mesh = costed.cost.levels[level].mesh; mesh.count > 0) {
        const double hop = costed.accelerator.interconnect.hopEnergy.count;
        tensors.push_back(withValue(
            made("energy of the mesh", Unit::Picojoules, Operation::Product,
                 {given("flits times hops", mesh.count / hop, Unit::Flits, "mesh model: flows times their distances"),
                  given("energy of a hop", hop, Unit::PicojoulesPerFlit, "accelerator")}),
            mesh.count));
    }
    return withValue(made("energy of " + costed.accelerator.levels[level].name, Unit::Picojoules, Operation::Sum,
                          std::move(tensors)),
                     costed.cost.levels[level].energy.count);
}

Formula explainEnergy(const CostedMapping& costed)
{
    const workload::Layer covered = mapping::coveredLayer(costed.layer, costed.mapping);
    const double computing = costed.accelerator.macEnergy.count * double(workload::macs(covered));
    const double leaked = costed.cost.macEnergy.count - computing;
    std::vector<Formula> parts{
        withValue(made("energy of MACs", Unit::Picojoules, Operation::Product,
                       {multiplyAccumulates(costed.layer, covered),
                        given("energy of one multiply-accumulate", costed.accelerator.macEnergy.count,
                              Unit::PicojoulesPerMac, "accelerator")}),
                  computing)};
    if (costed.accelerator.macLeakage.count > 0 && leaked > 0)
        parts.push_back(leakageOf(costed, "MAC units", costed.accelerator.macLeakage, {leaked}));
    for (std::size_t i = 0; i < costed.cost.levels.size(); ++i)
        parts.push_back(explainLevelEnergy(costed, i));
    Formula energy =
        withValue(made("energy", Unit::Picojoules, Operation::Sum, std::move(parts)), costed.cost.energy.count);
    energy.source = std::string(name(costed.cost.model)) + " model";
    return energy;
}

Formula explainLevelBytes(const CostedMapping& costed, std::size_t level)
{
    std::vector<Formula> tensors;
    for (const TensorRole role : kTensorRoles) {
        const auto& moved = costed.cost.levels[level].tensors[role];
        if (moved)
            tensors.push_back(made(
                words(role), Unit::Bytes, Operation::Product,
                {made(words(role) + ": elements moved", Unit::Elements, Operation::Sum, allCounts(costed, level, role)),
                 bytesPerElement(costed.accelerator.levels[level], role),
                 given("instances used", double(moved->instances), Unit::Instances,
                       "spatial loops of the levels outside")}));
    }
    return made("bytes moved at " + costed.accelerator.levels[level].name, Unit::Bytes, Operation::Sum,
                std::move(tensors));
}

Formula explainUtilization(const CostedMapping& costed)
{
    Formula capacity = made("multiply-accumulates there is time for", Unit::Macs, Operation::Product,
                            {given("MAC units", double(costed.accelerator.macUnits()), Unit::MacUnits,
                                   "accelerator: product of the fan-outs"),
                             explainCycles(costed)});
    return withValue(made("utilisation", Unit::None, Operation::Quotient,
                          {multiplyAccumulates(costed.layer, costed.layer), std::move(capacity)}),
                     costed.cost.utilization);
}

Formula explainEdp(const CostedMapping& costed)
{
    return energyDelayProduct(explainEnergy(costed), explainCycles(costed), costed.accelerator.clock);
}

// EDP = energy * (cycles / clock)
Formula energyDelayProduct(Formula energy, Formula cycles, Hertz clock)
{
    Formula latency =
        made("latency", Unit::Seconds, Operation::Quotient,
             {std::move(cycles), given("clock", clock.count, Unit::CyclesPerSecond, "accelerator: clock")});
    return made("energy-delay product", Unit::PicojouleSeconds, Operation::Product,
                {std::move(energy), std::move(latency)});
}

Formula explainTile(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                    const mapping::LayerMapping& mapping, std::size_t level, TensorRole role)
{
    return made(words(role) + " in " + accelerator.levels[level].name, Unit::Bytes, Operation::Product,
                {explainTileElements(layer, mapping, level, role), bytesPerElement(accelerator.levels[level], role)});
}

Formula explainTiles(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                     const mapping::LayerMapping& mapping, std::size_t level)
{
    std::vector<Formula> tensors;
    for (const TensorRole role : kTensorRoles)
        if (mapping.levels[level].keeps.contains(role))
            tensors.push_back(explainTile(accelerator, layer, mapping, level, role));
    return made("tiles in " + accelerator.levels[level].name, Unit::Bytes, Operation::Sum, std::move(tensors));
}

} // namespace nestloom::cost
