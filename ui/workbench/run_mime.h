// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

class QMimeData;

namespace nestloom::ui {

/// Stored runs on their way from a list to the Compare page. The drag belongs to the caller.
QMimeData* mimeOfRuns(const std::vector<RunId>& runs);
std::vector<RunId> runsOf(const QMimeData& mime); // empty when it carries none

} // namespace nestloom::ui
