// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/base/result.h"

namespace nestloom::report {

/// A report as PDF on A4, with vector figures, page numbers, and tables that break between rows only and repeat their
/// head. The bytes hold the time of writing.
/// Fails   Unsupported in a build without Qt Gui; Io when the computer has no font.
/// Thread rule: any thread when the program has a QGuiApplication; without one it must be the main thread.
Result<std::string> toPdf(const Document& document);

} // namespace nestloom::report
