// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/convergence.h"
#include "ui/charts/axis_scale.h"

#include <QPen>

namespace nestloom::ui {

struct Theme;

/// "CoSA", "Random", ...
QString engineName(const std::string& engine);
/// "latency", "energy", "EDP", "energy + 500 pJ x cycles".
QString goalName(const schedule::Goal& goal);
/// A figure of a goal: "115 kcycle", "93.5 uJ"; exactly: "115,248 cycles".
QString figureText(const schedule::Goal& goal, double value, Hertz clock);
QString exactFigureText(const schedule::Goal& goal, double value, Hertz clock);
/// How an axis of such figures is labelled.
AxisUnit figureUnit(const schedule::Goal& goal, Hertz clock);
/// "waiting", "running", "done", "time is up", "stopped", or why it was refused.
QString stateText(const schedule::ConvergenceCurve& curve, bool ended);

/// Colour and dashes of an engine's curves; the dashes repeat the colour.
QPen enginePen(const std::string& engine, const Theme& theme);

} // namespace nestloom::ui
