// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/bar_chart.h"

#include "app/report/html.h"
#include "engine/base/number_words.h"

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

double length(const Bar& bar)
{
    double sum = 0;
    for (const Segment& segment : bar.segments)
        sum += segment.value;
    return sum;
}

/// Where the figure that begins with a bar ends: before it gets too high, but not within a group.
std::size_t endOfFigure(const std::vector<Bar>& bars, std::size_t begin)
{
    const bool isGrouped = std::any_of(bars.begin(), bars.end(), [](const Bar& bar) { return bar.startsGroup; });
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

} // namespace

std::vector<double> ticks(double largest, int wanted)
{
    if (!(largest > 0) || wanted < 1)
        return {0};
    const double rough = largest / wanted;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = rough <= power       ? power
                        : rough <= 2 * power ? 2 * power
                        : rough <= 5 * power ? 5 * power
                                             : 10 * power;
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

} // namespace nestloom::report
