// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/simulation_focus.h"
#include "ui/style/theme.h"

#include <QString>

namespace nestloom::ui {

/// A link as rich text: what it carries, and which tensors and loops are responsible for how much of it.
QString linkDetails(const ShownMesh& mesh, noc::LinkId link, const Theme& theme);

/// The whole mesh as rich text: everything that crosses it, and the load of the ports.
QString meshDetails(const ShownMesh& mesh, const Theme& theme);

/// A link as rich text: what crossed it in the range by class, and which tensors and loops are responsible.
QString simulatedLinkDetails(const ShownSimulation& shown, const SimulationFocus& focus, noc::LinkId link,
                             const Theme& theme);
/// The same for all links.
QString simulatedMeshDetails(const ShownSimulation& shown, const SimulationFocus& focus, const Theme& theme);

} // namespace nestloom::ui
