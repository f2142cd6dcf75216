// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"

namespace nestloom::report {

/// Text as it must stand in HTML, in an attribute, or in SVG: & < > " ' are replaced, control characters dropped.
std::string escaped(std::string_view text);

/// A report as one HTML file that needs nothing else. It prints, and follows the reader's light or dark mode.
std::string toHtml(const Document& document);

} // namespace nestloom::report
