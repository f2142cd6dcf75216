// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_front.h"

#include "engine/explore/pareto.h"
#include "ui/charts/axis_scale.h"

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

bool hasPlace(const ParetoPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

std::vector<int> extendFront(const std::vector<int>& front, const std::vector<ParetoPoint>& points, std::size_t from,
                             int series, const ParetoSense& sense)
{
    std::vector<int> candidates = front;
    for (std::size_t i = from; i < points.size(); ++i)
        if (points[i].series == series && !points[i].isRun)
            candidates.push_back(int(i));
    std::vector<std::vector<double>> rows; // smaller is better
    rows.reserve(candidates.size());
    for (const int i : candidates) {
        const ParetoPoint& point = points[std::size_t(i)];
        rows.push_back({sense.largerX ? -point.x : point.x, sense.largerY ? -point.y : point.y});
    }
    std::vector<int> result;
    for (const std::size_t i : explore::nonDominated(rows))
        result.push_back(candidates[i]);
    std::stable_sort(result.begin(), result.end(),
                     [&](int a, int b) { return points[std::size_t(a)].x < points[std::size_t(b)].x; });
    return result;
}

std::optional<int> kneeOf(const std::vector<int>& front, const std::vector<ParetoPoint>& points, const AxisScale& x,
                          const AxisScale& y, const ParetoSense& sense)
{
    if (front.size() < 3)
        return std::nullopt;
    const auto xOf = [&](int i) { return x.transformed(points[std::size_t(i)].x); };
    const auto yOf = [&](int i) { return y.transformed(points[std::size_t(i)].y); };
    const double x0 = xOf(front.front()), x1 = xOf(front.back());
    const double y0 = yOf(front.front()), y1 = yOf(front.back());
    if (!std::isfinite(x0 + x1 + y0 + y1) || x0 == x1 || y0 == y1)
        return std::nullopt;
    std::optional<int> knee;
    double farthest = 1e-6;
    for (const int i : front) {
        const double u = (xOf(i) - x0) / (x1 - x0), v = (yOf(i) - y0) / (y1 - y0); // the line is v = u
        // Along the front x rises; the better side is where y is lower than the line (higher, when larger is better).
        const double above = (v - u) * (y1 > y0 ? 1 : -1);
        const double distance = sense.largerY ? above : -above;
        if (distance > farthest) {
            farthest = distance;
            knee = i;
        }
    }
    return knee;
}

} // namespace nestloom::ui
