// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/gantt_chart.h"
#include "ui/features/noc/simulation_focus.h"
#include "ui/widgets/export_context.h"
#include "ui/widgets/table_text.h"

#include <QString>

#include <utility>
#include <vector>

namespace nestloom::ui {

/// Words and colours of a simulation, shared by its panels.

QString flitClassName(FlitClass flits); // "weights", ..., "headers"
QColor flitClassColour(const Theme& theme, FlitClass flits);
bool isHatched(FlitClass flits); // tells headers from the rest where colour cannot

QString dramModelName(const std::string& model);     // "DDR4-2400", "latency and bandwidth", "as in CoSA's simulator"
QString routerKindName(noc::RouterKind router);      // "wormhole", "virtual channels"
QString reductionName(traffic::Reduction reduction); // "chain of PEs, by packet"

/// "cycles 1,024 to 2,048", "the whole run (98,304 cycles)", "the run so far"
QString spanText(const ShownSimulation& shown, const SimulationFocus& focus);

/// "113 kcycle simulated, 98.2 kcycle by the cost model: +15.2 %"; while it runs how far it is; empty without a
/// question.
QString simulationHeadline(const ShownSimulation& shown);
/// Where the simulated time goes and why it differs from the cost model: DRAM and its port, serial sends, contention.
/// One paragraph for each, the first is the shortest way to say it.
std::vector<QString> differenceReasons(const ShownSimulation& shown);
/// Title and text for panels without data.
std::pair<QString, QString> emptySimulationText(const ShownSimulation& shown);

/// "stored 2026-02-03 04:05", "stored with run 12", or nothing; and with what it was simulated.
QString keptText(const ShownSimulation& shown);
QString keptToolTip(const ShownSimulation& shown);

/// A part of the time of the PE that is done last.
struct TimePart {
    QString name; // "computes", "waits for weights from DRAM"
    noc::Cycle cycles = 0;
    QColor colour;
    bool isHatched = false;
};
std::vector<TimePart> timeParts(const simulation::LayerSimulation& layer, const Theme& theme);

std::vector<GanttStyle> simulationStyles(); // by kind of simulation::simulationTrace
Provenance simulationProvenance(const ShownSimulation& shown);
/// What crossed or waited: a row for each link and window in which something did. There are windows and a mesh.
TableValues counterValues(const ShownSimulation& shown);

} // namespace nestloom::ui
