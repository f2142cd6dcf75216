// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QPixmap>

#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

class QPainter;

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
/// when both axes (as they are shown, linear or logarithmic) are stretched to the length of the front. Nothing for
/// fewer than three distinct points or a straight front.
std::optional<int> kneeOf(const std::vector<int>& front, const std::vector<ParetoPoint>& points, const AxisScale& x,
                          const AxisScale& y, const ParetoSense& sense);

/// The marks of points: a shape per series, a colour per legend entry. Each is painted once and then copied, which is
/// what makes ten thousand of them fast.
class ParetoMarks {
public:
    enum class Weight { Full, Dominated, Beyond }; // opacity 1, 0.25, 0.08

    static constexpr double kSize = 11; // side of the square that a mark stands in
    static constexpr int kColours = 32; // different ones; more legend entries share them

    void reset(const Theme& theme, double devicePixelRatio); // forgets all when either differs
    /// Draws shapes instead of copies, for a picture that can be scaled.
    void setVector(bool on) { m_isVector = on; }
    /// `colour` of `colours` legend entries. `hollow`: the outline only.
    void draw(QPainter& painter, QPointF centre, int series, int colour, int colours, Weight weight,
              bool hollow = false);
    /// A ring with a dot: a stored run.
    void drawRun(QPainter& painter, QPointF centre, Weight weight);

private:
    void drawMark(QPainter& painter, QPointF centre, int shape, int colour, Weight weight, bool hollow);
    void paintMark(QPainter& painter, int shape, int colour, Weight weight, bool hollow) const; // around the origin

    const Theme* m_theme = nullptr;
    double m_ratio = 1;
    bool m_isVector = false;
    std::map<std::tuple<int, int, Weight, bool>, QPixmap> m_marks;
};

} // namespace nestloom::ui
