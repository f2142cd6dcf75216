// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/tiled_text.h"

#include "engine/base/number_words.h"
#include "engine/schedule/flexer/tiled_summary.h"

namespace nestloom::report {

using schedule::flexer::SchedulePoint;

namespace {

/// How many times as much the other schedule takes: "1.05x".
std::string times(double other, double chosen) { return chosen > 0 ? fixedNumber(other / chosen, 3) + "x" : "-"; }

double cyclesOf(const SchedulePoint& point) { return double(point.latency.count); }
double bytesOf(const SchedulePoint& point) { return double(point.traffic.total().count); }

/// Cycles and bytes of the layers that have this kind of schedule, beside those of the chosen ones.
struct Sum {
    double cycles = 0, bytes = 0, chosenCycles = 0, chosenBytes = 0;
    void add(const std::optional<SchedulePoint>& point, const SchedulePoint& chosen)
    {
        if (!point)
            return;
        cycles += cyclesOf(*point);
        bytes += bytesOf(*point);
        chosenCycles += cyclesOf(chosen);
        chosenBytes += bytesOf(chosen);
    }
    std::string text(const std::string& what) const
    {
        return what + " would take " + times(cycles, chosenCycles) + " the cycles and " + times(bytes, chosenBytes)
               + " the transfers";
    }
};

std::string beside(const std::optional<SchedulePoint>& point, const SchedulePoint& chosen)
{
    return point ? times(cyclesOf(*point), cyclesOf(chosen)) + " / " + times(bytesOf(*point), bytesOf(chosen))
                 : std::string("-");
}

/// "1.031x / 1.120x / 1.155x"
std::string aboveBounds(const schedule::flexer::FlexerParams& params, const schedule::flexer::TiledSummary& summary)
{
    const schedule::flexer::Headroom above = headroomOf(params, summary);
    const auto text = [](double part) { return fixedNumber(1 + part, 3) + "x"; };
    return text(above.latency) + " / " + text(above.transfer) + " / " + text(above.metric);
}

} // namespace

std::vector<Cell> tiledColumns()
{
    return {textCell("layer"), numberCell("transfers"),   textCell("tiling"),         textCell("loops over tiles"),
            textCell("order"), numberCell("best static"), numberCell("plain static"), numberCell("above bounds")};
}

std::vector<Cell> tiledRow(const schedule::flexer::FlexerParams& params, const schedule::LayerResult& layer)
{
    const SchedulePoint& chosen = layer.tiled->chosen;
    return {textCell(layer.name),
            numberCell(shortBytes(bytesOf(chosen))),
            textCell(describe(chosen.recipe.tiling)),
            textCell(describe(chosen.recipe.dataflow)),
            textCell(chosen.recipe.isStatic ? "static" : "out of order"),
            numberCell(beside(layer.tiled->bestStatic, chosen)),
            numberCell(beside(layer.tiled->plain, chosen)),
            numberCell(aboveBounds(params, *layer.tiled))};
}

std::string tiledBaselines(const std::vector<schedule::LayerResult>& layers)
{
    Sum bestStatic, plain;
    bool hasAny = false;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.tiled)
            continue;
        hasAny = true;
        bestStatic.add(layer.tiled->bestStatic, layer.tiled->chosen);
        plain.add(layer.tiled->plain, layer.tiled->chosen);
    }
    return hasAny ? bestStatic.text("best static schedules") + "; " + plain.text("plain ones") + ", where there is one"
                  : "";
}

} // namespace nestloom::report
