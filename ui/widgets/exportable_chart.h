// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/provenance.h"
#include "ui/widgets/table_text.h"

#include <QSize>

#include <optional>

class QPainter;

namespace nestloom::ui {

/// A chart that can leave the window, as a picture and as the numbers that it draws. Widgets implement it beside
/// QWidget and call enableChartExport() in their constructor.
class ExportableChart {
public:
    virtual ~ExportableChart() = default;

    /// Title and beginning of the file name: "cycles per layer". Empty = there is nothing to export now.
    virtual QString chartName() const = 0;
    /// What is drawn, one row for each mark; columns carry their units.
    virtual TableValues chartValues() const = 0;
    /// Logical pixels.
    virtual QSize chartSize() const = 0;
    /// Paints from (0, 0) to chartSize(), in the colours of the screen.
    virtual void paintChart(QPainter& painter) = 0;
    /// Where the numbers come from; nothing = from the shown run.
    virtual std::optional<Provenance> chartProvenance() const { return std::nullopt; }
};

} // namespace nestloom::ui
