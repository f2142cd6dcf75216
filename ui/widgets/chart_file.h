// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/widgets/export_context.h"
#include "ui/widgets/table_text.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <optional>

class QPainter;

namespace nestloom::ui {

/// Writes a file whole or not at all. Fails   Io in one sentence that names the path and says why.
Status saveFile(const QString& path, const QByteArray& content);

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

enum class ChartFormat { Svg, Png, Pdf };
QString suffix(ChartFormat format); // "svg"

struct ChartExport {
    ChartFormat format = ChartFormat::Svg;
    int scale = 2;        // of PNG: pixels for each logical pixel
    bool withData = true; // writes the values beside the picture, as CSV
};

/// The chart as a picture in memory.
QImage chartImage(ExportableChart& chart, int scale);

/// The file of a chart. Provenance stands in the description of an SVG, in the text fields of a PNG, in the title of a
/// PDF. Empty when the chart has nothing to export.
QByteArray chartFile(ExportableChart& chart, const ChartExport& options, const Provenance& provenance);

/// Where the data of a picture go: the same path ending in .csv.
QString dataPath(const QString& picturePath);

/// Writes the picture and its data. Fails   Io, InvalidInput when there is nothing to export.
Status exportChart(ExportableChart& chart, const QString& path, const ChartExport& options,
                   const Provenance& provenance);

} // namespace nestloom::ui
