// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/plan_geometry.h"
#include "ui/style/theme.h"

#include <QFontMetricsF>

class QPainter;

namespace nestloom::ui {

/// Where the title of an axis of bytes stands, upright at the left edge; empty when it would meet the labels, of which
/// the widest is given, or is longer than the axis.
QRectF byteTitlePlace(const PlanGeometry& geometry, const QFontMetricsF& metrics, double widestLabel,
                      const QString& title);

/// Lines across the plot, their labels at the left, and the title beside these where it has room.
void paintByteAxis(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, double linesOfText,
                   const QString& title);

} // namespace nestloom::ui
