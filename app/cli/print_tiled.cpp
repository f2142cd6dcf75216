// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_tiled.h"

#include "app/cli/text_table.h"
#include "app/report/number_text.h"

namespace nestloom::cli {

using namespace report;
using schedule::flexer::SchedulePoint;

namespace {

/// How many times as much the other schedule takes: "1.05x".
std::string times(double other, double chosen) { return chosen > 0 ? fixedNumber(other / chosen, 3) + "x" : "-"; }

/// Cycles and bytes of the layers that have this kind of schedule, beside those of the chosen ones.
struct Sum {
    double cycles = 0, bytes = 0, chosenCycles = 0, chosenBytes = 0;
    void add(const std::optional<SchedulePoint>& point, const SchedulePoint& chosen)
    {
        if (!point)
            return;
        cycles += double(point->latency.count);
        bytes += double(point->traffic.total().count);
        chosenCycles += double(chosen.latency.count);
        chosenBytes += double(chosen.traffic.total().count);
    }
    std::string text(const std::string& what) const
    {
        return what + " would take " + times(cycles, chosenCycles) + " the cycles and " + times(bytes, chosenBytes) + " the transfers";
    }
};

std::vector<std::string> row(const schedule::LayerResult& layer)
{
    const SchedulePoint& chosen = layer.tiled->chosen;
    const auto beside = [&](const std::optional<SchedulePoint>& point) {
        return point ? times(double(point->latency.count), double(chosen.latency.count)) + " / "
                           + times(double(point->traffic.total().count), double(chosen.traffic.total().count))
                     : std::string("-");
    };
    return {layer.name, shortBytes(double(chosen.traffic.total().count)), describe(chosen.recipe.tiling), describe(chosen.recipe.dataflow),
            chosen.recipe.isStatic ? "static" : "out of order", beside(layer.tiled->strong), beside(layer.tiled->plain)};
}

} // namespace

std::string printTiled(const std::vector<schedule::LayerResult>& layers)
{
    constexpr auto kLeft = TextTable::Align::Left;
    constexpr auto kRight = TextTable::Align::Right;
    TextTable table({{"layer", kLeft}, {"transfers", kRight}, {"tiling", kLeft}, {"loops over tiles", kLeft}, {"order", kLeft},
                     {"strong static", kRight}, {"plain static", kRight}});
    Sum strong, plain;
    bool hasAny = false;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.tiled)
            continue;
        hasAny = true;
        table.addRow(row(layer));
        strong.add(layer.tiled->strong, layer.tiled->chosen);
        plain.add(layer.tiled->plain, layer.tiled->chosen);
    }
    return hasAny ? "\n" + table.print() + "\n" + strong.text("strong static schedules") + "; " + plain.text("plain ones")
                        + ", where there is one\n"
                  : "";
}

} // namespace nestloom::cli
