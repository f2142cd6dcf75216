// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_cloud.h"

#include "engine/base/ranges.h"
#include "engine/explore/pareto.h"
#include "ui/charts/axis_scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::ui {

bool hasPlace(const ParetoPoint& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

std::vector<int> extendFront(const std::vector<int>& front, const std::vector<ParetoPoint>& points, std::size_t from,
                             int series, const ParetoSense& sense)
{
    std::vector<int> candidates = front;
    for (std::size_t i = from; i < points.size(); ++i)
        if (points[i].series == series && !points[i].isRun)
            candidates.push_back(int(i));
    const auto pairs = collect(candidates, [&](const int i) { // smaller is better
        const ParetoPoint& point = points[std::size_t(i)];
        return std::array{sense.largerX ? -point.x : point.x, sense.largerY ? -point.y : point.y};
    });
    std::vector<int> result =
        collect(explore::nonDominatedPairs(pairs), [&](const std::size_t i) { return candidates[i]; });
    std::ranges::stable_sort(result, [&](int a, int b) { return points[std::size_t(a)].x < points[std::size_t(b)].x; });
    return result;
}

std::optional<int> kneeOf(const std::vector<int>& front, const std::vector<QPointF>& places, const ParetoSense& sense)
{
    if (front.size() < 3)
        return std::nullopt;
    const QPointF first = places[std::size_t(front.front())], last = places[std::size_t(front.back())];
    const QPointF length = last - first;
    if (!std::isfinite(length.x() + length.y()) || length.x() == 0 || length.y() == 0)
        return std::nullopt;
    std::optional<int> knee;
    double farthest = 1e-6;
    for (const int i : front) {
        const QPointF away = places[std::size_t(i)] - first;
        // Along the front x rises; the better side is where y is lower than the line (higher, when larger is better).
        const double above = (away.y() / length.y() - away.x() / length.x()) * (length.y() > 0 ? 1 : -1);
        const double distance = sense.largerY ? above : -above;
        if (distance > farthest) {
            farthest = distance;
            knee = i;
        }
    }
    return knee;
}

void ParetoCloud::setSense(const ParetoSense& sense)
{
    m_sense = sense;
    setPoints({});
}

void ParetoCloud::setPoints(std::vector<ParetoPoint> points)
{
    m_kept.reset();
    m_points = std::move(points);
    m_wholeFronts.clear();
    m_places.clear();
    refresh(0);
}

void ParetoCloud::add(const std::vector<ParetoPoint>& points)
{
    const std::size_t from = m_points.size();
    m_points.insert(m_points.end(), points.begin(), points.end());
    refresh(from);
}

void ParetoCloud::refresh(std::size_t from)
{
    refreshPlaces(from);
    refreshFronts(from);
    refreshWeights();
}

void ParetoCloud::setScales(const AxisScale& x, const AxisScale& y)
{
    if (std::exchange(m_isLog, {x.isLog(), y.isLog()}) == m_isLog)
        return;
    m_places.clear();
    refreshPlaces(0);
    refreshFronts(m_points.size()); // the knees
}

void ParetoCloud::setLimits(const Limits& limits)
{
    m_limits = limits;
    refreshLimited();
    refreshWeights();
}

void ParetoCloud::keepOnly(std::optional<std::vector<bool>> kept)
{
    m_kept = std::move(kept);
    refreshLimited();
    refreshWeights();
}

void ParetoCloud::refreshPlaces(std::size_t from)
{
    m_grid.reset();
    const auto counted = [](bool isLog, double value) {
        return !isLog ? value : value > 0 ? std::log10(value) : std::nan("");
    };
    m_places.reserve(from == 0 ? m_points.size() : 0);
    for (std::size_t i = from; i < m_points.size(); ++i)
        m_places.emplace_back(counted(m_isLog[0], m_points[i].x), counted(m_isLog[1], m_points[i].y));
}

void ParetoCloud::refreshFronts(std::size_t from)
{
    std::size_t series = m_wholeFronts.size();
    for (std::size_t i = from; i < m_points.size(); ++i)
        series = std::max(series, std::size_t(m_points[i].series) + 1);
    m_wholeFronts.resize(series);
    for (std::size_t i = 0; i < series && from < m_points.size(); ++i)
        m_wholeFronts[i] = extendFront(m_wholeFronts[i], m_points, from, int(i), m_sense);
    refreshLimited();
}

/// Limits along the axes cut off an end of a front. What else may be left out can have dominated others.
void ParetoCloud::refreshLimited()
{
    m_fronts = m_wholeFronts;
    if (m_kept) {
        std::vector<ParetoPoint> kept = m_points;
        for (std::size_t i = 0; i < kept.size(); ++i)
            kept[i].isRun = kept[i].isRun || isBeyond(i); // not compared
        for (std::size_t i = 0; i < m_fronts.size(); ++i)
            m_fronts[i] = extendFront({}, kept, 0, int(i), m_sense);
    }
    m_knees.clear();
    m_counts.onFronts = 0;
    for (std::vector<int>& front : m_fronts) {
        std::erase_if(front, [this](int point) { return isBeyond(std::size_t(point)); });
        m_counts.onFronts += int(front.size());
        if (const auto knee = kneeOf(front, m_places, m_sense))
            m_knees.push_back(*knee);
    }
}

void ParetoCloud::refreshWeights()
{
    m_weights.assign(m_points.size(), ParetoWeight::Dominated);
    for (const std::vector<int>& front : m_fronts)
        for (const int i : front)
            m_weights[std::size_t(i)] = ParetoWeight::Full;
    const int onFronts = m_counts.onFronts;
    m_counts = {};
    m_counts.onFronts = onFronts;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const ParetoPoint& point = m_points[i];
        if (point.isRun)
            m_weights[i] = ParetoWeight::Full;
        const bool beyond = isBeyond(i);
        if (beyond)
            m_weights[i] = ParetoWeight::Beyond;
        if (!hasPlace(point))
            continue;
        ++m_counts.placed;
        m_counts.undecided += point.isUndecided ? 1 : 0;
        m_counts.runs += point.isRun ? 1 : 0;
        m_counts.within += beyond ? 0 : 1;
    }
}

bool ParetoCloud::isBeyond(std::size_t at) const
{
    const ParetoPoint& point = m_points[at];
    const auto isPast = [](const std::optional<double>& limit, bool larger, double value) {
        return limit && (larger ? value < *limit : value > *limit);
    };
    return (m_kept && (at >= m_kept->size() || !(*m_kept)[at])) || isPast(m_limits[0], m_sense.largerX, point.x)
           || isPast(m_limits[1], m_sense.largerY, point.y);
}

bool ParetoCloud::isDrawn(int point) const
{
    const QPointF& at = place(point);
    return std::isfinite(at.x()) && std::isfinite(at.y());
}

std::array<double, 2> ParetoCloud::range(bool alongY, bool isLog) const
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const ParetoPoint& point : m_points) {
        const double value = alongY ? point.y : point.x;
        if (!hasPlace(point) || (isLog && !(value > 0)))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return {low, high};
}

namespace {

constexpr int kCells = 256; // along each axis

int cellOf(double place, double origin, double cell)
{
    return int(std::clamp((place - origin) / cell, 0.0, double(kCells - 1)));
}

} // namespace

const ParetoCloud::Grid& ParetoCloud::grid() const
{
    if (m_grid)
        return *m_grid;
    constexpr double kNothing = std::numeric_limits<double>::infinity();
    QPointF low(kNothing, kNothing), high(-kNothing, -kNothing);
    for (int i = 0; i < int(m_points.size()); ++i)
        if (isDrawn(i)) {
            low = {std::min(low.x(), place(i).x()), std::min(low.y(), place(i).y())};
            high = {std::max(high.x(), place(i).x()), std::max(high.y(), place(i).y())};
        }
    const auto side = [](double length) { return length > 0 ? length / kCells : 1.0; };
    m_grid.emplace(Grid{low, {side(high.x() - low.x()), side(high.y() - low.y())}, {}, {}});
    Grid& grid = *m_grid;
    const auto cell = [&](int i) {
        return std::size_t(cellOf(place(i).y(), low.y(), grid.cell.y()) * kCells
                           + cellOf(place(i).x(), low.x(), grid.cell.x()));
    };
    grid.first.assign(kCells * kCells + 1, 0);
    for (int i = 0; i < int(m_points.size()); ++i)
        if (isDrawn(i))
            ++grid.first[cell(i) + 1];
    for (std::size_t i = 1; i < grid.first.size(); ++i)
        grid.first[i] += grid.first[i - 1];
    grid.points.resize(std::size_t(grid.first.back()));
    std::vector<int> next(grid.first.begin(), grid.first.end() - 1);
    for (int i = 0; i < int(m_points.size()); ++i)
        if (isDrawn(i))
            grid.points[std::size_t(next[cell(i)]++)] = i;
    return grid;
}

int ParetoCloud::nearest(QPointF at, QPointF reach) const
{
    const Grid& cells = grid();
    if (cells.points.empty() || !(reach.x() > 0) || !(reach.y() > 0))
        return -1;
    const auto column = [&](double x) { return cellOf(x, cells.origin.x(), cells.cell.x()); };
    const auto row = [&](double y) { return cellOf(y, cells.origin.y(), cells.cell.y()); };
    int found = -1;
    double best = 1;
    for (int y = row(at.y() - reach.y()); y <= row(at.y() + reach.y()); ++y)
        for (int x = column(at.x() - reach.x()); x <= column(at.x() + reach.x()); ++x) {
            const std::size_t cell = std::size_t(y * kCells + x);
            for (int k = cells.first[cell]; k < cells.first[cell + 1]; ++k) {
                const int i = cells.points[std::size_t(k)];
                const QPointF away((place(i).x() - at.x()) / reach.x(), (place(i).y() - at.y()) / reach.y());
                const double distance = QPointF::dotProduct(away, away) * (weight(i) == ParetoWeight::Full ? 0.5 : 1);
                if (distance < best || (distance == best && i < found)) {
                    best = distance;
                    found = i;
                }
            }
        }
    return found;
}

namespace {

/// Is a place inside a closed line (odd-even)? Asks only the edges beside it.
class InsideOf {
public:
    explicit InsideOf(const QPolygonF& line) : m_box(line.boundingRect()), m_edges(kBands)
    {
        for (qsizetype i = 0; i < line.size(); ++i) {
            const QPointF a = line[i], b = line[(i + 1) % line.size()];
            const std::size_t last = bandOf(std::max(a.y(), b.y()));
            for (std::size_t band = bandOf(std::min(a.y(), b.y())); band <= last; ++band)
                m_edges[band].push_back({a, b});
        }
    }
    bool operator()(const QPointF& at) const
    {
        if (!m_box.contains(at)) // not, when its place is not a number
            return false;
        bool inside = false;
        for (const auto& [a, b] : m_edges[bandOf(at.y())])
            if ((a.y() > at.y()) != (b.y() > at.y())
                && at.x() < a.x() + (at.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x()))
                inside = !inside;
        return inside;
    }

private:
    static constexpr std::size_t kBands = 256;
    std::size_t bandOf(double y) const
    {
        const double band = m_box.height() > 0 ? (y - m_box.top()) / m_box.height() * kBands : 0;
        return std::size_t(std::clamp(band, 0.0, double(kBands - 1)));
    }

    QRectF m_box;
    std::vector<std::vector<std::pair<QPointF, QPointF>>> m_edges; // by band
};

} // namespace

std::vector<int> ParetoCloud::inside(const QPolygonF& line) const
{
    const InsideOf isInside(line);
    std::vector<int> found;
    for (int i = 0; i < int(m_points.size()); ++i)
        if (!m_points[std::size_t(i)].isRun && isDrawn(i) && !isBeyond(std::size_t(i))
            && (line.isEmpty() || isInside(place(i))))
            found.push_back(i);
    return found;
}

} // namespace nestloom::ui
