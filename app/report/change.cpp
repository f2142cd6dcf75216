// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/change.h"

#include "engine/base/number_words.h"

#include <set>

namespace nestloom::report {

Figures figuresOf(const records::RunRecord& run)
{
    const schedule::Totals sum = schedule::totals(run.inputs.accelerator, run.layers);
    Figures figures;
    figures.cycles = double(sum.cycles.count);
    figures.seconds = figures.cycles / run.inputs.accelerator.clock.count;
    figures.energy = sum.energy.count;
    figures.edp = sum.energy.count * 1e-12 * figures.seconds;
    figures.utilization = sum.utilization;
    return figures;
}

bool isSameWork(const records::RunRecord& a, const records::RunRecord& b)
{
    const auto solved = [](const records::RunRecord& run) {
        std::set<std::size_t> layers;
        for (const schedule::LayerResult& layer : run.layers)
            if (layer.cost)
                layers.insert(layer.index);
        return layers;
    };
    return a.inputs.network == b.inputs.network && solved(a) == solved(b);
}

Cell changeOf(double value, double before, Better better)
{
    if (!(before > 0))
        return numberCell("-");
    const double change = value / before - 1;
    const std::string text = signedPercent(change);
    if (text == percent(0))
        return numberCell(text);
    return numberCell(text, (change < 0) == (better == Better::Smaller) ? Tone::Good : Tone::Bad);
}

} // namespace nestloom::report
