// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/point_bound.h"

#include "engine/cost/mesh_model.h"
#include "engine/cost/nest.h"
#include "engine/hardware/energy_table.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/wider_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace nestloom::explore {

namespace {

using workload::LoopDimension;

/// Elements of a tensor that some output needs.
double neededElements(const workload::Layer& layer, TensorRole role)
{
    if (role != TensorRole::Inputs)
        return double(workload::elements(layer, role));
    using enum LoopDimension;
    double elements =
        double(workload::touchedLines(layer.bounds[P], layer.strideP, layer.bounds[R], layer.dilationR))
        * double(workload::touchedLines(layer.bounds[Q], layer.strideQ, layer.bounds[S], layer.dilationS));
    for (const LoopDimension dimension : workload::kLoopDimensions)
        if (dimension != P && dimension != Q && dimension != R && dimension != S
            && workload::isRelevant(role, dimension))
            elements *= double(layer.bounds[dimension]);
    return elements;
}

/// A sum of figures of the tensors times the trips that tensors make past levels.
class OfTrips {
public:
    void add(double figure) { m_constant += figure; }
    /// `level` is the first one that the tensor passes.
    void add(double figure, TensorRole role, std::size_t level) { m_figures[level][role] += figure; }
    void operator+=(const OfTrips& other)
    {
        m_constant += other.m_constant;
        for (std::size_t i = 0; i < m_figures.size(); ++i)
            for (const TensorRole role : kTensorRoles)
                m_figures[i][role] += other.m_figures[i][role];
    }
    /// `trips` of each level, none = once.
    double least(const std::vector<const std::vector<LeastTrips::Trips>*>& trips) const
    {
        double sum = m_constant;
        for (std::size_t i = 0; i < trips.size(); ++i) {
            const auto& [weights, inputs, outputs] = m_figures[i].values;
            if (weights + inputs + outputs == 0)
                continue;
            double least = trips[i] ? std::numeric_limits<double>::infinity() : weights + inputs + outputs;
            if (trips[i])
                for (const LeastTrips::Trips& each : *trips[i])
                    least =
                        std::min(least, weights * each.values[0] + inputs * each.values[1] + outputs * each.values[2]);
            sum += least;
        }
        return sum;
    }

private:
    double m_constant = 0;
    std::array<PerTensor<double>, cost::kMaxLevels> m_figures{};
};

/// An accelerator, for many layers.
class LeastCost {
public:
    LeastCost(const hardware::Accelerator& accelerator, bool mayBypass)
        : m_units(double(accelerator.macUnits())), m_macEnergy(accelerator.macEnergy.count),
          m_leakage(hardware::leakagePerCycle(accelerator).count)
    {
        double below = 1; // MAC units that an instance feeds
        m_levels.resize(accelerator.levels.size());
        for (std::size_t i = m_levels.size(); i-- > 0;) {
            const hardware::BufferLevel& level = accelerator.levels[i];
            below *= double(level.fanout.count());
            Level& mine = m_levels[i];
            mine.keeps = i == 0 || !mayBypass ? level.keeps : TensorSet();
            mine.instances = accelerator.instances(i);
            if (level.capacity && !mayBypass)
                mine.room = level.capacity->count * 8 * mine.instances;
            mine.energies = hardware::elementEnergies(accelerator, i);
            mine.read = accelerator.readRate(i).value_or(BytesPerCycle{}).count;
            mine.write = accelerator.writeRate(i).value_or(BytesPerCycle{}).count;
            mine.onePort = accelerator.hasOnePort(i);
            for (const TensorRole role : kTensorRoles) {
                mine.bits[role] = mine.keeps.contains(role) ? level.elementBits[role].count : 0;
                const bool isInnermost =
                    mine.keeps.contains(role)
                    && std::none_of(m_levels.begin() + std::ptrdiff_t(i) + 1, m_levels.end(),
                                    [&](const Level& inner) { return inner.keeps.contains(role); });
                mine.isInnermost[role] = isInnermost;
                mine.feeds[role] = isInnermost && !mayBypass ? below : 0;
            }
        }
    }

    /// Cycles and energy of a layer.
    std::pair<double, double> of(double macs, const PerTensor<double>& needed, LeastTrips& trips) const
    {
        std::vector<const std::vector<LeastTrips::Trips>*> known(m_levels.size(), nullptr);
        for (std::size_t i = 1; i < m_levels.size(); ++i)
            if (m_levels[i].room > 0)
                if (const auto& all = trips.of(m_levels[i].bits, m_levels[i].room, m_levels[i].instances); !all.empty())
                    known[i] = &all; // else the layer does not fit, which is for the engine to say

        double cycles = macs / m_units;
        OfTrips energy;
        energy.add(macs * m_macEnergy);
        for (std::size_t i = 0; i < m_levels.size(); ++i) {
            const Level& level = m_levels[i];
            OfTrips read, written;
            for (const TensorRole role : kTensorRoles)
                if (level.keeps.contains(role))
                    add(i, role, macs, needed[role], trips.hasHalo(), energy, read, written);
            if (level.onePort) {
                read += written;
                written = read;
            }
            if (level.read > 0)
                cycles = std::max(cycles, read.least(known) / (level.read * double(level.instances)));
            if (level.write > 0)
                cycles = std::max(cycles, written.least(known) / (level.write * double(level.instances)));
        }
        const double whole = std::ceil(cycles * (1 - kRounding));
        return {whole, (energy.least(known) + m_leakage * whole) * (1 - kRounding)};
    }

private:
    static constexpr double kRounding = 1e-9; // relative, of sums of doubles
    struct Level {
        TensorSet keeps;
        std::int64_t instances = 1;
        std::int64_t room = 0;             // bits of all instances; 0 = unlimited
        hardware::AccessEnergies energies; // of one element
        PerTensor<std::int64_t> bits;      // of one element; 0 = not kept
        PerTensor<bool> isInnermost;       // of the levels that keep the tensor
        PerTensor<double> feeds;           // MAC units of one instance, of the level that is innermost; else 0
        double read = 0, write = 0;        // bytes in a cycle; 0 = unlimited
        bool onePort = false;
    };

    /// What a tensor does at a level that keeps it. Below its outer keeper it comes as often as it passes the level
    /// right below that; to the inside it goes as often as it passes the level right below this one. Of outputs every
    /// visit but the first begins with what an earlier one left, and of an inner level is read out again:
    /// reads = updates - first visits + drains (access_counts.h).
    void add(std::size_t i, TensorRole role, double macs, double needed, bool hasHalo, OfTrips& energy, OfTrips& read,
             OfTrips& written) const
    {
        const Level& level = m_levels[i];
        const double bytes = double(level.bits[role]) / 8;
        std::size_t outer = i; // the keeper outside
        while (outer > 0 && !m_levels[--outer].keeps.contains(role)) {
        }
        const auto count = [&](OfTrips& sum, double figure, std::size_t passed) {
            const bool saysNothing = role == TensorRole::Inputs && hasHalo && !m_levels[passed].keeps.contains(role);
            if (saysNothing)
                sum.add(figure);
            else
                sum.add(figure, role, passed);
        };
        const bool sums = role == TensorRole::Outputs;
        const auto [reading, filling, updating] = level.energies;
        // Between here and the inner keeper or the MAC units.
        const double asked = level.feeds[role] > 0 ? std::max(needed, macs / level.feeds[role]) : needed;
        const double each = sums ? updating.count + reading.count : reading.count; // of outputs also read back
        if (level.isInnermost[role]) {
            energy.add(asked * each);
            (sums ? written : read).add(asked * bytes);
            if (sums)
                read.add(asked * bytes);
        } else {
            count(energy, needed * each, i + 1);
            count(sums ? written : read, needed * bytes, i + 1);
            if (sums)
                count(read, needed * bytes, i + 1);
        }
        if (i == 0) {
            if (sums) { // the first visits read nothing, and nothing is drained
                energy.add(-needed * reading.count);
                read.add(-needed * bytes);
            }
            return;
        }
        // Between here and the outer keeper.
        count(energy, needed * (filling.count + (sums ? reading.count : 0)), outer + 1);
        count(written, needed * bytes, outer + 1);
        if (sums) { // all but the first visits
            count(read, needed * bytes, outer + 1);
            energy.add(-needed * (filling.count + reading.count));
            written.add(-needed * bytes);
            read.add(-needed * bytes);
        }
    }

    std::vector<Level> m_levels;
    double m_units, m_macEnergy, m_leakage;
};

/// What follows from cycles and energy.
void follow(PointCost& cost, Hertz clock)
{
    cost.seconds = double(cost.cycles.count) / clock.count;
    cost.edpJouleSeconds = cost.energy.count * 1e-12 * *cost.seconds;
}

} // namespace

PointBounds::PointBounds(const workload::Network& network, const schedule::ScheduleOptions& options)
    : m_network(network), m_options(options)
{
    std::map<std::uint64_t, std::size_t> at; // shape fingerprint -> shape
    for (const workload::Layer& layer : network.layers) {
        const auto [shape, isNew] = at.try_emplace(workload::shapeFingerprint(layer), m_shapes.size());
        if (isNew) {
            m_shapes.push_back(
                {layer, 0, double(workload::macs(layer)), {}, LeastTrips(layer, schedule::looksAtSizes(options))});
            for (const TensorRole role : kTensorRoles)
                m_shapes.back().needed[role] = neededElements(layer, role);
        }
        ++m_shapes[shape->second].count;
        m_macs += m_shapes[shape->second].macs;
    }
}

PointCost PointBounds::of(const hardware::Accelerator& given)
{
    const bool overMesh = schedule::costModelOf(m_options.engine) == cost::Model::Mesh;
    const hardware::Accelerator accelerator = mapping::withBypasses(overMesh ? cost::withMeshPorts(given) : given);
    PointCost least;
    const LeastCost cost(accelerator, m_options.bypass);
    double picojoules = 0;
    for (Shape& shape : m_shapes) {
        const auto [cycles, energy] = cost.of(shape.macs, shape.needed, shape.trips);
        least.cycles += Cycles{std::int64_t(cycles) * shape.count};
        picojoules += energy * double(shape.count);
    }
    least.energy = Picojoules{picojoules};
    if (accelerator.vectorUnit) { // else operators cost nothing
        const cost::VectorSums operators = cost::vectorCosts(given, m_network, m_options.fuseOperators).sums;
        least.cycles += operators.cycles;
        least.energy += operators.energy;
    }
    follow(least, accelerator.clock);
    least.onChip = accelerator.onChipBytes();
    least.area = hardware::chipArea(accelerator);
    if (least.cycles.count > 0)
        least.utilization = m_macs / (double(accelerator.macUnits()) * double(least.cycles.count));
    return least;
}

std::optional<PointCost> leastWithin(Watts limit, PointCost least, const hardware::Accelerator& accelerator)
{
    // For a run of so many cycles: energy >= used + leakage * cycles, and energy <= allowed * cycles.
    constexpr double kRounding = 1e-6;
    const double leakage = hardware::leakagePerCycle(accelerator).count;
    const double allowed = hardware::leakagePerCycle(accelerator, limit).count * (1 + kRounding);
    const double used = least.energy.count * (1 - kRounding) - leakage * double(least.cycles.count);
    if (used <= 0)
        return least;
    if (allowed <= leakage)
        return {};
    const double cycles = std::ceil(used / (allowed - leakage));
    if (cycles <= double(least.cycles.count))
        return least;
    if (cycles >= double(std::numeric_limits<std::int64_t>::max()))
        return {};
    least.utilization *= double(least.cycles.count) / cycles;
    least.cycles = Cycles{std::int64_t(cycles)};
    least.energy = Picojoules{std::max(least.energy.count, used + leakage * cycles)};
    follow(least, accelerator.clock);
    return least;
}

} // namespace nestloom::explore
