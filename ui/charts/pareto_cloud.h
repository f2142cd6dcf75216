// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QPolygonF>

#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace nestloom::ui {

class AxisScale;

/// What the Pareto view draws of one thing. Coordinates are in the units of the axes.
struct ParetoPoint {
    double x = std::numeric_limits<double>::quiet_NaN(); // not a number: it has no place
    double y = std::numeric_limits<double>::quiet_NaN();
    int series = 0;           // only points of one series are compared; it decides the shape
    int colour = 0;           // into the legend
    bool isRun = false;       // a stored run: shown, but not compared
    bool isUndecided = false; // its place may be off: drawn as an outline
};

/// Can the point be drawn?
bool hasPlace(const ParetoPoint& point);

/// Which end of each axis is better.
struct ParetoSense {
    bool largerX = false, largerY = false;
    friend bool operator==(const ParetoSense&, const ParetoSense&) = default;
};

/// Indices of the Pareto-optimal points of one series, in the order of x. `front` is that of the points before `from`
/// (empty when `from` is 0): what has been dominated once stays so, which makes adding points cheap.
std::vector<int> extendFront(const std::vector<int>& front, const std::vector<ParetoPoint>& points, std::size_t from,
                             int series, const ParetoSense& sense);

/// Where the front bends most: the point farthest from the straight line between its ends, towards the better side,
/// when both axes are stretched to the length of the front. `places`: of all points, as the axes count (linear or
/// logarithmic). Nothing for fewer than three distinct points or a straight front.
std::optional<int> kneeOf(const std::vector<int>& front, const std::vector<QPointF>& places, const ParetoSense& sense);

/// How strongly a mark is drawn: opacity 1, 0.25, 0.08.
enum class ParetoWeight { Full, Dominated, Beyond };

/// The points of a Pareto view with what follows from them: fronts, knees, weights, and who is near a place or inside a
/// line. Made for 100,000 points: nothing is asked of all of them while the pointer moves.
class ParetoCloud {
public:
    using Limits = std::array<std::optional<double>, 2>; // along x and y

    void setSense(const ParetoSense& sense); // forgets the points
    void setPoints(std::vector<ParetoPoint> points);
    void add(const std::vector<ParetoPoint>& points);
    /// Whether the axes count linear or logarithmic.
    void setScales(const AxisScale& x, const AxisScale& y);
    void setLimits(const Limits& limits);
    /// Only these are within the limits, by index; nothing = all.
    void keepOnly(std::optional<std::vector<bool>> kept);
    bool isFiltered() const { return m_kept.has_value(); }

    const std::vector<ParetoPoint>& points() const { return m_points; }
    bool isEmpty() const { return m_points.empty(); }
    const std::vector<std::vector<int>>& fronts() const { return m_fronts; } // by series; within the limits
    const std::vector<int>& knees() const { return m_knees; }
    ParetoWeight weight(int point) const { return m_weights[std::size_t(point)]; }
    /// As the axes count; not a number where a point cannot be drawn.
    const QPointF& place(int point) const { return m_places[std::size_t(point)]; }
    bool isDrawn(int point) const;

    struct Counts {
        int placed = 0, undecided = 0, runs = 0, within = 0, onFronts = 0; // of those with a place; within the limits
    };
    const Counts& counts() const { return m_counts; }
    /// The lowest and highest values with a place, along x or y; on a logarithmic axis those above 0. Without any, the
    /// first is above the second.
    std::array<double, 2> range(bool alongY, bool isLog) const;

    /// The nearest point within `reach`, or -1. Places as the axes count; of two marks on top of each other, the one
    /// that can be seen.
    int nearest(QPointF place, QPointF reach) const;
    /// Points that are no runs, within the limits, and inside the line (as the axes count) where there is one.
    std::vector<int> inside(const QPolygonF& line) const;

private:
    struct Grid { // of cells over all places
        QPointF origin, cell;
        std::vector<int> first;  // by cell, and one more
        std::vector<int> points; // by cell
    };

    void refresh(std::size_t from); // all that follows from the points
    void refreshPlaces(std::size_t from);
    void refreshFronts(std::size_t from);
    void refreshLimited(); // fronts and knees
    void refreshWeights();
    bool isBeyond(std::size_t point) const;
    const Grid& grid() const;

    std::vector<ParetoPoint> m_points;
    std::vector<QPointF> m_places;
    std::vector<ParetoWeight> m_weights;
    std::vector<std::vector<int>> m_wholeFronts, m_fronts; // without limits, within them
    std::vector<int> m_knees;
    ParetoSense m_sense;
    Limits m_limits;
    std::optional<std::vector<bool>> m_kept;
    std::array<bool, 2> m_isLog{};
    Counts m_counts;
    mutable std::optional<Grid> m_grid; // made when it is asked for
};

} // namespace nestloom::ui
