// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/log_model.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::schedule::cosa {

namespace {

constexpr double kMaxLog = 64; // no log2 of a number of a mapping is larger

double log2Of(std::int64_t n) { return std::log2(double(n)); }

using enum workload::LoopDimension;
using workload::isRelevant;
using workload::kLoopDimensions;
using workload::LoopDimension;

constexpr double kSlack = 1e-7; // keeps exact fits feasible in floating point

using enum workload::LoopDimension;
using workload::isRelevant;
using workload::kLoopDimensions;
using workload::LoopDimension;

/// Points (log2 P, log2 extent) that a tile can have for one inner bound of the filter tap.
using Curve = std::vector<std::pair<double, double>>;

double slope(const Curve& curve, std::size_t i)
{
    return (curve[i].second - curve[i - 1].second) / (curve[i].first - curve[i - 1].first);
}

/// A concave curve (taps below the stride) cannot be met by tangents from below; a design takes the safe line above it.
void makeSafe(Curve& curve)
{
    bool convex = true;
    for (std::size_t i = 2; i < curve.size(); ++i)
        convex = convex && slope(curve, i) >= slope(curve, i - 1) - 1e-9;
    if (convex)
        return;
    double lift = -kMaxLog;
    for (const auto& [pixels, extent] : curve)
        lift = std::max(lift, extent - pixels);
    for (auto& [pixels, extent] : curve)
        extent = pixels + lift;
}

std::vector<double> distinctSlopes(const std::vector<Curve>& curves)
{
    std::vector<double> slopes{0, 1};
    for (const Curve& curve : curves)
        for (std::size_t i = 1; i < curve.size(); ++i)
            slopes.push_back(slope(curve, i));
    std::ranges::sort(slopes);
    slopes.erase(std::unique(slopes.begin(), slopes.end(), [](double a, double b) { return b - a < 1e-6; }),
                 slopes.end());
    return slopes;
}

} // namespace

LogModel::LogModel(const MappingSpace& space, Side side) : m_space(space), m_side(side)
{
    addFactorCounts();
    addStationaryChoices();
}

/// At most so many copies of a prime fit a slot by themselves.
double LogModel::countLimit(const Factor& factor, const Slot& slot) const
{
    const auto& accelerator = m_space.accelerator();
    double room = kMaxLog; // log2
    if (slot.spatial)
        room = log2Of(m_space.mostChildren(slot.level));
    for (std::size_t i = 0; i < m_space.levelCount(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        if (!level.capacity || slot.level < i)
            continue; // the slot is not part of this level's tiles
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role) && role != TensorRole::Inputs && isRelevant(role, factor.dimension))
                room = std::min(room,
                                std::log2(double(level.capacity->count * 8) / double(level.elementBits[role].count)));
    }
    return std::clamp(std::floor((room + kSlack) / log2Of(factor.prime)), 0.0, double(factor.multiplicity));
}

void LogModel::addFactorCounts()
{
    for (const Factor& factor : m_space.factors()) {
        Expression sum;
        std::array<VariableId, kMaxSlots> counts{};
        for (std::size_t s = 0; s < m_space.allSlots().size(); ++s) {
            const Slot& slot = m_space.allSlots()[s];
            const std::string name = std::string("n_") + workload::letter(factor.dimension)
                                     + std::to_string(factor.prime) + (slot.spatial ? "_x" : "_t")
                                     + std::to_string(slot.level);
            counts[s] = m_model.addVariable(0, countLimit(factor, slot), true, name);
            sum.add(counts[s], 1);
        }
        m_model.addEqual(sum, factor.multiplicity,
                         std::string("all_") + workload::letter(factor.dimension) + std::to_string(factor.prime));
        m_counts.push_back(counts);
    }
}

void LogModel::addStationaryChoices()
{
    m_stationary.resize(m_space.levelCount());
    for (std::size_t level = 0; level < m_space.levelCount(); ++level) {
        const auto& choices = m_space.stationaryChoices(level);
        if (choices.size() < 2)
            continue;
        Expression sum;
        for (const TensorRole role : choices) {
            m_stationary[level][role] =
                m_model.addBinary("stays_" + std::string(name(role)) + "_" + std::to_string(level));
            sum.add(*m_stationary[level][role], 1);
        }
        m_model.addEqual(sum, 1, "one_order_" + std::to_string(level));
    }
}

/// 1 when the order at `level` keeps `role` in place.
LogModel::Expression LogModel::stationaryAt(std::size_t level, TensorRole role) const
{
    const auto& choices = m_space.stationaryChoices(level);
    if (m_stationary[level][role])
        return Expression().add(*m_stationary[level][role], 1);
    return choices.size() == 1 && choices.front() == role ? Expression(1) : Expression(0);
}

LogModel::Expression LogModel::slotLog(std::size_t slot, LoopDimension d) const
{
    Expression sum;
    if (slot >= m_space.allSlots().size())
        return sum;
    for (std::size_t f = 0; f < m_space.factors().size(); ++f)
        if (m_space.factors()[f].dimension == d)
            sum.add(m_counts[f][slot], log2Of(m_space.factors()[f].prime));
    return sum;
}

LogModel::Expression LogModel::temporal(std::size_t level, LoopDimension d) const
{
    return slotLog(m_space.temporalSlot(level), d);
}
LogModel::Expression LogModel::spatial(std::size_t level, LoopDimension d) const
{
    return slotLog(m_space.spatialSlot(level), d);
}

LogModel::Expression LogModel::inside(std::size_t level, LoopDimension d) const
{
    Expression sum;
    for (std::size_t i = level; i < m_space.levelCount(); ++i)
        sum.add(temporal(i, d)).add(spatial(i, d));
    return sum;
}

LogModel::Expression LogModel::computeCycles() const
{
    Expression sum;
    for (std::size_t i = 0; i < m_space.levelCount(); ++i)
        for (const LoopDimension d : kLoopDimensions)
            sum.add(temporal(i, d));
    return sum;
}

/// In a bound, filter taps outside an input tile cost nothing: a tile that slides over taps brings only what is new.
bool LogModel::isCharged(TensorRole role, LoopDimension d) const
{
    return isRelevant(role, d) && !(m_side == Side::Bound && role == TensorRole::Inputs && (d == R || d == S));
}

LogModel::Expression LogModel::distinctChildren(std::size_t outer, std::size_t inner, TensorRole role) const
{
    Expression sum;
    for (std::size_t i = outer; i < inner; ++i) {
        const bool shares = m_space.accelerator().levels[i].multicast.contains(role);
        for (const LoopDimension d : kLoopDimensions)
            if (isCharged(role, d) || (!shares && !isRelevant(role, d)))
                sum.add(spatial(i, d));
    }
    return sum;
}

/// In a bound, an order with K innermost may have filter taps inside K: inputs slide over taps at no charge, and
/// outputs stay put. So taps count for outputs only when neither outputs nor inputs are the ones kept in place.
LogModel::Expression LogModel::keptInPlace(std::size_t level, TensorRole role, LoopDimension d) const
{
    Expression kept = stationaryAt(level, role);
    if (m_side == Side::Bound && role == TensorRole::Outputs && (d == R || d == S))
        kept.add(stationaryAt(level, TensorRole::Inputs));
    return kept;
}

/// log2 of the irrelevant loops at level q that repeat fetches of a tile inside it. They repeat when the order keeps
/// another tensor in place there, or when a relevant loop lies between (movedInside).
LogModel::Expression LogModel::repeats(std::size_t q, TensorRole role, std::optional<VariableId> movedInside,
                                       const std::string& suffix)
{
    Expression sum;
    for (const LoopDimension d : kLoopDimensions) {
        if (isRelevant(role, d) || m_space.layer().bounds[d] == 1)
            continue;
        const std::string name = workload::letter(d) + suffix;
        const VariableId broken = m_model.addVariable(0, 1, false, "broken_" + name);
        m_model.addGreaterEqual(keptInPlace(q, role, d).add(broken, 1), 1, "order_" + name);
        if (movedInside)
            m_model.addGreaterEqual(Expression().add(broken, 1).add(*movedInside, -1), 0, "moved_inside_" + name);
        const double most = log2Of(m_space.layer().bounds[d]);
        const VariableId repeat = m_model.addVariable(0, most, false, "repeat_" + name);
        m_model.addGreaterEqual(Expression().add(repeat, 1).add(temporal(q, d), -1).add(broken, -most), -most,
                                "repeat_" + name);
        sum.add(repeat, 1);
    }
    return sum;
}

/// 1 when a charged loop at level q, or one inside it, moves the tensor.
VariableId LogModel::movedAt(std::size_t q, TensorRole role, std::optional<VariableId> movedInside,
                             const std::string& suffix)
{
    const VariableId moved = m_model.addBinary("moved_" + suffix);
    if (movedInside)
        m_model.addGreaterEqual(Expression().add(moved, 1).add(*movedInside, -1), 0, "stays_moved_" + suffix);
    for (std::size_t f = 0; f < m_space.factors().size(); ++f)
        if (isCharged(role, m_space.factors()[f].dimension))
            m_model.addGreaterEqual(Expression()
                                        .add(moved, m_space.factors()[f].multiplicity)
                                        .add(m_counts[f][m_space.temporalSlot(q)], -1),
                                    0, "moves_" + suffix);
    return moved;
}

/// Eq. 9-10 per level instead of per rank.
LogModel::Expression LogModel::visits(std::size_t level, TensorRole role)
{
    const auto key = std::pair{level, role};
    if (const auto it = m_visits.find(key); it != m_visits.end())
        return it->second;
    Expression sum;
    std::optional<VariableId> moved;
    for (std::size_t q = level; q-- > 0;) {
        const std::string suffix = "_" + std::string(name(role)) + std::to_string(level) + "_" + std::to_string(q);
        for (const LoopDimension d : kLoopDimensions)
            if (isCharged(role, d))
                sum.add(temporal(q, d));
        sum.add(repeats(q, role, moved, suffix));
        if (q > 0)
            moved = movedAt(q, role, moved, suffix);
    }
    return m_visits.emplace(key, sum).first->second;
}

namespace {

/// All ways to share `steps` among so many terms, in steps.
void addShares(std::size_t terms, int left, int steps, std::vector<double>& first,
               std::vector<std::vector<double>>& weights)
{
    if (first.size() + 1 == terms) {
        weights.push_back(first);
        weights.back().push_back(double(left) / steps);
        return;
    }
    for (int i = 0; i <= left; ++i) {
        first.push_back(double(i) / steps);
        addShares(terms, left - i, steps, first, weights);
        first.pop_back();
    }
}

/// Weights of the tangents; the finer they are near the corners, the tighter the bound (1/8 steps alone lose 2.4 %).
std::vector<std::vector<double>> tangentWeights(std::size_t terms)
{
    if (terms == 1)
        return {{1.0}};
    std::vector<std::vector<double>> weights;
    if (terms == 2) {
        for (int i = 0; i <= 32; ++i)
            weights.push_back({i / 32.0, 1 - i / 32.0});
        for (const double r : {1 / 128.0, 1 / 64.0})
            weights.insert(weights.end(), {{r, 1 - r}, {1 - r, r}});
        return weights;
    }
    const int steps = terms == 3 ? 8 : 4;
    std::vector<double> first;
    addShares(terms, steps, steps, first, weights);
    return weights;
}

} // namespace

/// sum_v rho_v t_v - sum_v rho_v log2 rho_v <= limit for every rho with sum 1 is implied by log2(sum 2^t_v) <= limit.
void LogModel::addPowerSum(const std::vector<Expression>& terms, const Expression& limit, const std::string& name)
{
    for (const std::vector<double>& rho : tangentWeights(terms.size())) {
        Expression sum;
        for (std::size_t v = 0; v < terms.size(); ++v)
            if (rho[v] > 0)
                sum.add(terms[v], rho[v]).add(-rho[v] * std::log2(rho[v]));
        m_model.addLessEqual(sum.add(limit, -1), 0, name);
    }
}

void LogModel::addCapacities()
{
    for (std::size_t i = 0; i < m_space.levelCount(); ++i) {
        const hardware::BufferLevel& level = m_space.accelerator().levels[i];
        if (m_space.spatialSlot(i) < m_space.allSlots().size()) {
            Expression used;
            for (const LoopDimension d : kLoopDimensions)
                used.add(spatial(i, d));
            m_model.addLessEqual(used, log2Of(m_space.mostChildren(i)) + kSlack, "fanout_" + std::to_string(i));
        }
        if (!m_space.limits().isFree())
            addLimits(i);
        if (!level.capacity || level.keeps.empty())
            continue;
        std::vector<Expression> bits;
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                bits.push_back(Expression(tile(i, role)).add(log2Of(level.elementBits[role].count)));
        addPowerSum(bits, Expression(log2Of(level.capacity->count * 8) + kSlack), "capacity_" + std::to_string(i));
    }
}

void LogModel::addLayouts()
{
    for (std::size_t i = 0; i < m_space.levelCount(); ++i) {
        const hardware::Fanout& fanout = m_space.accelerator().levels[i].fanout;
        if (!fanout.isPlane())
            continue;
        const std::size_t slot = m_space.spatialSlot(i);
        Expression columns, rows;
        for (std::size_t f = 0; f < m_space.factors().size(); ++f) {
            const Factor& factor = m_space.factors()[f];
            const double log = log2Of(factor.prime), most = std::floor((log2Of(fanout.columns) + kSlack) / log);
            const std::string name = std::string("n_") + workload::letter(factor.dimension)
                                     + std::to_string(factor.prime) + "_columns" + std::to_string(i);
            const VariableId along =
                m_model.addVariable(0, std::min(most, countLimit(factor, m_space.allSlots()[slot])), true, name);
            m_model.addLessEqual(Expression().add(along, 1).add(m_counts[f][slot], -1), 0, name);
            columns.add(along, log);
            rows.add(m_counts[f][slot], log).add(along, -log);
        }
        m_model.addLessEqual(columns, log2Of(fanout.columns) + kSlack, "columns_" + std::to_string(i));
        m_model.addLessEqual(rows, log2Of(fanout.rows) + kSlack, "rows_" + std::to_string(i));
    }
}

void LogModel::addRange(const Expression& log, const mapping::Range& range, const std::string& name)
{
    if (range.least > 1)
        m_model.addGreaterEqual(log, log2Of(range.least) - kSlack, name + "_least");
    if (range.most < mapping::Range::kUnlimited)
        m_model.addLessEqual(log, log2Of(range.most) + kSlack, name + "_most");
}

void LogModel::addLimits(std::size_t level)
{
    const mapping::LevelLimits& limits = m_space.limits()[level];
    const bool spreads = m_space.spatialSlot(level) < m_space.allSlots().size();
    Expression children;
    for (const LoopDimension d : kLoopDimensions) {
        if (m_space.layer().bounds[d] == 1)
            continue;
        const std::string suffix = std::string(1, workload::letter(d)) + std::to_string(level);
        addRange(temporal(level, d), limits.temporal[d], "temporal_" + suffix);
        addRange(inside(level, d), limits.tile[d], "tile_" + suffix);
        if (spreads)
            addRange(spatial(level, d), limits.spatial[d], "spatial_" + suffix);
        children.add(spatial(level, d));
    }
    if (spreads)
        addRange(children, limits.children, "children_" + std::to_string(level));
}

Candidate LogModel::decode(const milp::Assignment& values) const
{
    Candidate candidate = m_space.outermost();
    candidate.bounds.fill(workload::unitExtents());
    for (std::size_t f = 0; f < m_space.factors().size(); ++f)
        for (std::size_t s = 0; s < m_space.allSlots().size(); ++s)
            for (long n = std::lround(values[m_counts[f][s].value]); n > 0; --n)
                candidate.bounds[s][m_space.factors()[f].dimension] *= m_space.factors()[f].prime;
    for (std::size_t level = 0; level < m_space.levelCount(); ++level)
        for (const TensorRole role : kTensorRoles)
            if (m_stationary[level][role] && values[m_stationary[level][role]->value] > 0.5)
                candidate.stationary[level] = role;
    return candidate;
}

LogModel::Expression LogModel::extent(std::size_t level, const Axis& axis)
{
    const auto key = std::pair{level, axis.pixel};
    const auto it = m_extents.find(key);
    return it != m_extents.end() ? it->second : m_extents.emplace(key, haloExtent(level, axis)).first->second;
}

/// log2((P-1)*stride + (R-1)*dilation + 1) of a tile, exact on the lattice of divisors: one binary w_c per inner tap
/// bound R_c (and per P = 1 or P > 1 when the stride is above 1), and for every slope a between lattice points
///   h >= a log2 P + sum_c k_c w_c,   k_c = min over the lattice of c of (log2 extent - a log2 P).
LogModel::Expression LogModel::haloExtent(std::size_t level, const Axis& axis)
{
    const auto pixelDivisors = divisors(m_space.layer().bounds[axis.pixel]);
    const auto tapDivisors = divisors(m_space.layer().bounds[axis.tap]);
    const Expression pixels = inside(level, axis.pixel), taps = inside(level, axis.tap);
    if (tapDivisors.size() == 1 && axis.stride == 1)
        return pixels;
    if (pixelDivisors.size() == 1 && axis.dilation == 1)
        return taps;

    const bool splitUnit = axis.stride > 1 && pixelDivisors.size() > 1;
    const std::string suffix = std::string(1, workload::letter(axis.pixel)) + std::to_string(level);
    std::vector<Curve> curves;
    std::vector<VariableId> choice;
    Expression one, tapLog, several;
    for (const std::int64_t tap : tapDivisors)
        for (const bool manyPixels : splitUnit ? std::vector{false, true} : std::vector{true}) {
            Curve curve;
            for (const std::int64_t pixel : pixelDivisors)
                if (!splitUnit || (pixel > 1) == manyPixels)
                    curve.emplace_back(log2Of(pixel),
                                       log2Of((pixel - 1) * axis.stride + (tap - 1) * axis.dilation + 1));
            if (m_side == Side::Design)
                makeSafe(curve);
            const VariableId w =
                m_model.addBinary("taps" + std::to_string(tap) + (manyPixels ? "_many_" : "_one_") + suffix);
            one.add(w, 1);
            tapLog.add(w, log2Of(tap));
            if (manyPixels)
                several.add(w, log2Of(m_space.layer().bounds[axis.pixel]));
            curves.push_back(std::move(curve));
            choice.push_back(w);
        }
    m_model.addEqual(one, 1, "one_tap_bound_" + suffix);
    m_model.addEqual(Expression(tapLog).add(taps, -1), 0, "tap_bound_" + suffix);
    if (splitUnit)
        m_model.addLessEqual(Expression(pixels).add(several, -1), 0, "several_pixels_" + suffix);

    const VariableId h = m_model.addVariable(0, kMaxLog, false, "extent_" + suffix);
    for (const double a : distinctSlopes(curves)) {
        Expression line = Expression().add(h, 1).add(pixels, -a);
        for (std::size_t c = 0; c < curves.size(); ++c) {
            double offset = kMaxLog;
            for (const auto& [pixel, extent] : curves[c])
                offset = std::min(offset, extent - a * pixel);
            line.add(choice[c], -offset);
        }
        m_model.addGreaterEqual(line, 0, "halo_" + suffix);
    }
    return Expression().add(h, 1);
}

LogModel::Expression LogModel::tile(std::size_t level, TensorRole role)
{
    Expression sum;
    for (const LoopDimension d : kLoopDimensions) {
        const bool halo = role == TensorRole::Inputs && (d == P || d == Q || d == R || d == S);
        if (isRelevant(role, d) && !halo)
            sum.add(inside(level, d));
    }
    if (role == TensorRole::Inputs) {
        const workload::Layer& layer = m_space.layer();
        sum.add(extent(level, {P, R, layer.strideP, layer.dilationR}));
        sum.add(extent(level, {Q, S, layer.strideQ, layer.dilationS}));
    }
    return sum;
}

} // namespace nestloom::schedule::cosa
