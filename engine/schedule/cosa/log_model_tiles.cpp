// SPDX-License-Identifier: Apache-2.0
// How large a tile is in logarithms of its loop bounds, halos of the inputs included.
#include "engine/schedule/cosa/log_model.h"

#include "engine/base/factors.h"
#include "engine/schedule/cosa/log_numbers.h"

#include <algorithm>
#include <utility>

namespace nestloom::schedule::cosa {

namespace {

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
    std::sort(slopes.begin(), slopes.end());
    slopes.erase(std::unique(slopes.begin(), slopes.end(), [](double a, double b) { return b - a < 1e-6; }),
                 slopes.end());
    return slopes;
}

} // namespace

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
