// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/scatter_chart.h"

#include "app/report/html.h"
#include "engine/base/number_words.h"

#include <algorithm>
#include <cmath>

namespace nestloom::report {

namespace {

// Pixels of the drawing, before it is scaled to the page.
constexpr double kWidth = 980, kHeight = 460, kLeft = 90, kRight = 150, kTop = 34, kBottom = 56;
constexpr double kDot = 4.5, kWeakDot = 3.5;
constexpr std::size_t kMostLabels = 12; // more would cover each other

std::string coordinate(double value) { return fixedNumber(value, 1); }

/// Where values stand in the drawing.
struct Scale {
    std::vector<double> marks;
    double begin = 0, end = 0; // pixels
    double at(double value) const
    {
        const double span = marks.back() - marks.front();
        return begin + (end - begin) * (span > 0 ? (value - marks.front()) / span : 0.5);
    }
};

std::string text(double x, double y, const char* anchor, const std::string& words, const char* cssClass = "soft")
{
    return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" + anchor + "\" class=\""
           + cssClass + "\">" + escaped(words) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const char* cssClass)
{
    return std::string("<line class=\"") + cssClass + "\" x1=\"" + coordinate(x1) + "\" y1=\"" + coordinate(y1)
           + "\" x2=\"" + coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>\n";
}

std::string axes(const Scale& x, const Scale& y, const Axis& xAxis, const Axis& yAxis)
{
    std::string svg = text(kLeft, 14, "start", yAxis.title) + text(x.end, kHeight - 8, "end", xAxis.title);
    for (const double mark : x.marks)
        svg += line(x.at(mark), kTop, x.at(mark), kHeight - kBottom, "grid")
               + text(x.at(mark), kHeight - kBottom + 18, "middle", xAxis.number(mark));
    for (const double mark : y.marks)
        svg += line(kLeft, y.at(mark), kWidth - kRight, y.at(mark), "grid")
               + text(kLeft - 8, y.at(mark) + 4, "end", yAxis.number(mark));
    return svg;
}

std::string dot(const ScatterPoint& point, const Scale& x, const Scale& y)
{
    return "<circle class=\"" + std::string(point.isFront ? "front" : "dominated") + "\" cx=\""
           + coordinate(x.at(point.x)) + "\" cy=\"" + coordinate(y.at(point.y)) + "\" r=\""
           + coordinate(point.isFront ? kDot : kWeakDot) + "\"><title>" + escaped(point.tip) + "</title></circle>\n";
}

/// The border of what the front dominates: right along one point's height, then down to the next.
std::string steps(std::vector<ScatterPoint> front, const Scale& x, const Scale& y)
{
    std::sort(front.begin(), front.end(),
              [](const ScatterPoint& a, const ScatterPoint& b) { return a.x < b.x || (a.x == b.x && a.y > b.y); });
    std::string path;
    for (std::size_t i = 0; i < front.size(); ++i) {
        if (i > 0)
            path += "H" + coordinate(x.at(front[i].x)) + " V" + coordinate(y.at(front[i].y)) + " ";
        else
            path = "M" + coordinate(x.at(front[0].x)) + " " + coordinate(y.at(front[0].y)) + " ";
    }
    return path.empty() ? path : "<path class=\"step\" d=\"" + path + "\"/>\n";
}

std::string labels(const std::vector<ScatterPoint>& front, const Scale& x, const Scale& y)
{
    if (front.size() > kMostLabels)
        return {};
    std::string svg;
    for (const ScatterPoint& point : front)
        svg += text(x.at(point.x) + 8, y.at(point.y) - 6, "start", point.label, "");
    return svg;
}

std::vector<double> marksFor(const std::vector<ScatterPoint>& points, double ScatterPoint::*value)
{
    const auto less = [value](const ScatterPoint& a, const ScatterPoint& b) { return a.*value < b.*value; };
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), less);
    return ticksBetween((*low).*value, (*high).*value, 6);
}

} // namespace

std::vector<double> ticksBetween(double from, double to, int wanted)
{
    if (!(to > from)) { // one value: around it
        const double half = from == 0 ? 1 : std::fabs(from) / 2;
        from -= half;
        to += half;
    }
    const double rough = (to - from) / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = rough <= power       ? power
                        : rough <= 2 * power ? 2 * power
                        : rough <= 5 * power ? 5 * power
                                             : 10 * power;
    std::vector<double> marks;
    for (double i = std::floor(from / step + 1e-9); marks.empty() || marks.back() < to - step * 1e-9; ++i)
        marks.push_back(i * step);
    return marks;
}

Figure scatterChart(const std::vector<ScatterPoint>& points, const Axis& xAxis, const Axis& yAxis)
{
    if (points.empty())
        return {};
    const Scale x{marksFor(points, &ScatterPoint::x), kLeft, kWidth - kRight};
    const Scale y{marksFor(points, &ScatterPoint::y), kHeight - kBottom, kTop};
    std::vector<ScatterPoint> front;
    std::copy_if(points.begin(), points.end(), std::back_inserter(front),
                 [](const ScatterPoint& p) { return p.isFront; });
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + coordinate(kWidth)
                      + "\" viewBox=\"0 0 " + coordinate(kWidth) + " " + coordinate(kHeight) + "\">\n"
                      + axes(x, y, xAxis, yAxis) + steps(front, x, y);
    for (const bool strong : {false, true}) // the front on top
        for (const ScatterPoint& point : points)
            if (point.isFront == strong)
                svg += dot(point, x, y);
    return {svg + labels(front, x, y) + "</svg>\n"};
}

} // namespace nestloom::report
