// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"
#include "ui/style/theme.h"
#include "ui/widgets/table_text.h"
#include "ui/words/layer_words.h"

#include <QString>

#include <optional>
#include <vector>

namespace nestloom::ui {

enum class ChartQuantity { Cycles, Energy };

/// What the chart draws for one layer, whatever the quantity.
struct ChartBar {
    enum class Kind { Pending, Solved, Failed, Cancelled };
    /// A part of a stacked bar. `key` selects the colour: a BoundBy for cycles, 0 = MACs and 1 + level for energy.
    struct Part {
        double value = 0;
        std::size_t key = 0;
    };
    Kind kind = Kind::Pending;
    std::vector<Part> parts;         // bottom to top
    std::optional<double> bound;     // proven lower bound, cycles only
    std::optional<double> simulated; // what a simulation takes, cycles only
    double total() const;
};

struct LegendEntry {
    QString text; // "C  compute"
    std::size_t key = 0;
};

/// `inputs`  that the result is for, when one of them is shown; 1 = the result as it is
ChartBar chartBar(const schedule::LayerResult& result, ChartQuantity quantity, std::int64_t inputs = 1);
/// Colour of a part.
QColor partColour(const Theme& theme, ChartQuantity quantity, std::size_t key);
/// One letter that repeats what bounds a layer: C, D, N, B.
QString boundLetter(BoundBy bound);
/// The keys that occur, in a fixed order.
std::vector<LegendEntry> legend(const std::vector<ChartBar>& bars, ChartQuantity quantity,
                                const std::vector<schedule::LayerResult>& results);
/// A row for each layer, for exports.
TableValues barValues(const std::vector<ChartBar>& bars, ChartQuantity quantity,
                      const std::vector<schedule::LayerResult>& results, std::int64_t inputs = 1);
/// Name, shape, exact numbers, formula, what the baseline says; or the reason of a failure.
QString barToolTip(const workload::Layer& layer, const schedule::LayerResult& result,
                   const BaselineLayers& baseline = {});

} // namespace nestloom::ui
