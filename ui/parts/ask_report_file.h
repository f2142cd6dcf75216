// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace nestloom::ui {

/// Asks where a report goes, as HTML or PDF by its ending, without blocking the caller. `name` is offered, without its
/// ending. `chosen` hears a path that ends in .html or .pdf, or of one run with `isRun` in .json: all that is stored.
void askReportFile(QWidget* window, const QString& name, std::function<void(const QString& path)> chosen,
                   bool isRun = false);

} // namespace nestloom::ui
