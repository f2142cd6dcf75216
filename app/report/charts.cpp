// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/charts.h"

#include "app/report/html.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"

#include <algorithm>
#include <cmath>

namespace nestloom::report {

namespace {

// Pixels of the drawing, before it is scaled to the page.
constexpr double kLabelWidth = 170, kPlotWidth = 560, kNoteWidth = 250;
constexpr double kRow = 17, kBarHeight = 11, kHead = 38, kGroupGap = 7;
constexpr double kMostHeight = 620; // of one figure: two stand on a page

std::string px(double value) { return fixedNumber(value, 1); }

std::string textAt(double x, double y, const char* anchor, const char* cssClass, const std::string& text)
{
    return "<text x=\"" + px(x) + "\" y=\"" + px(y) + "\" text-anchor=\"" + anchor + "\" class=\"" + cssClass + "\">"
           + escaped(text) + "</text>\n";
}

std::string grid(const std::vector<double>& marks, double scale, double bottom, const Axis& axis)
{
    std::string svg = textAt(kLabelWidth, 12, "start", "soft", axis.title);
    for (const double mark : marks) {
        const std::string x = px(kLabelWidth + mark * scale);
        svg += textAt(kLabelWidth + mark * scale, kHead - 10, "middle", "soft", axis.number(mark));
        svg += "<line class=\"grid\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"" + px(kHead - 6) + "\" y2=\"" + px(bottom)
               + "\"/>\n";
    }
    return svg;
}

std::string drawBar(const Bar& bar, double scale, double y)
{
    const double middle = y + kRow / 2 + 4;
    std::string svg = "<g><title>" + escaped(bar.label + ": " + bar.note) + "</title>";
    svg += textAt(kLabelWidth - 8, middle, "end", "", bar.label);
    double end = 0;
    for (const Segment& segment : bar.segments) {
        svg += "<rect class=\"" + escaped(segment.cssClass) + "\" x=\"" + px(kLabelWidth + end) + "\" y=\""
               + px(y + (kRow - kBarHeight) / 2) + "\" width=\"" + px(segment.value * scale) + "\" height=\""
               + px(kBarHeight) + "\"/>\n";
        end += segment.value * scale;
    }
    if (bar.marker) {
        const std::string x = px(kLabelWidth + *bar.marker * scale);
        svg += "<line class=\"bound\" x1=\"" + x + "\" x2=\"" + x + "\" y1=\"" + px(y + 1) + "\" y2=\""
               + px(y + kRow - 1) + "\"/>\n";
        end = std::max(end, *bar.marker * scale);
    }
    return svg + textAt(kLabelWidth + end + 7, middle, "start", "soft", bar.note) + "</g>\n";
}

double length(const Bar& bar) { return sumOf(bar.segments, &Segment::value); }

/// Where the figure that begins with a bar ends: before it gets too high, but not within a group.
std::size_t endOfFigure(const std::vector<Bar>& bars, std::size_t begin)
{
    const bool isGrouped = std::ranges::any_of(bars, [](const Bar& bar) { return bar.startsGroup; });
    std::size_t end = begin;
    for (double height = kHead; end < bars.size() && (end == begin || height < kMostHeight); ++end)
        height += kRow + (bars[end].startsGroup ? kGroupGap : 0);
    while (isGrouped && end < bars.size() && end > begin + 1 && !bars[end].startsGroup)
        --end;
    return end;
}

std::string drawFigure(const std::vector<Bar>& bars, std::size_t begin, std::size_t end,
                       const std::vector<double>& marks, double scale, const Axis& axis)
{
    double height = kHead;
    std::string drawn;
    for (std::size_t i = begin; i < end; ++i) {
        height += bars[i].startsGroup && i > begin ? kGroupGap : 0;
        drawn += drawBar(bars[i], scale, height);
        height += kRow;
    }
    const std::string width = px(kLabelWidth + kPlotWidth + kNoteWidth);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + width + "\" viewBox=\"0 0 " + width + " "
           + px(height + 6) + "\">\n" + grid(marks, scale, height, axis) + drawn + "</svg>\n";
}

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
    const std::string usual = point.isFront ? "front" : "dominated";
    return "<circle class=\"" + (point.cssClass.empty() ? usual : escaped(point.cssClass)) + "\" cx=\""
           + coordinate(x.at(point.x)) + "\" cy=\"" + coordinate(y.at(point.y)) + "\" r=\""
           + coordinate(point.isFront || !point.cssClass.empty() ? kDot : kWeakDot) + "\"><title>" + escaped(point.tip)
           + "</title></circle>\n";
}

/// The border of what the front dominates: right along one point's height, then down to the next.
std::string steps(std::vector<ScatterPoint> front, const Scale& x, const Scale& y)
{
    std::ranges::sort(
        front, [](const ScatterPoint& a, const ScatterPoint& b) { return a.x < b.x || (a.x == b.x && a.y > b.y); });
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

/// Over all points, and as far beyond them as it takes until no two marks next to each other read the same.
std::vector<double> marksFor(const std::vector<ScatterPoint>& points, double ScatterPoint::*value, const Axis& axis)
{
    constexpr int kMostSteps = 40;
    const auto less = [value](const ScatterPoint& a, const ScatterPoint& b) { return a.*value < b.*value; };
    const auto [lowest, highest] = std::minmax_element(points.begin(), points.end(), less);
    double low = (*lowest).*value, high = (*highest).*value;
    std::vector<double> marks = ticksBetween(low, high, 6);
    const auto readSame = [&](double a, double b) { return axis.number(a) == axis.number(b); };
    for (int i = 0; i < kMostSteps && std::ranges::adjacent_find(marks, readSame) != marks.end(); ++i) {
        const double half = high - low;
        low -= low > half || low < 0 ? half : low; // not below 0 where nothing else is
        high += half;
        marks = ticksBetween(low, high, 6);
    }
    return marks;
}

/// The least 1, 2 or 5 times a power of ten that is not below `rough`.
double niceStep(double rough)
{
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    return rough <= power ? power : rough <= 2 * power ? 2 * power : rough <= 5 * power ? 5 * power : 10 * power;
}

} // namespace

std::vector<double> ticks(double largest, int wanted)
{
    if (!(largest > 0) || wanted < 1)
        return {0};
    const double step = niceStep(largest / wanted);
    std::vector<double> marks{0};
    while (marks.back() < largest * (1 - 1e-9))
        marks.push_back(step * double(marks.size()));
    return marks;
}

std::vector<Figure> barChart(const std::vector<Bar>& bars, const Axis& axis)
{
    double largest = 0;
    for (const Bar& bar : bars)
        largest = std::max({largest, length(bar), bar.marker.value_or(0)});
    const std::vector<double> marks = ticks(largest, 6);
    const double scale = marks.back() > 0 ? kPlotWidth / marks.back() : 0;
    std::vector<Figure> figures;
    for (std::size_t begin = 0; begin < bars.size();) {
        const std::size_t end = endOfFigure(bars, begin);
        figures.push_back({drawFigure(bars, begin, end, marks, scale, axis)});
        begin = end;
    }
    return figures;
}

void addBarChart(Document& document, const std::vector<Bar>& bars, const Axis& axis)
{
    for (Figure& figure : barChart(bars, axis))
        document.add(std::move(figure));
}

std::vector<double> ticksBetween(double from, double to, int wanted)
{
    if (!(to > from)) { // one value: around it
        const double half = from == 0 ? 1 : std::fabs(from) / 2;
        from -= half;
        to += half;
    }
    const double step = niceStep((to - from) / wanted);
    std::vector<double> marks;
    for (double i = std::floor(from / step + 1e-9); marks.empty() || marks.back() < to - step * 1e-9; ++i)
        marks.push_back(i * step);
    return marks;
}

Figure scatterChart(const std::vector<ScatterPoint>& points, const Axis& xAxis, const Axis& yAxis,
                    const std::vector<std::pair<double, double>>& roof)
{
    if (points.empty())
        return {};
    std::vector<ScatterPoint> inSight = points;
    for (const auto& [across, up] : roof)
        inSight.push_back({across, up, {}});
    const Scale x{marksFor(inSight, &ScatterPoint::x, xAxis), kLeft, kWidth - kRight};
    const Scale y{marksFor(inSight, &ScatterPoint::y, yAxis), kHeight - kBottom, kTop};
    std::vector<ScatterPoint> front;
    std::ranges::copy_if(points, std::back_inserter(front), [](const ScatterPoint& p) { return p.isFront; });
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"" + coordinate(kWidth)
                      + "\" viewBox=\"0 0 " + coordinate(kWidth) + " " + coordinate(kHeight) + "\">\n"
                      + axes(x, y, xAxis, yAxis) + steps(front, x, y);
    for (std::size_t i = 1; i < roof.size(); ++i)
        svg +=
            line(x.at(roof[i - 1].first), y.at(roof[i - 1].second), x.at(roof[i].first), y.at(roof[i].second), "bound");
    for (const bool strong : {false, true}) // the front on top
        for (const ScatterPoint& point : points)
            if (point.isFront == strong)
                svg += dot(point, x, y);
    return {svg + labels(front, x, y) + "</svg>\n"};
}

} // namespace nestloom::report
