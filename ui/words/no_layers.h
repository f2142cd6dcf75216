// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network.h"

#include <QString>

#include <utility>

namespace nestloom::ui {

/// Title and text of a page that shows layers when there are none: no network is chosen, or the one that is has
/// operators but no layers, so that its memory can be planned but nothing can be mapped.
std::pair<QString, QString> noLayersText(const workload::Network& network);

} // namespace nestloom::ui
