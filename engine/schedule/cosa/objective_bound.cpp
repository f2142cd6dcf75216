// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/objective_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::schedule::cosa {

namespace {

constexpr double kCoarsest = 1.0; // spacing of the first tangents, in log2
constexpr int kFirstTangents = 12;

double value(const milp::LinearExpression& expression, const milp::Assignment& values)
{
    double sum = expression.constant();
    for (const auto& [variable, coefficient] : expression.normalizedTerms())
        sum += coefficient * values[variable.value];
    return sum;
}

} // namespace

EnergyModel::EnergyModel(const MappingSpace& space, double cyclePrice) : m_space(space), m_latency(space, Side::Bound)
{
    const auto& accelerator = space.accelerator();
    const double macs = double(workload::macs(space.layer()));
    m_unit = std::max(1e-9, macs);
    m_objective.add(accelerator.macEnergy.count * macs / m_unit);
    for (std::size_t i = 0; i < space.levelCount(); ++i)
        addLevel(i);
    cyclePrice += hardware::leakagePerCycle(accelerator).count;
    if (cyclePrice > 0)
        charge(Expression().add(m_latency.logCycles(), 1), std::log2(macs / double(accelerator.macUnits())),
               cyclePrice);
    m_latency.log().model().minimize(m_objective);
}

void EnergyModel::restrictCycles(double atLeast, double atMost)
{
    milp::Variable& z = m_latency.log().model().variable(m_latency.logCycles());
    z.lower = std::max(0.0, std::log2(atLeast));
    z.upper = std::log2(atMost);
}

/// Where the tangents of a stream begin: each element moves once, or each MAC asks once for all units that share it.
double EnergyModel::leastLog(std::size_t level, TensorRole role, bool innermost) const
{
    const workload::Layer& layer = m_space.layer();
    double least = std::log2(double(workload::elements(layer, role)));
    if (innermost) {
        double shared = 1;
        for (std::size_t i = level; i < m_space.levelCount(); ++i)
            shared *= double(m_space.accelerator().levels[i].fanout.count());
        least = std::max(least, std::log2(double(workload::macs(layer)) / shared));
    }
    return least;
}

void EnergyModel::addTangent(const Power& power, double at)
{
    // 2^x >= 2^at * (1 + ln 2 * (x - at)), x = log - offset
    const double height = std::exp2(at), slope = height * std::log(2.0);
    Expression line = Expression().add(power.variable, 1).add(power.log, -slope);
    m_latency.log().model().addGreaterEqual(line.add(slope * (at + power.offset)), height, "power");
}

const EnergyModel::Power& EnergyModel::addPower(const Expression& log, double least, const std::string& name)
{
    // No element is moved more often than by every multiply-accumulate; a finite range lets prices prove a bound
    // (milp/dual_bound.h).
    const double most = std::log2(double(workload::macs(m_space.layer()))) + 1 - least;
    Power power{log, least, m_latency.log().model().addVariable(0, std::exp2(std::max(most, 1.0)), false, name)};
    for (int i = 0; i < kFirstTangents && i * kCoarsest <= std::max(most, kCoarsest); ++i)
        addTangent(power, i * kCoarsest);
    m_powers.push_back(power);
    return m_powers.back();
}

void EnergyModel::charge(const Expression& log, double least, double energy)
{
    if (energy <= 0)
        return;
    const Power& power = addPower(log, least, "moved" + std::to_string(m_powers.size()));
    m_objective.add(power.variable, energy * std::exp2(power.offset) / m_unit);
}

void EnergyModel::addLevel(std::size_t index)
{
    const hardware::BufferLevel& level = m_space.accelerator().levels[index];
    const hardware::AccessEnergies energies = hardware::elementEnergies(m_space.accelerator(), index);
    TrafficModel& traffic = m_latency.traffic();
    for (const TensorRole role : kTensorRoles) {
        if (!level.keeps.contains(role))
            continue;
        const bool innermost = !traffic.innerKeeper(index, role);
        if (role == TensorRole::Outputs)
            addOutputs(index, energies);
        else
            charge(traffic.inner(index, role).add(traffic.instances(index)), leastLog(index, role, innermost),
                   energies.read.count);
        if (index > 0 && role != TensorRole::Outputs)
            charge(traffic.outer(index, role).add(traffic.instances(index)), leastLog(index, role, false),
                   energies.fill.count);
    }
}

/// Updates and drains, and those of them that are no first visit: such an update reads a partial sum here, such a drain
/// had been filled here.
void EnergyModel::addOutputs(std::size_t index, const hardware::AccessEnergies& energies)
{
    TrafficModel& traffic = m_latency.traffic();
    constexpr TensorRole role = TensorRole::Outputs;
    addVisits(index, energies.update.count, energies.read.count,
              traffic.inner(index, role).add(traffic.instances(index)),
              leastLog(index, role, !traffic.innerKeeper(index, role)));
    if (index > 0)
        addVisits(index, energies.read.count, energies.fill.count,
                  traffic.outer(index, role).add(traffic.instances(index)), leastLog(index, role, false));
}

void EnergyModel::addVisits(std::size_t index, double visitEnergy, double backEnergy, const Expression& log,
                            double least)
{
    if (visitEnergy <= 0 && backEnergy <= 0)
        return;
    const workload::Extents& bounds = m_space.layer().bounds;
    using enum workload::LoopDimension;
    const std::string number = std::to_string(m_powers.size());
    const VariableId visits = addPower(log, least, "visits" + number).variable;
    const double scale = std::exp2(least) / m_unit;
    m_objective.add(visits, visitEnergy * scale);

    Expression copies; // log2 of how many instances hold partial sums of the same outputs
    double most = std::log2(double(bounds[C] * bounds[R] * bounds[S])), fanouts = 0;
    for (std::size_t i = 0; i < index; ++i) {
        fanouts += std::log2(double(m_space.accelerator().levels[i].fanout.count()));
        for (const auto d : {C, R, S})
            copies.add(m_latency.log().spatial(i, d));
    }
    most = std::min(most, fanouts);
    const double outputs = double(workload::elements(m_space.layer(), TensorRole::Outputs)) / std::exp2(least);
    Expression firsts(outputs);
    if (most > 0)
        firsts.add(copies, outputs * (std::exp2(most) - 1) / most);
    milp::Model& model = m_latency.log().model();
    const VariableId back = model.addVariable(0, model.variable(visits).upper, false, "back" + number);
    model.addGreaterEqual(Expression().add(back, 1).add(visits, -1).add(firsts), 0, "back" + number);
    m_objective.add(back, backEnergy * scale);
}

bool EnergyModel::refine(const milp::Assignment& values, double tolerance)
{
    bool any = false;
    for (const Power& power : m_powers) {
        const double x = value(power.log, values) - power.offset;
        if (std::exp2(x) <= values[power.variable.value] * (1 + tolerance))
            continue;
        addTangent(power, x);
        any = true;
    }
    return any;
}

namespace {

constexpr int kRefinements = 4;
constexpr int kIntervals = 12;
constexpr double kTolerance = 1e-7; // of logarithms as doubles in the rows of the models, relative
constexpr double kNoLimit = 1.8e19; // 2^64 cycles

struct Interval {
    double from = 0, to = 0; // cycles
    double energy = 0;       // least pJ up to `to`
    double edp() const { return from * energy; }
};

} // namespace

Result<double> ObjectiveBound::cycles() const
{
    const LatencyModel model(m_space, Side::Bound);
    TRY(const auto answer, m_ask(model.model()));
    const double busy = double(workload::macs(m_space.layer())) / double(m_space.accelerator().macUnits());
    return std::max(busy, LatencyModel::cycles(answer.stats.bound.value_or(0)) * (1 - kTolerance));
}

Result<double> ObjectiveBound::energy(double atLeast, double atMost, double cyclePrice) const
{
    EnergyModel model(m_space, cyclePrice);
    model.restrictCycles(atLeast, std::min(atMost, kNoLimit));
    double best = 0;
    for (int round = 0; round <= kRefinements; ++round) {
        TRY(const auto answer, m_ask(model.model()));
        if (answer.status == SolveStatus::Infeasible)
            return std::numeric_limits<double>::infinity();
        if (!answer.solution || !answer.stats.bound) { // the solver may be right that no mapping is that fast; the
                                                       // bound of the latency can prove it
            const auto least = cycles();
            if (!least)
                return least.error();
            return *least > atMost ? std::numeric_limits<double>::infinity() : best;
        }
        best = std::max(best, model.picojoules(*answer.stats.bound) * (1 - kTolerance));
        if (!answer.solution || !model.refine(*answer.solution))
            break;
    }
    return best;
}

Result<double> ObjectiveBound::edp(double leastCycles, double incumbent) const
{
    TRY(const auto least, energy(1, kNoLimit));
    if (!(least > 0) || !(leastCycles > 0))
        return leastCycles * least;
    const double end = std::max(leastCycles, incumbent / least); // beyond, every product exceeds the incumbent
    std::vector<Interval> intervals{{leastCycles, end, least}};
    const auto weakest = [&] {
        return std::ranges::min_element(intervals,
                                        [](const Interval& a, const Interval& b) { return a.edp() < b.edp(); });
    };
    for (int i = 0; i < kIntervals && weakest()->edp() < incumbent; ++i) {
        const auto at = weakest();
        if (at->to <= at->from * 1.002)
            break;
        const double middle = std::sqrt(at->from * at->to);
        TRY(const auto before, energy(1, middle));
        const Interval later{middle, at->to, at->energy};
        *at = {at->from, middle, std::max(at->energy, before)};
        intervals.push_back(later);
    }
    return std::min(incumbent, weakest()->edp());
}

} // namespace nestloom::schedule::cosa
