// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/plan_geometry.h"
#include "ui/style/theme.h"

#include <QImage>

namespace nestloom::ui {

/// The boxes in sight as pixels, written straight into an image: a hundred thousand of them take a few milliseconds
/// where a painter takes ten times that. Boxes below a pixel still fill one; boxes of three pixels and more have an
/// edge. The image covers geometry.plot and is transparent where nothing lies.
QImage rasterBoxes(const PlanBoxes& boxes, const PlanGeometry& geometry, const Theme& theme, double pixelRatio);

} // namespace nestloom::ui
