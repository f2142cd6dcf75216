// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/change.h"

#include "engine/base/number_words.h"
#include "engine/cost/mesh_model.h"
#include "engine/explore/layer_changes.h"

#include <algorithm>
#include <set>

namespace nestloom::report {

Figures figuresOf(const records::RunRecord& run)
{
    const schedule::Totals sum = records::totalsOf(run);
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
    if (!(before > 0) && !(before == 0 && value > 0))
        return numberCell("-");
    const double change = before > 0 ? value / before - 1 : 1;
    const std::string text = before > 0 ? signedPercent(change) : "from 0";
    if (text == percent(0))
        return numberCell(text);
    if (better == Better::Neither)
        return numberCell(text, Tone::Soft);
    return numberCell(text, (change < 0) == (better == Better::Smaller) ? Tone::Good : Tone::Bad);
}

Cell changeOf(double value, double before, Better better, const std::string& apart)
{
    Cell cell = changeOf(value, before, better);
    if (!apart.empty())
        cell.tone = Tone::Soft;
    return cell;
}

Cell changeInPoints(double value, double before, Better better, const std::string& apart)
{
    Cell cell = changeOf(value, before, better, apart);
    if (cell.text != percent(0)) {
        cell.text = signedPercent(value - before);
        cell.text.replace(cell.text.size() - 1, 1, "pp");
    }
    return cell;
}

std::string bottleneckClass(const hardware::Accelerator& accelerator, const cost::Bottleneck& bottleneck)
{
    if (bottleneck.kind == cost::Bottleneck::Kind::Compute)
        return "compute";
    if (cost::isOfMesh(bottleneck.text))
        return "network";
    const bool isDram = bottleneck.level < accelerator.levels.size()
                        && accelerator.levels[bottleneck.level].kind == hardware::LevelKind::Dram;
    return isDram ? "dram" : "buffer";
}

std::vector<BottleneckShare> bottleneckShares(const hardware::Accelerator& accelerator,
                                              const std::vector<schedule::LayerResult>& layers)
{
    std::vector<BottleneckShare> shares;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.cost)
            continue;
        const cost::Bottleneck& bottleneck = layer.cost->bottleneck;
        auto share = std::ranges::find_if(shares, [&](const auto& s) { return s.text == bottleneck.text; });
        if (share == shares.end())
            share = shares.insert(shares.end(), {bottleneck.text, bottleneckClass(accelerator, bottleneck), 0, {}});
        ++share->layers;
        share->cycles += layer.cost->cycles;
    }
    std::ranges::stable_sort(shares, [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
    return shares;
}

std::string bottleneckSentence(const std::vector<BottleneckShare>& shares, Cycles others)
{
    constexpr std::size_t kMost = 4; // as on the Summary
    std::size_t layers = 0;
    Cycles cycles = others;
    for (const BottleneckShare& share : shares) {
        layers += share.layers;
        cycles += share.cycles;
    }
    const double all = std::max<double>(1, double(cycles.count));
    if (!shares.empty() && shares.front().text == explore::kSimulatedBound)
        return "What bounds a layer, its simulation tells.";
    std::string sentence;
    if (!shares.empty() && others > shares.front().cycles)
        sentence = "Most of the time, " + percent(double(others.count) / all) + ", is of vector operators. ";
    for (std::size_t i = 0; i < shares.size() && i < kMost; ++i) {
        const std::size_t last = i == 0 ? layers : shares[i].layers; // the number before the word "layers"
        sentence += (i == 0 ? "Bottleneck: " : "; then ") + shares[i].text + " on " + std::to_string(shares[i].layers)
                    + (i == 0 ? " of " + std::to_string(layers) : "") + (last == 1 ? " layer (" : " layers (")
                    + percent(double(shares[i].cycles.count) / all) + " of the cycles)";
    }
    return sentence.empty() ? sentence : sentence + ".";
}

} // namespace nestloom::report
