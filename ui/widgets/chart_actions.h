// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace nestloom::ui {

class ExportableChart;

/// Gives a chart a context menu that copies it as a picture or exports it. `widget` is an ExportableChart; actions that
/// it has already stand above.
void enableChartExport(QWidget& widget);

/// Asks where and how to export a chart.
void askExportChart(QWidget& widget);

/// The chart to export of a page: the one with the focus, or else the first that is shown and has something to export;
/// nullptr when there is none. `page` itself counts.
QWidget* chartOf(QWidget* page);

} // namespace nestloom::ui
