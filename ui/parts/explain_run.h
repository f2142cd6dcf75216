// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/explain_layer.h"

#include <QString>

class QMenu;
class QWidget;

namespace nestloom::ui {

class ExplainDialog;
class ShownRun;

/// All figures of one layer's result, with `figure` opened. Null when the layer has no such figure.
ExplainDialog* explainLayer(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, schedule::Figure figure);
/// The same for a layer of the shown run.
ExplainDialog* explainLayer(QWidget* parent, const ShownRun& run, std::size_t layer, schedule::Figure figure);
/// A figure of the whole run, layer by layer.
ExplainDialog* explainTotal(QWidget* parent, const ShownRun& run, schedule::Figure figure);

/// What one level of a mapping does: its tiles, bytes, energy and ports, with `figure` opened.
enum class LevelFigure { Tiles, Bytes, Energy };
ExplainDialog* explainLevel(QWidget* parent, const hardware::Accelerator& accelerator, const workload::Layer& layer,
                            const schedule::LayerResult& result, std::size_t level,
                            LevelFigure figure = LevelFigure::Tiles);
/// The same for a layer of the shown run.
ExplainDialog* explainLevel(QWidget* parent, const ShownRun& run, std::size_t layer, std::size_t level,
                            LevelFigure figure);

/// Of a link in a line of numbers: "cycles", "energy", "edp", "utilisation", "gap"; cycles for any other.
schedule::Figure figureNamed(const QString& link);

/// "Explain cycles", "Explain energy", ...
QString explainWords(schedule::Figure figure);

} // namespace nestloom::ui
