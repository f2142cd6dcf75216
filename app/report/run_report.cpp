// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_report.h"

#include "app/report/sections.h"
#include "app/report/time_text.h"

namespace nestloom::report {

Document runReport(const records::RunRecord& run, const records::RunRecord* baseline)
{
    Document document;
    document.title = run.inputs.network.name + " on " + run.inputs.accelerator.name;
    addHeadlines(document, run, baseline);
    addCyclesChart(document, run);
    addLayerTable(document, run, baseline);
    addEnergy(document, run);
    addVerification(document, run);
    addTiledSchedules(document, run);
    addLoopNests(document, run);
    addInputs(document, run);
    document.footer = "Nestloom " + run.summary.engineVersion + ", "
                      + (run.summary.id > 0 ? "run " + std::to_string(run.summary.id) + ", " : "") + "started "
                      + utcText(run.summary.startedAt) + " UTC";
    return document;
}

} // namespace nestloom::report
