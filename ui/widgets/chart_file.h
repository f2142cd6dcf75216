// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/widgets/exportable_chart.h"
#include "ui/widgets/provenance.h"

#include <QImage>

namespace nestloom::ui {

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
