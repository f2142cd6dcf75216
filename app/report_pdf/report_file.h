// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/base/result.h"

#include <filesystem>

namespace nestloom::report {

/// Writes a report as PDF when the path ends in .pdf, else as HTML; whole or not at all.
/// Fails   Io; Unsupported for PDF in a build without Qt Gui, in one sentence.
Status writeReportFile(const Document& document, const std::filesystem::path& path);

} // namespace nestloom::report
