// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_report.h"

#include "app/report/html.h"
#include "app/report/sections.h"
#include "app/report/style.h"
#include "app/report/time_text.h"

namespace nestloom::report {

std::string htmlReport(const store::RunRecord& run)
{
    const std::string title = run.inputs.network.name + " on " + run.inputs.accelerator.name;
    const std::string number = run.summary.id > 0 ? "run " + std::to_string(run.summary.id) + ", " : "";
    std::string html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
                       + escaped(title) + "</title>\n<style>" + kStyle + "</style></head>\n<body>\n";
    html += headlineSection(run) + chartSection(run) + layerSection(run) + energySection(run) + loopNestSection(run)
            + inputSection(run);
    html += "<p class=\"soft\">"
            + escaped("Nestloom " + run.summary.engineVersion + ", " + number + "started "
                      + utcText(run.summary.startedAt) + " UTC")
            + "</p>\n";
    return html + "</body></html>\n";
}

} // namespace nestloom::report
