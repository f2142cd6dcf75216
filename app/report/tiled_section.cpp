// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sections.h"
#include "app/report/tiled_text.h"

namespace nestloom::report {

void addTiledSchedules(Document& document, const records::RunRecord& run)
{
    const std::string baselines = tiledBaselines(run.layers);
    if (baselines.empty())
        return;
    Table table{tiledColumns(), {}};
    for (const schedule::LayerResult& layer : run.layers)
        if (layer.tiled && !layer.sameShapeAs)
            table.rows.push_back(tiledRow(run.inputs.options.flexer, layer));
    document.add(Heading{2, "Tiled schedules"});
    document.say("Static schedules: cycles / transfers divided by those of the chosen schedule. "
                     + std::string(kAboveBounds) + ". Layers of equal shape share one schedule.",
                 Tone::Soft);
    document.add(std::move(table));
    document.say("For the whole network " + baselines + ".");
}

} // namespace nestloom::report
