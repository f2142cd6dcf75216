// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulation_focus.h"

class QWidget;

namespace nestloom::ui {

class ExplainDialog;

/// How the load of a link comes about, with its bytes and flits, beside that of the busiest link. Of the shown tensors.
ExplainDialog* explainLink(QWidget* parent, const ShownMesh& mesh, noc::LinkId link);
/// The busiest link, and the mean over the links between routers.
ExplainDialog* explainMesh(QWidget* parent, const ShownMesh& mesh);

/// What was counted on a link in the shown cycles, by class of flits, beside what the mapping must send over it. Null
/// without counters.
ExplainDialog* explainSimulatedLink(QWidget* parent, const ShownSimulation& shown, const SimulationFocus& focus,
                                    noc::LinkId link);

/// Where the simulated cycles go, and how far they are from those of the cost model. Null unless the simulation has
/// ended by itself.
ExplainDialog* explainSimulatedCycles(QWidget* parent, const ShownSimulation& shown);

} // namespace nestloom::ui
