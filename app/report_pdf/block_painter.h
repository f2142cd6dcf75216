// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "app/report_pdf/page_painter.h"

namespace nestloom::report {

/// All blocks, one below the other. A heading or legend stays with what follows it; a figure is never broken.
void paintBlocks(const std::vector<Block>& blocks, PagePainter& page);

} // namespace nestloom::report
