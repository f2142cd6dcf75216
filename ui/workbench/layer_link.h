// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/workbench.h"

#include <functional>

namespace nestloom::ui {

/// Links a page whose layers are those of the network, but not those of the shown run, to the window's selection, by
/// name.

/// Selects the layer of this name in the shown run, if there is one.
void selectLayerNamed(Workbench& workbench, const QString& name);
/// Calls `follow` with the name of each layer that gets selected, as long as `page` lives.
void followSelectedLayer(Workbench& workbench, QObject* page, std::function<void(const std::string&)> follow);

} // namespace nestloom::ui
